/// Reads the values of case files.
struct ExpectedParser {
    struct Mistake: Error {
        var message: String
    }

    private let text: [Character]
    private var position = 0

    private init(_ text: String) { self.text = Array(text) }

    static func value(in text: String) throws -> Expected {
        var parser = ExpectedParser(text)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == parser.text.count else { throw parser.mistake("more after the value") }
        return value
    }

    /// `| VALUE | VALUE |`
    static func row(in text: String) throws -> [Expected] {
        var parser = ExpectedParser(text)
        var cells: [Expected] = []
        try parser.expect("|")
        while true {
            parser.skipSpace()
            if parser.position == parser.text.count { return cells }
            cells.append(try parser.value())
            try parser.expect("|")
        }
    }

    private mutating func value() throws -> Expected {
        skipSpace()
        guard let first = peek() else { throw mistake("a value is due") }
        switch first {
        case "*":
            position += 1
            return .any
        case "'": return .string(try string())
        case "[":
            position += 1
            return accept(":") ? try relationship() : .list(try items("]"))
        case "{": return .map(try map())
        case "(": return try node()
        case "<": return try path()
        case "-", "0"..."9": return try number()
        default: return try word()
        }
    }

    private mutating func word() throws -> Expected {
        let name = try self.name()
        switch name {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "NaN": return .float(.nan)
        case "Infinity": return .float(.infinity)
        default:
            try expect("(")
            skipSpace()
            let text = try string()
            try expect(")")
            return .other(kind: name, text: text)
        }
    }

    private mutating func number() throws -> Expected {
        var digits = ""
        while let next = peek(), "+-.eE0123456789".contains(next) {
            digits.append(next)
            position += 1
        }
        if digits == "-", try name() == "Infinity" { return .float(-.infinity) }
        if let value = Int64(digits) { return .int(value) }
        guard let value = Double(digits) else { throw mistake("\(digits) is no number") }
        return .float(value)
    }

    private mutating func string() throws -> String {
        guard accept("'") else { throw mistake("a string is due") }
        var value = ""
        while let next = peek() {
            position += 1
            switch next {
            case "'": return value
            case "\\":
                guard let escaped = peek() else { break }
                position += 1
                let escapes: [Character: Character] = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]
                value.append(escapes[escaped] ?? escaped)
            default: value.append(next)
            }
        }
        throw mistake("a string without its end")
    }

    private mutating func items(_ end: Character) throws -> [Expected] {
        var items: [Expected] = []
        if accept(end) { return items }
        while true {
            items.append(try value())
            if accept(end) { return items }
            try expect(",")
        }
    }

    private mutating func map() throws -> [String: Expected] {
        try expect("{")
        var entries: [String: Expected] = [:]
        if accept("}") { return entries }
        while true {
            let key = try name()
            try expect(":")
            entries[key] = try value()
            if accept("}") { return entries }
            try expect(",")
        }
    }

    private mutating func node() throws -> Expected {
        try expect("(")
        var labels: Set<String> = []
        while accept(":") { labels.insert(try name()) }
        skipSpace()
        let properties = peek() == "{" ? try map() : [:]
        try expect(")")
        return .node(labels: labels, properties: properties)
    }

    /// After `[:`.
    private mutating func relationship() throws -> Expected {
        let type = try name()
        skipSpace()
        let properties = peek() == "{" ? try map() : [:]
        try expect("]")
        return .relationship(type: type, properties: properties)
    }

    private mutating func path() throws -> Expected {
        try expect("<")
        let start = try node()
        var hops: [Expected.Hop] = []
        while !accept(">") {
            let isBackward = accept("<")
            try expect("-")
            try expect("[")
            try expect(":")
            let relationship = try relationship()
            try expect("-")
            if !isBackward { try expect(">") }
            hops.append(Expected.Hop(relationship: relationship, isForward: !isBackward, node: try node()))
        }
        return .path(start: start, hops: hops)
    }

    private mutating func name() throws -> String {
        skipSpace()
        var name = ""
        if accept("`") {
            while let next = peek(), next != "`" {
                name.append(next)
                position += 1
            }
            try expect("`")
            return name
        }
        while let next = peek(), next.isLetter || next.isNumber || next == "_" {
            name.append(next)
            position += 1
        }
        guard !name.isEmpty else { throw mistake("a name is due") }
        return name
    }

    private mutating func accept(_ character: Character) -> Bool {
        skipSpace()
        guard peek() == character else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Character) throws {
        guard accept(character) else { throw mistake("'\(character)' is due") }
    }

    private mutating func skipSpace() {
        while let next = peek(), next == " " { position += 1 }
    }

    private func peek() -> Character? { position < text.count ? text[position] : nil }

    private func mistake(_ message: String) -> Mistake {
        Mistake(message: "\(message), at column \(position + 1) of \(String(text))")
    }
}
