// Two nodes that indexes find, and one between them.
extension Planner {
    /// `input`, in which a node was found by an index, with what an index finds of another one that is two relationships away:
    /// what lies between is then met from both ends, where else all that lies two relationships from the first would be looked
    /// through for the second. `input` itself where there is no such node, or too little lies that far.
    mutating func seekFarEnd(of near: Int, _ work: inout PatternWork, on input: LogicalPlan) -> LogicalPlan {
        guard rules.contains(.farEnds), input.estimatedRows <= Self.endsLimit,
            let (far, choice) = farEnd(of: near, work, rows: input.estimatedRows)
        else { return input }
        return seek(choice, node: far, &work, on: input)
    }

    private func farEnd(of near: Int, _ work: PatternWork, rows: Double) -> (Int, IndexSelection.Choice)? {
        for (first, middle, there) in steps(from: near, work) {
            for (_, far, onwards) in steps(from: middle, work, without: first) where far != near {
                guard rows * there * onwards >= Self.farRowsMinimum, work.mayStart(atNode: far),
                    let choice = nodeSeek(far, work, reading: SlotSet()), !choice.isCorrelated,
                    choice.rows <= Self.endsLimit,
                    choice.isWorthwhile(among: estimator.nodeCount(work.pattern.nodes[far].labels))
                else { continue }
                return (far, choice)
            }
        }
        return nil
    }

    /// Single relationships from a node to others that have no value yet, and how many are expected to lead on.
    private func steps(
        from node: Int, _ work: PatternWork, without taken: Int? = nil
    ) -> [(relationship: Int, node: Int, degree: Double)] {
        var result: [(relationship: Int, node: Int, degree: Double)] = []
        for (index, relationship) in work.pattern.relationships.enumerated() where index != taken {
            guard relationship.isSingle, !relationship.isBound, relationship.left != relationship.right,
                relationship.left == node || relationship.right == node, work.expandHints[index] == nil,
                !work.solvedRelationships.contains(index)
            else { continue }
            let isFromLeft = relationship.left == node
            let other = isFromLeft ? relationship.right : relationship.left
            guard !work.solvedNodes.contains(other) else { continue }
            let degree = estimator.degree(
                relationship.types.flatMap(\.plainAlternatives), from: work.pattern.nodes[node].labels,
                direction: isFromLeft ? relationship.direction : relationship.direction.reversed)
            result.append((index, other, degree))
        }
        return result
    }

    /// More than a few of either end are many pairs.
    private static let endsLimit = 2.0
    /// To look at fewer takes no longer than to look the far end up.
    private static let farRowsMinimum = 32.0
}
