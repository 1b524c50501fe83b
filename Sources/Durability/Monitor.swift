#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A mutex with a condition: who waits in it is woken when another changed what it guards.
package final class Monitor: @unchecked Sendable {
    /// One more thing to wait for in a monitor, so that only those are woken whom it concerns.
    package final class Condition: @unchecked Sendable {
        fileprivate let condition: UnsafeMutablePointer<pthread_cond_t>

        package init() {
            condition = .allocate(capacity: 1)
            condition.initialize(to: pthread_cond_t())
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }

        package func wakeOne() { pthread_cond_signal(condition) }
        package func wakeAll() { pthread_cond_broadcast(condition) }
    }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let main = Condition()

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Inside `withLock` alone: gives the lock away until someone wakes the waiting, and takes it again.
    package func wait() { wait(for: main) }

    package func wait(for condition: Condition) {
        pthread_cond_wait(condition.condition, mutex)
    }

    /// As `wait()`, but no longer than that.
    package func wait(atMostMs milliseconds: Int) {
        _ = wait(for: main, atMostNanoseconds: UInt64(clamping: milliseconds) * 1_000_000)
    }

    /// - Returns: `false` when the time is over.
    package func wait(for condition: Condition, atMostNanoseconds nanoseconds: UInt64) -> Bool {
        var until = timespec()
        clock_gettime(CLOCK_REALTIME, &until)
        let sum = UInt64(until.tv_nsec) + nanoseconds % 1_000_000_000
        until.tv_sec += Int(nanoseconds / 1_000_000_000 + sum / 1_000_000_000)
        until.tv_nsec = Int(sum % 1_000_000_000)
        return pthread_cond_timedwait(condition.condition, mutex, &until) != ETIMEDOUT
    }

    package func wakeAll() { main.wakeAll() }
}

/// A value that one thread at a time may look at. Unlike the standard library's mutex, tools that watch threads know this one.
final class Guarded<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        try monitor.withLock { () throws(Failure) in try body(&value) }
    }
}

/// A clock that only goes forward.
enum MonotonicClock {
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
