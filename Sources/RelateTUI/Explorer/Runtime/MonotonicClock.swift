#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Time that only goes forward.
enum MonotonicClock {
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
