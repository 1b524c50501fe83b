import Relate

/// Reads an array of objects with the same names and plain values as the columns of a table: rows for `UNWIND`, by the
/// ten thousand, without a value for each object in between.
///
/// Whatever is not of that kind, or is no JSON, is left to `JSONReader`, which judges it.
struct JSONRows {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    /// As they are written in the first object, without quotes.
    private var names: [Range<Int>] = []
    private var columns: [JSONColumn] = []
    private var count = 0

    /// - Parameters:
    ///   - bytes: A text in UTF-8.
    ///   - position: Of the array's bracket; goes behind the array.
    static func table(in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> RowTable? {
        var rows = JSONRows(bytes: bytes, position: position)
        guard let table = rows.read() else { return nil }
        position = rows.position
        return table
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private mutating func read() -> RowTable? {
        position += 1
        skipSpace()
        guard readFirst() else { return nil }
        if let half = secondHalf() {
            let other = Half(half)
            var isRead = false
            SideBySide.run(other.read) { isRead = readRest(until: half.position) }
            guard isRead, other.isRead else { return nil }
            append(other.rows)
        } else {
            guard readRest(until: nil) else { return nil }
        }
        let texts = names.map { String(decoding: UnsafeBufferPointer(rebasing: bytes[$0]), as: UTF8.self) }
        let order = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
        return RowTable(
            sortedKeys: order.map { texts[$0] }, columns: order.map { columns[$0].finished() }, count: count)
    }

    /// What follows a row, to the array's end or to the row that begins at `stop`.
    private mutating func readRest(until stop: Int?) -> Bool {
        while true {
            count += 1
            skipSpace()
            if accept(UInt8(ascii: "]")) { return stop == nil }
            guard accept(UInt8(ascii: ",")) else { return false }
            skipSpace()
            if let stop, position >= stop { return position == stop }
            guard readNext() else { return false }
        }
    }

    // MARK: Two threads

    /// Of less text a thread takes longer than it spares.
    private static let halvedByteCount = 1 << 17

    /// The rows from about the middle of the text on, not read yet; `nil` where it is short or no row is seen to begin there.
    private func secondHalf() -> JSONRows? {
        guard bytes.count - position >= Self.halvedByteCount, let name = names.first, !name.isEmpty,
            ![0x20, 0x09, 0x2C, 0x3A, 0x5D, 0x7D].contains(bytes[name.lowerBound])
        else { return nil }
        // A quote that ends a text is followed by none of a name's bytes, so that this is where an object begins, or no JSON.
        let beginning = Array("},{\"".utf8) + bytes[name] + [UInt8(ascii: "\"")]
        let middle = position + (bytes.count - position) / 2
        for place in middle..<min(middle + Self.halvedByteCount / 4, bytes.count - beginning.count) {
            guard bytes[place] == beginning[0], bytes[place + 1] == beginning[1] else { continue }
            guard beginning.indices.allSatisfy({ bytes[place + $0] == beginning[$0] }) else { continue }
            var half = JSONRows(bytes: bytes, position: place + 2)
            half.names = names
            half.columns = names.map { _ in JSONColumn() }
            return half
        }
        return nil
    }

    /// Rows on their way through a thread.
    private final class Half: @unchecked Sendable {
        var rows: JSONRows
        private(set) var isRead = false

        init(_ rows: JSONRows) { self.rows = rows }

        @Sendable func read() { isRead = rows.readNext() && rows.readRest(until: nil) }
    }

    /// The rows behind these.
    private mutating func append(_ other: JSONRows) {
        for column in columns.indices { columns[column].append(contentsOf: other.columns[column], rows: count) }
        count += other.count
        position = other.position
    }

    // MARK: Rows

    private mutating func readFirst() -> Bool {
        guard accept(UInt8(ascii: "{")) else { return false }
        skipSpace()
        var known: Set<String> = []
        while true {
            guard let name = name() else { return false }
            let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
            // An object with a type is no map.
            guard text != "$type", known.insert(text).inserted else { return false }
            names.append(name)
            columns.append(JSONColumn())
            guard readValue(names.count - 1) else { return false }
            if accept(UInt8(ascii: "}")) { return true }
            guard accept(UInt8(ascii: ",")) else { return false }
            skipSpace()
        }
    }

    private mutating func readNext() -> Bool {
        guard accept(UInt8(ascii: "{")) else { return false }
        for column in names.indices {
            skipSpace()
            guard skipName(names[column]), readValue(column) else { return false }
            guard accept(UInt8(ascii: column + 1 == names.count ? "}" : ",")) else { return false }
        }
        return true
    }

    /// A name without escapes.
    private mutating func name() -> Range<Int>? {
        guard accept(UInt8(ascii: "\"")) else { return nil }
        let start = position
        guard skipPlain(), accept(UInt8(ascii: "\"")) else { return nil }
        return start..<position - 1
    }

    /// The same name again.
    private mutating func skipName(_ name: Range<Int>) -> Bool {
        guard position + name.count + 2 <= bytes.count, accept(UInt8(ascii: "\"")) else { return false }
        for place in name {
            guard bytes[position] == bytes[place] else { return false }
            position &+= 1
        }
        return accept(UInt8(ascii: "\""))
    }

    /// What stands behind a name, with the blanks around it.
    private mutating func readValue(_ column: Int) -> Bool {
        skipSpace()
        guard accept(UInt8(ascii: ":")) else { return false }
        skipSpace()
        guard position < bytes.count else { return false }
        let isRead =
            switch bytes[position] {
            case UInt8(ascii: "\""): readText(column)
            case UInt8(ascii: "t"): readWord("true", .bool(true), column)
            case UInt8(ascii: "f"): readWord("false", .bool(false), column)
            case UInt8(ascii: "n"): readWord("null", .null, column)
            default: readNumber(column)
            }
        skipSpace()
        return isRead
    }

    private mutating func readWord(_ word: StaticString, _ value: Value, _ column: Int) -> Bool {
        guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
        for place in 0..<word.utf8CodeUnitCount where bytes[position + place] != word.utf8Start[place] { return false }
        position += word.utf8CodeUnitCount
        columns[column].append(value, row: count)
        return true
    }

    private mutating func readNumber(_ column: Int) -> Bool {
        let start = position
        let isNegative = accept(UInt8(ascii: "-"))
        let first = position
        var number: Int64 = 0
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            number = number &* 10 &+ Int64(digit)
            position &+= 1
        }
        let digits = position - first
        guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0"), let isWhole = skipFraction() else {
            return false
        }
        if isWhole {
            if digits > 18 {
                guard let long = Int64(text(from: start)) else { return false }
                columns[column].append(long, row: count)
                return true
            }
            columns[column].append(isNegative ? -number : number, row: count)
            return true
        }
        guard let value = Double(text(from: start)), value.isFinite else { return false }
        columns[column].append(.float(value), row: count)
        return true
    }

