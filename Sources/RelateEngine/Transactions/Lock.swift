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

/// Where writers wait for their turn. Unlike a mutex it may be left by another thread than the one that entered, since a
/// transaction may be carried from thread to thread.
///
/// Turns are short, and to wake a thread takes as long as one: so who comes while nobody has the turn takes it, though
/// others may have been woken for it. Whom that happened to gets the next turn for certain; the others are woken in the
/// order they came.
final class WriterQueue: @unchecked Sendable {
    private let monitor = Monitor()

    // Under the monitor.
    private var isTaken = false
    private var waiting: [Waiter] = []

    /// A thread that waits, with what is under the monitor too.
    private final class Waiter {
        let condition = Monitor.Condition()
        var isWoken = false
        /// The turn was handed to it.
        var hasTurn = false
        /// It was woken, and another took the turn.
        var wasPassed = false
    }

    func enter() {
        monitor.withLock {
            guard isTaken else {
                isTaken = true
                return
            }
            let waiter = Waiter()
            waiting.append(waiter)
            while true {
                while !waiter.isWoken { monitor.wait(for: waiter.condition) }
                if waiter.hasTurn { return }
                // Whoever is woken without the turn is the first that waits, and stays it.
                if !isTaken {
                    isTaken = true
                    waiting.removeFirst()
                    return
                }
                waiter.isWoken = false
                waiter.wasPassed = true
            }
        }
    }

    func leave() {
        let woken = monitor.withLock { () -> Waiter? in
            isTaken = false
            guard let first = waiting.first else { return nil }
            if first.wasPassed {
                isTaken = true
                first.hasTurn = true
                waiting.removeFirst()
            } else if first.isWoken {
                return nil
            }
            first.isWoken = true
            return first
        }
        woken?.condition.wakeOne()
    }
}
