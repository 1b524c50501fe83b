/// `MERGE`: for each row the matches of the pattern, or else what it creates. A row sees what those before it made.
final class MergeOperator: Operator {
    private let creator: ElementCreator
    private let onCreate: PropertySetter
    private let onMatch: PropertySetter
    private let checks: [MergeCheck]
    private let newSlots: [Int]
    private var packer: BatchPacker
    private var isDone = false

    /// A property of the pattern, which must be neither null nor NaN.
    struct MergeCheck {
        var key: String
        var value: VectorExpression
    }

    /// - Parameter newSlots: slots that the pattern gives a value.
    init(
        _ creator: ElementCreator, onCreate: PropertySetter, onMatch: PropertySetter, checks: [MergeCheck],
        newSlots: [Int], _ input: Operator, _ match: Operator, carried: [Int], kept: [Int]
    ) {
        self.creator = creator
        self.onCreate = onCreate
        self.onMatch = onMatch
        self.checks = checks
        self.newSlots = newSlots
        packer = BatchPacker(keeping: kept)
        super.init([input, match], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        packer.removeAll(context)
        isDone = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while !packer.isFull, !isDone {
            guard let batch = try inputs[0].next(context) else {
                isDone = true
                break
            }
            let slots = Array(batch.columns.indices)
            try batch.selection.forEach { row throws(EngineError) in
                try merge(batch.row(row, keeping: slots, context.strings), context)
            }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    private func merge(_ row: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        for check in checks {
            let value = try check.value.value(row, row: 0, context)
            guard value.isEqualToItself else { throw .mergeOnNull(check.key, value) }
        }
        try inputs[1].open(row, context)
        var found: [RowBatch] = []
        while let batch = try inputs[1].next(context) { found.append(batch) }
        inputs[1].close(context)
        guard !found.isEmpty else {
            try creator.create(row, context)
            try onCreate.apply(row, context)
            return try packer.append(row, context)
        }
        for batch in found {
            for slot in row.columns.indices where !newSlots.contains(slot) { batch.columns[slot] = row.columns[slot] }
            if !onMatch.isEmpty { try onMatch.apply(batch, context) }
            try packer.append(batch, context)
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
    }
}