    private func text(from start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    /// Whether there is neither fraction nor exponent; `nil` where one of them is no good.
    private mutating func skipFraction() -> Bool? {
        var isWhole = true
        if accept(UInt8(ascii: ".")) {
            isWhole = false
            guard skipDigits() else { return nil }
        }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            isWhole = false
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            guard skipDigits() else { return nil }
        }
        return isWhole
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
        return position > start
    }

    private mutating func readText(_ column: Int) -> Bool {
        position += 1
        let start = position
        guard skipPlain() else { return false }
        if accept(UInt8(ascii: "\"")) {
            columns[column].append(UnsafeBufferPointer(rebasing: bytes[start..<position - 1]), row: count)
            return true
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            if accept(UInt8(ascii: "\"")) {
                text.withUnsafeBufferPointer { columns[column].append($0, row: count) }
                return true
            }
            guard accept(UInt8(ascii: "\\")), readEscape(into: &text) else { return false }
            let plain = position
            guard skipPlain() else { return false }
            text.append(contentsOf: bytes[plain..<position])
        }
        return false
    }

    /// What is wrong with it is told by `JSONReader`, which reads it again.
    private mutating func readEscape(into text: inout [UInt8]) -> Bool {
        (try? JSONEscape.read(bytes, at: &position, into: &text)) != nil
    }

    /// To the next byte of a string that is not simply itself; whether there is one.
    private mutating func skipPlain() -> Bool {
        var place = position
        while place < bytes.count {
            let byte = bytes[place]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            place &+= 1
        }
        position = place
        return place < bytes.count
    }

    @inline(__always)
    private mutating func accept(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
            default: return
            }
        }
    }
}

/// A column while its rows come in: unboxed as long as they are of one kind.
private struct JSONColumn {
    private enum Kind {
        case none, ints, texts, values
    }

    private var kind = Kind.none
    private var ints: [Int64] = []
    private var bytes: [UInt8] = []
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []
    private var values: [Value] = []

    /// - Parameter row: How many rows the column has.
    @inline(__always)
    mutating func append(_ integer: Int64, row: Int) {
        if kind == .ints {
            ints.append(integer)
        } else {
            appendFirst(integer, row)
        }
    }

    private mutating func appendFirst(_ integer: Int64, _ row: Int) {
        guard row == 0 else { return append(.int(integer), row: row) }
        kind = .ints
        ints.append(integer)
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>, row: Int) {
        if kind == .none { kind = .texts }
        guard kind == .texts else { return append(.string(String(decoding: text, as: UTF8.self)), row: row) }
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        bytes.append(contentsOf: text)
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    mutating func append(_ value: Value, row: Int) {
        if kind == .texts, case .null = value {
            starts.append(TextColumn.null)
            ends.append(TextColumn.null)
            return
        }
        if kind != .values { box(rows: row) }
        values.append(value)
    }

    /// - Parameter rows: How many rows the column has.
    mutating func append(contentsOf other: JSONColumn, rows: Int) {
        switch (kind, other.kind) {
        case (.ints, .ints): ints += other.ints
        case (.texts, .texts):
            let shift = UInt32(truncatingIfNeeded: bytes.count)
            bytes += other.bytes
            starts += other.starts.map { $0 == TextColumn.null ? $0 : $0 + shift }
            ends += other.ends.map { $0 == TextColumn.null ? $0 : $0 + shift }
        default:
            if kind != .values { box(rows: rows) }
            let column = other.finished()
            values += (0..<column.count).map { column.value(at: $0) }
        }
    }

    private mutating func box(rows: Int) {
        let column = finished()
        values = (0..<rows).map { column.value(at: $0) }
        (ints, bytes, starts, ends) = ([], [], [], [])
        kind = .values
    }

    func finished() -> RowColumn {
        switch kind {
        case .ints: .ints(ints)
        case .texts: .texts(TextColumn(bytes: bytes, starts: starts, ends: ends))
        case .none, .values: .values(values)
        }
    }
}
