/// Maps with the same keys, kept as columns: rows of a CSV file or of a list of parameters, which are maps only where somebody
/// asks for one. Never changed once made.
package final class RowTable: Sendable {
    /// Sorted by their UTF-8 bytes and distinct.
    package let keys: [String]
    /// By key.
    package let columns: [RowColumn]
    package let count: Int

    /// - Precondition: a column a key, and each has `count` rows.
    package init(sortedKeys keys: [String], columns: [RowColumn], count: Int) {
        precondition(columns.allSatisfy { $0.count == count } && columns.count == keys.count)
        self.keys = keys
        self.columns = columns
        self.count = count
    }

    /// The row as a map of its own.
    func map(_ row: Int) -> MapValue { MapValue(row: UInt32(truncatingIfNeeded: row), of: self) }

    /// Every row, in order.
    package var maps: [Value] { (0..<count).map { .map(map($0)) } }

    func place(of key: String) -> Int? { keys.firstIndex { $0.hasSameBytes(as: key) } }

    /// What a row takes as a map, about.
    var rowByteCount: Int {
        guard count > 0 else { return 0 }
        var texts = 0
        for column in columns { texts += column.byteCount }
        return 64 + 64 * keys.count + texts / count
    }
}

/// The values of one key.
package enum RowColumn: Sendable {
    case ints([Int64])
    case texts(TextColumn)
    case values([Value])

    package var count: Int {
        switch self {
        case .ints(let ints): ints.count
        case .texts(let texts): texts.count
        case .values(let values): values.count
        }
    }

    package func value(at row: Int) -> Value {
        switch self {
        case .ints(let ints): .int(ints[row])
        case .texts(let texts): texts[row].map { .string($0) } ?? .null
        case .values(let values): values[row]
        }
    }

    /// Of texts.
    fileprivate var byteCount: Int {
        switch self {
        case .ints, .values: 0
        case .texts(let texts): texts.byteCount
        }
    }
}

/// Texts by where they lie in bytes that columns may share; null where there is none.
package struct TextColumn: Sendable {
    private let bytes: [UInt8]
    /// `null` where there is no text.
    private let starts: [UInt32]
    private let ends: [UInt32]

    package static let null = UInt32.max

    /// - Precondition: each text is whole UTF-8 within `bytes`; as many starts as ends.
    package init(bytes: [UInt8], starts: [UInt32], ends: [UInt32]) {
        precondition(starts.count == ends.count)
        self.bytes = bytes
        self.starts = starts
        self.ends = ends
    }

    var count: Int { starts.count }
    var byteCount: Int { zip(starts, ends).reduce(0) { $0 + ($1.0 == Self.null ? 0 : Int($1.1 - $1.0)) } }

    subscript(row: Int) -> String? {
        guard starts[row] != Self.null else { return nil }
        return String(decoding: bytes[Int(starts[row])..<Int(ends[row])], as: UTF8.self)
    }

    /// The integers that texts are which hold nothing else: what `toInteger` makes of them. Null stays null.
    ///
    /// - Returns: `nil` where one of the texts is another.
    func integers(
        _ rows: Selection, at places: TypedVector<UInt32>, rowCount: Int
    ) -> TypedVector<Int64>? {
        let out = TypedVector<Int64>(capacity: rowCount, isNullable: true)
        let arePlain = bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                ends.withUnsafeBufferPointer { ends in
                    for index in 0..<rows.count {
                        let row = rows.row(at: index)
                        guard places.isValid(row) else { continue }
                        let place = Int(places[row])
                        guard starts[place] != Self.null else { continue }
                        let text = UnsafeBufferPointer(rebasing: bytes[Int(starts[place])..<Int(ends[place])])
                        guard let integer = DecimalInteger.value(text) else { return false }
                        out.base[row] = integer
                        out.setValid(row)
                    }
                    return true
                }
            }
        }
        return arePlain ? out : nil
    }
}
