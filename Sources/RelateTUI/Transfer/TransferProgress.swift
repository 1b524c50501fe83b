import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How far a transfer came, on stderr's last line where that is a terminal: count, rate, share and time left.
final class TransferProgress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let errors = Output(descriptor: STDERR_FILENO)
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private var hasText = false
    private static let interval: Duration = .milliseconds(100)

    /// Asked whether the transfer is to go on; throws where not.
    var check: () throws -> Void = {}

    var elapsed: Duration { ContinuousClock.now - start }

    /// - Parameter share: Done of the whole, 0 to 1, where that is known.
    /// - Throws: What `check` throws: `ExportEnding.Ended` where a signal asks for the end.
    func show(_ count: Int, _ noun: String, share: Double?) throws {
        try check()
        guard isShown else { return }
        let now = ContinuousClock.now
        if let last, now - last < Self.interval { return }
        last = now
        hasText = true
        let seconds = max((now - start) / .seconds(1), 1e-9)
        var line = "\(Counts.of(count, noun))  \(Counts.grouped(Int(Double(count) / seconds)))/s"
        if let share, share > 0.01 {
            line += "  \(Int(min(share, 1) * 100)) %  \(Int(seconds / share * (1 - min(share, 1)) + 0.5)) s left"
        }
        errors.text("\r" + line + "\u{1B}[K")
        try errors.flush()
    }

    /// Takes the line away again.
    func clear() {
        guard hasText else { return }
        hasText = false
        errors.text("\r\u{1B}[K")
        try? errors.flush()
    }
}
