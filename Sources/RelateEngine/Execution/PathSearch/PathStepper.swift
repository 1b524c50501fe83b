/// Where a path search stands: at a graph node, in the pattern's segment `segment` of which `count` repetitions are done.
///
/// The count stays at the segment's minimum where there is no maximum. `segment` is the number of segments at the end.
struct PathPlace: Hashable {
    var node: UInt32
    var segment: Int
    var count: Int
}

/// A step of a path search: one repetition of a segment.
struct PathStep {
    var target: PathPlace
    /// In the order of the pattern.
    var relationships: Relationships
    /// Of the segment's group variables.
    var values: [Value]
    /// The target's node may end the segment, by its own conditions; whether enough repetitions are done is not said.
    var mayEnd: Bool

    var byteCount: Int {
        var bytes = MemoryLayout<PathStep>.stride
        if !values.isEmpty { bytes += 32 + 24 * values.count }
        if case .several(let all) = relationships { bytes += 32 + 4 * all.count }
        return bytes
    }

    enum Relationships {
        case one(UInt32)
        case several([UInt32])

        var count: Int {
            switch self {
            case .one: return 1
            case .several(let all): return all.count
            }
        }

        func forEach(_ body: (UInt32) -> Void) {
            switch self {
            case .one(let relationship): body(relationship)
            case .several(let all): all.forEach(body)
            }
        }
    }
}

/// Finds the steps of a path search, for one outer row at a time.
final class PathStepper {
    let plan: LogicalPlan.PathSearch
    private var segments: [Segment]
    private let inner: [Operator]
    private var outer = RowBatch(columns: SlotColumns(slotCount: 0), rowCount: 0)
    private var matched: MatchedRelationships

    private struct Segment {
        let plan: LogicalPlan.PathSearch.Segment
        let endPredicates: [VectorExpression]
        let stepPredicates: [VectorExpression]
        var expand: ExpandStep?
    }

    /// - Parameter inner: the operators of the plan's children behind the first.
    init(
        _ plan: LogicalPlan.PathSearch, _ inner: [Operator], _ compiler: ExpressionCompiler
    ) throws(EngineError) {
        self.plan = plan
        self.inner = inner
        matched = MatchedRelationships(plan.distinctFrom)
        segments = []
        for segment in plan.segments {
            var expand: ExpandStep?
            var predicates: [VectorExpression] = []
            if case .relationship(let step, let conditions) = segment.step {
                expand = ExpandStep(step)
                predicates = try compiler.compile(conditions)
            }
            segments.append(
                Segment(
                    plan: segment, endPredicates: try compiler.compile(segment.endPredicates),
                    stepPredicates: predicates, expand: expand))
        }
    }

    var segmentCount: Int { segments.count }

    /// The node where every path ends, in a search into one.
    private(set) var wantedEnd: UInt32?

    /// - Parameter outer: one row, constants.
    func begin(_ outer: RowBatch, _ context: ExecutionContext) {
        self.outer = outer
        matched.begin(outer)
        matched.load(0, context.strings)
        for index in segments.indices { segments[index].expand?.resolve(context.transaction.state) }
        wantedEnd = plan.isInto ? plan.segments.last.flatMap { outer[$0.end].node(at: 0) } : nil
    }

    /// Enough repetitions are done to go on to the next segment.
    func isEnough(_ place: PathPlace) -> Bool {
        place.segment < segments.count && place.count >= segments[place.segment].plan.minimum
    }

    /// The place behind `place` without a step: the next segment's beginning.
    func following(_ place: PathPlace) -> PathPlace {
        PathPlace(node: place.node, segment: place.segment + 1, count: 0)
    }

    /// Whether the node may end the segment of `place`.
    func mayEnd(_ place: PathPlace, _ context: ExecutionContext) throws(EngineError) -> Bool {
        guard place.segment < segments.count else { return false }
        return try mayEnd([place.node], place.segment, context)[0]
    }

    private func mayEnd(
        _ nodes: [UInt32], _ index: Int, _ context: ExecutionContext
    ) throws(EngineError) -> [Bool] {
        let segment = segments[index]
        let isLast = index == segments.count - 1
        guard isLast && plan.isInto || !segment.endPredicates.isEmpty else {
            return [Bool](repeating: true, count: nodes.count)
        }
        var result = [Bool](repeating: false, count: nodes.count)
        if isLast, plan.isInto {
            guard let wantedEnd else { return result }
            for place in nodes.indices { result[place] = nodes[place] == wantedEnd }
            guard !segment.endPredicates.isEmpty else { return result }
        } else {
            for place in nodes.indices { result[place] = true }
        }
        try Self.test(nodes.count, segment.endPredicates, outer, context, into: &result) { start, length, batch in
            let numbers = TypedVector<UInt32>(capacity: length)
            for place in 0..<length { numbers.base[place] = nodes[start + place] }
            batch[segment.plan.end] = .nodes(numbers)
        }
        return result
    }

    /// Clears the flags of those candidates for which a predicate does not hold; `fill` sets the columns of a batch of them.
    private static func test(
        _ count: Int, _ predicates: [VectorExpression], _ outer: RowBatch, _ context: ExecutionContext,
        into flags: inout [Bool], _ fill: (_ start: Int, _ length: Int, _ batch: RowBatch) -> Void
    ) throws(EngineError) {
        var start = 0
        while start < count {
            let length = min(count - start, RowBatch.rowsLimit)
            let batch = RowBatch(columns: outer.columns, rowCount: length)
            fill(start, length, batch)
            var rows = batch.selection.filtered { flags[start + $0] }
            for predicate in predicates { rows = try predicate.select(batch, rows, context) }
            for place in 0..<length { flags[start + place] = false }
            rows.forEach { flags[start + $0] = true }
            start += length
        }
    }

