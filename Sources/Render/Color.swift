#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A colour as a terminal takes it.
package enum Color: Hashable, Sendable {
    /// Whatever the terminal has as its own.
    case terminalDefault
    /// 0–15: the terminal's named colours; 16–231: the cube; 232–255: greys.
    case indexed(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    package static func rgb(_ value: UInt32) -> Color {
        .rgb(red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }

    /// Red, green and blue; indexed colours as xterm has them. `nil` for the terminal's own.
    package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
        switch self {
        case .terminalDefault: nil
        case .rgb(let red, let green, let blue): (red, green, blue)
        case .indexed(let index): Self.xterm(index)
        }
    }

    /// `#rrggbb`.
    package var hexText: String? {
        guard let (red, green, blue) = components else { return nil }
        let digits = Array("0123456789abcdef")
        return "#"
            + [red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }.map { String($0) }.joined()
    }

    private static let named: [UInt32] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ]

    private static func xterm(_ index: UInt8) -> (UInt8, UInt8, UInt8) {
        switch index {
        case 0..<16:
            let value = named[Int(index)]
            return (UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
        case 16..<232:
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let cube = Int(index) - 16
            return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        default:
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }

    // MARK: Fewer colours

    /// The colour of the 256-colour palette that looks nearest (OKLab); never one of the sixteen the user may have changed.
    package var nearest256: Color {
        guard case .rgb = self, let lab = OKLab(self) else { return self }
        return Self.nearest(to: lab, among: Self.palette256)
    }

    private static let palette256: [(UInt8, OKLab)] = palette(16...255)

    private static func palette(_ range: ClosedRange<UInt8>) -> [(UInt8, OKLab)] {
        range.compactMap { index in OKLab(.indexed(index)).map { (index, $0) } }
    }

    private static func nearest(to lab: OKLab, among palette: [(UInt8, OKLab)]) -> Color {
        let best = palette.min { lab.distance(to: $0.1) < lab.distance(to: $1.1) }
        return .indexed(best?.0 ?? 7)
    }

    // MARK: Contrast

    /// The contrast ratio of two colours by WCAG 2: 1 to 21; `nil` where one is the terminal's own.
    package func contrast(with other: Color) -> Double? {
        guard let one = luminance, let two = other.luminance else { return nil }
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// A colour on the way to `other`: 0 is this one, 1 the other.
    package func mixed(with other: Color, _ share: Double) -> Color {
        guard let one = components, let two = other.components else { return self }
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8(max(0, min(255, (Double(from) + (Double(to) - Double(from)) * share).rounded())))
        }
        return .rgb(red: mix(one.red, two.red), green: mix(one.green, two.green), blue: mix(one.blue, two.blue))
    }

    private var luminance: Double? {
        guard let (red, green, blue) = components else { return nil }
        return 0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    fileprivate static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

/// A colour in a space where distance is how different two colours look.
///
/// - Source: Björn Ottosson, "A perceptual color space for image processing".
struct OKLab: Sendable {
    let lightness: Double
    let a: Double
    let b: Double

    init?(_ color: Color) {
        guard let (red8, green8, blue8) = color.components else { return nil }
        let red = Color.linear(red8)
        let green = Color.linear(green8)
        let blue = Color.linear(blue8)
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    /// The square of the distance.
    func distance(to other: OKLab) -> Double {
        let dl = lightness - other.lightness
        let da = a - other.a
        let db = b - other.b
        return dl * dl + da * da + db * db
    }
}
