/// Makes a plan that is right into one that is fast, by rules over the tree. It goes by what each operator hands on, so that
/// `SlotLiveness` has to have marked the plan; it has to again afterwards.
struct PlanRewriter {
    let rules: PlannerRules
    /// The statement's slots, and those that the rules add.
    private(set) var slots: [SlotInfo]
    /// Of the graph that is planned for.
    let nodeCount: Int
    /// A rule changed the plan, and what it hands on has not been marked since.
    var hasChanged = true

    init(rules: PlannerRules, slots: [SlotInfo], nodeCount: Int) {
        self.rules = rules
        self.nodeCount = nodeCount
        self.slots = slots
    }

    /// The marked plan after all rules, marked.
    static func rewritten(
        _ plan: LogicalPlan, required: SlotSet, rules: PlannerRules, slots: inout [SlotInfo],
        nodeCount: Int, duplicatesMatter: Bool = true
    ) -> LogicalPlan {
        var plan = plan
        var rewriter = PlanRewriter(rules: rules, slots: slots, nodeCount: nodeCount)
        rewriter.mark(&plan, required)
        rewriter.dropUnread(&plan)
        rewriter.mark(&plan, required)
        rewriter.walkRepetitions(&plan)
        rewriter.expandOptionally(&plan)
        rewriter.normalizeCounts(&plan)
        rewriter.mark(&plan, required)
        rewriter.intersect(&plan)
        rewriter.mark(&plan, required)
        rewriter.prune(&plan, duplicatesMatter: duplicatesMatter)
        rewriter.mark(&plan, required)
        rewriter.countInsteadOfExpanding(&plan)
        rewriter.readStoreCounts(&plan)
        rewriter.mark(&plan, required)
        slots = rewriter.slots
        return plan
    }

    /// Most rules find nothing to do in most plans, whose marks are right then.
    private mutating func mark(_ plan: inout LogicalPlan, _ required: SlotSet) {
        guard hasChanged else { return }
        SlotLiveness.mark(&plan, required: required)
        hasChanged = false
    }

    mutating func newSlot(_ name: String, _ type: StaticType) -> Slot {
        slots.append(SlotInfo(name: name, type: type, isAnonymous: true))
        return Slot(slots.count - 1)
    }
}

extension LogicalPlan {
    /// The same with another operation; children, estimate and marks stay.
    func replacing(_ operation: Operation, available more: [Slot] = []) -> LogicalPlan {
        var plan = self
        plan.operation = operation
        for slot in more { plan.available.insert(slot) }
        return plan
    }

    /// `carried` is ascending, and may be long.
    func carries(_ slot: Slot) -> Bool {
        var (low, high) = (0, carried.count)
        while low < high {
            let middle = (low + high) / 2
            if carried[middle] < slot.index { low = middle + 1 } else { high = middle }
        }
        return low < carried.count && carried[low] == slot.index
    }

    /// Slots that hold an element in every row: a match gave them their value.
    var elementSlots: SlotSet {
        var result = SlotSet()
        switch operation {
        case .allNodesScan(let slot), .nodeByLabelScan(let slot, _), .nodeByLabelsScan(let slot, _):
            return SlotSet([slot])
        case .relationshipScan(let relationship, let from, let to, _, _): return SlotSet([relationship, from, to])
        case .indexSeek(let seek): result = SlotSet(seek.slots)
        case .indexSearch(let search): result = SlotSet(search.elementSlots)
        case .expandAll(let expand), .expandInto(let expand):
            result = SlotSet([expand.from, expand.relationship, expand.to])
        case .variableLengthExpand(let expand): result = SlotSet([expand.expand.from, expand.expand.to])
        case .filter, .project, .sort, .top, .skip, .limit, .distinct, .eager, .unwind, .semiHashJoin: break
        case .cartesianProduct, .valueHashJoin, .apply:
            return children.reduce(SlotSet()) { $0.union($1.elementSlots) }
        case .optionalApply, .optionalExpand: break
        default: return result
        }
        guard let input = children.first else { return result }
        return result.union(input.elementSlots)
    }
}
