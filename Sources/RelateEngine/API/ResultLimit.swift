/// How much of a result is kept: its first rows, up to a number of them or of bytes, whichever is reached first.
///
/// A statement that only reads ends there. One that writes, or is measured by `PROFILE`, goes on to its end, since its
/// work is wanted and not its rows alone; what it gives beyond the limit is counted and dropped.
package struct ResultLimit: Hashable, Sendable {
    /// `nil` is no limit.
    package var rowCount: Int?
    /// As a statement's memory is counted: texts of the store's pool are no part of it. The first row is always kept;
    /// `nil` is no limit.
    package var byteCount: Int?

    package init(rowCount: Int? = nil, byteCount: Int? = nil) {
        self.rowCount = rowCount
        self.byteCount = byteCount
    }
}

/// What of a result was not kept.
package enum ResultRest: Hashable, Sendable {
    case none
    /// The statement ended at the limit: there is at least one more row.
    case unknown
    case rows(Int)
}

/// Takes the batches of a result, up to its limit.
struct ResultCollector {
    private let limit: ResultLimit
    private let columns: [Slot]
    private(set) var batches: [RowBatch] = []
    private var rowCount = 0
    private var byteCount = 0
    private var droppedCount = 0

    init(_ limit: ResultLimit, columns: [Slot]) {
        self.limit = limit
        self.columns = columns
    }

    /// Rows were dropped, and all that follow will be.
    var isFull: Bool { droppedCount > 0 }

    /// - Parameter isComplete: The rows that were dropped are all there were.
    func rest(isComplete: Bool) -> ResultRest {
        droppedCount == 0 ? .none : isComplete ? .rows(droppedCount) : .unknown
    }

    /// - Parameter batch: dense.
    /// - Returns: The bytes that are held for it.
    mutating func add(_ batch: RowBatch) -> Int {
        guard !isFull else {
            droppedCount &+= batch.rowCount
            return 0
        }
        var bytes = 64
        for slot in columns { bytes &+= batch.columns[slot.index].byteCount(rows: batch.rowCount) }
        let fitting = fittingRows(batch, bytes)
        if fitting == batch.rowCount {
            batches.append(batch)
        } else {
            droppedCount = batch.rowCount - fitting
            guard fitting > 0 else { return 0 }
            let selected = RowBatch(
                columns: batch.columns, rowCount: batch.rowCount, selection: batch.selection.prefix(fitting))
            let kept = selected.compacted(keeping: columns.lazy.map(\.index))
            bytes = 64
            for slot in columns { bytes &+= kept.columns[slot.index].byteCount(rows: kept.rowCount) }
            batches.append(kept)
        }
        rowCount &+= fitting
        byteCount &+= bytes
        return bytes
    }

    mutating func removeAll() { Disposal.free(&batches, leaving: [], bytes: byteCount) }

    /// How many of the batch's rows the limit lets in.
    private func fittingRows(_ batch: RowBatch, _ bytes: Int) -> Int {
        var rows = batch.rowCount
        if let most = limit.rowCount { rows = min(rows, max(0, most - rowCount)) }
        guard let most = limit.byteCount, byteCount &+ bytes > most else { return rows }
        var held = byteCount &+ 64
        for row in 0..<rows {
            for slot in columns { held &+= batch.columns[slot.index].byteCount(ofRow: row) }
            if held > most { return rowCount == 0 ? max(1, row) : row }
        }
        return rows
    }
}
