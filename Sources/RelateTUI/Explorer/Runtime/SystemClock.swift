#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The clock by which threads wait.
enum SystemClock {
    /// Of the system's clock, some seconds from now.
    static func nanoseconds(inSeconds seconds: Int = 0) -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec + seconds) * 1_000_000_000 + time.tv_nsec
    }
}
