#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A theme's looks by the sixteen colours a terminal has by name, or by eight of them.
///
/// Colours go by what they mean: a slot to the name of its hue, greys to the terminal's own foreground and to bright black.
/// The nearest colour would make most of a soft theme the same, and dim text the colour of the background.
struct NamedColors {
    private let theme: Theme
    private let hasBright: Bool
    private let isPainted: Bool
    private let isDark: Bool

    init(_ theme: Theme, _ capability: ColorCapability) {
        self.theme = theme
        hasBright = capability != .ansi8
        isPainted = theme.paintsBackground
        isDark = theme.variant == .dark
    }

    /// What a colour is to be.
    private enum Name {
        case own
        /// How far it is from the theme's background to its foreground: 0 to about 1.
        case grey(Double)
        case named(UInt8)
    }

    private static let black: UInt8 = 0
    private static let white: UInt8 = 7
    private static let brightBlack: UInt8 = 8
    private static let brightWhite: UInt8 = 15
    /// Backgrounds that black reads better on than white.
    private static let lightGrounds: Set<UInt8> = [2, 3, 6, 7, 10, 11, 14, 15]
    /// A grey at least so far from the background is text, the others are dim.
    private static let textShare = 0.85
    /// Below this a colour is a grey, on OKLab's scale.
    private static let leastChroma = 0.05

    /// - Parameter ground: The role that the background is of.
    func style(_ style: Style, ground: Role) -> Style {
        var result = Style(emphasis: style.emphasis)
        switch name(of: style.background) {
        case .own: break
        case .named(let index): result.background = .indexed(hasBright ? index : index % 8)
        case .grey:
            if isPainted { result.background = .indexed(isDark ? Self.black : lightest) }
            if style.background != theme.background {
                result.emphasis.formUnion(ground == .badge ? .reverse : Theme.emphasis(insteadOf: ground))
            }
        }
        if case .named(let ground) = name(of: style.background) {
            color(style.foreground, &result, on: ground)
        } else {
            color(style.foreground, &result)
        }
        return result
    }

    /// Text on a background that has a hue.
    private func color(_ color: Color, _ style: inout Style, on ground: UInt8) {
        switch name(of: color) {
        case .named(let index) where index != Self.black && index != Self.brightWhite && index % 8 != ground % 8:
            style.foreground = .indexed(hasBright ? index : index % 8)
        default:
            let isBlack = Self.lightGrounds.contains(ground)
            style.foreground = .indexed(isBlack ? Self.black : lightest)
            // Bold black is grey on many terminals of eight colours.
            if isBlack, !hasBright { style.emphasis.remove(.bold) }
        }
    }

    /// Text on the terminal's background, or on the theme's.
    private func color(_ color: Color, _ style: inout Style) {
        switch name(of: color) {
        case .own: break
        case .grey(let share) where share >= Self.textShare:
            if isPainted { style.foreground = .indexed(isDark ? lightest : Self.black) }
        case .grey: dim(&style)
        case .named(let index) where hasBright || index < 8: style.foreground = .indexed(index)
        case .named(Self.brightBlack): dim(&style)
        case .named(Self.brightWhite):
            if isPainted { style.foreground = .indexed(Self.white) }
            style.emphasis.insert(.bold)
        case .named(let index):
            // Terminals of eight colours show bold ones bright.
            style.foreground = .indexed(index - 8)
            style.emphasis.insert(.bold)
        }
    }

    private func dim(_ style: inout Style) {
        if isPainted {
            style.foreground = .indexed(isDark ? Self.white : hasBright ? Self.brightBlack : Self.black)
        } else if hasBright {
            style.foreground = .indexed(Self.brightBlack)
        } else {
            style.emphasis.insert(.faint)
        }
    }

    private var lightest: UInt8 { hasBright ? Self.brightWhite : Self.white }

    // MARK: Names

    private func name(of color: Color) -> Name {
        switch color {
        case .terminalDefault: return .own
        case .indexed(let index) where index < 16: return .named(index)
        default: break
        }
        if let slot = theme.palette.firstIndex(of: color) {
            if let hue = Self.slotHues[slot] { return .named(named(hue)) }
            return .grey(share(of: color))
        }
        guard let lab = OKLab(color) else { return .own }
        guard hypot(lab.a, lab.b) >= Self.leastChroma else { return .grey(share(of: color)) }
        return .named(named(Self.hue(lab)))
    }

    private func share(of color: Color) -> Double {
        guard let lab = OKLab(color), let ground = OKLab(theme.background), let text = OKLab(theme.foreground),
            text.lightness != ground.lightness
        else { return 1 }
        return (lab.lightness - ground.lightness) / (text.lightness - ground.lightness)
    }

    private enum Hue {
        case red, orange, yellow, green, cyan, blue, magenta, brown
        case brightRed, brightYellow, brightGreen, brightCyan, brightBlue, brightMagenta
    }

    /// The meanings that base16 and base24 give their slots.
    private static let slotHues: [Int: Hue] = [
        8: .red, 9: .orange, 10: .yellow, 11: .green, 12: .cyan, 13: .blue, 14: .magenta, 15: .brown,
        18: .brightRed, 19: .brightYellow, 20: .brightGreen, 21: .brightCyan, 22: .brightBlue, 23: .brightMagenta,
    ]

    /// The name of a colour that is in no slot.
    private static func hue(_ lab: OKLab) -> Hue {
        var degrees = atan2(lab.b, lab.a) * 180 / .pi
        if degrees < 0 { degrees += 360 }
        switch degrees {
        case 40..<80: return .orange
        case 80..<120: return .yellow
        case 120..<165: return .green
        case 165..<225: return .cyan
        case 225..<290: return .blue
        case 290..<345: return .magenta
        default: return .red
        }
    }

    /// Orange is the yellow that many terminals show as brown. Bright ones do not read on a light background.
    private func named(_ hue: Hue) -> UInt8 {
        switch hue {
        case .red: 1
        case .green: 2
        case .orange: 3
        case .magenta: 5
        case .cyan: 6
        case .yellow, .brightYellow: isDark ? 11 : 3
        case .brown: isDark ? 11 : 1
        case .blue, .brightBlue: isDark ? 12 : 4
        case .brightRed: isDark ? 9 : 1
        case .brightGreen: isDark ? 10 : 2
        case .brightMagenta: isDark ? 13 : 5
        case .brightCyan: isDark ? 14 : 6
        }
    }
}
