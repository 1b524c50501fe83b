import CKernels

/// A block of lines as a grid: each has as many fields as the header, and they end alike.
final class ImportBlock: @unchecked Sendable {
    let lines: PlainBlock
    let columnCount: Int
    /// Behind each field, row by row.
    private let ends: [UInt32]
    var rowCount: Int { lines.lineCount }

    /// `nil` where a line has another number of fields, or none, or the bytes are no UTF-8.
    init?(_ lines: PlainBlock, columnCount: Int) {
        guard columnCount > 0, lines.isUTF8 else { return nil }
        let ends = lines.fieldEnds
        guard ends.count == lines.lineCount * columnCount else { return nil }
        let isGrid = lines.withBytes { bytes in
            // There are as many line feeds as lines: where each line has its own, no other place has one.
            for row in 0..<lines.lineCount where bytes[Int(ends[(row + 1) * columnCount - 1])] != UInt8(ascii: "\n") {
                return false
            }
            return true
        }
        guard isGrid else { return nil }
        // Not all lines end alike.
        guard lines.returnCount == 0 || lines.returnCount == lines.lineCount else { return nil }
        self.lines = lines
        self.columnCount = columnCount
        self.ends = ends
        // A line without a character is no record.
        if columnCount == 1, !forEachField(of: 0, { _, field in !field.isEmpty }) { return nil }
    }

    /// Calls `body` with the field of each row, as long as it returns true.
    ///
    /// - Returns: whether it always did.
    @inline(__always)
    func forEachField(of column: Int, _ body: (_ row: Int, _ field: UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        lines.withBytes { bytes in
            ends.withUnsafeBufferPointer { ends in
                guard let base = bytes.baseAddress else { return true }
                var place = column
                let endLength = column == columnCount - 1 && lines.returnCount > 0 ? 1 : 0
                for row in 0..<rowCount {
                    let start = place == 0 ? 0 : Int(ends[place &- 1]) &+ 1
                    let field = UnsafeBufferPointer(start: base + start, count: Int(ends[place]) &- endLength &- start)
                    guard body(row, field) else { return false }
                    place &+= columnCount
                }
                return true
            }
        }
    }

    /// The integers of a column, and which rows have none; `nil` where one is written in another way, or outside of `range`.
    func integers(_ column: Int, in range: ClosedRange<Int64>) -> FirstValues? {
        var absent: [Int] = []
        var isPlain = true
        let integers = [Int64](unsafeUninitializedCapacity: rowCount) { integers, count in
            count = rowCount
            isPlain = forEachField(of: column) { row, field in
                integers[row] = 0
                if field.isEmpty {
                    absent.append(row)
                    return true
                }
                guard let integer = DecimalInteger.value(field), range.contains(integer) else { return false }
                integers[row] = integer
                return true
            }
            if !isPlain { count = 0 }
        }
        return isPlain ? .integers(integers, absent: absent) : nil
    }

    /// The texts of a column as numbers of the pool, by one thread at a time: so numbers do not depend on how threads run.
    func strings(_ column: Int, _ pool: StringPool) -> FirstValues {
        var absent: [Int] = []
        let numbers = [UInt32](unsafeUninitializedCapacity: rowCount) { numbers, count in
            count = rowCount
            _ = forEachField(of: column) { row, field in
                numbers[row] = 0
                if field.isEmpty { absent.append(row) } else { numbers[row] = pool.intern(utf8: field) }
                return true
            }
        }
        return .strings(numbers, absent: absent)
    }

    /// The values of a column; `nil` where a field is no good.
    func values(_ column: Int, _ value: (String) throws(ImportFailure) -> Value?) -> FirstValues? {
        var values = [Value](repeating: .null, count: rowCount)
        let areGood = forEachField(of: column) { row, field in
            if field.isEmpty { return true }
            do throws(ImportFailure) {
                if let value = try value(String(decoding: field, as: UTF8.self)) { values[row] = value }
                return true
            } catch {
                return false
            }
        }
        return areGood ? .values(values) : nil
    }

    /// Those of each of the columns, `nil` for one of texts, which are taken when they are created. All is `nil` where a field is
    /// to be looked at by itself.
    func values(of columns: [PropertyPlan]) -> [FirstValues?]? {
        var values: [FirstValues?] = []
        for column in columns {
            if column.isOfStrings {
                values.append(nil)
                continue
            }
            guard let own = column.values(self) else { return nil }
            values.append(own)
        }
        return values
    }

    /// The distinct texts of a column in the order they come, and for each row which it has.
    func names(_ column: Int) -> (names: [String], byRow: [UInt32]) {
        var names: [String] = []
        var places: [String: UInt32] = [:]
        var byRow: [UInt32] = []
        byRow.reserveCapacity(rowCount)
        _ = forEachField(of: column) { _, field in
            if let last = byRow.last, names[Int(last)].withBytes({ $0.elementsEqual(field) }) {
                byRow.append(last)
                return true
            }
            let name = String(decoding: field, as: UTF8.self)
            let place = places[name] ?? UInt32(names.count)
            if place == names.count {
                names.append(name)
                places[name] = place
            }
            byRow.append(place)
            return true
        }
        return (names, byRow)
    }

    /// The nodes that a column of ids names; `nil` where a row names none.
    func nodes(_ column: Int, _ ids: ImportIDs) -> [UInt32]? {
        var byText: [(row: Int, node: UInt32)] = []
        var areKnown = true
        let integers = [Int64](unsafeUninitializedCapacity: rowCount) { integers, count in
            count = rowCount
            areKnown = forEachField(of: column) { row, field in
                integers[row] = 0
                if let integer = DecimalInteger.shortest(field) {
                    integers[row] = integer
                    return true
                }
                guard !field.isEmpty, let node = ids[field] else { return false }
                byText.append((row, node.rawValue))
                return true
            }
            if !areKnown { count = 0 }
        }
        guard areKnown else { return nil }
        if byText.count == rowCount { return byText.map(\.node) }
        var nodes = ids.nodes(of: integers)
        for (row, node) in byText { nodes[row] = node }
        return nodes.contains(ImportIDs.unknown) ? nil : nodes
    }
}
