import CypherSyntax

/// `TransactionApply` and `TransactionForeach`: a subquery run on each row, its writes committed a batch of rows at a time.
///
/// A batch that fails is undone; batches before it stay. What goes on then is the plan's to say.
final class TransactionApplyOperator: Operator {
    private let plan: LogicalPlan.TransactionApply
    private let batchRows: VectorExpression?
    private let innerSlots: [Int]
    private var rowsLimit = TransactionApplyOperator.defaultRows
    private var input: RowBatch?
    private var position = 0
    private var batchNumber = 0
    private var isBroken = false
    private var isDone = false
    private var packer: BatchPacker

    /// - Source: Cypher manual, "CALL subqueries in transactions".
    private static let defaultRows = 1_000

    /// - Parameter innerSlots: slots that the inner rows bring.
    init(
        _ plan: LogicalPlan.TransactionApply, batchRows: VectorExpression?, _ outer: Operator, _ inner: Operator,
        innerSlots: [Int], carried: [Int]
    ) {
        self.plan = plan
        self.batchRows = batchRows
        self.innerSlots = innerSlots
        packer = BatchPacker(keeping: carried)
        super.init([outer, inner], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard context.transaction.mode != .explicit else { throw .subqueryTransactionsRefused(at: plan.span) }
        try inputs[0].open(arguments, context)
        rowsLimit = try RowCount.value(of: batchRows, "IN TRANSACTIONS OF", arguments, context) ?? Self.defaultRows
        guard rowsLimit > 0 else {
            throw .invalidArgument("IN TRANSACTIONS OF needs a positive INTEGER, got \(rowsLimit)").at(plan.span)
        }
        input = nil
        position = 0
        isBroken = false
        isDone = false
        packer.removeAll(context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while packer.isEmpty, !isDone { try runBatch(context) }
        return packer.isEmpty ? nil : packer.take(context)
    }

    private func runBatch(_ context: ExecutionContext) throws(EngineError) {
        var outer: [RowBatch] = []
        while outer.count < rowsLimit, let row = try nextRow(context) { outer.append(row) }
        guard !outer.isEmpty else {
            isDone = true
            return
        }
        if isBroken { return try keep(outer, Status(), context) }
        batchNumber += 1
        var status = Status(isStarted: true, transaction: "\(context.namespace.rawValue)-transaction-\(batchNumber)")
        let savepoint = context.transaction.savepoint()
        var found: [RowBatch] = []
        do throws(EngineError) {
            for row in outer { try run(row, into: &found, context) }
            try context.transaction.commitPart()
        } catch {
            context.transaction.undo(to: savepoint)
            if plan.onError == .fail || error.stage == .internal || context.control.isInterrupted { throw error }
            isBroken = plan.onError == .break
            status.message = error.message
            return try keep(outer, status, context)
        }
        status.isCommitted = true
        for batch in found {
            write(status, to: batch)
            try packer.append(batch, context)
        }
    }

    private func nextRow(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input, position < input.selection.count {
                position += 1
                return input.row(
                    input.selection.row(at: position - 1), keeping: input.columns.indices, context.strings)
            }
            guard let next = try inputs[0].next(context) else { return nil }
            input = next
            position = 0
        }
    }

    private func run(
        _ outer: RowBatch, into found: inout [RowBatch], _ context: ExecutionContext
    ) throws(EngineError) {
        try inputs[1].open(outer, context)
        defer { inputs[1].close(context) }
        var hasRow = false
        while let batch = try inputs[1].next(context) {
            guard !plan.isUnit else { continue }
            hasRow = true
            for slot in carried where !innerSlots.contains(slot) { batch.columns[slot] = outer.columns[slot] }
            found.append(batch)
        }
        if plan.isUnit {
            found.append(outer)
        } else if plan.isOptional, !hasRow {
            found.append(withoutResult(outer))
        }
    }

    private func withoutResult(_ outer: RowBatch) -> RowBatch {
        let batch = RowBatch(columns: outer.columns, rowCount: 1)
        for column in plan.columns { batch[column] = .constant(.null) }
        return batch
    }

    /// Hands on rows of which no subquery ran to its end: nulls in its columns.
    private func keep(_ outer: [RowBatch], _ status: Status, _ context: ExecutionContext) throws(EngineError) {
        for row in outer {
            let batch = withoutResult(row)
            write(status, to: batch)
            try packer.append(batch, context)
        }
    }

    private func write(_ status: Status, to batch: RowBatch) {
        if let slot = plan.status { batch[slot] = .constant(status.value) }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
        input = nil
    }

    /// What `REPORT STATUS` tells of a batch.
    private struct Status {
        var isStarted = false
        var isCommitted = false
        var transaction: String?
        var message: String?

        var value: Value {
            .map(
                MapValue([
                    ("started", .bool(isStarted)), ("committed", .bool(isCommitted)),
                    ("transactionId", transaction.map { .string($0) } ?? .null),
                    ("errorMessage", message.map { .string($0) } ?? .null),
                ]))
        }
    }
}

extension EngineError {
    static func subqueryTransactionsRefused(at span: SourceSpan?) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: "25N17"), stage: .runtime, at: span,
            "semantic error: TransactionError: CALL { … } IN TRANSACTIONS cannot run in an explicit transaction; commit it"
                + " first, or leave IN TRANSACTIONS away")
    }
}
