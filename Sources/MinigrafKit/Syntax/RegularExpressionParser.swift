/// The text of a pattern to its tree.
struct RegularExpressionParser {
    typealias Node = RegularExpression.Node
    typealias Problem = RegularExpression.Problem

    static let wordRanges: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    static let digitRanges: [ClosedRange<UInt32>] = [0x30...0x39]
    static let spaceRanges: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
    private static let nestingLimit = 50

    let scalars: [Unicode.Scalar]
    var place = 0
    private var depth = 0
    var ignoresCase = false
    private var dotMatchesLine = false
    private var isMultiline = false
    private var ignoresSpaces = false
    private var groupNames: Set<String> = []

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func parse() throws(Problem) -> Node {
        let node = try choice()
        if place < scalars.count { throw Problem(reason: "found closing ')' without matching '('") }
        return node
    }

    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        if next != scalar { return false }
        place += 1
        return true
    }

    private mutating func choice() throws(Problem) -> Node {
        var branches: [Node] = []
        repeat { branches.append(try sequence()) } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    /// Passes over spaces and comments, where the flag `x` says that they mean nothing.
    mutating func skipSpaces() {
        while ignoresSpaces, let scalar = next {
            if scalar == "#" {
                while let scalar = next, scalar != "\n" { place += 1 }
            } else if scalar.properties.isWhitespace {
                place += 1
            } else {
                return
            }
        }
    }

    private mutating func sequence() throws(Problem) -> Node {
        var nodes: [Node] = []
        skipSpaces()
        while let scalar = next, scalar != "|", scalar != ")" {
            switch scalar {
            case "*", "+", "?":
                guard let node = nodes.popLast() else {
                    throw Problem(reason: "uncounted repetition operator must be applied to a sub-expression")
                }
                place += 1
                _ = take("?")
                nodes.append(.repeated(node, least: scalar == "+" ? 1 : 0, most: scalar == "?" ? 1 : nil))
            case "{":
                guard let node = nodes.popLast() else {
                    throw Problem(reason: "counted repetition operator must be applied to a sub-expression")
                }
                nodes.append(try counted(node))
                _ = take("?")
            default: if let node = try atom() { nodes.append(node) }
            }
            skipSpaces()
        }
        return .sequence(nodes)
    }

    private mutating func counted(_ node: Node) throws(Problem) -> Node {
        place += 1
        if next == nil { throw Problem(reason: "found unclosed counted repetition operator") }
        let least = try number()
        var most: Int? = least
        if next == nil { throw Problem(reason: "found incomplete and unclosed counted repetition operator") }
        if take(",") {
            if next == nil {
                throw Problem(reason: "found counted repetition operator with a comma that is unclosed")
            }
            most = next == "}" ? nil : try number()
            if next == nil { throw Problem(reason: "found counted repetition with min and max that is unclosed") }
        }
        guard take("}") else {
            throw Problem(reason: "expected closing brace for counted repetition, but got something else")
        }
        if let most, most < least { throw Problem(reason: "found counted repetition with a min bigger than its max") }
        return .repeated(node, least: least, most: most)
    }

    /// A decimal number, with spaces around it.
    private mutating func number() throws(Problem) -> Int {
        func skip() { while let scalar = next, scalar.properties.isWhitespace { place += 1 } }
        skip()
        var text = ""
        while let scalar = next, ("0"..."9").contains(scalar) {
            text.unicodeScalars.append(scalar)
            place += 1
        }
        skip()
        if text.isEmpty { throw Problem(reason: "expected decimal number, but found no digits") }
        guard let value = UInt32(text) else { throw Problem(reason: "got invalid decimal number") }
        return Int(value)
    }

    /// `nil` for flags, which are no expression.
    private mutating func atom() throws(Problem) -> Node? {
        guard let scalar = next else { return nil }
        place += 1
        switch scalar {
        case ".":
            return .set(.init(ranges: dotMatchesLine ? [] : [0x0A...0x0A], isNegated: true))
        case "^": return .assertion(isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(isMultiline ? .lineEnd : .textEnd)
        case "(": return try group()
        case "[": return .set(try bracketed())
        case "\\": return try escape()
        default: return literal(scalar)
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> Node {
        .set(.init(ranges: [scalar.value...scalar.value], ignoresCase: ignoresCase))
    }

    private mutating func group() throws(Problem) -> Node? {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.nestingLimit { throw Problem(reason: "pattern has too much nesting") }
        let saved = (ignoresCase, dotMatchesLine, isMultiline, ignoresSpaces)
        skipSpaces()
        if startsWith("?=") || startsWith("?!") || startsWith("?<=") || startsWith("?<!") {
            throw Problem(reason: "look-around is not supported")
        }
        if startsWith("?P<") || startsWith("?<") {
            place += startsWith("?P") ? 3 : 2
            try name()
        } else if take("?") {
            if next == nil { throw Problem(reason: "expected closing ')', but got end of pattern") }
            // The flags hold for what follows in the enclosing group.
            if try flags() == ")" { return nil }
        }
        let node = try choice()
        guard take(")") else { throw Problem(reason: "found open group without closing ')'") }
        (ignoresCase, dotMatchesLine, isMultiline, ignoresSpaces) = saved
        return node
    }

    private func startsWith(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

    private mutating func name() throws(Problem) {
        var name = ""
        while let scalar = next, scalar != ">" {
            let isWord =
                scalar == "_" || scalar.properties.isAlphabetic
                || !name.isEmpty && (scalar.properties.numericType != nil || ".[]".unicodeScalars.contains(scalar))
            if !isWord { throw Problem(reason: "invalid group name") }
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard take(">") else {
            let missing = name.isEmpty ? "capture group name" : "end of capture group name"
            throw Problem(reason: "expected \(missing), but got end of pattern")
        }
        if name.isEmpty { throw Problem(reason: "empty capture group names are not allowed") }
        if !groupNames.insert(name).inserted { throw Problem(reason: "duplicate capture group name") }
    }

    /// - Returns: What ends them: `:` or `)`.
    private mutating func flags() throws(Problem) -> Unicode.Scalar {
        var isOn = true
        var seen: [Unicode.Scalar] = []
        while let flag = next {
            place += 1
            if seen.contains(flag) {
                let problem =
                    flag == "-" ? "inline flag negation cannot be repeated" : "duplicate inline flag is not allowed"
                throw Problem(reason: problem)
            }
            switch flag {
            case "i": ignoresCase = isOn
            case "s": dotMatchesLine = isOn
            case "m": isMultiline = isOn
            case "x": ignoresSpaces = isOn
            case "U", "u", "R": break
            case "-": isOn = false
            case ":", ")":
                if seen.last == "-" { throw Problem(reason: "inline flags cannot end with negation directive") }
                if seen.isEmpty, flag == ")" { throw Problem(reason: "empty flag directive '(?)' is not allowed") }
                return flag
            default: throw Problem(reason: "unrecognized inline flag")
            }
            seen.append(flag)
        }
        throw Problem(reason: "expected ':' or ')' to end inline flags, but got end of pattern")
    }

    static func classRanges(_ scalar: Unicode.Scalar) -> (ranges: [ClosedRange<UInt32>], isNegated: Bool)? {
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

    private static let unfinishedEscape = Problem(
        reason: "saw start of escape sequence, but saw end of pattern before it finished")

    private mutating func escape() throws(Problem) -> Node {
        guard let scalar = next else { throw Self.unfinishedEscape }
        if let found = Self.classRanges(scalar) {
            place += 1
            return .set(.init(ranges: found.ranges, isNegated: found.isNegated))
        }
        let assertions: [Unicode.Scalar: RegularExpression.Assertion] = [
            "B": .notWordBoundary, "A": .textStart, "z": .textEnd, "<": .wordStart, ">": .wordEnd,
        ]
        if let assertion = assertions[scalar] {
            place += 1
            return .assertion(assertion)
        }
        if take("b") { return .assertion(try wordBoundary()) }
        return literal(try escapedScalar())
    }

    /// What follows `\\b`: nothing, or which side of a word in braces.
    private mutating func wordBoundary() throws(Problem) -> RegularExpression.Assertion {
        func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "-"
        }
        guard next == "{", place + 1 < scalars.count, isNamePart(scalars[place + 1]) else { return .wordBoundary }
        place += 1
        var name = ""
        while let scalar = next, isNamePart(scalar) {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard take("}") else {
            throw Problem(reason: "special word boundary assertion is unclosed or has an invalid character")
        }
        switch name {
        case "start": return .wordStart
        case "end": return .wordEnd
        case "start-half": return .wordStartHalf
        case "end-half": return .wordEndHalf
        default: throw Problem(reason: "special word boundary assertion is unrecognized")
        }
    }

    mutating func escapedScalar() throws(Problem) -> Unicode.Scalar {
        guard let scalar = next else { throw Self.unfinishedEscape }
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
            if isWord && scalar != "_" || !scalar.isASCII { throw Problem(reason: "unrecognized escape sequence") }
            return scalar
        }
    }

    private mutating func hexadecimal(digits: Int) throws(Problem) -> Unicode.Scalar {
        var text = ""
        if take("{") {
            while let scalar = next, scalar != "}" {
                guard scalar.properties.isASCIIHexDigit else {
                    throw Problem(reason: "expected hexadecimal number in braces, but got non-hex digit")
                }
                text.unicodeScalars.append(scalar)
                place += 1
            }
            guard take("}") else {
                throw Problem(reason: "expected hexadecimal number, but saw end of pattern before closing brace")
            }
            if text.isEmpty { throw Problem(reason: "expected hexadecimal number in braces, but got no digits") }
            guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
                throw Problem(reason: "got invalid hexadecimal number in braces")
            }
            return scalar
        }
        for _ in 0..<digits {
            guard let scalar = next else {
                throw Problem(reason: "expected fixed length hexadecimal number, but saw end of pattern first")
            }
            guard scalar.properties.isASCIIHexDigit else {
                throw Problem(reason: "expected fixed length hexadecimal number, but got non-hex digit")
            }
            text.unicodeScalars.append(scalar)
            place += 1
        }
        guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw Problem(reason: "got invalid fixed length hexadecimal number")
        }
        return scalar
    }
}
