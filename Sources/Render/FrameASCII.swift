/// Which characters we draw with.
package enum GlyphSet: Hashable, Sendable {
    case unicode
    /// For terminals without UTF-8 or fonts without our glyphs, and for screen readers.
    case ascii
}

extension Frame {
    /// The same picture in printable ASCII alone, cell by cell; what has no likeness becomes `?`.
    package var asciiOnly: Frame {
        mappingText { $0.width == 1 ? Self.ascii($0.text) : "?" }
    }

    /// The same picture with frames and marks in ASCII, and letters of any script as they are: for fonts that lack our
    /// glyphs.
    package var asciiMarks: Frame { mappingNarrow { Self.asciiMark($0) ?? $0 } }

    /// One ASCII character like `glyph`.
    static func ascii(_ glyph: String) -> String {
        if let mark = asciiMark(glyph) { return mark }
        guard let scalar = glyph.unicodeScalars.first else { return " " }
        return (0xC0...0x17F).contains(scalar.value) ? base(of: scalar) : "?"
    }

    /// One ASCII character like a glyph that we draw with; `nil` for any other text.
    private static func asciiMark(_ glyph: String) -> String? {
        if TextWidth.isPlain(glyph) { return glyph }
        if let known = asciiGlyphs[glyph] { return known }
        let arms = LineArms(of: glyph)
        if !arms.isEmpty {
            if arms.isSubset(of: [.left, .right]) { return "-" }
            return arms.isSubset(of: [.up, .down]) ? "|" : "+"
        }
        guard let scalar = glyph.unicodeScalars.first else { return nil }
        switch scalar.value {
        case 0x2400...0x241F: return "^"
        case 0x2588...0x258F, 0x2592...0x259F: return "#"
        case 0x2581...0x2587: return scalar.value < 0x2584 ? "_" : "="
        case 0x2800: return " "
        case 0x2801...0x28FF: return braille(dots: (scalar.value & 0xFF).nonzeroBitCount)
        default: return nil
        }
    }

    private static func braille(dots: Int) -> String { dots <= 2 ? "." : dots <= 5 ? ":" : "#" }

    /// The letter under an accent, from the scalar's own name: `LATIN SMALL LETTER E WITH ACUTE`.
    private static func base(of scalar: Unicode.Scalar) -> String {
        guard let name = scalar.properties.name, let range = name.firstRange(of: " LETTER ") else { return "?" }
        let letter = name[range.upperBound...].prefix { $0 != " " }
        guard letter.utf8.count == 1, name.hasPrefix("LATIN ") else { return "?" }
        return name.contains(" SMALL ") ? letter.lowercased() : String(letter)
    }

    private static let asciiGlyphs: [String: String] = [
        "…": "~", "☐": "o", "☑": "x", "▸": ">", "▾": "v", "▹": ">", "▿": "v", "◂": "<", "▴": "^", "→": ">", "←": "<",
        "↑": "^", "↓": "v",
        "▶": ">", "◀": "<", "▲": "^", "▼": "v", "↔": "-", "↺": "@", "↻": "@", "↩": "<",
        "⏎": "$", "•": "*", "●": "*", "○": "o", "◆": "*", "◇": "o", "★": "*", "☆": "*", "■": "#", "□": "o",
        "×": "x", "·": ".", "∅": "0", "✓": "+", "✔": "+", "✗": "x", "✘": "x", "⚠": "!", "≥": ">", "≤": "<", "≈": "~",
        "⟨": "<", "⟩": ">", "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "«": "<", "»": ">",
        "▁": "_", "█": "#", "░": ".", "▒": ":", "▓": "#", "▔": "-", "▏": "|", "▕": "|", "Δ": "d", "Σ": "S", "µ": "u",
        "\u{2421}": "^", "\u{A0}": " ", "◌": ".", "┄": "-", "┆": "|", "╌": "-", "╎": "|", "∞": "8", "⇒": ">", "⇄": "-",
    ]
}
