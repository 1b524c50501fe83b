import CypherSyntax
import Synchronization

/// What statements have in common that differ in their lifted literals alone: their text with parameters in the places of those.
///
/// Another such statement is recognized by a comparison of its bytes, without tokens: a literal that is of the same kind, in its
/// plainest form and between the same bytes, is lifted as the first one was.
final class LiftedTemplate: Sendable {
    /// With a parameter in the place of each literal.
    let text: String
    private let literals: [Literal]
    /// Of the schema that the literals were lifted by.
    private let schemaVersion: UInt64
    /// They find literals: each value has about as many entries as another.
    private let indices: [UInt32]

    private struct Literal: Sendable {
        let kind: Token.Kind
        /// Where its parameter stands in `text`.
        let place: SourceSpan
    }

    /// Nobody writes it into the name of a parameter; a text that has it keeps its literals.
    private static let mark: UInt8 = 0x1F

    private init(_ text: String, _ literals: [Literal], _ schemaVersion: UInt64, _ indices: [UInt32]) {
        self.text = text
        self.literals = literals
        self.schemaVersion = schemaVersion
        self.indices = indices
    }

    /// The template of a statement, and its own literals; `nil` where nothing can be lifted.
    static func make(_ text: String, _ state: GraphState) -> (LiftedTemplate, [Value])? {
        let source = Array(text.utf8)
        guard source.count <= PlanCache.textBytesLimit, !source.contains(mark) else { return nil }
        let tokens = Lexer.tokens(in: text)
        var finder = LiteralFinder(source, tokens, state)
        guard let found = finder.find(), !found.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + found.count * 8)
        var literals: [Literal] = []
        var values: [Value] = []
        var copied = 0
        for (number, literal) in found.enumerated() {
            bytes += source[copied..<literal.span.lowerBound]
            let start = bytes.count
            bytes += [UInt8(ascii: "$"), UInt8(ascii: "`"), mark] + Array(String(number).utf8) + [UInt8(ascii: "`")]
            literals.append(Literal(kind: literal.kind, place: SourceSpan(start, bytes.count)))
            values.append(literal.value)
            copied = literal.span.upperBound
        }
        bytes += source[copied...]
        let template = LiftedTemplate(
            String(decoding: bytes, as: UTF8.self), literals, state.schema.version, finder.indices)
        return (template, values)
    }

    /// The number of the literal that a parameter of this name stands for; `nil` for a name that somebody wrote.
    static func number(inName name: String) -> Int? {
        guard name.utf8.first == mark else { return nil }
        return name.utf8.dropFirst().reduce(0) { $0 * 10 + Int($1 & 0xF) }
    }

    /// An index of which each value has about as many entries as another.
    static func isEven(_ index: UInt32, in state: GraphState) -> Bool {
        guard let entries = state.liveIndex(id: index)?.range?.entries else { return false }
        return entries.count <= entries.distinctCount + entries.distinctCount / 8
    }

    /// Literals would be lifted in this state as they were in that which the template was made in.
    func holds(in state: GraphState) -> Bool {
        schemaVersion == state.schema.version && indices.allSatisfy { Self.isEven($0, in: state) }
    }

    // MARK: Recognizing a statement

    /// The literals of a statement that differs in them alone; else `nil`.
    func values(in source: UnsafeBufferPointer<UInt8>) -> [Value]? {
        var values: [Value] = []
        values.reserveCapacity(literals.count)
        let isSame = match(source) { bytes, kind, _ in
            guard let value = Self.value(kind, bytes) else { return false }
            values.append(value)
            return true
        }
        return isSame ? values : nil
    }

    /// Where each literal's parameter stands in `text`, and where the literal stood in the statement.
    func places(in source: String) -> [(lifted: SourceSpan, original: SourceSpan)] {
        var places: [(lifted: SourceSpan, original: SourceSpan)] = []
        source.withBytes { source in
            _ = match(source) { _, _, original in
                places.append((literals[places.count].place, original))
                return true
            }
        }
        return places
    }

    /// Calls `body` with the bytes of each literal, the quotes of a string included.
    ///
    /// - Returns: whether all else is as in `text`, and `body` was content each time.
    @inline(__always)
    private func match(
        _ source: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, Token.Kind, SourceSpan) -> Bool
    ) -> Bool {
        text.withBytes { text in
            var position = 0
            var copied = 0
            for literal in literals {
                let length = literal.place.lowerBound - copied
                guard Self.areSame(text, copied, source, position, length) else { return false }
                position += length
                copied = literal.place.upperBound
                let end = Self.end(of: literal.kind, in: source, from: position)
                guard end > position,
                    body(
                        UnsafeBufferPointer(rebasing: source[position..<end]), literal.kind, SourceSpan(position, end))
                else { return false }
                position = end
            }
            return source.count - position == text.count - copied
                && Self.areSame(text, copied, source, position, text.count - copied)
        }
    }

    private static func areSame(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ source: UnsafeBufferPointer<UInt8>, _ other: Int,
        _ count: Int
    ) -> Bool {
        guard source.count - other >= count else { return false }
        for index in 0..<count where text[start + index] != source[other + index] { return false }
        return true
    }

    /// Where a literal in its plainest form ends; `start` where there is none.
    static func end(of kind: Token.Kind, in source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        func skipDigits() { while end < source.count, source[end] &- 0x30 < 10 { end += 1 } }
        switch kind {
        case .integer:
            skipDigits()
            return end - start > 1 && source[start] == 0x30 ? start : end
        case .float:
            skipDigits()
            guard end > start, end + 1 < source.count, source[end] == UInt8(ascii: "."), source[end + 1] &- 0x30 < 10
            else { return start }
            end += 1
            skipDigits()
            return end
        default:
            guard start < source.count, source[start] == UInt8(ascii: "'") || source[start] == UInt8(ascii: "\"")
            else { return start }
            end += 1
            while end < source.count, source[end] != source[start] {
                if source[end] == UInt8(ascii: "\\") || source[end] == mark { return start }
                end += 1
            }
            return end < source.count ? end + 1 : start
        }
    }

    /// The value of a literal in its plainest form; `nil` for an integer that is too large.
    static func value(_ kind: Token.Kind, _ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
        switch kind {
        case .integer:
            var number: Int64 = 0
            for byte in bytes {
                let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
                let (sum, isLarger) = tens.addingReportingOverflow(Int64(byte & 0xF))
                if isLarge || isLarger { return nil }
                number = sum
            }
            return .int(number)
        case .float: return Double(String(decoding: bytes, as: UTF8.self)).map { .float($0) }
        default: return .string(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
        }
    }
}

