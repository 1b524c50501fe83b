/// The rows of a batch that count: all of `0 ..< count`, or those listed, ascending.
struct Selection: @unchecked Sendable {
    let count: Int
    /// `nil`: rows `0 ..< count`.
    let rows: UnsafeMutablePointer<UInt16>?
    private let memory: VectorMemory?

    /// Every row of a batch of `count` rows.
    init(all count: Int) {
        self.count = count
        rows = nil
        memory = nil
    }

    /// The first `count` rows that were written to `buffer`.
    init(_ buffer: Buffer, count: Int) {
        self.count = count
        rows = buffer.rows
        memory = buffer.memory
    }

    /// One row.
    init(row: Int) {
        let buffer = Buffer(capacity: 1)
        buffer.rows[0] = UInt16(truncatingIfNeeded: row)
        self.init(buffer, count: 1)
    }

    /// The rows below `count` whose bits are set.
    init(words: UnsafePointer<UInt64>, of count: Int) {
        let wordCount = (count + 63) >> 6
        var selected = 0
        for word in 0..<wordCount { selected &+= words[word].nonzeroBitCount }
        guard selected > 0, selected < count else {
            self.init(all: selected)
            return
        }
        let buffer = Buffer(capacity: selected)
        var kept = 0
        for word in 0..<wordCount {
            var bits = words[word]
            while bits != 0 {
                buffer.rows[kept] = UInt16(truncatingIfNeeded: word << 6 &+ bits.trailingZeroBitCount)
                kept &+= 1
                bits &= bits &- 1
            }
        }
        self.init(buffer, count: selected)
    }

    private init(_ other: Selection, count: Int) {
        self.count = count
        rows = other.rows
        memory = other.memory
    }

    var isEmpty: Bool { count == 0 }

    @inline(__always) func row(at index: Int) -> Int {
        guard let rows else { return index }
        return Int(rows[index])
    }

    @inline(__always) func forEach<E: Error>(_ body: (Int) throws(E) -> Void) throws(E) {
        if let rows {
            for index in 0..<count { try body(Int(rows[index])) }
        } else {
            for row in 0..<count { try body(row) }
        }
    }

    /// Those of these rows for which `isWanted` holds.
    @inline(__always) func filtered<E: Error>(_ isWanted: (Int) throws(E) -> Bool) throws(E) -> Selection {
        let buffer = Buffer(capacity: count)
        var kept = 0
        if let rows {
            for index in 0..<count {
                let row = rows[index]
                buffer.rows[kept] = row
                kept &+= try isWanted(Int(row)) ? 1 : 0
            }
        } else {
            for row in 0..<count {
                buffer.rows[kept] = UInt16(truncatingIfNeeded: row)
                kept &+= try isWanted(row) ? 1 : 0
            }
        }
        return Selection(buffer, count: kept)
    }

    func prefix(_ length: Int) -> Selection {
        length < count ? Selection(self, count: max(0, length)) : self
    }

    func dropFirst(_ length: Int) -> Selection {
        guard length > 0 else { return self }
        let buffer = Buffer(capacity: max(0, count - length))
        var kept = 0
        for index in min(length, count)..<count {
            buffer.rows[kept] = UInt16(truncatingIfNeeded: row(at: index))
            kept += 1
        }
        return Selection(buffer, count: kept)
    }

    /// The rows as a list, also where all count; lives as long as the closure.
    func withRows<Result>(_ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
        if let rows { return body(UnsafeBufferPointer(start: rows, count: count)) }
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count)) { buffer in
            for row in 0..<count { buffer[row] = UInt16(truncatingIfNeeded: row) }
            return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Memory for row numbers.
    struct Buffer {
        let rows: UnsafeMutablePointer<UInt16>
        let memory: VectorMemory

        /// One more row than `capacity` has room, for loops that write before they decide.
        init(capacity: Int) {
            let byteCount = (capacity + 1) * 2
            let raw = VectorBlocks.allocate(byteCount)
            rows = raw.bindMemory(to: UInt16.self, capacity: capacity + 1)
            memory = VectorMemory(owned: raw, byteCount: byteCount)
        }
    }
}

/// Up to `RowBatch.rowsLimit` rows: a vector for each live slot, and which rows count.
final class RowBatch {
    /// One chunk of the store, so that a scan can lend a chunk's memory.
    static let rowsLimit = 1024

    var columns: SlotColumns
    /// Rows with memory, selected or not.
    let rowCount: Int
    var selection: Selection

    init(columns: SlotColumns, rowCount: Int, selection: Selection? = nil) {
        self.columns = columns
        self.rowCount = rowCount
        self.selection = selection ?? Selection(all: rowCount)
    }

    /// One row without a value.
    static func unit(slotCount: Int) -> RowBatch {
        RowBatch(columns: SlotColumns(slotCount: slotCount), rowCount: 1)
    }

    @inline(__always) subscript(slot: Slot) -> Vector {
        get { columns[slot.index] }
        set { columns[slot.index] = newValue }
    }

    /// The selected rows alone, densely; `slots` are kept, others become absent.
    func compacted(keeping slots: some Sequence<Int>) -> RowBatch {
        var out = columns.emptied
        if selection.rows == nil, selection.count == rowCount {
            for slot in slots { out[slot] = columns[slot] }
            return RowBatch(columns: out, rowCount: rowCount)
        }
        selection.withRows { rows in
            for slot in slots { out[slot] = columns[slot].gathered(rows) }
        }
        return RowBatch(columns: out, rowCount: selection.count)
    }

    /// The selected rows alone, densely: a column for each of `slots`, in their order, and no other.
    func compacted(to slots: [Slot]) -> RowBatch {
        var out: [Vector] = []
        out.reserveCapacity(slots.count)
        if selection.rows == nil, selection.count == rowCount {
            for slot in slots { out.append(columns[slot.index]) }
            return RowBatch(columns: SlotColumns(out), rowCount: rowCount)
        }
        selection.withRows { rows in
            for slot in slots { out.append(columns[slot.index].gathered(rows)) }
        }
        return RowBatch(columns: SlotColumns(out), rowCount: selection.count)
    }

    /// One of the rows as a batch of one: constants, for what is run once a row.
    func row(_ row: Int, keeping slots: [Int], _ strings: StringPool) -> RowBatch {
        var out = columns.emptied
        for slot in slots {
            if case .absent = columns[slot] { continue }
            out[slot] = .constant(columns[slot].value(at: row, strings))
        }
        return RowBatch(columns: out, rowCount: 1)
    }
}
