/// Logical plan → operators. They are numbered as `PlanNode`s are, in the order they are made in.
struct OperatorBuilder {
    let context: ExecutionContext
    let parameters: ParameterValues

    init(context: ExecutionContext) {
        self.context = context
        parameters = ParameterValues(context.parameters)
    }

    static func build(_ plan: LogicalPlan, _ context: ExecutionContext) throws(EngineError) -> OperatorTree {
        let builder = OperatorBuilder(context: context)
        return OperatorTree(
            root: try builder.build(plan, .whole), parameters: builder.parameters, slotCount: context.slotCount)
    }

    func build(_ plan: LogicalPlan, _ demand: Demand) throws(EngineError) -> Operator {
        try context.checkInterrupt()
        if let shared = try buildShared(plan, demand) { return shared }
        var inputs: [Operator] = []
        for (index, child) in plan.children.enumerated() {
            inputs.append(try build(child, demand.ofChild(index, of: plan.operation)))
        }
        return try build(plan, over: inputs)
    }

    /// The plan's own operator.
    func build(_ plan: LogicalPlan, over inputs: [Operator]) throws(EngineError) -> Operator {
        let nested = try buildNested(plan)
        let compiler = ExpressionCompiler(parameters: parameters, nested: nested)
        let result = try make(plan, inputs, compiler)
        result.nested = nested
        result.rowNumber = plan.rowNumber
        result.isSteady = plan.isSteady
        return result
    }

    func buildNested(_ plan: LogicalPlan) throws(EngineError) -> [Operator] {
        var nested: [Operator] = []
        for subplan in plan.nested { nested.append(try build(subplan, .repeated)) }
        return nested
    }