    /// All ways to do one more repetition.
    func steps(from place: PathPlace, _ context: ExecutionContext) throws(EngineError) -> [PathStep] {
        guard place.segment < segments.count else { return [] }
        let segment = segments[place.segment]
        if let maximum = segment.plan.maximum, place.count >= maximum { return [] }
        let count = segment.plan.maximum == nil ? min(place.count + 1, segment.plan.minimum) : place.count + 1
        var steps: [PathStep]
        switch segment.plan.step {
        case .relationship: steps = try adjacent(place, segment, count, context)
        case .pattern(let child, let from, let to, let relationships):
            steps = try matches(of: inner[child - 1], from, to, relationships, place, segment, count, context)
        }
        guard count >= segment.plan.minimum, !steps.isEmpty else { return steps }
        let flags = try mayEnd(steps.map(\.target.node), place.segment, context)
        for index in steps.indices { steps[index].mayEnd = flags[index] }
        return steps
    }

    private func adjacent(
        _ place: PathPlace, _ segment: Segment, _ count: Int, _ context: ExecutionContext
    ) throws(EngineError) -> [PathStep] {
        guard let step = segment.expand else { return [] }
        var nodes: [UInt32] = []
        var numbers: [UInt32] = []
        context.statistics.neighborWalks &+= 1
        step.forEachRun(place.node, step.direction) { neighbours, relationships in
            context.statistics.hops &+= neighbours.count
            nodes.append(contentsOf: neighbours)
            numbers.append(contentsOf: relationships)
        }
        var isKept = [Bool](repeating: true, count: nodes.count)
        if !plan.distinctFrom.isEmpty {
            for index in nodes.indices { isKept[index] = !matched.contains(numbers[index]) }
        }
        if !segment.stepPredicates.isEmpty {
            try Self.test(nodes.count, segment.stepPredicates, outer, context, into: &isKept) { start, length, batch in
                let targets = TypedVector<UInt32>(capacity: length)
                let relationships = TypedVector<UInt32>(capacity: length)
                for index in 0..<length {
                    targets.base[index] = nodes[start + index]
                    relationships.base[index] = numbers[start + index]
                }
                batch[step.plan.from] = .constant(.node(NodeID(place.node)))
                batch[step.plan.relationship] = .relationships(relationships)
                batch[step.plan.to] = .nodes(targets)
            }
        }
        var steps: [PathStep] = []
        steps.reserveCapacity(nodes.count)
        for index in nodes.indices where isKept[index] {
            let values = segment.plan.groupVariables.map { variable -> Value in
                if variable.inner == step.plan.relationship { return .relationship(RelationshipID(numbers[index])) }
                return .node(NodeID(variable.inner == step.plan.from ? place.node : nodes[index]))
            }
            steps.append(
                PathStep(
                    target: PathPlace(node: nodes[index], segment: place.segment, count: count),
                    relationships: .one(numbers[index]), values: values, mayEnd: false))
        }
        return steps
    }

    private func matches(
        of pattern: Operator, _ from: Slot, _ to: Slot, _ slots: [Slot], _ place: PathPlace, _ segment: Segment,
        _ count: Int, _ context: ExecutionContext
    ) throws(EngineError) -> [PathStep] {
        let arguments = RowBatch(columns: outer.columns, rowCount: 1)
        arguments[from] = .constant(.node(NodeID(place.node)))
        try pattern.open(arguments, context)
        defer { pattern.close(context) }
        var steps: [PathStep] = []
        while let batch = try pattern.next(context) {
            batch.selection.forEach { row in
                guard let end = batch[to].node(at: row) else { return }
                let relationships = slots.compactMap { batch[$0].relationship(at: row) }
                guard !relationships.contains(where: { matched.contains($0) }) else { return }
                steps.append(
                    PathStep(
                        target: PathPlace(node: end, segment: place.segment, count: count),
                        relationships: .several(relationships),
                        values: segment.plan.groupVariables.map { batch[$0.inner].value(at: row, context.strings) },
                        mayEnd: false))
            }
        }
        return steps
    }

    /// The relationships in the order in which they are walked.
    func walked(_ relationships: PathStep.Relationships) -> [UInt32] {
        switch relationships {
        case .one(let relationship): [relationship]
        case .several(let all): plan.isReversed ? all.reversed() : all
        }
    }

    /// The other end of a relationship, and of several one after the other all nodes that are passed.
    func nodes(
        along relationships: PathStep.Relationships, from start: UInt32, _ context: ExecutionContext
    ) -> [UInt32] {
        let state = context.transaction.state
        func other(_ relationship: UInt32, than node: UInt32) -> UInt32 {
            let id = RelationshipID(relationship)
            let begin = state.start(of: id).rawValue
            return begin == node ? state.end(of: id).rawValue : begin
        }
        switch relationships {
        case .one(let relationship): return [other(relationship, than: start)]
        case .several(let all):
            var node = start
            var result: [UInt32] = []
            for relationship in walked(.several(all)) {
                node = other(relationship, than: node)
                result.append(node)
            }
            return result
        }
    }
}
