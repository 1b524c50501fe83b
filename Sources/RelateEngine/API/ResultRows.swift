/// A result's rows, each made when its turn comes. All of them at once may take many times what the executor holds, since rows
/// share values.
package struct ResultRows: Sequence, Sendable {
    fileprivate enum Source: Sendable {
        case rows([[CypherValue]])
        case table(ResultTable)
    }

    private let source: Source

    package init(_ rows: [[CypherValue]]) { source = .rows(rows) }

    init(_ table: ResultTable) { source = .table(table) }

    package func makeIterator() -> Iterator { Iterator(source) }

    package struct Iterator: IteratorProtocol {
        private let source: Source
        private var batch = 0
        private var row = 0

        fileprivate init(_ source: Source) { self.source = source }

        package mutating func next() -> [CypherValue]? {
            switch source {
            case .rows(let rows):
                guard row < rows.count else { return nil }
                defer { row += 1 }
                return rows[row]
            case .table(let table):
                while batch < table.batchCount {
                    if row < table.rowCount(ofBatch: batch) {
                        defer { row += 1 }
                        return table.row(row, ofBatch: batch)
                    }
                    batch += 1
                    row = 0
                }
                return nil
            }
        }
    }
}
