#include "processor.h"

#include "ckernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

_Atomic bool relate_leaves_widest = false;

void relate_leave_widest(bool is_left) { atomic_store_explicit(&relate_leaves_widest, is_left, memory_order_relaxed); }

#if defined(__x86_64__)

bool relate_has_wide = false;
bool relate_has_wider = false;

__attribute__((constructor)) static void find_wide(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) { return; }
    // The system keeps registers; AVX; the counting of bits.
    if (!(c & (1u << 27)) || !(c & (1u << 28)) || !(c & (1u << 23))) { return; }
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) { return; }
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) { return; }
    relate_has_wide = (b & (1u << 5)) != 0;
    // F, DQ, BW and the counting of bits; of the registers all.
    const unsigned parts = 1u << 16 | 1u << 17 | 1u << 30;
    relate_has_wider = relate_has_wide && (low & 0xe6) == 0xe6 && (b & parts) == parts && (c & (1u << 14));
}

#endif
