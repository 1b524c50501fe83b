/// `FOREACH`: the inner clauses on each element of a list.
final class ForeachOperator: Operator {
    private let element: Slot
    private let list: VectorExpression

    init(element: Slot, list: VectorExpression, _ input: Operator, _ body: Operator, carried: [Int]) {
        self.element = element
        self.list = list
        super.init([input, body], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        let slots = batch.columns.indices
        let lists = try list.evaluate(batch, batch.selection, context)
        try batch.selection.forEach { row throws(EngineError) in
            let value = lists.value(at: row, context.strings)
            guard let elements = try ElementBatches.elements(value, of: "FOREACH", at: list.span) else { return }
            for item in elements {
                let arguments = batch.row(row, keeping: slots, context.strings)
                arguments[element] = .constant(item)
                try inputs[1].open(arguments, context)
                while try inputs[1].next(context) != nil {}
                inputs[1].close(context)
            }
        }
        return batch
    }
}
