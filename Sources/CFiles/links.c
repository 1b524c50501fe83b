#ifdef __linux__
#define _GNU_SOURCE
#include <fcntl.h>
#endif
#include <sys/stat.h>

#include "cfiles.h"

long relate_link_count(int descriptor) {
#ifdef __linux__
    struct statx seen;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_NLINK, &seen) == 0) { return (long)seen.stx_nlink; }
#endif
    struct stat status;
    return fstat(descriptor, &status) == 0 ? (long)status.st_nlink : -1;
}
