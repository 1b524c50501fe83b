/// Reads instants by a pattern: `date('06.05.2024', 'dd.MM.yyyy')`.
///
/// A letter once takes as many digits as there are, twice exactly two; more of them at least that many. Where letters stand side
/// by side each takes exactly as many digits as it has letters.
struct InstantPatternReader {
    private let pattern: TemporalPattern
    private let kind: TemporalKind
    private let text: String
    private var rest: Substring
    private var fields: [(key: String, value: Value)] = []
    /// Of twelve, as `a` needs it.
    private var halfHour: Int64?
    private var isAfternoon: Bool?

    static func value(
        _ kind: TemporalKind, _ text: String, pattern: String, _ clock: TemporalClock
    ) throws(EngineError) -> Value {
        var reader = InstantPatternReader(pattern: try TemporalPattern(pattern), kind: kind, text: text)
        try reader.read(reader.pattern.elements)
        guard reader.rest.isEmpty else { throw reader.failed("'\(reader.rest)' is left over") }
        try reader.finishHour()
        return try TemporalBuilder.value(kind, from: MapValue(reader.fields), clock)
    }

    private init(pattern: TemporalPattern, kind: TemporalKind, text: String) {
        self.pattern = pattern
        self.kind = kind
        self.text = text
        rest = text[...]
    }

    private func failed(_ reason: String) -> EngineError {
        .temporalTextInvalid(text, kind: kind.rawValue, "by the pattern '\(pattern.text)': \(reason)")
    }

    // As deep as sections are nested, which the pattern bounds.
    private mutating func read(_ elements: [TemporalPattern.Element]) throws(EngineError) {
        for (index, element) in elements.enumerated() {
            switch element {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { throw failed("'\(literal)' was expected before '\(rest)'") }
                rest = rest.dropFirst(literal.count)
            case .letters(let letter, let count, let padding):
                if padding > 0 { rest = rest.drop { $0 == " " } }
                var isBesideNumber = false
                if index + 1 < elements.count, case .letters = elements[index + 1] { isBesideNumber = true }
                try read(letter, count, isExact: isBesideNumber)
            case .optional(let section):
                var attempt = self
                do throws(EngineError) {
                    try attempt.read(section)
                    self = attempt
                } catch {
                    continue
                }
            }
        }
    }

    private mutating func read(_ letter: Unicode.Scalar, _ count: Int, isExact: Bool) throws(EngineError) {
        switch letter {
        case "u", "y":
            let year = try number(count, isExact: isExact, isSigned: !isExact && count != 2)
            try add("year", count == 2 ? 2_000 + year : year)
        case "M", "L":
            if count <= 2 {
                try add("month", try number(count, isExact: isExact))
            } else {
                try add("month", Int64(try name(PatternNames.months, count)) + 1)
            }
        case "d": try add("day", try number(count, isExact: isExact))
        case "D": try add("ordinalDay", try number(count, isExact: isExact))
        case "E": _ = try name(PatternNames.weekdays, count)
        case "H": try add("hour", try number(count, isExact: isExact))
        case "k":
            let hour = try number(count, isExact: isExact)
            try add("hour", hour == 24 ? 0 : hour)
        case "h":
            let hour = try number(count, isExact: isExact)
            halfHour = hour == 12 ? 0 : hour
        case "K": halfHour = try number(count, isExact: isExact)
        case "a":
            guard let half = ["AM", "PM"].first(where: { rest.uppercased().hasPrefix($0) }) else {
                throw failed("AM or PM was expected before '\(rest)'")
            }
            isAfternoon = half == "PM"
            rest = rest.dropFirst(2)
        case "m": try add("minute", try number(count, isExact: isExact))
        case "s": try add("second", try number(count, isExact: isExact))
        case "n": try add("nanosecond", try number(count, isExact: isExact))
        case "S":
            guard count <= 9 else { throw failed("a second has nine digits behind its point") }
            var fraction = try number(count, isExact: true)
            for _ in count..<9 { fraction *= 10 }
            try add("nanosecond", fraction)
        case "X", "x", "Z", "V": try zone()
        default:
            throw EngineError.temporalPatternInvalid(pattern.text, "the letter \(letter) cannot be read, only written")
        }
    }

    private mutating func add(_ key: String, _ value: Int64) throws(EngineError) { try add(key, .int(value)) }

    private mutating func add(_ key: String, _ value: Value) throws(EngineError) {
        guard !fields.contains(where: { $0.key == key }) else { throw failed("the \(key) stands there twice") }
        fields.append((key, value))
    }

    private mutating func finishHour() throws(EngineError) {
        guard let halfHour else { return }
        guard (0...11).contains(halfHour) else { throw failed("an hour of half a day was expected") }
        try add("hour", halfHour + (isAfternoon == true ? 12 : 0))
    }

    private mutating func number(_ count: Int, isExact: Bool, isSigned: Bool = false) throws(EngineError) -> Int64 {
        var sign: Int64 = 1
        if isSigned, let first = rest.first, first == "-" || first == "+" {
            sign = first == "-" ? -1 : 1
            rest = rest.dropFirst()
        }
        let most = isExact || count == 2 ? count : 18
        let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
        guard digits.count >= (count == 1 ? 1 : count), digits.count <= 18, let number = Int64(digits) else {
            throw failed("a number of \(count) digits was expected before '\(rest)'")
        }
        rest = rest.dropFirst(digits.count)
        return sign * number
    }

    /// The place of the name that comes next.
    private mutating func name(_ names: [PatternNames.Name], _ count: Int) throws(EngineError) -> Int {
        let lower = rest.lowercased()
        for (index, name) in names.enumerated() {
            let wanted = count == 4 ? name.full : name.short
            if lower.hasPrefix(wanted.lowercased()) {
                rest = rest.dropFirst(wanted.count)
                return index
            }
        }
        throw failed("a name was expected before '\(rest)'")
    }

    /// `Z`, `+01:00`, or a region as far as its name goes, in brackets or not.
    private mutating func zone() throws(EngineError) {
        let isBracketed = rest.first == "["
        if isBracketed { rest = rest.dropFirst() }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-:/_".contains($0)) }
        guard !name.isEmpty else { throw failed("a time zone was expected before '\(rest)'") }
        rest = rest.dropFirst(name.count)
        if isBracketed, rest.first == "]" { rest = rest.dropFirst() }
        // A region says more than the offset before it.
        if name.contains("/") { fields.removeAll { $0.key == "timezone" } }
        try add("timezone", .string(String(name)))
    }
}
