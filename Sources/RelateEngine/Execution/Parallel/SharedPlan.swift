/// A part of a plan that threads can share: operators that answer each row by itself, over a source that one thread at a time
/// reads.
struct SharedPlan {
    let source: LogicalPlan
    /// Upwards from the source.
    let chain: [LogicalPlan]
    let morselRows: Int

    /// What stands above the shared part reads of its rows.
    enum Reading {
        /// Nothing but their number.
        case count
        /// Properties, each where it lies in its column.
        case columns
        case rows
    }

    /// Chunks that are tested or added up as a whole take so many times less than their rows would.
    private static let chunkGain = 8.0

    /// - Returns: `nil` where `top` and what is below it are of another kind, or too small.
    init?(_ top: LogicalPlan, _ parallelism: Parallelism, reading: Reading = .rows) {
        var chain: [LogicalPlan] = []
        var source = top
        var most = top.estimatedRows
        while Self.isRowByRow(source), let input = source.children.first {
            chain.append(source)
            source = input
            most = max(most, source.estimatedRows)
        }
        guard Self.isLeaf(source) else { return nil }
        // Such a scan is over before another thread has come. By one thread alone it goes without morsels, and its operators serve
        // the next execution too.
        let isByChunks = Self.isByChunks(top, reading: reading)
        guard most >= parallelism.rowsMinimum * (isByChunks ? Self.chunkGain : 1) else { return nil }
        while source.estimatedRows < parallelism.sourceRowsMinimum {
            guard let lowest = chain.popLast() else { return nil }
            source = lowest
        }
        self.source = source
        self.chain = chain.reversed()
        // The more is made of each row, the fewer a morsel has.
        let growth = max(1, min(most, 1e15) / max(1, min(source.estimatedRows, 1e15)))
        let rows = Double(parallelism.morselRows) / growth
        morselRows = max(min(parallelism.morselRows, 256), Int(rows)) * (isByChunks ? 4 : 1)
    }

    /// The rows are those of a scan that is read by chunks.
    static func isByChunks(_ top: LogicalPlan, reading: Reading) -> Bool {
        guard reading != .rows else { return false }
        var source = top
        while isLight(source), let input = source.children.first { source = input }
        if case .relationshipScan(_, _, _, _, let isDirected) = source.operation {
            return isDirected && reading == .count
        }
        return isNodeScan(source)
    }

    /// Of so many rows less than that times `rowsMinimum`, one thread's `Top` over a scan is over before two have found each other.
    static let passingGain = 64.0

    /// A `Top` over the plan whose first key is `key` passes over most chunks of a scan by the bounds of that column.
    static func isPassedOver(_ plan: LogicalPlan, by key: BoundExpression?) -> Bool {
        guard case .project(let items) = plan.operation, let scan = plan.children.first, isNodeScan(scan),
            case .slot(let slot)? = key
        else { return false }
        let areColumns = items.allSatisfy { item in
            switch item.expression {
            case .slot, .property(.slot, _, _): true
            default: false
            }
        }
        return areColumns
            && items.contains { item in
                guard item.slot == slot, case .property(.slot, _, _) = item.expression else { return false }
                return true
            }
    }

    private static func isNodeScan(_ plan: LogicalPlan) -> Bool {
        switch plan.operation {
        case .allNodesScan, .nodeByLabelScan: return true
        default: return false
        }
    }

    /// Its tests compare the numbers of a column with constants.
    private static func isLight(_ plan: LogicalPlan) -> Bool {
        guard case .filter(let predicates) = plan.operation else { return false }
        return predicates.allSatisfy { predicate in
            guard case .compare(let left, _, let right) = predicate else { return false }
            switch (left, right) {
            case (.property(.slot, _, _), _), (.degree, _): return right.isConstant
            case (_, .property(.slot, _, _)), (_, .degree): return left.isConstant
            default: return false
            }
        }
    }

    private static func isLeaf(_ plan: LogicalPlan) -> Bool {
        switch plan.operation {
        case .argument, .allNodesScan, .nodeByLabelScan, .nodeByLabelsScan, .relationshipScan: return true
        case .indexSeek: return plan.children.isEmpty
        default: return false
        }
    }

    /// Each row of the first input leads to rows of its own, whichever rows were before it, and nothing is kept from run to
    /// run that every thread would have to make anew.
    private static func isRowByRow(_ plan: LogicalPlan) -> Bool {
        guard isShareable(plan.nested) else { return false }
        switch plan.operation {
        case .filter, .project, .expandAll, .expandInto, .countExpand, .expandIntersect, .variableLengthExpand,
            .projectEndpoints, .unwind, .shortestPath, .optionalExpand:
            return true
        case .indexSeek: return plan.children.count == 1
        case .apply, .optionalApply: return plan.children.dropFirst().allSatisfy(isInner)
        default: return false
        }
    }

    /// Subqueries in expressions.
    static func isShareable(_ nested: [LogicalPlan]) -> Bool {
        nested.allSatisfy { !$0.isSteady && isInner($0) }
    }

    private static func isInner(_ plan: LogicalPlan) -> Bool {
        guard isShareable(plan.nested), plan.children.allSatisfy(isInner) else { return false }
        switch plan.operation {
        case .argument, .allNodesScan, .nodeByLabelScan, .nodeByLabelsScan, .relationshipScan, .indexSeek, .filter,
            .project, .expandAll, .expandInto, .countExpand, .expandIntersect, .variableLengthExpand, .projectEndpoints,
            .unwind,
            .shortestPath, .distinct, .aggregate, .sort, .top, .skip, .limit, .unionAll, .apply, .optionalApply,
            .optionalExpand:
            return true
        default: return false
        }
    }
}

extension BoundAggregation {
    /// What it asks of its rows: `ChunkAggregation` takes columns where they lie.
    var reading: SharedPlan.Reading {
        if countsRowsAlone { return .count }
        guard keys.count <= 1, keys.allSatisfy({ Self.isColumn($0.expression) }) else { return .rows }
        let readsColumns = aggregates.allSatisfy { _, call in
            !call.isDistinct && ["count", "sum", "avg", "min", "max"].contains(call.function.name)
                && call.arguments.allSatisfy(Self.isColumn)
        }
        return readsColumns ? .columns : .rows
    }

    private static func isColumn(_ expression: BoundExpression) -> Bool {
        if case .property(.slot, _, _) = expression { true } else { false }
    }
}
