/// The text of a pattern to its tree.
struct RegularExpressionParser {
    typealias Node = RegularExpression.Node
    typealias Problem = RegularExpression.Problem

    static let wordRanges: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    private static let digitRanges: [ClosedRange<UInt32>] = [0x30...0x39]
    private static let spaceRanges: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
    private static let nestingLimit = 50

    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    private var ignoresCase = false
    private var dotMatchesLine = false
    private var isMultiline = false

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func parse() throws(Problem) -> Node {
        let node = try choice()
        if place < scalars.count { throw Problem(reason: "found closing ')' without opening '('") }
        return node
    }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        if next != scalar { return false }
        place += 1
        return true
    }

    private mutating func choice() throws(Problem) -> Node {
        var branches: [Node] = []
        repeat { branches.append(try sequence()) } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(Problem) -> Node {
        var nodes: [Node] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let atom = try self.atom()
            nodes.append(try repeats(of: atom))
        }
        return .sequence(nodes)
    }

    private mutating func repeats(of atom: Node) throws(Problem) -> Node {
        var node = atom
        while let scalar = next {
            switch scalar {
            case "*": node = .repeated(node, least: 0, most: nil)
            case "+": node = .repeated(node, least: 1, most: nil)
            case "?": node = .repeated(node, least: 0, most: 1)
            case "{":
                node = try counted(node)
                _ = take("?")
                continue
            default: return node
            }
            place += 1
            _ = take("?")
        }
        return node
    }

    private mutating func counted(_ node: Node) throws(Problem) -> Node {
        place += 1
        guard let least = try number() else { throw Problem(reason: "repetition quantifier expects a valid decimal") }
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try number() }
        guard take("}") else { throw Problem(reason: "found unclosed counted repetition operator") }
        if let most, most < least { throw Problem(reason: "found invalid repetition count range, min > max") }
        return .repeated(node, least: least, most: most)
    }

    private mutating func number() throws(Problem) -> Int? {
        var value: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            if let value, value > 1000 { throw Problem(reason: "repetition count is too large") }
            place += 1
        }
        return value
    }

    private mutating func atom() throws(Problem) -> Node {
        guard let scalar = next else { return .empty }
        place += 1
        switch scalar {
        case ".":
            return .set(.init(ranges: dotMatchesLine ? [] : [0x0A...0x0A], isNegated: true))
        case "^": return isMultiline ? .lineStart : .textStart
        case "$": return isMultiline ? .lineEnd : .textEnd
        case "(": return try group()
        case "[": return .set(try bracketed())
        case "\\": return try escape()
        case "*", "+", "?", "{": throw Problem(reason: "repetition operator missing expression")
        default: return literal(scalar)
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> Node {
        .set(.init(ranges: [scalar.value...scalar.value], ignoresCase: ignoresCase))
    }

    private mutating func group() throws(Problem) -> Node {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.nestingLimit { throw Problem(reason: "pattern has too much nesting") }
        let saved = (ignoresCase, dotMatchesLine, isMultiline)
        if take("?") {
            if let scalar = next, scalar == "=" || scalar == "!" {
                throw Problem(reason: "look-around is not supported")
            }
            if take("<") || next == "P" {
                if next == "=" || next == "!" { throw Problem(reason: "look-around is not supported") }
                while let scalar = next, scalar != ">" {
                    if scalar == ")" { throw Problem(reason: "found invalid capture group name") }
                    place += 1
                }
                guard take(">") else { throw Problem(reason: "found invalid capture group name") }
            } else {
                var isOn = true
                flags: while true {
                    guard let flag = next else { throw Problem(reason: "found open group without closing ')'") }
                    place += 1
                    switch flag {
                    case "i": ignoresCase = isOn
                    case "s": dotMatchesLine = isOn
                    case "m": isMultiline = isOn
                    case "U", "x", "u", "R": break
                    case "-": isOn = false
                    case ":": break flags
                    // The flags hold for what follows in the enclosing group.
                    case ")": return .empty
                    default: throw Problem(reason: "unrecognized inline flag")
                    }
                }
            }
        }
        let node = try choice()
        guard take(")") else { throw Problem(reason: "found open group without closing ')'") }
        (ignoresCase, dotMatchesLine, isMultiline) = saved
        return node
    }

    private static func classRanges(_ scalar: Unicode.Scalar) -> (ranges: [ClosedRange<UInt32>], isNegated: Bool)? {
        switch scalar {
        case "d": (digitRanges, false)
        case "D": (digitRanges, true)
        case "s": (spaceRanges, false)
        case "S": (spaceRanges, true)
        case "w": (wordRanges, false)
        case "W": (wordRanges, true)
        default: nil
        }
    }

    private mutating func escape() throws(Problem) -> Node {
        guard let scalar = next else { throw Problem(reason: "incomplete escape sequence") }
        if let found = Self.classRanges(scalar) {
            place += 1
            return .set(.init(ranges: found.ranges, isNegated: found.isNegated))
        }
        switch scalar {
        case "b", "B", "A", "z":
            place += 1
            return scalar == "b"
                ? .wordBoundary : scalar == "B" ? .notWordBoundary : scalar == "A" ? .textStart : .textEnd
        default: return literal(try escapedScalar())
        }
    }

    private mutating func escapedScalar() throws(Problem) -> Unicode.Scalar {
        guard let scalar = next else { throw Problem(reason: "incomplete escape sequence") }
        place += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "a": return "\u{07}"
        case "p", "P": throw Problem(reason: "Unicode character classes are not supported")
        case "0"..."9": throw Problem(reason: "backreferences are not supported")
        case "x", "u", "U": return try hexadecimal(digits: scalar == "x" ? 2 : scalar == "u" ? 4 : 8)
        default:
            let isWord = Self.wordRanges.contains { $0.contains(scalar.value) }
            if isWord || !scalar.isASCII { throw Problem(reason: "unrecognized escape sequence") }
            return scalar
        }
    }

    private mutating func hexadecimal(digits: Int) throws(Problem) -> Unicode.Scalar {
        let isBraced = take("{")
        var text = ""
        while let scalar = next, isBraced ? scalar != "}" : text.count < digits {
            text.unicodeScalars.append(scalar)
            place += 1
            if text.utf8.count > 8 { break }
        }
        if isBraced, !take("}") { throw Problem(reason: "invalid hexadecimal escape") }
        guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw Problem(reason: "invalid hexadecimal escape")
        }
        return scalar
    }

    private mutating func bracketed() throws(Problem) -> RegularExpression.ScalarSet {
        var set = RegularExpression.ScalarSet(ignoresCase: ignoresCase)
        set.isNegated = take("^")
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            if scalar == "[", place + 1 < scalars.count, scalars[place + 1] == ":" {
                set.ranges += try namedClass()
                continue
            }
            if scalar == "\\", place + 1 < scalars.count, let found = Self.classRanges(scalars[place + 1]) {
                place += 2
                set.ranges += found.isNegated ? Self.complement(found.ranges) : found.ranges
                continue
            }
            let low = try member()
            var high = low
            if next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" {
                place += 1
                high = try member()
                if high.value < low.value { throw Problem(reason: "invalid range in character class") }
            }
            set.ranges.append(low.value...high.value)
        }
        guard take("]") else { throw Problem(reason: "found unclosed character class") }
        return set
    }

    private mutating func member() throws(Problem) -> Unicode.Scalar {
        if take("\\") { return try escapedScalar() }
        guard let scalar = next else { throw Problem(reason: "found unclosed character class") }
        place += 1
        return scalar
    }

    private mutating func namedClass() throws(Problem) -> [ClosedRange<UInt32>] {
        place += 2
        let isNegated = take("^")
        var name = ""
        while let scalar = next, scalar != ":" {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard take(":"), take("]") else { throw Problem(reason: "found unclosed character class") }
        let upper: ClosedRange<UInt32> = 0x41...0x5A
        let lower: ClosedRange<UInt32> = 0x61...0x7A
        let ranges: [ClosedRange<UInt32>]
        switch name {
        case "alpha": ranges = [upper, lower]
        case "digit": ranges = Self.digitRanges
        case "alnum": ranges = [upper, lower] + Self.digitRanges
        case "upper": ranges = [upper]
        case "lower": ranges = [lower]
        case "space": ranges = Self.spaceRanges
        case "word": ranges = Self.wordRanges
        case "punct": ranges = [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
        case "xdigit": ranges = Self.digitRanges + [0x41...0x46, 0x61...0x66]
        default: throw Problem(reason: "unrecognized POSIX class")
        }
        return isNegated ? Self.complement(ranges) : ranges
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