    private func make(
        _ plan: LogicalPlan, _ inputs: [Operator], _ compiler: ExpressionCompiler
    ) throws(EngineError) -> Operator {
        let carried = plan.carried
        switch plan.operation {
        case .argument: return ArgumentOperator([], carried: carried)
        case .allNodesScan(let slot): return NodeScan(slot, labels: nil, carried: carried)
        case .nodeByLabelScan(let slot, let label): return NodeScan(slot, labels: [label], carried: carried)
        case .nodeByLabelsScan(let slot, let labels): return NodeScan(slot, labels: labels, carried: carried)
        case .relationshipScan(let relationship, let from, let to, let types, let isDirected):
            return RelationshipScan(
                relationship: relationship, from: from, to: to, types: types, isDirected: isDirected,
                carried: carried)
        case .indexSeek(let seek):
            var conditions: [IndexSeekOperator.Condition] = []
            for condition in seek.conditions {
                conditions.append(
                    IndexSeekOperator.Condition(plan: condition, values: try compiler.compile(condition.expressions)))
            }
            return IndexSeekOperator(seek, conditions, inputs, carried: carried)
        case .indexSearch(let search): return try IndexSearchOperator(search, compiler, inputs[0], carried: carried)
        case .schemaCommand(let command): return try SchemaOperator(command, compiler)
        case .expandAll(let expand):
            return ExpandAll(
                expand, arrival: plan.children[0].arrival(at: expand.from, expand.direction), inputs[0],
                carried: carried)
        case .expandInto(let expand): return ExpandInto(expand, inputs[0], carried: carried)
        case .countExpand(let expand, let multiplicity):
            return CountExpandOperator(
                expand, multiplicity, arrival: plan.children[0].arrival(at: expand.from, expand.direction), inputs[0],
                carried: carried)
        case .expandIntersect(let expand): return ExpandIntersectOperator(expand, inputs[0], carried: carried)
        case .countStore(let count, let slots): return CountStoreOperator(count, slots, carried: carried)
        case .variableLengthExpand(let expand):
            let predicates = try compiler.compile(expand.predicates)
            if expand.isPruning { return PruningExpandOperator(expand, predicates, inputs[0], carried: carried) }
            return VariableLengthExpandOperator(expand, predicates, inputs[0], carried: carried)
        case .projectEndpoints(let project): return ProjectEndpointsOperator(project, inputs[0], carried: carried)
        case .repeatTrail(let trail): return RepeatTrailOperator(trail, inputs[0], inputs[1], carried: carried)
        case .shortestPath(let search):
            return ShortestPathOperator(
                search, elementPredicates: try compiler.compile(search.expand.predicates),
                predicates: try compiler.compile(search.predicates), inputs[0], carried: carried)
        case .pathSearch(let search): return try PathSearchOperator(search, compiler, inputs, carried: carried)
        case .filter(let predicates):
            return FilterOperator(try compiler.compilePredicates(predicates), inputs[0], carried: carried)
        case .project(let items):
            var compiled: [(slot: Slot, expression: VectorExpression)] = []
            for item in items { compiled.append((item.slot, try compiler.compile(item.expression))) }
            return ProjectionOperator(compiled, inputs[0], carried: carried)
        case .distinct(let keys): return DistinctOperator(keys, inputs[0], carried: carried)
        case .aggregate(let aggregation, let multiplicity):
            return EagerAggregationOperator(
                try compile(aggregation, multiplicity, compiler), isPerRow: plan.perRow != nil, inputs[0],
                carried: carried)
        case .sort(let keys): return SortOperator(try order(keys, compiler), inputs[0], carried: carried)
        case .top(let keys, let skip, let limit):
            return TopOperator(
                try order(keys, compiler), skip: try compiler.compileOptional(skip), limit: try compiler.compile(limit),
                inputs[0], carried: carried)
        case .skip(let count) where plan.perRow != nil:
            return LimitPerRowOperator(
                skip: try compiler.compile(count), limit: nil, by: plan.perRow, inputs[0], carried: carried)
        case .limit(let count, _) where plan.perRow != nil:
            return LimitPerRowOperator(
                skip: nil, limit: try compiler.compile(count), by: plan.perRow, inputs[0], carried: carried)
        case .skip(let count):
            return LimitOperator(
                skip: try compiler.compile(count), limit: nil, isExhaustive: false, inputs[0], carried: carried)
        case .limit(let count, let isExhaustive):
            return LimitOperator(
                skip: nil, limit: try compiler.compile(count), isExhaustive: isExhaustive, inputs[0],
                carried: carried)
        case .unwind(.function(let function, let bounds, _), let element) where function.name == "range":
            return UnwindRangeOperator(try compiler.compile(bounds), element: element, inputs[0], carried: carried)
        case .unwind(let list, let element):
            return UnwindOperator(try compiler.compile(list), element: element, inputs[0], carried: carried)
        case .unionAll(let left, let right, let columns):
            return UnionOperator(left: left, right: right, columns: columns, inputs, carried: carried)
        case .cartesianProduct:
            return CartesianProductOperator(
                inputs[0], inputs[1], rightSlots: rightSlots(plan), carried: carried)
        case .valueHashJoin(let join):
            return ValueHashJoinOperator(
                left: try compiler.compile(join.left), right: try compiler.compile(join.right), inputs[0], inputs[1],
                rightSlots: rightSlots(plan), carried: carried)
        case .semiHashJoin(let join, let predicates):
            return SemiHashJoinOperator(
                left: try compiler.compile(join.left), right: try compiler.compile(join.right),
                predicates: try compiler.compilePredicates(predicates), inputs[0], inputs[1],
                rightSlots: rightSlots(plan), carried: carried)
        case .apply where plan.children[1].rowNumber != nil: return try makeBatchedApply(plan, inputs, optional: nil)
        case .optionalApply(let introduced) where plan.children[1].rowNumber != nil:
            return try makeBatchedApply(plan, inputs, optional: introduced)
        case .apply: return ApplyOperator(.all, inputs[0], inputs[1], innerSlots: rightSlots(plan), carried: carried)
        case .optionalApply(let introduced):
            return ApplyOperator(
                .optional(introduced), inputs[0], inputs[1], innerSlots: rightSlots(plan), carried: carried)
        case .optionalExpand(let optional):
            return OptionalExpandOperator(
                optional, try compiler.compilePredicates(optional.predicates), inputs[0], carried: carried)
        case .foreachSubquery:
            return ApplyOperator(.unit, inputs[0], inputs[1], innerSlots: [], carried: carried)
        case .eager: return EagerOperator(inputs[0], carried: carried)
        case .produceResults: return ProduceResultsOperator(inputs, carried: carried)
        case .emptyResult:
            if let create = inputs[0] as? CreateOperator, !plan.children[0].children.contains(where: \.containsWrites) {
                create.letRelationshipsWait()
            }
            return EmptyResultOperator(inputs, carried: carried)
        case .create, .merge, .set, .remove, .delete, .foreach: return try makeUpdate(plan, inputs, compiler)
        case .procedureCall(let call):
            return try ProcedureCallOperator(call, compiler, inputs[0], carried: carried)
        case .loadCSV(let load):
            return LoadCSVOperator(load, url: try compiler.compile(load.url), inputs[0], carried: carried)
        case .transactionApply(let apply):
            return TransactionApplyOperator(
                apply, batchRows: try compiler.compileOptional(apply.batchRows), inputs[0], inputs[1],
                innerSlots: rightSlots(plan), carried: carried)
        }
    }

    private func makeBatchedApply(
        _ plan: LogicalPlan, _ inputs: [Operator], optional: [Slot]?
    ) throws(EngineError) -> Operator {
        guard let rowNumber = plan.children[1].rowNumber else { throw .internalError("an inner plan of one row") }
        return BatchedApplyOperator(
            optional: optional, rowNumber: rowNumber, inputs[0], inputs[1], innerSlots: rightSlots(plan),
            carried: plan.carried)
    }

