/// `MERGE`: for each row the matches of the pattern, or else what it creates. A row sees what those before it made.
final class MergeOperator: RowByRowOperator {
    private let creator: ElementCreator
    private let onCreate: PropertySetter
    private let onMatch: PropertySetter
    private let checks: [MergeCheck]
    private let newSlots: [Int]

    /// A property of the pattern, which must be neither null nor NaN.
    struct MergeCheck {
        var key: String
        var value: VectorExpression

        var isReusable: Bool { value.isReusable }

        func refusal(of value: Value) -> EngineError { .mergeOnNull(key, value).at(self.value.span) }
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
        super.init([input, match], kept: kept, carried: carried)
    }

    override var isReusable: Bool {
        creator.isReusable && onCreate.isReusable && onMatch.isReusable && checks.allSatisfy(\.isReusable)
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try merge(whole(row, of: batch, context), context)
    }

    private func merge(_ row: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        for check in checks {
            let value = try check.value.value(row, row: 0, context)
            guard value.isEqualToItself else { throw check.refusal(of: value) }
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
}
