/// What the graph is made of: `db.schema.nodeTypeProperties()` and its like, found by going through it once.
enum SchemaProcedures {
    private struct PropertyUse {
        var types: Set<String> = []
        var count = 0
    }

    private struct Kind {
        var names: [String]
        var count = 0
        var properties: [String: PropertyUse] = [:]

        mutating func add(_ map: MapValue) {
            count += 1
            for (key, value) in zip(map.keys, map.values) {
                properties[key, default: PropertyUse()].types.insert(TypePredicate.name(of: value))
                properties[key]?.count += 1
            }
        }

        /// A row a property; one without a property where there is none.
        func rows(_ head: [Value]) -> [[Value]] {
            guard !properties.isEmpty else { return [head + [.null, .null, .bool(false)]] }
            return properties.keys.sorted { $0.compareBytes(to: $1) < 0 }.map { key in
                let use = properties[key] ?? PropertyUse()
                return head + [.string(key), .list(use.types.sorted().map { .string($0) }), .bool(use.count == count)]
            }
        }
    }

    static func nodeTypeProperties(_ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let graph = context.evaluation.graph
        var kinds: [[String]: Kind] = [:]
        try forEachNode(context) { node in
            let labels = graph.labels(of: node).sorted { $0.compareBytes(to: $1) < 0 }
            kinds[labels, default: Kind(names: labels)].add(graph.properties(of: node))
        }
        return sorted(kinds.values).flatMap { kind in
            kind.rows([
                .string(kind.names.map { ":" + SchemaText.quoted($0) }.joined()), .list(kind.names.map { .string($0) }),
            ])
        }
    }

    static func relTypeProperties(_ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let graph = context.evaluation.graph
        var kinds: [String: Kind] = [:]
        try forEachRelationship(context) { relationship in
            let type = graph.type(of: relationship)
            kinds[type, default: Kind(names: [type])].add(graph.properties(of: relationship))
        }
        return sorted(kinds.values).flatMap { kind in kind.rows([.string(":" + SchemaText.quoted(kind.names[0]))]) }
    }

    /// One row: the labels as maps, and as maps which types join which of them.
    static func visualization(_ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        struct Joint: Hashable {
            var type: String
            var start: String
            var end: String
        }
        let graph = context.evaluation.graph
        let state = context.transaction.state
        var joints: Set<Joint> = []
        try forEachRelationship(context) { relationship in
            let type = graph.type(of: relationship)
            for start in graph.labels(of: graph.start(of: relationship)) {
                for end in graph.labels(of: graph.end(of: relationship)) {
                    joints.insert(Joint(type: type, start: start, end: end))
                }
            }
        }
        let labels = state.labelNames.filter { name in
            state.labelID(named: name).map { state.nodeCount(of: $0) > 0 } ?? false
        }
        let nodes = labels.sorted { $0.compareBytes(to: $1) < 0 }.map { label -> Value in
            let indexes = state.schema.indexes.filter { $0.labelsOrTypes.contains(label) }.map { Value.string($0.name) }
            let constraints = state.schema.constraints.filter { $0.labelOrType == label }.map { Value.string($0.name) }
            return .map(
                MapValue([("name", .string(label)), ("indexes", .list(indexes)), ("constraints", .list(constraints))]))
        }
        let relationships = joints.sorted { ($0.type, $0.start, $0.end) < ($1.type, $1.start, $1.end) }.map {
            joint -> Value in
            .map(
                MapValue([
                    ("name", .string(joint.type)), ("startNode", .string(joint.start)), ("endNode", .string(joint.end)),
                ]))
        }
        return [[.list(nodes), .list(relationships)]]
    }

    private static func sorted(_ kinds: Dictionary<[String], Kind>.Values) -> [Kind] { sorted(Array(kinds)) }
    private static func sorted(_ kinds: Dictionary<String, Kind>.Values) -> [Kind] { sorted(Array(kinds)) }

    private static func sorted(_ kinds: [Kind]) -> [Kind] {
        kinds.sorted { $0.names.lexicographicallyPrecedes($1.names) { $0.compareBytes(to: $1) < 0 } }
    }

    private static func rowLimit(_ rows: RowBitmap) -> UInt32 { UInt32(truncatingIfNeeded: rows.chunkCapacity << 10) }

    private static func forEachNode(
        _ context: ExecutionContext, _ body: (NodeID) -> Void
    ) throws(EngineError) {
        let state = context.transaction.state
        for row in 0..<rowLimit(state.storage.nodes) {
            if row & 1023 == 0 { try context.checkInterrupt() }
            let node = NodeID(row)
            if state.exists(node) { body(node) }
        }
    }

    private static func forEachRelationship(
        _ context: ExecutionContext, _ body: (RelationshipID) -> Void
    ) throws(EngineError) {
        let state = context.transaction.state
        for row in 0..<rowLimit(state.storage.relationships) {
            if row & 1023 == 0 { try context.checkInterrupt() }
            let relationship = RelationshipID(row)
            if state.exists(relationship) { body(relationship) }
        }
    }
}
