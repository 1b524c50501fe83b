import Durability
import Synchronization

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
/// others may have been woken for it, and one of those who come later watches for a moment whether it gets free before it
/// sleeps. Whom they pass too often gets the next turn for certain; the others are woken in the order they came.
final class WriterQueue: @unchecked Sendable {
    private let monitor = Monitor()
    /// Changed under the monitor; who watches it looks without.
    private let isTaken = Atomic(false)
    /// Somebody watches, and takes the turn when it gets free.
    private let isWatched = Atomic(false)
    private var waiting: [Waiter] = []

    /// About as long as a short statement has the turn.
    private static let watchNanoseconds: UInt64 = 10_000
    private static let mayWatch = AvailableCores.count > 1
    private static let passesLimit = 8

    /// A thread that waits, with what is under the monitor too.
    private final class Waiter {
        let condition = Monitor.Condition()
        var isWoken = false
        /// The turn was handed to it.
        var hasTurn = false
        /// It was woken, and another took the turn.
        var wasPassed = false
        /// How often it was not woken, since another was there already.
        var passes = 0
    }

    func enter() {
        if watch() { return }
        monitor.withLock {
            if takeIfFree() { return }
            let waiter = Waiter()
            waiting.append(waiter)
            while true {
                while !waiter.isWoken { monitor.wait(for: waiter.condition) }
                if waiter.hasTurn { return }
                // Whoever is woken without the turn is the first that waits, and stays it.
                if takeIfFree() {
                    waiting.removeFirst()
                    return
                }
                waiter.isWoken = false
                waiter.wasPassed = true
            }
        }
    }

    /// Under the monitor.
    private func takeIfFree() -> Bool {
        if isTaken.load(ordering: .relaxed) { return false }
        isTaken.store(true, ordering: .relaxed)
        return true
    }

    /// One at a time, since it keeps a processor from others.
    ///
    /// - Returns: whether the turn was free, or got free soon, and is taken.
    private func watch() -> Bool {
        if monitor.withLock({ takeIfFree() }) { return true }
        guard Self.mayWatch, !isWatched.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        defer { isWatched.store(false, ordering: .releasing) }
        let end = Clock.nanoseconds() &+ Self.watchNanoseconds
        repeat {
            if !isTaken.load(ordering: .relaxed), monitor.withLock({ takeIfFree() }) { return true }
        } while Clock.nanoseconds() < end
        return false
    }

    func leave() {
        let woken = monitor.withLock { () -> Waiter? in
            isTaken.store(false, ordering: .relaxed)
            guard let first = waiting.first else { return nil }
            if first.wasPassed {
                isTaken.store(true, ordering: .relaxed)
                first.hasTurn = true
                waiting.removeFirst()
            } else if first.isWoken {
                return nil
            } else if isWatched.load(ordering: .relaxed), first.passes < Self.passesLimit {
                // Who watches takes the turn, at the latest when it comes to wait here, and wakes the next.
                first.passes += 1
                return nil
            }
            first.isWoken = true
            return first
        }
        woken?.condition.wakeOne()
    }
}
