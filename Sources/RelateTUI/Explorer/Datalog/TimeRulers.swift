import MinigrafKit

/// The two rulers of a store with a past: its transactions, and the instants at which facts begin or cease to be valid.
struct TimeRulers: Sendable {
    private let facts: FactView
    /// Instants of valid time, ascending.
    let instants: [Int64]

    private static let instantsLimit = 2_000

    init(_ facts: FactView) {
        self.facts = facts
        instants = facts.validInstants(limit: Self.instantsLimit)
    }

    var transactionCount: Int { facts.transactionCount }

    func transaction(_ index: Int) -> (txCount: Int64, txID: Int64) { facts.transaction(index) }

    /// The place of the last transaction up to a number; `nil` before the first.
    func place(ofTransaction number: Int64) -> Int? {
        var (low, high) = (0, transactionCount)
        while low < high {
            let middle = (low + high) / 2
            if transaction(middle).txCount <= number { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

/// Where the rulers stand, and what changed when they were moved last.
struct TimeState: Sendable {
    var rulers: TimeRulers?
    /// Where they were moved to.
    var point = TimePoint()
    /// What the last query says itself.
    var own = TimePoint()
    /// The answer before the step, for the same statement.
    var before: GridTable?
    /// Where the cursor was then.
    var cursorBefore: (row: Int, column: Int) = (0, 0)
    /// Cells of the result now shown that were not so before.
    var changes = GridChanges()
    /// Rows that were there before and are not now.
    var goneRowCount = 0

    /// Where they stand: where they were moved to, and else where the query is.
    var shown: TimePoint { TimePoint(txCount: point.txCount ?? own.txCount, validAt: point.validAt ?? own.validAt) }

    /// The transaction's place on its ruler; the last one in the present.
    var transactionPlace: Int? {
        guard let rulers, rulers.transactionCount > 0 else { return nil }
        guard let count = shown.txCount else { return rulers.transactionCount - 1 }
        return rulers.place(ofTransaction: count)
    }

    /// One transaction further: `nil` where there is none. Stepping back from the first leads before all.
    func stepped(transactions step: Int) -> TimePoint? {
        guard let rulers, rulers.transactionCount > 0 else { return nil }
        let place = (transactionPlace ?? -1) + step
        guard place >= -1, place < rulers.transactionCount else { return nil }
        var next = point
        next.txCount = place < 0 ? 0 : rulers.transaction(place).txCount
        if place == rulers.transactionCount - 1, own.txCount == nil { next.txCount = nil }
        return next == point ? nil : next
    }

    /// To the instant of valid time before or after; the present lies behind the last one that is past.
    func stepped(validTime step: Int, now: Int64?) -> TimePoint? {
        guard let rulers, !rulers.instants.isEmpty else { return nil }
        let instants = rulers.instants
        var next = point
        switch shown.validAt {
        case .instant(let instant):
            let target = step > 0 ? instants.first { $0 > instant } : instants.last { $0 < instant }
            guard let target else { return nil }
            next.validAt = .instant(target)
        case .anyTime, nil:
            guard let last = instants.last, let first = instants.first else { return nil }
            next.validAt = .instant(step > 0 ? first : last)
        }
        return next
    }
}

/// Cells that differ from those of an earlier answer to the same statement.
struct GridChanges: Hashable, Sendable {
    private(set) var cells: Set<Cell> = []

    struct Cell: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    /// Rows that are compared at most; a larger answer shows no changes.
    private static let rowsLimit = 20_000

    init() {}

    /// A row that was there before is unchanged. Another is compared with the row before that begins alike, and where there
    /// is none, all of it is new.
    ///
    /// - Parameter goneCount: How many rows of the earlier answer have no equal now.
    init(from old: GridTable, to new: GridTable, goneCount: inout Int) {
        goneCount = 0
        guard old.columns == new.columns, old.rowCount <= Self.rowsLimit, new.rowCount <= Self.rowsLimit else { return }
        var left: [[String]: Int] = [:]
        for row in 0..<old.rowCount { left[Self.key(old, row), default: 0] += 1 }
        var changed: [(row: Int, key: [String])] = []
        for row in 0..<new.rowCount {
            let key = Self.key(new, row)
            if let count = left[key], count > 0 { left[key] = count - 1 } else { changed.append((row, key)) }
        }
        var gone: [String: [[String]]] = [:]
        for (key, count) in left where count > 0 {
            goneCount += count
            gone[key.first ?? "", default: []].append(key)
        }
        for (row, key) in changed {
            let like = gone[key.first ?? ""]?.max { Self.likeness($0, key) < Self.likeness($1, key) }
            for (column, text) in key.enumerated() where like == nil || like?[column] != text {
                cells.insert(Cell(row: row, column: column))
            }
        }
    }

    private static func likeness(_ left: [String], _ right: [String]) -> Int {
        zip(left, right).count { $0 == $1 }
    }

    private static func key(_ table: GridTable, _ row: Int) -> [String] {
        table.columns.indices.map { column in
            let value = table.cell(row, column)
            return value.ownElementID ?? value.plainText
        }
    }
}
