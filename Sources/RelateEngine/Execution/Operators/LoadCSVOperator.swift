/// `LOAD CSV`: for each input row the records of a file, read a few batches ahead of who asks for them.
final class LoadCSVOperator: Operator {
    private let plan: BoundLoadCSV
    private let url: VectorExpression
    private let needsLine: Bool
    private var input: RowBatch?
    private var position = 0
    private var source: Source?

    private struct Source {
        let records: CSVReadAhead
        let path: String
        let outer: RowBatch
    }

    init(_ plan: BoundLoadCSV, url: VectorExpression, _ input: Operator, carried: [Int]) {
        self.plan = plan
        self.url = url
        needsLine = carried.contains(plan.line.index)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        input = nil
        source = nil
        position = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        do throws(EngineError) {
            while true {
                if source != nil {
                    if let batch = try records(context) { return batch }
                    source = nil
                }
                guard try nextSource(context) else { return nil }
            }
        } catch {
            throw error.at(plan.span)
        }
    }

    private func nextSource(_ context: ExecutionContext) throws(EngineError) -> Bool {
        while true {
            if let input, position < input.selection.count {
                let row = input.selection.row(at: position)
                position += 1
                let value = try url.value(input, row: row, context)
                guard case .string(let text) = value else { throw .csvURLNotText(value) }
                let file = try CSVFile(url: text, beneath: context.csvDirectory)
                let reader = try CSVRecordReader(
                    file, terminator: plan.fieldTerminator ?? ",", hasHeaders: plan.hasHeaders)
                source = Source(
                    records: CSVReadAhead(reader), path: file.path,
                    outer: input.row(row, keeping: carried, context.strings))
                return true
            }
            guard let next = try inputs[0].next(context) else { return false }
            input = next
            position = 0
        }
    }

    private func records(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let source, let records = try source.records.next(context) else { return nil }
        let batch = RowBatch(columns: source.outer.columns, rowCount: records.count)
        if needsLine { batch[plan.line] = .ints(records.lines) }
        batch[plan.file] = .constant(.string(source.path))
        batch[plan.row] = records.rows
        return batch
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        source?.records.stop()
        source = nil
    }
}
