/// The part of TOML that a configuration needs: tables, arrays of tables, strings on one line, whole numbers, booleans
/// and arrays of them.
///
/// - Source: TOML 1.0.0.
enum TOML {
    enum Value: Hashable, Sendable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case array([Value])
    }

    /// One `key = value`, with the table it stands in.
    struct Entry: Hashable, Sendable {
        /// Parts of the table's name and of the key.
        var path: [String]
        /// Which of an array's tables it stands in, from 0; `nil` in a plain table.
        var place: Int?
        var value: Value
        var line: Int
    }

    struct Failure: Error, Hashable, Sendable {
        var line: Int
        var message: String
    }

    /// Entries in their order, and what of the text is not understood: a line that fails costs only itself.
    static func read(_ text: String) -> (entries: [Entry], failures: [Failure]) {
        var entries: [Entry] = []
        var failures: [Failure] = []
        var table: [String] = []
        var place: Int?
        var counts: [[String]: Int] = [:]
        var seen: Set<[String]> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var reader = LineReader(line, number: index + 1)
            do throws(Failure) {
                switch try reader.line() {
                case .nothing: break
                case .table(let path): (table, place) = (path, nil)
                case .arrayTable(let path):
                    place = counts[path, default: 0]
                    counts[path, default: 0] += 1
                    table = path
                case .entry(let path, let value):
                    let whole = table + path
                    guard seen.insert(whole + (place.map { ["\($0)"] } ?? [])).inserted else {
                        throw Failure(line: index + 1, message: "\(whole.joined(separator: ".")) is there twice")
                    }
                    entries.append(Entry(path: whole, place: place, value: value, line: index + 1))
                }
            } catch {
                failures.append(error)
            }
        }
        return (entries, failures)
    }

    /// The lines where an array's tables begin.
    static func tables(of name: [String], in text: String) -> [Int] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            var reader = LineReader(line, number: index + 1)
            guard case .arrayTable(name)? = try? reader.line() else { return nil }
            return index + 1
        }
    }

    private enum Line {
        case nothing
        case table([String])
        case arrayTable([String])
        case entry([String], Value)
    }

    /// Reads one line from left to right.
    private struct LineReader {
        private var rest: Substring
        private let number: Int

        init(_ line: Substring, number: Int) {
            rest = line.last == "\r" ? line.dropLast() : line
            if number == 1, rest.first == "\u{FEFF}" { rest = rest.dropFirst() }
            self.number = number
        }

        mutating func line() throws(Failure) -> Line {
            skipSpaces()
            guard let first = rest.first, first != "#" else { return .nothing }
            let line: Line
            if first == "[" {
                rest.removeFirst()
                let isArray = take("[")
                let path = try path(endingWith: "]")
                if isArray, !take("]") { throw failure("expected ]] at the end of the table's name") }
                line = isArray ? .arrayTable(path) : .table(path)
            } else {
                let path = try path(endingWith: "=")
                skipSpaces()
                line = .entry(path, try value(depth: 0))
            }
            skipSpaces()
            guard rest.isEmpty || rest.first == "#" else { throw failure("there is more behind it: \(rest)") }
            return line
        }

        private mutating func path(endingWith end: Character) throws(Failure) -> [String] {
            var path: [String] = []
            while true {
                skipSpaces()
                path.append(try key())
                skipSpaces()
                if take(end) { return path }
                guard take(".") else { throw failure("expected \(end) behind \(path.joined(separator: "."))") }
            }
        }

        private mutating func key() throws(Failure) -> String {
            if rest.first == "\"" || rest.first == "'" { return try string() }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "-" }
            guard !name.isEmpty else { throw failure("expected a name, found \(rest.prefix(10))") }
            rest = rest.dropFirst(name.count)
            return String(name)
        }

        private static let depthLimit = 4

        private mutating func value(depth: Int) throws(Failure) -> Value {
            guard let first = rest.first else { throw failure("the value is missing") }
            if first == "\"" || first == "'" { return .string(try string()) }
            if first == "[" {
                guard depth < Self.depthLimit else { throw failure("lists are nested too deep") }
                return try array(depth: depth)
            }
            let word = rest.prefix { !$0.isWhitespace && $0 != "," && $0 != "]" && $0 != "#" }
            rest = rest.dropFirst(word.count)
            switch word {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            default:
                guard let number = Int(word.filter { $0 != "_" }) else {
                    throw failure("\(word) is no value: strings stand in quotes")
                }
                return .integer(number)
            }
        }

        private mutating func array(depth: Int) throws(Failure) -> Value {
            rest.removeFirst()
            var values: [Value] = []
            while true {
                skipSpaces()
                if take("]") { return .array(values) }
                if rest.isEmpty { throw failure("a list ends with ] on its own line") }
                values.append(try value(depth: depth + 1))
                skipSpaces()
                guard take(",") || rest.first == "]" else { throw failure("expected , or ] in the list") }
            }
        }

        private mutating func string() throws(Failure) -> String {
            let quote = rest.removeFirst()
            var text = ""
            while let character = rest.popFirst() {
                if character == quote { return text }
                guard character == "\\", quote == "\"" else {
                    text.append(character)
                    continue
                }
                text.append(try escaped())
            }
            throw failure("the string does not end")
        }

        private mutating func escaped() throws(Failure) -> Character {
            let kind = rest.popFirst()
            switch kind {
            case "n": return "\n"
            case "t": return "\t"
            case "r": return "\r"
            case "\"", "\\": return kind ?? "\\"
            case "u", "U":
                let digits = rest.prefix(kind == "u" ? 4 : 8)
                guard digits.count == (kind == "u" ? 4 : 8), let value = UInt32(digits, radix: 16),
                    let scalar = Unicode.Scalar(value)
                else { throw failure("\\\(kind.map(String.init) ?? "") needs hexadecimal digits") }
                rest = rest.dropFirst(digits.count)
                return Character(scalar)
            default: throw failure("there is no escape \\\(kind.map(String.init) ?? "")")
            }
        }

        private mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }

        private mutating func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        private func failure(_ message: String) -> Failure { Failure(line: number, message: message) }
    }
}

extension TOML {
    /// A string as it stands in a file.
    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            default:
                // A mark would join the quote before it.
                if scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isGraphemeExtend {
                    let digits = String(scalar.value, radix: 16)
                    let isLong = digits.count > 4
                    result += isLong ? "\\U" : "\\u"
                    result += String(repeating: "0", count: (isLong ? 8 : 4) - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return "\"" + escaped + "\""
    }
}
