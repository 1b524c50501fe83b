/// How many relationships a node has; 0 for null, which no pattern matches.
final class DegreeExpression: VectorExpression {
    private let slot: Slot
    private var step: ExpandStep

    init(_ slot: Slot, types: [String]?, direction: PatternRelationship.Direction) {
        self.slot = slot
        step = ExpandStep(
            LogicalPlan.Expand(
                from: slot, relationship: slot, to: slot, direction: direction, types: types, distinctFrom: []))
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        step.resolve(context.transaction.state)
        let out = TypedVector<Int64>(capacity: batch.rowCount)
        context.statistics.neighborWalks &+= rows.count
        step.degrees(of: batch[slot], rows, rowCount: batch.rowCount, into: out)
        return .ints(out)
    }
}
