import Durability

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A mutex of the operating system, for the few short critical sections of a store.
final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// Where writers wait for their turn, in the order they came. Unlike a mutex it may be left by another thread than the
/// one that entered, since a transaction may be carried from thread to thread.
final class WriterQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var nextTicket: UInt64 = 0
    private var turn: UInt64 = 0

    func enter() {
        monitor.withLock {
            let ticket = nextTicket
            nextTicket &+= 1
            while ticket != turn { monitor.wait() }
        }
    }

    func leave() {
        monitor.withLock {
            turn &+= 1
            monitor.wakeAll()
        }
    }
}
