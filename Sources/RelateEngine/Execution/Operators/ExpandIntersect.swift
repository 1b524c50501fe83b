/// Two expands that meet in the same new node, such as the corner that closes a triangle: neighbours of both ends.
///
/// The neighbours of `second.from` are marked in a bitmap, which serves as long as that node stays the same from row to row;
/// those of `first.from` are gone through and looked up. Where the node changes with every row and has many neighbours,
/// they are searched instead of marked.
final class ExpandIntersectOperator: ExpandOperator {
    private let multiplicity: LogicalPlan.Multiplicity?
    @exclusivity(unchecked) private var second: ExpandStep
    @exclusivity(unchecked) private var secondMatched: MatchedRelationships
    /// Where the relationships end that the row has matched already; `nil` where that has to be looked up.
    private let matchedEnds: [Slot]?
    private var endVectors: [Vector] = []
    /// The two new relationships must differ.
    private let isDistinctFromFirst: Bool
    @exclusivity(unchecked) private var marks = NodeMarks()
    @exclusivity(unchecked) private var work = 0
    /// Room that marks need.
    @exclusivity(unchecked) private var nodeRowCount = 0
    /// Of the batch at hand.
    @exclusivity(unchecked) private var rowCount = 0

    /// For so few rows that go through so few neighbours, to search takes less time than to make room for marks.
    private static let searchedRows = 4
    private static let searchedDegree = 256

    init(_ plan: LogicalPlan.ExpandIntersect, _ input: Operator, carried: [Int]) {
        multiplicity = plan.multiplicity
        matchedEnds = plan.matchedEnds
        second = ExpandStep(plan.second)
        let first = plan.first.relationship
        secondMatched = MatchedRelationships(plan.second.distinctFrom.filter { $0 != first })
        isDistinctFromFirst = plan.second.distinctFrom.contains(first)
        super.init(plan.first, node: plan.first.to, other: plan.second.relationship, input, carried: carried)
    }

    override func begin(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.begin(batch, context)
        second.resolve(context.transaction.state)
        secondMatched.begin(batch)
        endVectors = (matchedEnds ?? []).map { batch[$0] }
        rowCount = batch.selection.count
    }

    override func refresh(_ state: GraphState) {
        super.refresh(state)
        second.refresh(state)
        marks.unmark()
        nodeRowCount = state.nodeRowCount
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let multiplicity else { return try super.produce(context) }
        guard let batch = try inputs[0].next(context) else { return nil }
        try begin(batch, context)
        refresh(context.transaction.state)
        let counts = TypedVector<Int64>(capacity: batch.rowCount)
        let firsts = batch[step.plan.from]
        let seconds = batch[second.plan.from]
        var index = 0
        // A copy a batch: what a class holds would be counted as used for every row.
        let step = step
        context.statistics.neighborWalks &+= 2 &* batch.selection.count
        let rows = try batch.selection.filtered { row throws(EngineError) in
            defer { index += 1 }
            guard let from = firsts.node(at: row), let other = seconds.node(at: row) else { return false }
            let next = index + 1 < batch.selection.count ? seconds.node(at: batch.selection.row(at: index + 1)) : nil
            let count = try self.count(from, other, isRepeated: next == other, row, step, context)
            counts.base[row] = Int64(count)
            return count > 0
        }
        batch.selection = try Multiplicities.multiply(
            counts, by: multiplicity.earlier.map { batch[$0] }, rows, context)
        batch[multiplicity.slot] = .ints(counts)
        return batch
    }

