import Render

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A screen in memory whose keys come from a list: what `--screenshot` and tests look at.
final class VirtualTerminal: Terminal {
    let size: ScreenSize
    let isASCII: Bool
    /// The last picture drawn.
    private(set) var frame: Frame
    /// The theme chosen last, where one was.
    private(set) var theme: Theme?
    /// What was put into the clipboard last.
    private(set) var copied: String?

    private var steps: ArraySlice<KeyWords.Step>
    private let wakePipe: WakePipe

    init(size: ScreenSize, keys: [KeyWords.Step], isASCII: Bool, wakePipe: WakePipe) {
        self.size = size
        self.isASCII = isASCII
        self.wakePipe = wakePipe
        // The explorer opens its store first, and is looked at when everything has come to rest.
        steps = [.wait] + keys + [.wait]
        frame = Frame(rows: size.rows, columns: size.columns)
    }

    func nextEvents(isBusy: Bool, timeoutMs: Int?) -> [TerminalEvent] {
        guard let step = steps.first else { return [.closed] }
        if case .press(let key) = step {
            steps.removeFirst()
            return [.input(.key(key))]
        }
        if !isBusy {
            steps.removeFirst()
            return steps.isEmpty ? [.closed] : []
        }
        var descriptor = pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, Int32(timeoutMs ?? -1)) > 0 {
            _ = wakePipe.drain()
            return [.woken]
        }
        return []
    }

    func draw(_ frame: Frame) { self.frame = frame }

    func copy(_ text: String) -> Bool {
        copied = text
        return true
    }

    func use(_ theme: Theme) { self.theme = theme }
    func askForBackground() {}
    func useMouse(_ isOn: Bool) {}
    func suspend() {}
    func lend<Answer>(_ body: () -> Result<Answer, StatementFailure>) -> Result<Answer, StatementFailure> {
        .failure(.local("This screen has no terminal to give to another program"))
    }
    func invalidate() {}
    func close() {}
}
