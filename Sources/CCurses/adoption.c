// Whose the processes are that outlive the one that started them.
#include "ccurses.h"

#if defined(__linux__)
#include <sys/prctl.h>

void ccurses_guard_adopts(int wanted) { prctl(PR_SET_CHILD_SUBREAPER, wanted, 0, 0, 0); }

#else

void ccurses_guard_adopts(int wanted) { (void)wanted; }

#endif
