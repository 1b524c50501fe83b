/// `EagerAggregation` over operators that several threads run: a table of groups a morsel, put together in the order of
/// morsels; or, where groups are too many for that, one table of what the threads read.
final class ParallelAggregationOperator: EagerAggregationOperator {
    private enum Output {
        case states(AggregationStates)
        case inputs([Aggregation.Input])
    }

    private let run: MorselRun<Output>
    private let shared: SharedStates
    private let rowsPerGroupMinimum: Int

    /// - Parameters:
    ///   - own: the expressions of the caller's lane.
    ///   - extend: those of another one.
    init(
        _ own: LaneAggregation, _ first: LaneBuilder.Lane, _ builder: LaneBuilder, carried: [Int],
        _ extend: @escaping (LaneBuilder.Lane) throws(EngineError) -> LaneAggregation
    ) {
        let shared = SharedStates()
        self.shared = shared
        rowsPerGroupMinimum = builder.rowsPerGroupMinimum
        run = MorselRun(
            builder.source, threads: builder.threads, help: builder.help, abandoned: builder.abandoned,
            first: ParallelAggregationOperator.working(own, shared),
            byteCount: { output in
                guard case .inputs(let inputs) = output else { return 0 }
                var bytes = 0
                for input in inputs {
                    let rows = input.rows.count
                    for key in input.keys { bytes &+= key.byteCount(rows: rows) }
                    for vectors in input.arguments { for vector in vectors { bytes &+= vector.byteCount(rows: rows) } }
                }
                return bytes
            },
            makeLane: { () throws(EngineError) in
                ParallelAggregationOperator.working(try extend(try builder.lane()), shared)
            })
        super.init(own.aggregation, first.root, carried: carried)
        nested = own.nested
    }

    override var isReusable: Bool { false }

    private static func working(_ own: LaneAggregation, _ shared: SharedStates) -> MorselLane<Output> {
        let (lane, aggregation) = (own.lane, own.aggregation)
        return MorselLane(context: lane.context, feed: lane.feed, root: lane.root, above: own.nested) {
            limit throws(EngineError) in
            if !shared.isStreaming {
                let states = shared.take() ?? AggregationStates(aggregation)
                try states.addAll(of: lane.root, aggregation, lane.context)
                return MorselLane.Part(output: .states(states), isFinished: true)
            }
            var inputs: [Aggregation.Input] = []
            while inputs.count < limit {
                guard let batch = try lane.root.next(lane.context) else {
                    return MorselLane.Part(output: .inputs(inputs), isFinished: true)
                }
                inputs.append(try aggregation.evaluate(batch, lane.context))
            }
            return MorselLane.Part(output: .inputs(inputs), isFinished: false)
        }
    }

    override func openInput(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try run.begin(arguments, context)
    }

    override func gather(into states: AggregationStates, _ context: ExecutionContext) throws(EngineError) {
        shared.isStreaming = !states.isMergeable
        var isFirst = true
        while let output = try run.next(context) {
            switch output {
            case .inputs(let inputs): for input in inputs { try states.add(input, context) }
            case .states(let more):
                try states.merge(more, context)
                // The second morsel is begun after this, so that every thread knows.
                if isFirst { shared.isStreaming = more.groupCount * rowsPerGroupMinimum > more.rowCount + 1 }
                more.reset(context)
                shared.put(more)
            }
            isFirst = false
        }
        run.stop()
        takeWork()
    }

    private func takeWork() {
        guard let lane = run.lanes.first else { return }
        statistics.takeWork(of: lane.context.statistics)
    }

    override func close(_ context: ExecutionContext) {
        run.stop()
        takeWork()
        super.close(context)
    }
}

/// What the lanes of an aggregation share.
private final class SharedStates: @unchecked Sendable {
    /// Set by the caller's thread while no other is at work.
    var isStreaming = false
    private let lock = Lock()
    private var spare: [AggregationStates] = []

    /// Empty states, whose memory was used before.
    func take() -> AggregationStates? { lock.withLock { spare.popLast() } }

    func put(_ states: AggregationStates) { lock.withLock { spare.append(states) } }
}
