import CCurses
import Render

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real terminal. Curses only draws: input is read and decoded here, and signals come through the wake pipe.
///
/// The only file that knows curses.
final class CursesTerminal: Terminal {
    private(set) var size: ScreenSize
    let isASCII: Bool

    private let input: Int32
    private let output: Int32
    private let wakePipe: WakePipe
    private let capturedErrors: CapturedErrors?
    private var decoder = InputDecoder()
    private var drawn: Frame?
    private var styles: StyleTable
    private var coalescer = StyleCoalescer()
    private var isOpen = true
    /// When the terminal was asked for its background.
    private var askedMs: Double?

    private static let escapeDelayMs = 25
    private static let readByteLimit = 1 << 16
    /// How long after its question an answer is waited for before the terminal is given back.
    private static let answerMs = 300.0

    struct Unusable: Error {
        let reason: String

        init(reason: String) { self.reason = reason }

        /// The terminal is there, but cannot show a screen.
        init(terminalName: String) {
            let name = terminalName.isEmpty ? "TERM is not set" : "the terminal TERM=\(terminalName)"
            reason =
                "\(name)\(terminalName.isEmpty ? ", so it is not known how" : " is not known, or not able") to show the "
                + "explorer. Set TERM to what the terminal is, such as xterm-256color; or give statements with -c, -f or a pipe"
        }
    }

    /// - Parameter wantsColor: `false` draws with attributes alone.
    init(wakePipe: WakePipe, theme: Theme, wantsColor: Bool, isASCII: Bool?) throws(Unusable) {
        (input, output) = try Self.openTerminal()
        self.wakePipe = wakePipe
        ccurses_thread_draws()
        self.isASCII = isASCII ?? (ccurses_is_utf8() == 0)
        capturedErrors = CapturedErrors()
        ccurses_guard_install(
            output, wakePipe.writeEnd, capturedErrors?.captured ?? -1, capturedErrors?.original ?? -1)
        let environment = Self.environment(["NO_COLOR", "TERM", "COLORTERM"])
        let name = environment["TERM"] ?? ""
        let capability = ColorCapability.detect(environment: environment)
        guard ccurses_start(input, output, wantsColor && capability == .trueColor ? 1 : 0) == 0 else {
            ccurses_guard_remove()
            capturedErrors?.release()
            throw Unusable(terminalName: name)
        }
        ccurses_guard_arm()
        styles = StyleTable(theme: theme, wantsColor: wantsColor && capability > .monochrome)
        size = Self.currentSize(of: output) ?? ScreenSize(rows: 24, columns: 80)
        ccurses_resize(Int32(size.rows), Int32(size.columns))
        startCoalescing()
    }

    var colorCapability: ColorCapability { styles.capability }

    /// Forgets what the terminal is set to.
    private func startCoalescing() {
        coalescer = StyleCoalescer(columnsMovedInRow: ccurses_moves_in_row() != 0 ? size.columns : 0)
    }

    private static func environment(_ names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }

    /// Stdin and stdout where they are a terminal, else the controlling terminal.
    private static func openTerminal() throws(Unusable) -> (Int32, Int32) {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 { return (STDIN_FILENO, STDOUT_FILENO) }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { throw Unusable(reason: "there is no terminal to draw on") }
        return (terminal, terminal)
    }

    private static func currentSize(of output: Int32) -> ScreenSize? {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard ccurses_terminal_size(output, &rows, &columns) == 0 else { return nil }
        return ScreenSize(rows: Int(rows), columns: Int(columns))
    }

    // MARK: - Events

