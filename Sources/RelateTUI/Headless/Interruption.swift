#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ctrl-C: the first one cancels the running statement; one more within a second, or one while nothing runs, ends the
/// program.
final class Interruption: Sendable {
    private let state = Guarded(InterruptionState())
    private let listener: Worker

    /// From here on SIGINT comes to a thread of its own, where any code may run. Threads made later inherit that.
    init() {
        var signals = Self.signals(SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        listener = Worker()
        let state = state
        listener.submit {
            var signals = Self.signals(SIGINT)
            while true {
                var received: Int32 = 0
                guard sigwait(&signals, &received) == 0 else { continue }
                switch state.withLock({ $0.take(atMs: MonotonicClock.milliseconds) }) {
                case .cancel(let cancel): cancel()
                case .nothing: continue
                case .end: end(by: SIGINT)
                }
            }
        }
    }

    fileprivate static func signals(_ number: Int32) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        return signals
    }

    /// Runs `body`, which a Ctrl-C cancels by `cancel`.
    func guarding<Result>(_ cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.begin(cancel) }
        defer { state.withLock { $0.finish(atMs: MonotonicClock.milliseconds) } }
        return try body()
    }
}

/// What a Ctrl-C means at which moment.
struct InterruptionState {
    enum Meaning {
        case cancel(@Sendable () -> Void)
        case nothing
        case end
    }

    /// Cancels the statement that runs; `nil` while none does, and once it was called.
    private var cancel: (@Sendable () -> Void)?
    /// When a statement ended that nobody cancelled: who cancels it now has not seen yet that it has ended.
    private var finishedMs: Double?
    /// When the last one came: one more soon after it is the second one, whatever runs by then.
    private var takenMs: Double?

    private static let lateMs = 1_000.0

    mutating func begin(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
        finishedMs = nil
    }

    mutating func finish(atMs now: Double) {
        finishedMs = cancel == nil ? nil : now
        cancel = nil
    }

    mutating func take(atMs now: Double) -> Meaning {
        defer { (cancel, finishedMs, takenMs) = (nil, nil, now) }
        if let takenMs, now - takenMs < Self.lateMs { return .end }
        if let cancel { return .cancel(cancel) }
        if let finishedMs, now - finishedMs < Self.lateMs { return .nothing }
        return .end
    }
}

/// Ends the process as this signal does by itself, so that the shell sees why.
func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = Interruption.signals(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    kill(getpid(), number)
    raise(number)
    exit(128 + number)
}