    private func makeUpdate(
        _ plan: LogicalPlan, _ inputs: [Operator], _ compiler: ExpressionCompiler
    ) throws(EngineError) -> Operator {
        let carried = plan.carried
        switch plan.operation {
        case .create(let elements):
            return CreateOperator(try ElementCreator(elements, compiler), inputs[0], carried: carried)
        case .merge(let merge, let batched): return try make(merge, batched, plan, inputs, compiler)
        case .set(let items): return SetOperator(try PropertySetter(items, compiler), inputs[0], carried: carried)
        case .remove(let items):
            var compiled: [RemoveOperator.Item] = []
            for item in items {
                switch item {
                case .property(let of, let key): compiled.append(.property(of: try compiler.compile(of), key: key))
                case .dynamicProperty(let of, let key):
                    compiled.append(.dynamicProperty(of: try compiler.compile(of), key: try compiler.compile(key)))
                case .labels(let of, let labels):
                    compiled.append(.labels(of: try compiler.compile(of), try LabelWriter(labels, compiler)))
                }
            }
            return RemoveOperator(compiled, inputs[0], carried: carried)
        case .delete(let expressions, let isDetach):
            return DeleteOperator(try compiler.compile(expressions), isDetach: isDetach, inputs[0], carried: carried)
        case .foreach(let element, let list):
            return ForeachOperator(
                element: element, list: try compiler.compile(list), inputs[0], inputs[1], carried: carried)
        default: throw .internalError("not an update")
        }
    }

    private func make(
        _ merge: BoundMerge, _ batched: LogicalPlan.BatchedMerge?, _ plan: LogicalPlan, _ inputs: [Operator],
        _ compiler: ExpressionCompiler
    ) throws(EngineError) -> Operator {
        var checks: [MergeOperator.MergeCheck] = []
        for property in merge.elements.flatMap(\.entries) {
            checks.append(
                MergeOperator.MergeCheck(key: property.key, value: try compiler.compile(property.value)))
        }
        if let batched, let rowNumber = plan.children[1].rowNumber {
            return BatchedMergeOperator(
                batched, try ElementCreator(merge.elements, compiler),
                onCreate: try PropertySetter(merge.onCreate, compiler),
                onMatch: try PropertySetter(merge.onMatch, compiler), checks: checks, rowNumber: rowNumber, inputs[0],
                inputs[1], carried: plan.carried)
        }
        let newSlots = SlotSet(merge.pattern.introducedSlots).indices
        let outer = plan.children[0].available
        return MergeOperator(
            try ElementCreator(merge.elements, compiler), onCreate: try PropertySetter(merge.onCreate, compiler),
            onMatch: try PropertySetter(merge.onMatch, compiler), checks: checks,
            newSlots: newSlots.filter { !outer.contains(Slot($0)) }, inputs[0], inputs[1], carried: plan.carried,
            kept: plan.carried)
    }

    func compile(
        _ aggregation: BoundAggregation, _ multiplicity: Slot?, _ compiler: ExpressionCompiler
    ) throws(EngineError) -> Aggregation {
        var keys: [(slot: Slot, expression: VectorExpression)] = []
        for key in aggregation.keys { keys.append((key.slot, try compiler.compile(key.expression))) }
        var aggregates: [Aggregate] = []
        for (slot, call) in aggregation.aggregates {
            if let multiplicity, !call.ignoresDuplicates {
                aggregates.append(
                    Aggregate(
                        slot: slot, make: { WeightedCountAggregate() },
                        arguments: [SlotExpression(multiplicity)] + (try compiler.compile(call.arguments))))
                continue
            }
            aggregates.append(
                Aggregate(
                    slot: slot, make: Self.aggregate(call, isGrouped: !aggregation.keys.isEmpty),
                    arguments: try compiler.compile(call.arguments), span: call.span,
                    countsRows: call.countsRows))
        }
        return Aggregation(keys: keys, aggregates: aggregates)
    }

    /// The fastest form that serves the call.
    private static func aggregate(_ call: AggregateCall, isGrouped: Bool) -> () -> any GroupAggregate {
        let function = call.function
        guard !call.isDistinct else {
            if function.name == "count", !isGrouped { return { DistinctCountAggregate() } }
            return { AccumulatorAggregate(function, isDistinct: true) }
        }
        switch function.name {
        case "count": return { CountAggregate() }
        case "collect", "collect_list": return { CollectAggregate() }
        case "sum": return { NumberAggregate(.sum, function) }
        case "avg": return { NumberAggregate(.average, function) }
        case "min": return { NumberAggregate(.minimum, function) }
        case "max": return { NumberAggregate(.maximum, function) }
        default: return { AccumulatorAggregate(function, isDistinct: false) }
        }
    }

    func order(
        _ keys: [LogicalPlan.SortKey], _ compiler: ExpressionCompiler
    ) throws(EngineError) -> SortOrder {
        var compiled: [(expression: VectorExpression, isDescending: Bool)] = []
        for key in keys { compiled.append((try compiler.compile(key.expression), key.isDescending)) }
        return SortOrder(keys: compiled)
    }

    /// Slots that the second child brings and the first does not have.
    private func rightSlots(_ plan: LogicalPlan) -> [Int] {
        var slots = SlotSet(plan.children[1].carried.map { Slot($0) })
        slots.subtract(plan.children[0].available)
        return slots.intersection(SlotSet(plan.carried.map { Slot($0) }).union(joinReads(plan))).indices
    }

    /// A join's keys are read of rows that are not handed on.
    private func joinReads(_ plan: LogicalPlan) -> SlotSet { SlotLiveness.reads(of: plan.operation) }
}