    func nextEvents(isBusy: Bool, timeoutMs: Int?) -> [TerminalEvent] {
        var timeout = timeoutMs.map { Int32(clamping: $0) } ?? -1
        if decoder.isWaiting {
            timeout = timeout < 0 ? Int32(Self.escapeDelayMs) : min(timeout, Int32(Self.escapeDelayMs))
        }
        var descriptors = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, 2, timeout) > 0 else {
            return decoder.isWaiting ? decoder.flush().map { .input($0) } : []
        }
        var events: [TerminalEvent] = []
        if descriptors[1].revents != 0 { events += signals() }
        if descriptors[0].revents != 0 { events += readInput() }
        return events
    }

    private func signals() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        var isResized = false
        for byte in wakePipe.drain() {
            switch Int32(byte) {
            case 0: events.append(.woken)
            case SIGWINCH: isResized = true
            case SIGTSTP: events.append(.suspensionAsked)
            case SIGCONT:
                enterAgain()
                events.append(.resumed)
                isResized = true
            default: events.append(.ended(signal: Int32(byte)))
            }
        }
        if isResized, let size = Self.currentSize(of: output), size != self.size {
            self.size = size
            ccurses_resize(Int32(size.rows), Int32(size.columns))
            drawn = nil
            startCoalescing()
            events.append(.resized(size))
        }
        return events
    }

    private func readInput() -> [TerminalEvent] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        // All that is there: a paste without brackets is told by its line ends coming together.
        repeat {
            let count = read(input, &buffer, buffer.count)
            if count <= 0 {
                if count < 0, errno == EINTR || errno == EAGAIN { break }
                return decoder.decode(bytes).map { .input($0) } + [.closed]
            }
            bytes.append(contentsOf: buffer[..<count])
        } while bytes.count < Self.readByteLimit && poll(&descriptor, 1, 0) > 0
        return decoder.decode(bytes).map { .input($0) }
    }

    // MARK: - Drawing

    func draw(_ frame: Frame) {
        let frame = isASCII ? frame.asciiOnly : frame
        let previous = drawn.flatMap { $0.rows == frame.rows && $0.columns == frame.columns ? $0 : nil }
        var scalars: [UInt32] = []
        for row in 0..<min(frame.rows, size.rows) {
            for column in 0..<min(frame.columns, size.columns) {
                let cell = frame[row, column]
                if let previous, previous[row, column] == cell { continue }
                guard cell.width > 0 else { continue }
                scalars.removeAll(keepingCapacity: true)
                for scalar in cell.text.unicodeScalars { scalars.append(scalar.value) }
                let style = styles.style(of: cell)
                ccurses_put(
                    Int32(row), Int32(column), scalars, Int32(scalars.count), Int32(cell.width), style.attributes,
                    style.pair)
            }
        }
        drawn = frame
        var bytes: UnsafePointer<CChar>?
        let count = ccurses_present(Int32(frame.cursor?.row ?? -1), Int32(frame.cursor?.column ?? 0), &bytes)
        guard count > 0, let bytes else { return }
        let shorter = coalescer.coalesce(UnsafeRawBufferPointer(start: bytes, count: count))
        shorter.withUnsafeBytes { ccurses_write($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
    }

    func use(_ theme: Theme) {
        styles = StyleTable(theme: theme, wantsColor: styles.wantsColor)
        drawn = nil
    }

    func invalidate() {
        drawn = nil
        startCoalescing()
        ccurses_invalidate()
    }

    /// By OSC 52, which the terminal may take or not: nobody says. Long texts are refused by most terminals.
    func copy(_ text: String) -> Bool {
        let encoded = Base64.encode(text.utf8)
        guard encoded.utf8.count <= 100_000 else { return false }
        let sequence = Array("\u{1B}]52;c;\(encoded)\u{07}".utf8)
        sequence.withUnsafeBytes { bytes in
            ccurses_write(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        return true
    }

    func askForBackground() {
        guard let name = Self.environment(["TERM"])["TERM"], TerminalBackground.canBeAsked(name) else { return }
        decoder.expectsBackground = true
        askedMs = MonotonicClock.milliseconds
        TerminalBackground.question.withCString { ccurses_write($0, TerminalBackground.question.utf8.count) }
    }

    /// An answer on its way must not come to the shell.
    private func takeLateAnswer() {
        guard decoder.expectsBackground, let askedMs else { return }
        while decoder.expectsBackground {
            let left = askedMs + Self.answerMs - MonotonicClock.milliseconds
            var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&descriptor, 1, Int32(left)) > 0 else { return }
            if readInput().contains(where: { if case .closed = $0 { true } else { false } }) { return }
        }
    }

    func useMouse(_ isOn: Bool) { ccurses_use_mouse(isOn ? 1 : 0) }

    // MARK: - Leaving

    func suspend() {
        ccurses_stop()
        ccurses_guard_stop()
        enterAgain()
    }

    func lend<Answer>(_ body: () -> Result<Answer, StatementFailure>) -> Result<Answer, StatementFailure> {
        ccurses_stop()
        defer { enterAgain() }
        return body()
    }

    private func enterAgain() {
        ccurses_resume()
        ccurses_guard_arm()
        invalidate()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        takeLateAnswer()
        ccurses_end()
        ccurses_guard_remove()
        capturedErrors?.release()
    }

    deinit { close() }

    /// The calling thread works for the one that draws: its crashes give the terminal back as well, and keys come first.
    static func prepareWorker() {
        ccurses_guard_thread()
        ccurses_thread_yields()
    }
}

/// Curses' pair and attributes for each look of a cell, found when first drawn.
private struct StyleTable {
    struct Entry {
        var attributes: UInt32
        var pair: Int32
    }

    private struct Look: Hashable {
        var role: Role
        var backdrop: Role?
        var emphasis: Emphasis
    }

    private struct Pair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    let wantsColor: Bool
    private let theme: Theme
    let capability: ColorCapability
    private let pairLimit: Int32
    private var entries: [Look: Entry] = [:]
    private var pairs: [Pair: Int32] = [Pair(foreground: -1, background: -1): 0]

    init(theme: Theme, wantsColor: Bool) {
        self.theme = theme
        self.wantsColor = wantsColor
        let colors = wantsColor ? ccurses_colors() : 0
        pairLimit = ccurses_pairs()
        capability = colors > 256 ? .trueColor : .of(terminalColors: Int(colors))
    }

    mutating func style(of cell: Frame.Cell) -> Entry {
        let look = Look(role: cell.role, backdrop: cell.backdrop, emphasis: cell.emphasis)
        if let entry = entries[look] { return entry }
        let style = theme.style(cell.role, on: cell.backdrop, cell.emphasis, capability: capability)
        let entry = Entry(
            attributes: Self.attributes(style.emphasis),
            pair: capability == .monochrome
                ? 0 : pair(Pair(foreground: number(style.foreground), background: number(style.background))))
        entries[look] = entry
        return entry
    }

    private mutating func pair(_ pair: Pair) -> Int32 {
        if let known = pairs[pair] { return known }
        let new = Int32(pairs.count)
        guard new < pairLimit, ccurses_define_pair(new, pair.foreground, pair.background) == 0 else { return 0 }
        pairs[pair] = new
        return new
    }

    private func number(_ color: Color) -> Int32 {
        switch color {
        case .terminalDefault: return -1
        case .indexed(let index):
            guard capability == .trueColor, index >= 8 else { return Int32(index) }
            return Self.direct(color)
        case .rgb: return Self.direct(color)
        }
    }

    /// 24 bits as a number; with direct colours 0 to 7 still mean the terminal's own eight.
    private static func direct(_ color: Color) -> Int32 {
        guard let (red, green, blue) = color.components else { return -1 }
        return max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
    }

    private static func attributes(_ emphasis: Emphasis) -> UInt32 {
        var bits: UInt32 = 0
        if emphasis.contains(.bold) { bits |= UInt32(CCURSES_BOLD) }
        if emphasis.contains(.faint) { bits |= UInt32(CCURSES_DIM) }
        if emphasis.contains(.italic) { bits |= UInt32(CCURSES_ITALIC) }
        if emphasis.contains(.underline) { bits |= UInt32(CCURSES_UNDERLINE) }
        if emphasis.contains(.reverse) { bits |= UInt32(CCURSES_REVERSE) }
        return bits
    }
}
