// Inner plans that are run on many outer rows at once.
extension LogicalPlan {
    /// Rows of one outer row that may be held at once for every row of a batch: sorted, told apart, or cut off.
    private static let heldRowsLimit = 200.0
    /// Those that only go into groups.
    private static let groupedRowsLimit = 1_000.0

    /// The plan run on many rows at once, each of its rows with the number of its outer row in `number`: what orders, counts,
    /// limits or aggregates does so for each outer row by itself. `nil` where it cannot, or where too much would be held.
    func batched(by number: Slot?) -> LogicalPlan? {
        guard let number, !containsWrites, var plan = numbered(number) else { return nil }
        plan.rowNumber = number
        return plan
    }

    private func numbered(_ number: Slot) -> LogicalPlan? {
        switch operation {
        case .argument: return self
        case .expandAll, .expandInto, .expandIntersect, .variableLengthExpand, .projectEndpoints, .repeatTrail,
            .shortestPath, .filter, .project, .unwind, .cartesianProduct, .valueHashJoin, .semiHashJoin, .apply,
            .optionalApply,
            .optionalExpand, .indexSeek:
            return replacingInput(number, operation)
        case .distinct(let keys):
            guard holdsFew(children[0]) else { return nil }
            return replacingInput(number, .distinct([number] + keys))
        case .sort(let keys):
            guard holdsFew(children[0]) else { return nil }
            return sorted(number, keys)
        case .top(let keys, let skip, let limit):
            guard holdsFew(children[0]), var sorted = sorted(number, keys) else { return nil }
            sorted.estimatedRows = children[0].estimatedRows
            if let skip {
                sorted = LogicalPlan(
                    .skip(skip), [sorted], estimatedRows: sorted.estimatedRows, available: sorted.available)
                sorted.perRow = number
            }
            var top = LogicalPlan(
                .limit(limit, isExhaustive: false), [sorted], estimatedRows: estimatedRows, available: available)
            top.perRow = number
            return top
        case .skip, .limit:
            guard holdsFew(children[0]) else { return nil }
            var plan = replacingInput(number, operation)
            plan?.perRow = number
            return plan
        case .aggregate(var aggregation, let multiplicity):
            guard children[0].estimatedRows <= Self.groupedRowsLimit else { return nil }
            aggregation.keys.insert((number, .slot(number)), at: 0)
            var plan = replacingInput(number, .aggregate(aggregation, multiplicity: multiplicity))
            plan?.perRow = number
            return plan
        default: return nil
        }
    }

    private func sorted(_ number: Slot, _ keys: [SortKey]) -> LogicalPlan? {
        var plan = replacingInput(number, .sort([SortKey(expression: .slot(number), isDescending: false)] + keys))
        plan?.perRow = number
        return plan
    }

    private func holdsFew(_ input: LogicalPlan) -> Bool { input.estimatedRows <= Self.heldRowsLimit }

    private func replacingInput(_ number: Slot, _ operation: Operation) -> LogicalPlan? {
        guard let input = children.first?.numbered(number) else { return nil }
        var plan = self
        plan.operation = operation
        plan.children[0] = input
        return plan
    }

    /// All rows of a batch's worth of outer rows come about as quickly as the first row of each: worth it where existence is
    /// all that is asked.
    var isQuickToExhaust: Bool {
        switch operation {
        case .argument: return true
        case .expandAll, .expandInto, .expandIntersect:
            return estimatedRows <= 100 && children[0].isQuickToExhaust
        case .filter, .project, .valueHashJoin, .semiHashJoin, .projectEndpoints, .aggregate, .sort, .top, .distinct,
            .skip, .limit:
            return children[0].isQuickToExhaust
        case .indexSeek: return estimatedRows <= 100 && (children.first?.isQuickToExhaust ?? false)
        default: return false
        }
    }

    /// The rows that a plan is run on.
    var isArgument: Bool { if case .argument = operation { true } else { false } }

    var rowNumbers: SlotSet { SlotSet(rowNumber.map { [$0] } ?? []) }
}
