import Relate

/// Text in the cells of a result: whatever the case, as the grid shows it.
enum GridSearch {
    static func matches(_ value: CypherValue?, _ text: String) -> Bool {
        guard let value, !text.isEmpty else { return false }
        return CellMatcher(text).matches(value)
    }

    /// Row numbers in the order to show; `nil` when that is as they came.
    static func order(
        of table: GridTable, sort: RowArrangement.Sort?, filter: String, _ job: RowJob = RowJob()
    ) throws(RowJob.Cancelled) -> [Int32]? {
        guard sort != nil || !filter.isEmpty else { return nil }
        let matcher = CellMatcher(filter)
        var order: [Int32] = []
        order.reserveCapacity(matcher.isEmpty ? table.rowCount : 0)
        for row in 0..<table.rowCount {
            guard let number = Int32(exactly: row) else { break }
            if !matcher.isEmpty { try job.pass(row, of: table.rowCount) }
            if isMatch(row, of: table, matcher) { order.append(number) }
        }
        guard let sort else { return order }
        return try ValueOrder.sorted(order, by: sort.column, of: table, isDescending: sort.isDescending, job)
    }

    /// The place of the next shown row with `text`, going round at the end; `step` 0 begins with `from` itself.
    static func place(
        of text: String, in table: GridTable, order: [Int32]?, from: Int, step: Int, _ job: RowJob = RowJob()
    ) throws(RowJob.Cancelled) -> Int? {
        let count = order?.count ?? table.rowCount
        guard count > 0, !text.isEmpty else { return nil }
        let matcher = CellMatcher(text)
        let direction = step < 0 ? -1 : 1
        var place = from + step
        for done in 0..<count {
            try job.pass(done, of: count)
            place = (place % count + count) % count
            let row = order.map { Int($0[place]) } ?? place
            if isMatch(row, of: table, matcher) { return place }
            place += direction
        }
        return nil
    }

    private static func isMatch(_ row: Int, of table: GridTable, _ matcher: CellMatcher) -> Bool {
        matcher.isEmpty || table.columns.indices.contains { matcher.matches(table.cell(row, $0)) }
    }
}
