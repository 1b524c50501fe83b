// What the processor at hand can do; found before anything else runs.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/// Set by `relate_leave_widest`.
extern _Atomic bool relate_leaves_widest;

#if defined(__x86_64__)

/// AVX2, and a system that keeps its registers.
extern bool relate_has_wide;
/// AVX-512 of those that do not slow down by it, which came with the counting of bits in a register.
extern bool relate_has_wider;

static inline bool uses_wider(void) {
    return relate_has_wider && !atomic_load_explicit(&relate_leaves_widest, memory_order_relaxed);
}

#endif
