#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A mutex with one condition, and the value that they guard.
///
/// Threads of the explorer share nothing else.
final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes who waits for it.
    func signal(_ body: (inout Value) -> Void) {
        withLock(body)
        pthread_cond_broadcast(condition)
    }

    /// Sleeps until a signal, or until this time of the system's clock.
    func sleep(untilNanoseconds time: Int) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var end = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
        pthread_cond_timedwait(condition, mutex, &end)
    }

    /// Sleeps until `body` has an answer, or until this time of the system's clock: then there is none.
    func wait<Result>(untilNanoseconds time: Int, for body: (inout Value) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var end = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
        while true {
            if let result = body(&value) { return result }
            if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return body(&value) }
        }
    }

    /// Sleeps until `body` has an answer.
    func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}