/// Templates by what their statements look like without literals.
final class LiftedTemplates: Sendable {
    private struct Entry {
        let shape: UInt32
        let template: LiftedTemplate
    }

    private struct Table {
        /// A power of two of them, never more than half taken; none before the first template.
        var places: [Entry?] = []
        var count = 0
    }

    private let table = Mutex(Table())
    private static let countLimit = 512
    /// Statements of one shape that differ in what is not lifted, such as their limits.
    private static let sameShapeLimit = 8

    /// The literals of a statement like one before it; `nil` where none was like it, or the store has changed too much since.
    func literals(of text: String, _ state: GraphState) -> LiftedLiterals? {
        text.withBytes { bytes in
            let shape = Self.shape(of: bytes)
            var passed = 0
            while let template = template(shape, passing: passed) {
                if let values = template.values(in: bytes) {
                    return template.holds(in: state) ? LiftedLiterals(template, values, of: text) : nil
                }
                passed += 1
            }
            return nil
        }
    }

    func keep(_ literals: LiftedLiterals, of text: String) {
        let shape = text.withBytes { Self.shape(of: $0) }
        table.withLock { table in
            if table.count >= Self.countLimit || table.places.isEmpty {
                table.places = [Entry?](repeating: nil, count: 2 * Self.countLimit)
                table.count = 0
            }
            var place = Int(shape) & (table.places.count - 1)
            var same = 0
            while let entry = table.places[place] {
                if entry.shape == shape {
                    same += 1
                    // One that no longer holds, or the last of too many.
                    if same == Self.sameShapeLimit || entry.template.text.hasSameBytes(as: literals.text) { break }
                }
                place = (place + 1) & (table.places.count - 1)
            }
            if table.places[place] == nil { table.count += 1 }
            table.places[place] = Entry(shape: shape, template: literals.template)
        }
    }

    func removeAll() { table.withLock { $0 = Table() } }

    /// The template of that shape behind so many others of it.
    private func template(_ shape: UInt32, passing passed: Int) -> LiftedTemplate? {
        table.withLock { table in
            guard !table.places.isEmpty else { return nil }
            var place = Int(shape) & (table.places.count - 1)
            var left = passed
            while let entry = table.places[place] {
                if entry.shape == shape {
                    if left == 0 { return entry.template }
                    left -= 1
                }
                place = (place + 1) & (table.places.count - 1)
            }
            return nil
        }
    }

    /// A hash of a text without its strings and without its numbers, but for those in names.
    private static func shape(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        var position = 0
        var isInName = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte &- 0x30 < 10 {
                if isInName { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
                continue
            }
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                while position < bytes.count, bytes[position] != byte {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
                isInName = false
                continue
            }
            isInName = byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
            hash = (hash ^ UInt32(byte)) &* 16_777_619
        }
        return hash ^ (hash >> 15)
    }
}
