#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Signals that end an export or an import: what is half made is taken away first.
final class ExportEnding: Sendable {
    /// A signal asks for the end.
    struct Ended: Error {
        let signal: Int32
    }

    private struct State {
        var isWriting = false
        var signal: Int32?
    }

    private let state = Guarded(State())
    private let listener: Worker

    /// From here on these signals come to a thread of its own. Threads made later inherit that.
    init() {
        pthread_sigmask(SIG_BLOCK, [Self.signals], nil)
        listener = Worker()
        let state = state
        listener.submit {
            while true {
                var received: Int32 = 0
                guard sigwait([Self.signals], &received) == 0 else { continue }
                let isHeeded = state.withLock { state in
                    defer { state.signal = received }
                    return state.isWriting && state.signal == nil
                }
                guard !isHeeded else { continue }
                PartialFiles.removeAll()
                end(by: received)
            }
        }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        return signals
    }

    /// Files are written by `body`, which looks at `check` now and then and clears away what it made.
    func whileWriting<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
        state.withLock { $0.isWriting = true }
        defer { state.withLock { $0.isWriting = false } }
        return try body()
    }

    /// - Throws: `Ended` once a signal came.
    func check() throws {
        if let signal = state.withLock({ $0.signal }) { throw Ended(signal: signal) }
    }
}