    override func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let step = step
        let second = second
        let firsts = input[step.plan.from]
        let seconds = input[second.plan.from]
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let from = firsts.node(at: row), let other = seconds.node(at: row) else { continue }
            let next = position < input.selection.count ? seconds.node(at: input.selection.row(at: position)) : nil
            loadMatched(row, context)
            let parent = UInt16(truncatingIfNeeded: row)
            context.statistics.neighborWalks &+= 2
            let isMarked = try mark(other, unlikeNeighboursOf: from, isRepeated: next == other, context)
            step.forEachRun(from, step.direction) { neighbours, relationships in
                work &+= neighbours.count
                for index in 0..<neighbours.count where !isMarked || marks.contains(neighbours[index]) {
                    let neighbour = neighbours[index]
                    let relationship = relationships[index]
                    if matched.contains(relationship) { continue }
                    second.forEachRelationship(other, to: neighbour, second.direction) { otherRelationship in
                        guard isAllowed(otherRelationship, beside: relationship) else { return }
                        found.append(parent: parent, node: neighbour, relationship: relationship)
                        if found.other != nil { found.others.append(otherRelationship) }
                    }
                }
            }
        }
    }

    private func loadMatched(_ row: Int, _ context: ExecutionContext) {
        matched.load(row, context.strings)
        secondMatched.load(row, context.strings)
    }

    @inline(__always)
    private func isAllowed(_ relationship: UInt32, beside first: UInt32) -> Bool {
        !(isDistinctFromFirst && relationship == first) && !secondMatched.contains(relationship)
    }

    /// - Returns: whether the neighbours of `node` are marked; else they are to be searched.
    private func mark(
        _ node: UInt32, unlikeNeighboursOf other: UInt32, isRepeated: Bool, _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        if work > 1 << 20 {
            try context.checkInterrupt()
            work = 0
        }
        if marks.isOf(node) { return true }
        if !marks.hasRoom(rowCount: nodeRowCount) {
            if rowCount <= Self.searchedRows, step.degree(other, step.direction) <= Self.searchedDegree { return false }
            marks.unmark()
            marks.reserve(rowCount: nodeRowCount)
        }
        if !isRepeated {
            let degree = second.degree(node, second.direction)
            guard degree <= 64 || degree <= 8 * step.degree(other, step.direction) else { return false }
        }
        marks.begin(node)
        second.forEachRun(node, second.direction) { neighbours, _ in
            work &+= neighbours.count
            context.statistics.hops &+= neighbours.count
            marks.add(neighbours)
        }
        return true
    }

    /// How many pairs of relationships from the two nodes meet in one.
    private func count(
        _ from: UInt32, _ other: UInt32, isRepeated: Bool, _ row: Int, _ step: ExpandStep, _ context: ExecutionContext
    ) throws(EngineError) -> Int {
        let isMarked = try mark(other, unlikeNeighboursOf: from, isRepeated: isRepeated, context)
        var hops = 0
        defer {
            context.statistics.hops &+= hops
            work &+= hops
        }
        // With parallel relationships, or where both ends are one node, every pair is looked at.
        guard isMarked, !marks.hasRepeated, from != other else {
            loadMatched(row, context)
            var total = 0
            step.forEachRun(from, step.direction) { neighbours, relationships in
                hops &+= neighbours.count
                for index in 0..<neighbours.count where !isMarked || marks.contains(neighbours[index]) {
                    total &+= pairs(relationships[index], neighbours[index], other)
                }
            }
            return total
        }
        var total = 0
        let words = marks.words
        step.forEachRun(from, step.direction) { neighbours, _ in
            hops &+= neighbours.count
            var met = 0
            for neighbour in neighbours {
                met &+= Int(truncatingIfNeeded: words[Int(neighbour >> 6)] >> UInt64(neighbour & 63) & 1)
            }
            total &+= met
        }
        if matched.isEmpty, secondMatched.isEmpty { return total }
        // A relationship that the row has already can only be met at one of its ends: those are counted again, exactly.
        var isLoaded = matchedEnds == nil
        if isLoaded { loadMatched(row, context) }
        forEachEnd(row, context.transaction.state) { node in
            guard marks.contains(node), node != from || step.hasLoops else { return }
            if !isLoaded { loadMatched(row, context) }
            isLoaded = true
            step.forEachRelationship(from, to: node, step.direction) { relationship in
                total &+= pairs(relationship, node, other) - 1
            }
        }
        return total
    }

    private func pairs(_ relationship: UInt32, _ neighbour: UInt32, _ other: UInt32) -> Int {
        if matched.contains(relationship) { return 0 }
        var pairs = 0
        second.forEachRelationship(other, to: neighbour, second.direction) {
            pairs &+= isAllowed($0, beside: relationship) ? 1 : 0
        }
        return pairs
    }

    /// Calls `body` with the ends of the relationships that the row has matched already, each node once.
    @inline(__always)
    private func forEachEnd(_ row: Int, _ state: GraphState, _ body: (UInt32) -> Void) {
        if matchedEnds != nil {
            for index in endVectors.indices {
                guard let node = endVectors[index].node(at: row) else { continue }
                if endVectors[..<index].contains(where: { $0.node(at: row) == node }) { continue }
                body(node)
            }
            return
        }
        var nodes: [UInt32] = []
        for relationship in matched.numbers + secondMatched.numbers {
            let ends = state.ends(of: RelationshipID(relationship))
            for node in [ends.start, ends.end] where !nodes.contains(node) {
                nodes.append(node)
                body(node)
            }
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        marks = NodeMarks()
    }

    override var isReusable: Bool { true }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        secondMatched.removeAll()
        endVectors = []
    }
}
