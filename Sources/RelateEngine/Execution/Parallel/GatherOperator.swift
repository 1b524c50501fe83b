/// The rows of operators that several threads run, in the order in which one thread would make them.
final class GatherOperator: Operator {
    private let run: MorselRun<[RowBatch]>
    private let top: Operator
    private var ready: ArraySlice<RowBatch> = []
    /// What the lanes do a part of the work of, above those operators that stand in the plan.
    weak var owner: Operator?

    typealias Extend = (LaneBuilder.Lane) throws(EngineError) -> LaneBuilder.Lane

    /// - Parameters:
    ///   - first: the caller's lane.
    ///   - top: its uppermost operator that stands in the plan.
    ///   - extend: what is done to each further lane.
    init(_ first: LaneBuilder.Lane, shown top: Operator, _ builder: LaneBuilder, _ extend: @escaping Extend) {
        self.top = top
        let slots = first.root.carried
        run = MorselRun(
            builder.source, threads: builder.threads, help: builder.help, abandoned: builder.abandoned,
            first: GatherOperator.working(first),
            byteCount: { batches in
                var bytes = 0
                for batch in batches {
                    for slot in slots { bytes &+= batch.columns[slot].byteCount(rows: batch.rowCount) }
                }
                return bytes
            },
            makeLane: { () throws(EngineError) in GatherOperator.working(try extend(try builder.lane())) })
        super.init([], carried: first.root.carried)
    }

    override var shown: Operator { top.shown }

    private static func working(_ lane: LaneBuilder.Lane) -> MorselLane<[RowBatch]> {
        MorselLane(context: lane.context, feed: lane.feed, root: lane.root) { limit throws(EngineError) in
            var batches: [RowBatch] = []
            while batches.count < limit {
                guard let batch = try lane.root.next(lane.context) else {
                    return MorselLane.Part(output: batches, isFinished: true)
                }
                batches.append(batch)
            }
            return MorselLane.Part(output: batches, isFinished: false)
        }
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        ready = []
        try run.begin(arguments, context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let batch = ready.popFirst() { return batch }
            guard let batches = try run.next(context) else { return nil }
            ready = batches[...]
        }
    }

    override func close(_ context: ExecutionContext) {
        ready = []
        run.stop()
        // What is above the plan's operators in the first lane has counted for the owner.
        guard let owner, let root = run.lanes.first?.root, root !== top else { return }
        owner.statistics.takeWork(of: root.statistics)
        for (own, other) in zip(owner.nested, root.nested) { own.takeStatistics(of: other) }
    }
}
