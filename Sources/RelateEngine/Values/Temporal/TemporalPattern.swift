/// A pattern of `format`, taken apart: letters in runs, literal text, and optional sections.
///
/// - Source: Cypher manual, "Temporal functions - format"; java.time.format.DateTimeFormatter, "Patterns".
struct TemporalPattern {
    enum Element: Hashable {
        case literal(String)
        /// `count` times the same letter; shown at least `padding` wide, with spaces before it.
        case letters(Unicode.Scalar, count: Int, padding: Int)
        /// Left out when a letter in it asks for what the value does not have.
        case optional([Element])
    }

    let text: String
    let elements: [Element]

    private static let byteLimit = 4_096
    private static let depthLimit = 32

    init(_ text: String) throws(EngineError) {
        func invalid(_ reason: String) -> EngineError { .temporalPatternInvalid(text, reason) }
        guard text.utf8.count <= Self.byteLimit else { throw invalid("it is longer than \(Self.byteLimit) bytes") }
        // The innermost section last.
        var sections: [[Element]] = [[]]
        func append(_ element: Element) {
            sections[sections.count - 1].append(element)
        }
        var scalars = Array(text.unicodeScalars)[...]
        var padding = 0
        while let scalar = scalars.popFirst() {
            if Self.isLetter(scalar) {
                var count = 1
                while scalars.first == scalar {
                    scalars.removeFirst()
                    count += 1
                }
                if scalar == "p" {
                    guard padding == 0, let next = scalars.first, Self.isLetter(next) else {
                        throw invalid("a letter to pad must follow p")
                    }
                    padding = count
                } else {
                    append(.letters(scalar, count: count, padding: padding))
                    padding = 0
                }
                continue
            }
            switch scalar {
            case "'":
                guard let literal = Self.quoted(&scalars) else { throw invalid("a quote has no end") }
                append(.literal(literal))
            case "[":
                guard sections.count <= Self.depthLimit else { throw invalid("its sections are nested too deep") }
                sections.append([])
            case "]":
                guard sections.count > 1, let section = sections.popLast() else { throw invalid("a ] has no [") }
                append(.optional(section))
            case "{", "}", "#":
                throw invalid("\(scalar) is reserved; put it in single quotes")
            default:
                append(.literal(String(scalar)))
            }
        }
        // A section may end with the pattern.
        while sections.count > 1, let section = sections.popLast() { append(.optional(section)) }
        self.text = text
        elements = sections[0]
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// Behind a quote, up to its end; a doubled quote is a quote, alone as well as inside.
    private static func quoted(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String? {
        var literal = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            guard scalar == "'" else {
                literal.append(scalar)
                continue
            }
            guard scalars.first == "'" else { return literal.isEmpty ? "'" : String(literal) }
            scalars.removeFirst()
            literal.append("'")
        }
        return nil
    }

    /// Writes every element, and drops sections whose letters `write` finds missing.
    ///
    /// `write` returns `nil` when the value does not have what the letter asks for.
    func text(
        _ kind: String, _ write: (Unicode.Scalar, Int) throws(EngineError) -> String?
    ) throws(EngineError) -> String {
        switch try Self.text(elements, write) {
        case .text(let text): return text
        case .missing(let letter): throw .temporalPatternInvalid(text, "a \(kind) has nothing for the letter \(letter)")
        }
    }

    private enum Outcome {
        case text(String)
        case missing(Unicode.Scalar)
    }

    // As deep as sections are nested.
    private static func text(
        _ elements: [Element], _ write: (Unicode.Scalar, Int) throws(EngineError) -> String?
    ) throws(EngineError) -> Outcome {
        var text = ""
        for element in elements {
            switch element {
            case .literal(let literal): text += literal
            case .letters(let letter, let count, let padding):
                guard let written = try write(letter, count) else { return .missing(letter) }
                text += String(repeating: " ", count: max(0, padding - written.unicodeScalars.count)) + written
            case .optional(let section):
                if case .text(let inner) = try Self.text(section, write) { text += inner }
            }
        }
        return .text(text)
    }
}

/// Numbers as patterns want them.
enum PatternNumber {
    /// At least `width` digits, a minus before them.
    static func padded(_ number: Int64, width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }

    /// Two letters show the last two digits; from four letters on, a number that needs more digits has a plus.
    static func year(_ year: Int64, letters: Int) -> String {
        if letters == 2 { return padded(Int64(year.magnitude % 100), width: 2) }
        let text = padded(year, width: letters)
        return letters >= 4 && year > 0 && text.utf8.count > letters ? "+" + text : text
    }

    /// The first `letters` of nine digits.
    static func fraction(nanoseconds: Int64, letters: Int) -> String {
        String(padded(nanoseconds, width: 9).prefix(letters))
    }
}
