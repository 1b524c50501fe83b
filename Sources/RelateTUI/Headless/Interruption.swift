#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ctrl-C: the first one cancels the running statement; one more, or one while nothing runs, ends the program.
final class Interruption: Sendable {
    private struct State {
        /// Cancels the statement that runs; `nil` while none does.
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Guarded(State())
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
                let cancel = state.withLock { state in
                    defer { state.cancel = nil }
                    return state.cancel
                }
                if let cancel { cancel() } else { end(by: SIGINT) }
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
        state.withLock { $0.cancel = cancel }
        defer { state.withLock { $0.cancel = nil } }
        return try body()
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
