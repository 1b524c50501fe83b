/// What the parameters and the last byte of a terminal's control sequence mean.
///
/// - Source: terminfo's entries of xterm, rxvt, linux, putty and their kin.
enum KeySequences {
    /// `ESC O parameters final`: arrows and ends in application mode, F1 to F4, the numeric keypad. Some terminals say there
    /// what is held beside the key.
    static func applicationKey(_ parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        let modifiers = numbers(parameters).last.map(modifiers) ?? []
        switch final {
        case UInt8(ascii: "M"): return Key(.enter, modifiers)
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            // rxvt's arrows with Control.
            return letterCode(final - 0x20).map { Key($0, .control) }
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            return keypad[Int(final - UInt8(ascii: "j"))].map { .character($0) }
        case UInt8(ascii: "X"): return .character("=")
        default: return letterCode(final).map { Key($0, modifiers) }
        }
    }

    /// From `j` on.
    private static let keypad: [Character?] = [
        "*", "+", ",", "-", ".", "/", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    ]

    /// `ESC [ [ byte`: F1 to F5 of the Linux console.
    static func consoleKey(_ final: UInt8) -> Key? {
        (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) ? .function(Int(final) - 0x40) : nil
    }

    /// `ESC [ parameters final`.
    static func key(_ parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        let numbers = self.numbers(parameters)
        let modifiers = numbers.count > 1 ? modifiers(numbers[1]) : []
        switch final {
        case UInt8(ascii: "~"):
            if numbers.first == 27, numbers.count > 2 { return scalarKey(numbers[2], modifiers) }
            return numbers.first.flatMap(tildeCode).map { Key($0, modifiers) }
        case UInt8(ascii: "$"): return numbers.first.flatMap(tildeCode).map { Key($0, .shift) }
        case UInt8(ascii: "^"): return numbers.first.flatMap(tildeCode).map { Key($0, .control) }
        case UInt8(ascii: "@"): return numbers.first.flatMap(tildeCode).map { Key($0, [.shift, .control]) }
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            // rxvt's arrows with Shift; with parameters it is no key.
            return parameters.isEmpty ? letterCode(final - 0x20).map { Key($0, .shift) } : nil
        case UInt8(ascii: "u"):
            return numbers.first.flatMap { scalarKey($0, modifiers) }
        case UInt8(ascii: "Z"):
            return Key(.tab, .shift)
        default:
            return letterCode(final).map { Key($0, modifiers) }
        }
    }

    /// `button;column;row` of an SGR report.
    static func mouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool) -> MouseAction? {
        let numbers = self.numbers(parameters)
        guard numbers.count == 3 else { return nil }
        return mouse(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
    }

    /// Columns and rows count from 1, as terminals report them.
    static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> MouseAction? {
        guard column > 0, row > 0 else { return nil }
        let kind: MouseAction.Kind
        switch button & ~0b11100 {
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        case 0: kind = isRelease ? .release : .press
        case 3: kind = .release
        case 32: kind = .drag
        default: return nil
        }
        return MouseAction(kind: kind, column: column - 1, row: row - 1)
    }

    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
            // A field may have parts behind colons; the first is the number meant here.
            let digits = field.prefix { (0x30...0x39).contains($0) }.prefix(7)
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
    }

    /// One more than a sum of 1 shift, 2 alt, 4 control, 8 meta.
    private static func modifiers(_ number: Int) -> Key.Modifiers {
        let bits = max(0, number - 1)
        var modifiers: Key.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & (2 | 8) != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static func scalarKey(_ number: Int, _ modifiers: Key.Modifiers) -> Key? {
        switch number {
        case 9: return Key(.tab, modifiers)
        case 13: return Key(.enter, modifiers)
        case 27: return Key(.escape, modifiers)
        case 8, 127: return Key(.backspace, modifiers)
        case 57_344...63_743: return nil  // keypad and media keys of the kitty protocol
        default: break
        }
        guard number >= 32, let scalar = UnicodeScalar(UInt32(number)) else { return nil }
        var modifiers = modifiers
        var character = Character(scalar)
        if modifiers.contains(.shift), let upper = String(character).uppercased().first {
            character = upper
            modifiers.remove(.shift)
        }
        return Key(.character(character), modifiers)
    }

    private static func tildeCode(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    private static func letterCode(_ final: UInt8) -> Key.Code? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "P"): .function(1)
        case UInt8(ascii: "Q"): .function(2)
        case UInt8(ascii: "R"): .function(3)
        case UInt8(ascii: "S"): .function(4)
        default: nil
        }
    }
}
