/// What stands in brackets: `[a-z\d[:alpha:]]`.
extension RegularExpressionParser {
    /// One scalar, or a class by its letter.
    private enum Item {
        case scalar(Unicode.Scalar)
        case ranges([ClosedRange<UInt32>])
    }

    mutating func bracketed() throws(Problem) -> RegularExpression.ScalarSet {
        var set = RegularExpression.ScalarSet(ignoresCase: ignoresCase)
        set.isNegated = take("^")
        skipSpaces()
        if next == nil {
            throw Problem(
                reason: set.isNegated
                    ? "negated character class has no closing bracket" : "found unclosed character class")
        }
        while take("-") {
            set.ranges.append(0x2D...0x2D)
            if next == nil { throw Problem(reason: "non-empty character class has no closing bracket after dash") }
        }
        if set.ranges.isEmpty, take("]") {
            set.ranges.append(0x5D...0x5D)
            if next == nil {
                throw Problem(reason: "character class begins with literal ']' but has no closing bracket")
            }
        }
        while true {
            skipSpaces()
            guard let scalar = next else {
                throw Problem(reason: "non-empty character class has no closing bracket")
            }
            let isTwice = place + 1 < scalars.count && scalars[place + 1] == scalar
            switch scalar {
            case "]":
                place += 1
                return set
            case "[": set.ranges += try namedClass()
            case "&" where isTwice: throw Problem(reason: "character class intersection is not supported")
            case "-" where isTwice: throw Problem(reason: "character class difference is not supported")
            case "~" where isTwice: throw Problem(reason: "character class symmetric difference is not supported")
            default: set.ranges += try range()
            }
        }
    }

    private mutating func range() throws(Problem) -> [ClosedRange<UInt32>] {
        let first = try item()
        skipSpaces()
        if next == nil { throw Problem(reason: "non-empty character class has no closing bracket") }
        let after = place + 1 < scalars.count ? scalars[place + 1] : nil
        if next != "-" || after == "]" || after == "-" {
            switch first {
            case .scalar(let scalar): return [scalar.value...scalar.value]
            case .ranges(let ranges): return ranges
            }
        }
        place += 1
        skipSpaces()
        if next == nil { throw Problem(reason: "non-empty character class has no closing bracket after dash") }
        guard case .scalar(let low) = first, case .scalar(let high) = try item() else {
            throw Problem(reason: "character class ranges must start and end with a single character")
        }
        if high.value < low.value { throw Problem(reason: "invalid range in character class") }
        return [low.value...high.value]
    }

    private mutating func item() throws(Problem) -> Item {
        guard let scalar = next else { throw Problem(reason: "non-empty character class has no closing bracket") }
        place += 1
        if scalar != "\\" { return .scalar(scalar) }
        if let letter = next, let found = Self.classRanges(letter) {
            place += 1
            return .ranges(found.isNegated ? Self.complement(found.ranges) : found.ranges)
        }
        if let letter = next, "bBAz<>".unicodeScalars.contains(letter) {
            throw Problem(reason: "invalid escape sequence in character class")
        }
        return .scalar(try escapedScalar())
    }

    private mutating func namedClass() throws(Problem) -> [ClosedRange<UInt32>] {
        let nested = Problem(reason: "nested character classes are not supported")
        place += 1
        guard take(":") else { throw nested }
        let isNegated = take("^")
        var name = ""
        while let scalar = next, scalar != ":" {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard take(":"), take("]"), let ranges = Self.namedRanges(name) else { throw nested }
        return isNegated ? Self.complement(ranges) : ranges
    }

    private static func namedRanges(_ name: String) -> [ClosedRange<UInt32>]? {
        let upper: ClosedRange<UInt32> = 0x41...0x5A
        let lower: ClosedRange<UInt32> = 0x61...0x7A
        switch name {
        case "alnum": return digitRanges + [upper, lower]
        case "alpha": return [upper, lower]
        case "ascii": return [0x00...0x7F]
        case "blank": return [0x09...0x09, 0x20...0x20]
        case "cntrl": return [0x00...0x1F, 0x7F...0x7F]
        case "digit": return digitRanges
        case "graph": return [0x21...0x7E]
        case "lower": return [lower]
        case "print": return [0x20...0x7E]
        case "punct": return [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
        case "space": return spaceRanges
        case "upper": return [upper]
        case "word": return wordRanges
        case "xdigit": return digitRanges + [0x41...0x46, 0x61...0x66]
        default: return nil
        }
    }

    private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > start { result.append(start...(range.lowerBound - 1)) }
            start = range.upperBound + 1
        }
        result.append(start...0x10FFFF)
        return result
    }
}
