/// Parts of a plan that several threads run.
extension OperatorBuilder {
    /// The plan's operator with all below it where threads can share the work, else `nil`.
    func buildShared(_ plan: LogicalPlan, _ demand: Demand) throws(EngineError) -> Operator? {
        guard demand != .repeated, let parallelism = context.parallelism else { return nil }
        switch plan.operation {
        case .aggregate(let aggregation, let multiplicity):
            guard SharedPlan.isShareable(plan.nested) else { return nil }
            let (input, reading) = (plan.children[0], multiplicity == nil ? aggregation.reading : .rows)
            guard let shared = SharedPlan(input, parallelism, reading: reading) else {
                // Nor is what is below it shared then: it would make rows of the chunks.
                guard SharedPlan.isByChunks(input, reading: reading) else { return nil }
                return try build(plan, over: [try build(input, .some)])
            }
            let builder = try LaneBuilder(shared, parallelism, context)
            let first = try builder.lane(isFirst: true)
            return ParallelAggregationOperator(
                try builder.aggregation(plan, aggregation, multiplicity, first), first, builder, carried: plan.carried
            ) { lane throws(EngineError) in try builder.aggregation(plan, aggregation, multiplicity, lane) }
        case .top(let keys, _, _):
            let input = plan.children[0]
            if SharedPlan.isPassedOver(input, by: keys.first?.expression),
                input.estimatedRows < parallelism.rowsMinimum * SharedPlan.passingGain
            {
                return try build(plan, over: [try build(input, .some)])
            }
            guard SharedPlan.isShareable(plan.nested), let shared = SharedPlan(plan.children[0], parallelism) else {
                return nil
            }
            return try buildShared(top: plan, shared, parallelism)
        default:
            guard demand == .whole, let shared = SharedPlan(plan, parallelism), !shared.chain.isEmpty else {
                return nil
            }
            let builder = try LaneBuilder(shared, parallelism, context)
            let first = try builder.lane(isFirst: true)
            return GatherOperator(first, shown: first.root, builder) { lane in lane }
        }
    }

    /// Each thread keeps the first rows of its morsels, of which the operator itself keeps the first.
    private func buildShared(
        top plan: LogicalPlan, _ shared: SharedPlan, _ parallelism: Parallelism
    ) throws(EngineError) -> Operator? {
        guard case .top(let keys, let skip, let limit) = plan.operation else { return nil }
        let compiler = ExpressionCompiler(parameters: parameters, nested: [])
        let builder = try LaneBuilder(shared, parallelism, context)
        let first = try builder.lane(isFirst: true)
        guard Self.isFew(try compiler.compileOptional(skip)), Self.isFew(try compiler.compile(limit)) else {
            guard !shared.chain.isEmpty else { return nil }
            return try build(plan, over: [GatherOperator(first, shown: first.root, builder) { lane in lane }])
        }
        func topped(_ lane: LaneBuilder.Lane) throws(EngineError) -> LaneBuilder.Lane {
            let builder = OperatorBuilder(context: lane.context)
            let nested = try builder.buildNested(plan)
            let compiler = ExpressionCompiler(parameters: builder.parameters, nested: nested)
            let root = TopOperator(
                try order(keys, compiler), skip: try compiler.compileOptional(skip), limit: try compiler.compile(limit),
                isPartial: true, lane.root, carried: plan.carried)
            root.nested = nested
            return LaneBuilder.Lane(context: lane.context, feed: lane.feed, root: root)
        }
        let gather = GatherOperator(try topped(first), shown: first.root, builder, topped)
        let result = try build(plan, over: [gather])
        gather.owner = result
        return result
    }

    /// Known, and far fewer rows than a morsel's.
    private static func isFew(_ count: VectorExpression?) -> Bool {
        guard let count else { return true }
        guard case .int(let rows)? = count.constantValue else { return false }
        return rows >= 0 && rows <= 1024
    }
}

/// Makes the lanes of one shared part of a plan.
struct LaneBuilder {
    let shared: SharedPlan
    let source: MorselSource
    let abandoned = AbandonFlag()
    let threads: Int
    let help: HelpPolicy
    let rowsPerGroupMinimum: Int
    private let context: ExecutionContext

    /// A thread's copy of the operators.
    struct Lane {
        let context: ExecutionContext
        let feed: MorselFeed
        let root: Operator
    }

    init(_ shared: SharedPlan, _ parallelism: Parallelism, _ context: ExecutionContext) throws(EngineError) {
        self.shared = shared
        self.context = context
        threads = parallelism.threads
        help = HelpPolicy(
            morselCount: shared.source.estimatedRows / Double(max(1, shared.morselRows)),
            minimumNanoseconds: parallelism.helpNanosecondsMinimum)
        rowsPerGroupMinimum = parallelism.rowsPerGroupMinimum
        let own = ExecutionContext(sharing: context, abandoned: abandoned)
        source = MorselSource(
            try OperatorBuilder(context: own).build(shared.source, .repeated), morselRows: shared.morselRows, own)
    }

    /// - Parameter isFirst: it is that of the thread which runs the statement.
    func lane(isFirst: Bool = false) throws(EngineError) -> Lane {
        let builder = OperatorBuilder(
            context: ExecutionContext(sharing: context, abandoned: abandoned, isOfSameThread: isFirst))
        let feed = MorselFeed(source.root)
        var root: Operator = feed
        for plan in shared.chain {
            var inputs = [root]
            for child in plan.children.dropFirst() { inputs.append(try builder.build(child, .repeated)) }
            root = try builder.build(plan, over: inputs)
        }
        return Lane(context: builder.context, feed: feed, root: root)
    }

    func aggregation(
        _ plan: LogicalPlan, _ aggregation: BoundAggregation, _ multiplicity: Slot?, _ lane: Lane
    ) throws(EngineError) -> LaneAggregation {
        let builder = OperatorBuilder(context: lane.context)
        let nested = try builder.buildNested(plan)
        let compiler = ExpressionCompiler(parameters: builder.parameters, nested: nested)
        return LaneAggregation(
            aggregation: try builder.compile(aggregation, multiplicity, compiler), nested: nested, lane: lane)
    }
}

/// An aggregation's expressions compiled for one lane.
struct LaneAggregation {
    let aggregation: Aggregation
    /// Plans of subqueries in them.
    let nested: [Operator]
    let lane: LaneBuilder.Lane
}
