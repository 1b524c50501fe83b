/// `LOAD CSV`: for each input row the records of a file, read as they are asked for.
final class LoadCSVOperator: Operator {
    private let plan: BoundLoadCSV
    private let url: VectorExpression
    private let needsLine: Bool
    private var input: RowBatch?
    private var position = 0
    private var source: Source?

    private struct Source {
        var reader: CSVReader
        var path: String
        var headers: Headers?
        var outer: RowBatch
    }

    /// The first record of a file: which field is which key of the row's map.
    private struct Headers {
        /// Sorted as a map's keys are.
        var keys: [String] = []
        /// The place of each key's field.
        var places: [Int] = []

        /// A name that stands twice is the later field's; a field without a name is left out.
        init(_ fields: [Value]) {
            var places: [String: Int] = [:]
            for (index, field) in fields.enumerated() {
                if case .string(let name) = field { places[name] = index }
            }
            keys = places.keys.sorted { $0.compareBytes(to: $1) < 0 }
            self.places = keys.map { places[$0] ?? 0 }
        }

        func map(_ fields: [Value]) -> Value {
            var values: [Value] = []
            values.reserveCapacity(places.count)
            for place in places { values.append(place < fields.count ? fields[place] : .null) }
            return .map(MapValue(sortedKeys: keys, values: values))
        }
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
                var reader = CSVReader(file, terminator: plan.fieldTerminator ?? ",")
                var headers: Headers?
                if plan.hasHeaders {
                    var fields: [Value] = []
                    headers = try reader.next(&fields) ? Headers(fields) : Headers([])
                }
                source = Source(
                    reader: reader, path: file.path, headers: headers,
                    outer: input.row(row, keeping: carried, context.strings))
                return true
            }
            guard let next = try inputs[0].next(context) else { return false }
            input = next
            position = 0
        }
    }

    private func records(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard var source else { return nil }
        // One owner of the reader while it works: its memory is not copied.
        self.source = nil
        var rows: [Value] = []
        rows.reserveCapacity(RowBatch.rowsLimit)
        let lines = TypedVector<Int64>(capacity: RowBatch.rowsLimit)
        var fields: [Value] = []
        while rows.count < RowBatch.rowsLimit, try source.reader.next(&fields) {
            lines.base[rows.count] = Int64(source.reader.line)
            rows.append(source.headers?.map(fields) ?? .list(fields))
        }
        guard !rows.isEmpty else { return nil }
        let batch = RowBatch(columns: source.outer.columns, rowCount: rows.count)
        if needsLine { batch[plan.line] = .ints(lines) }
        batch[plan.file] = .constant(.string(source.path))
        batch[plan.row] = .values(rows)
        self.source = source
        return batch
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        source = nil
    }
}
