import CCurses
import Render

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the place that output goes to can show.
struct OutputStyle {
    var isTerminal = false
    var capability = ColorCapability.monochrome
    /// As many as the terminal has; `nil` where lines may be of any length.
    var columns: Int?
    var glyphs = GlyphSet.unicode

    /// A pipe or a file: no colours.
    static let plain = OutputStyle()

    /// What `descriptor` is, and what the environment allows.
    static func of(_ descriptor: Int32) -> OutputStyle {
        guard isatty(descriptor) == 1 else { return .plain }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return OutputStyle(
            isTerminal: true,
            capability: ColorCapability.detect(environment: environment, terminalColors: terminalColors(descriptor)),
            columns: isKnown ? Int(size.ws_col) : nil)
    }

    /// What terminfo knows of the terminal; `nil` where it does not know it.
    private static func terminalColors(_ descriptor: Int32) -> Int? {
        environment["TERM"].flatMap { knownColors($0, descriptor) }
    }

    static func knownColors(_ term: String, _ descriptor: Int32) -> Int? {
        let count = ccurses_known_colors(term, descriptor)
        return count < 0 ? nil : Int(count)
    }

    /// The variables that decide on colours.
    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        for name in ["NO_COLOR", "TERM", "COLORTERM"] { variables[name] = getenv(name).map { String(cString: $0) } }
        return variables
    }

    func text(of line: StyledLine) -> String {
        capability == .monochrome ? line.plainText : line.ansiText(theme: .standard, capability: capability)
    }
}
