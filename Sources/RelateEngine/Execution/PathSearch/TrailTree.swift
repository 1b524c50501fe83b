/// Trails by length, each kept as its last step and the trail that it goes on from: what one takes does not grow with its length.
struct TrailTree {
    private struct Step {
        var previous: UInt32
        var node: UInt32
        var relationship: UInt32
    }

    private var steps = ChunkedArray<Step>()
    private static let root = UInt32.max

    /// With the trail of length 0.
    init(from node: UInt32) { steps.append(Step(previous: Self.root, node: node, relationship: 0)) }

    var count: Int { steps.count }

    /// Where the trail ends.
    func end(of trail: Int) -> UInt32 { steps[trail].node }

    func contains(_ relationship: UInt32, in trail: Int) -> Bool {
        var step = steps[trail]
        while step.previous != Self.root {
            if step.relationship == relationship { return true }
            step = steps[Int(step.previous)]
        }
        return false
    }

    /// A trail one step longer than `trail`. Its memory is charged before it is there.
    mutating func append(
        _ relationship: UInt32, to node: UInt32, behind trail: Int, _ memory: inout HeldMemory,
        _ context: ExecutionContext
    ) throws(EngineError) {
        if steps.isFull { try memory.add(ChunkedArray<Step>.chunkCapacity * MemoryLayout<Step>.stride, context) }
        steps.append(
            Step(previous: UInt32(truncatingIfNeeded: trail), node: node, relationship: relationship))
    }

    func path(_ trail: Int) -> PathValue {
        var nodes: [NodeID] = []
        var relationships: [RelationshipID] = []
        var step = steps[trail]
        while step.previous != Self.root {
            nodes.append(NodeID(step.node))
            relationships.append(RelationshipID(step.relationship))
            step = steps[Int(step.previous)]
        }
        nodes.append(NodeID(step.node))
        nodes.reverse()
        relationships.reverse()
        return PathValue(nodes: nodes, relationships: relationships)
    }
}
