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
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let nanoseconds = Int(now.tv_nsec) + milliseconds % 1000 * 1_000_000
        var until = timespec()
        until.tv_sec = now.tv_sec + milliseconds / 1000 + nanoseconds / 1_000_000_000
        until.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(main.condition, mutex, &until)
    }

    package func wakeAll() { main.wakeAll() }
}
