/// What every expand needs of a relationship pattern: types as numbers, direction, and where the relationships lie.
struct ExpandStep {
    let plan: LogicalPlan.Expand
    private var typeIDs: [RelationshipTypeID]?
    /// Of the first type, and of all others: most patterns have one, which is followed without a look at an array.
    private var first: TypeAdjacencyReader?
    private var rest: [TypeAdjacencyReader] = []
    private var hasRest = false
    private var living = RowBitmap().reader

    init(_ plan: LogicalPlan.Expand) { self.plan = plan }

    var direction: AdjacencyDirection {
        switch plan.direction {
        case .leftToRight: return .outgoing
        case .rightToLeft: return .incoming
        case .either: return .both
        }
    }

    /// Types may be created while the statement runs, so that names are looked up for every batch of the input, until all have
    /// their numbers.
    mutating func resolve(_ state: GraphState) {
        if let names = plan.types, typeIDs?.count != names.count {
            typeIDs = names.compactMap { state.relationshipTypeID(named: $0) }
        }
        refresh(state)
    }

    /// Must be called again after anything may have been written: what is read here is the state's own memory.
    mutating func refresh(_ state: GraphState) {
        living = state.livingRelationships
        if let typeIDs, typeIDs.count == 1 {
            first = state.adjacency(typeIDs[0])
            return
        }
        let adjacencies = state.adjacencies(typeIDs)
        first = adjacencies.first
        rest = Array(adjacencies.dropFirst())
        hasRest = !rest.isEmpty
    }

    /// So many nodes' beginnings fit the nearest cache.
    static let prefetchCount = 128

    /// To be called before many nodes are looked at, in pieces of `prefetchCount`: their memory then comes all at once.
    func prefetch(
        _ nodes: UnsafeBufferPointer<UInt32>, _ direction: AdjacencyDirection, _ reading: TypeAdjacencyReader.Reading
    ) {
        guard nodes.count > 1 else { return }
        first?.prefetch(nodes, direction, reading)
        for adjacency in rest { adjacency.prefetch(nodes, direction, reading) }
    }

    /// Calls `body` with runs of neighbours and relationships, without those of other types.
    @inline(__always)
    func forEachRun(
        _ node: UInt32, _ direction: AdjacencyDirection,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        first?.forEachRun(of: node, direction, living: living, body)
        if hasRest { for adjacency in rest { adjacency.forEachRun(of: node, direction, living: living, body) } }
    }

    /// Calls `body` with each relationship between the nodes.
    @inline(__always)
    func forEachRelationship(
        _ node: UInt32, to neighbour: UInt32, _ direction: AdjacencyDirection, _ body: (UInt32) -> Void
    ) {
        first?.forEachRelationship(of: node, to: neighbour, direction, living: living, body)
        guard hasRest else { return }
        for adjacency in rest {
            adjacency.forEachRelationship(of: node, to: neighbour, direction, living: living, body)
        }
    }

    @inline(__always)
    func degree(_ node: UInt32, _ direction: AdjacencyDirection) -> Int {
        var degree = first?.degree(of: node, direction, living: living) ?? 0
        if hasRest { for adjacency in rest { degree &+= adjacency.degree(of: node, direction, living: living) } }
        return degree
    }

    /// Writes the degree of the node in each of `rows` to `counts`; 0 where there is none.
    func degrees(of nodes: Vector, _ rows: Selection, rowCount: Int, into counts: TypedVector<Int64>) {
        let direction = direction
        switch nodes {
        case .nodeSequence(let start):
            if start & UInt32(GraphState.chunkRows - 1) == 0, !hasRest {
                counts.base.update(repeating: 0, count: rowCount)
                let index = Int(start) / GraphState.chunkRows
                if first?.addDegrees(ofChunk: index, direction, to: counts.base, rowCount: rowCount) ?? true { return }
            }
            rows.forEach { counts.base[$0] = Int64(degree(start &+ UInt32(truncatingIfNeeded: $0), direction)) }
        case .nodes(let nodes):
            if rows.rows == nil {
                prefetch(UnsafeBufferPointer(start: nodes.base, count: rows.count), direction, .degree)
            }
            rows.forEach { counts.base[$0] = nodes.isValid($0) ? Int64(degree(nodes[$0], direction)) : 0 }
        default:
            rows.forEach { row in
                counts.base[row] = nodes.node(at: row).map { Int64(degree($0, direction)) } ?? 0
            }
        }
    }

    /// Leaves nodes of a chunk alone whose degree lies in the range.
    ///
    /// - Returns: false, and nothing is done, where more than one type or direction counts.
    func narrow(_ rows: inout ChunkRows, to range: PassingRange) -> Bool {
        guard !hasRest, let first else { return false }
        return first.narrow(&rows, direction, to: range, living: living)
    }

    /// A node may be its own neighbour.
    var hasLoops: Bool { (first?.loopCount ?? 0) > 0 || rest.contains { $0.loopCount > 0 } }

    /// The nodes, perhaps one twice, from which a relationship with these ends can be followed in the pattern's direction; `nil`
    /// where it is of another type.
    func nodesLeft(by ends: (type: UInt32, start: UInt32, end: UInt32)) -> (UInt32, UInt32)? {
        if let typeIDs, !typeIDs.contains(RelationshipTypeID(ends.type)) { return nil }
        switch direction {
        case .outgoing: return (ends.start, ends.start)
        case .incoming: return (ends.end, ends.end)
        case .both: return (ends.start, ends.end)
        }
    }

    /// The relationship is of the pattern's types and can be followed from the node in the pattern's direction.
    func leads(_ relationship: UInt32, from node: UInt32, _ state: GraphState) -> Bool {
        nodesLeft(by: state.ends(of: RelationshipID(relationship))).map { $0 == node || $1 == node } ?? false
    }
}

extension AdjacencyDirection {
    var reversed: AdjacencyDirection {
        switch self {
        case .outgoing: return .incoming
        case .incoming: return .outgoing
        case .both: return .both
        }
    }
}

/// The relationships that a row has matched already, alone or in lists: those that a further one must differ from.
struct MatchedRelationships {
    private let slots: [Slot]
    private var vectors: [Vector] = []
    private(set) var numbers: [UInt32] = []

    init(_ slots: [Slot]) { self.slots = slots }

    var isEmpty: Bool { slots.isEmpty }

    mutating func begin(_ batch: RowBatch) {
        guard !slots.isEmpty else { return }
        vectors = slots.map { batch[$0] }
    }

    /// Lets go of the batch.
    mutating func removeAll() {
        guard !slots.isEmpty else { return }
        vectors = []
        numbers.removeAll()
    }

    /// Reads those of one row, each once.
    @inline(__always)
    mutating func load(_ row: Int, _ strings: StringPool) {
        guard !slots.isEmpty else { return }
        numbers.removeAll(keepingCapacity: true)
        for vector in vectors { add(vector, row, strings) }
    }

    private mutating func add(_ vector: Vector, _ row: Int, _ strings: StringPool) {
        if let number = vector.relationship(at: row) {
            if !numbers.contains(number) { numbers.append(number) }
            return
        }
        switch vector {
        case .constant, .values:
            guard case .list(let items) = vector.value(at: row, strings) else { return }
            for case .relationship(let id) in items where !numbers.contains(id.rawValue) { numbers.append(id.rawValue) }
        default: return
        }
    }

    @inline(__always)
    func contains(_ relationship: UInt32) -> Bool { numbers.contains(relationship) }
}
