// Which inner plans may be run on many outer rows at once.
extension LogicalPlan {
    /// Every row comes from one of the rows that the plan is run on, whatever the others are, and in their order.
    var isBatchable: Bool {
        guard !containsWrites else { return false }
        switch operation {
        case .argument: return true
        case .expandAll, .expandInto, .expandIntersect, .variableLengthExpand, .projectEndpoints, .repeatTrail,
            .shortestPath, .filter, .project, .unwind, .cartesianProduct, .valueHashJoin, .apply, .optionalApply:
            return children[0].isBatchable
        case .indexSeek: return children.first?.isBatchable ?? false
        default: return false
        }
    }

    /// All rows of a batch's worth of outer rows come about as quickly as the first row of each: worth it where existence is
    /// all that is asked.
    var isQuickToExhaust: Bool {
        switch operation {
        case .argument: return true
        case .expandAll, .expandInto, .expandIntersect:
            return estimatedRows <= 100 && children[0].isQuickToExhaust
        case .filter, .project, .valueHashJoin, .projectEndpoints: return children[0].isQuickToExhaust
        case .indexSeek: return estimatedRows <= 100 && (children.first?.isQuickToExhaust ?? false)
        default: return false
        }
    }

    /// The rows that a plan is run on.
    var isArgument: Bool { if case .argument = operation { true } else { false } }

    var rowNumbers: SlotSet { SlotSet(rowNumber.map { [$0] } ?? []) }
}
