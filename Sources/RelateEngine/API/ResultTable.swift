import Synchronization

/// A result's rows as the executor made them: typed columns, converted to `CypherValue` cell by cell when asked.
///
/// Nodes and relationships are read from the snapshot that the statement ended with, which the table keeps.
package final class ResultTable: Sendable {
    private var batches: [Columns] { content.batches }
    private let content: Content
    /// The first row of each batch.
    private let starts: [Int]
    private let conversion: Conversion
    package let rowCount: Int
    package let columnCount: Int
    /// What a limit kept out of it.
    let rest: ResultRest
    private let converted = Mutex<[[CypherValue]]?>(nil)

    private struct Columns: Sendable {
        var vectors: [Vector]
        var rowCount: Int
    }

    /// Millions of boxed values are freed elsewhere than by who has shown them.
    private final class Content: Sendable {
        let batches: [Columns]

        init(_ batches: [Columns]) { self.batches = batches }

        deinit {
            var rest = batches
            Disposal.free(&rest, leaving: [], bytes: batches.count * RowBatch.rowsLimit * 64)
        }
    }

    /// `GraphReader` over a state that nobody changes: safe to share, though the protocol does not say so.
    private struct Conversion: @unchecked Sendable {
        var strings: StringPool
        var result: ResultConversion
    }

    /// - Parameter batches: dense; `columns` are read of them.
    init(
        _ batches: [RowBatch], columns: [Slot], state: GraphState, namespace: Namespace, rest: ResultRest = .none
    ) {
        self.rest = rest
        content = Content(
            batches.map { batch in
                Columns(vectors: columns.map { batch[$0] }, rowCount: batch.rowCount)
            })
        var starts: [Int] = []
        var total = 0
        for batch in batches {
            starts.append(total)
            total += batch.rowCount
        }
        self.starts = starts
        rowCount = total
        columnCount = columns.count
        conversion = Conversion(
            strings: state.strings, result: ResultConversion(reading: GraphReader(state), namespace: namespace))
    }

    /// One cell. Cost: the cell's own size.
    package func cell(row: Int, column: Int) -> CypherValue {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= row { low = middle } else { high = middle }
        }
        return convert(batches[low].vectors[column], row - starts[low])
    }

    /// All rows; made on the first call and kept.
    var rows: [[CypherValue]] {
        converted.withLock { converted in
            if let converted { return converted }
            var rows: [[CypherValue]] = []
            rows.reserveCapacity(rowCount)
            for batch in batches.indices {
                for row in 0..<rowCount(ofBatch: batch) { rows.append(self.row(row, ofBatch: batch)) }
            }
            converted = rows
            return rows
        }
    }

    // MARK: Rows one by one

    var batchCount: Int { batches.count }

    func rowCount(ofBatch batch: Int) -> Int { batches[batch].rowCount }

    func row(_ row: Int, ofBatch batch: Int) -> [CypherValue] { batches[batch].vectors.map { convert($0, row) } }

    private func convert(_ vector: Vector, _ row: Int) -> CypherValue {
        switch vector {
        case .ints(let ints): return ints.isValid(row) ? .int(ints[row]) : .null
        case .doubles(let doubles): return doubles.isValid(row) ? .float(doubles[row]) : .null
        default:
            // Nesting was checked when the row was made: nothing is left that could fail.
            return (try? conversion.result.value(of: vector.value(at: row, conversion.strings))) ?? .null
        }
    }
}
