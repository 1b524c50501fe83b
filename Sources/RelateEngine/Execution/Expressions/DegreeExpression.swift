/// How many relationships a node has; 0 for null, which no pattern matches.
final class DegreeExpression: VectorExpression {
    private let slot: Slot
    @exclusivity(unchecked) private var step: ExpandStep

    init(_ slot: Slot, types: [String]?, direction: PatternRelationship.Direction) {
        self.slot = slot
        step = ExpandStep(
            LogicalPlan.Expand(
                from: slot, relationship: slot, to: slot, direction: direction, types: types, distinctFrom: []))
    }

    /// What it keeps of a graph is looked up anew before each use.
    override var isReusable: Bool { true }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        step.resolve(context.transaction.state)
        let out = TypedVector<Int64>(capacity: batch.rowCount)
        context.statistics.neighborWalks &+= rows.count
        step.degrees(of: batch[slot], rows, rowCount: batch.rowCount, into: out)
        return .ints(out)
    }

    /// As `VectorExpression.narrow`, to nodes whose number of relationships lies in the range.
    func narrow(_ rows: inout ChunkRows, to range: PassingRange, _ context: ExecutionContext) -> Bool {
        guard slot == rows.slot else { return false }
        step.resolve(context.transaction.state)
        let count = rows.count
        guard step.narrow(&rows, to: range) else { return false }
        context.statistics.neighborWalks &+= count
        return true
    }
}
