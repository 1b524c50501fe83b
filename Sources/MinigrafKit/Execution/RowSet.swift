/// Rows of value numbers, all of one width, one after another.
struct RowSet: Sendable {
    /// Stands in a column that nothing has bound yet.
    static let unbound = ValueID.max

    let width: Int
    var data: [ValueID] = []
    private(set) var count = 0

    init(width: Int) {
        self.width = width
    }

    /// The one row in which nothing is bound.
    static func start(width: Int) -> RowSet {
        var rows = RowSet(width: width)
        rows.appendUnbound()
        return rows
    }

    mutating func appendUnbound() {
        for _ in 0..<width { data.append(Self.unbound) }
        count += 1
    }

    var byteCount: Int { data.count * MemoryLayout<ValueID>.size }

    subscript(index: Int) -> ArraySlice<ValueID> {
        data[(index * width)..<(index * width + width)]
    }

    mutating func append(_ row: ArraySlice<ValueID>) {
        data.append(contentsOf: row)
        count += 1
    }

    /// Adds a row, column by column.
    @inline(__always)
    mutating func appendRow(_ value: (_ column: Int) -> ValueID) {
        for column in 0..<width { data.append(value(column)) }
        count += 1
    }

    /// Adds so many rows, which stand one after another.
    mutating func append(_ columns: UnsafeBufferPointer<ValueID>, count added: Int) {
        data.append(contentsOf: columns)
        count += added
    }

    /// Adds the row of `rows` that begins at `start` in its data.
    @inline(__always)
    mutating func append(from rows: RowSet, at start: Int) {
        for place in start..<(start + width) { data.append(rows.data[place]) }
        count += 1
    }

    /// Sets a column of the row added last.
    @inline(__always)
    mutating func setLast(_ slot: Int, _ value: ValueID) {
        data[data.count - width + slot] = value
    }
}

/// The bytes one query may hold in tables it keeps.
final class MemoryBudget {
    private let limit: Int64
    private var held: Int64 = 0

    private let control: QueryControl?

    /// Nothing that is held can be too much.
    var isUnlimited: Bool { limit == .max }

    init(limit: Int64?, control: QueryControl? = nil) {
        self.limit = limit ?? .max
        self.control = control
    }

    /// Ends the query where it was interrupted; called between pieces of work.
    func check() throws(MiniGrafError) {
        try control?.check()
    }

    func release(_ bytes: Int) {
        held -= Int64(bytes)
    }

    func hold(_ bytes: Int) throws(MiniGrafError) {
        held = held &+ Int64(bytes)
        if held > limit {
            throw .coded("QRY-012", "query needs more than its memory limit of \(limit) bytes")
        }
    }
}
