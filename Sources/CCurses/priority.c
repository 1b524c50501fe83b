// What the system's scheduler is told of the thread that draws, and of those that work for it.
#define _GNU_SOURCE
#include "ccurses.h"

#if defined(__linux__)
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/// As `sched_setattr(2)` has it; the C library of most systems does not.
struct scheduling {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

void ccurses_thread_draws(void) {
#ifdef SYS_sched_setattr
    struct scheduling wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.size = sizeof wanted;
    wanted.flags = 1; // SCHED_FLAG_RESET_ON_FORK: threads and programs that it starts are as usual
    wanted.runtime = 100 * 1000;
    syscall(SYS_sched_setattr, 0, &wanted, 0); // before Linux 6.12 the slice means nothing
#endif
}

void ccurses_thread_yields(void) { setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 4); }

#elif defined(__APPLE__)
#include <pthread/qos.h>

void ccurses_thread_draws(void) { pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0); }
void ccurses_thread_yields(void) { pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0); }

#else
void ccurses_thread_draws(void) {}
void ccurses_thread_yields(void) {}
#endif
