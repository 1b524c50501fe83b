import TestSupport

@testable import Relate

/// The graph as dictionaries: slow and plainly right. Random steps are done to it and to the real thing.
struct GraphModel: Equatable {
    struct Node: Equatable {
        var labels: Set<String> = []
        var properties: [String: ModelValue] = [:]
    }

    struct Relationship: Equatable {
        var type: String
        var start: UInt32
        var end: UInt32
        var properties: [String: ModelValue] = [:]
    }

    var nodes: [UInt32: Node] = [:]
    var relationships: [UInt32: Relationship] = [:]

    func relationships(of node: UInt32) -> [UInt32] {
        relationships.filter { $0.value.start == node || $0.value.end == node }.map(\.key)
    }
}

/// The kinds of value that matter to a column: each typed one, and something boxed.
enum ModelValue: Equatable {
    case int(Int64)
    case double(Double)
    case bool(Bool)
    case string(String)
    case list([Int64])

    var value: Value {
        switch self {
        case .int(let int): .int(int)
        case .double(let double): .float(double)
        case .bool(let bool): .bool(bool)
        case .string(let string): .string(string)
        case .list(let ints): .list(ints.map { Value.int($0) })
        }
    }

    init?(_ value: Value) {
        switch value {
        case .int(let int): self = .int(int)
        case .float(let double): self = .double(double)
        case .bool(let bool): self = .bool(bool)
        case .string(let string): self = .string(string)
        case .list(let values):
            self = .list(values.compactMap { if case .int(let int) = $0 { int } else { nil } })
        default: return nil
        }
    }

    static func random(using generator: inout SplitMix) -> ModelValue {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: .int(Int64.random(in: -5...5, using: &generator))
        case 4, 5: .double(Double(Int.random(in: -5...5, using: &generator)))
        case 6: .bool(Bool.random(using: &generator))
        case 7: .string("é\(Int.random(in: 0..<5, using: &generator))")
        case 8: .string("a string too long to lie in its reference: é \(Int.random(in: 0..<20, using: &generator))")
        default: .list([1, Int64.random(in: 0..<3, using: &generator)])
        }
    }
}

extension GraphModel {
    /// What `state` says of itself, one element at a time.
    init(readingElementsOf state: GraphState) {
        for row in 0..<UInt32(state.nodeRowCount) where state.exists(NodeID(row)) {
            var node = Node()
            node.labels = Set(state.labels(of: NodeID(row)).map { state.name(of: $0) })
            for (key, value) in state.properties(of: NodeID(row)) {
                node.properties[state.name(of: key)] = ModelValue(value)
            }
            nodes[row] = node
        }
        for row in 0..<UInt32(state.relationshipRowCount) where state.exists(RelationshipID(row)) {
            let id = RelationshipID(row)
            var relationship = Relationship(
                type: state.name(of: state.type(of: id)), start: state.start(of: id).rawValue,
                end: state.end(of: id).rawValue)
            for (key, value) in state.properties(of: id) {
                relationship.properties[state.name(of: key)] = ModelValue(value)
            }
            relationships[row] = relationship
        }
    }

    /// What differs between `state`, read every way there is, and this model.
    func differences(from state: GraphState) -> [String] {
        var found = state.checkInvariants()
        if GraphModel(readingElementsOf: state) != self { found.append("elements differ") }
        if state.nodeCount != nodes.count { found.append("node count") }
        if state.relationshipCount != relationships.count { found.append("relationship count") }
        for (index, name) in state.labelNames.enumerated() {
            let label = LabelID(UInt32(index))
            let expected = nodes.filter { $0.value.labels.contains(name) }.map(\.key).sorted()
            if state.nodeCount(of: label) != expected.count { found.append("count of label \(name)") }
            if scan(state, label) != expected { found.append("scan of label \(name)") }
        }
        for (index, name) in state.relationshipTypeNames.enumerated() {
            let type = RelationshipTypeID(UInt32(index))
            let expected = relationships.values.filter { $0.type == name }
            if state.relationshipCount(of: type) != expected.count { found.append("count of type \(name)") }
        }
        for node in nodes.keys {
            for direction in [AdjacencyDirection.outgoing, .incoming, .both] {
                for (index, name) in state.relationshipTypeNames.enumerated() {
                    let type = RelationshipTypeID(UInt32(index))
                    if !agree(state, node, type, name, direction) { found.append("\(direction) \(name) of \(node)") }
                }
                if !agree(state, node, nil, nil, direction) { found.append("\(direction) of \(node)") }
            }
        }
        return found
    }

    private func scan(_ state: GraphState, _ label: LabelID) -> [UInt32] {
        var rows: [UInt32] = []
        for index in 0..<state.nodeChunkCount {
            guard let chunk = state.nodeChunk(at: index, label: label) else { continue }
            for row in 0..<1024 where chunk.words[row / 64] >> UInt64(row % 64) & 1 == 1 {
                rows.append(UInt32(index * 1024 + row))
            }
        }
        return rows
    }

    private func agree(
        _ state: GraphState, _ node: UInt32, _ type: RelationshipTypeID?, _ name: String?,
        _ direction: AdjacencyDirection
    ) -> Bool {
        var expected: [UInt32: UInt32] = [:]
        for (number, relationship) in relationships where name == nil || relationship.type == name {
            if direction != .incoming && relationship.start == node { expected[number] = relationship.end }
            if direction != .outgoing && relationship.end == node { expected[number] = relationship.start }
        }
        var actual: [UInt32: UInt32] = [:]
        var total = 0
        state.withNeighbours(of: NodeID(node), type: type, direction: direction) { neighbours, relationships in
            total += neighbours.count
            if neighbours.isEmpty || neighbours.count != relationships.count { total = -1_000_000 }
            for (neighbour, number) in zip(neighbours, relationships) { actual[number] = neighbour }
        }
        return actual == expected && total == expected.count
            && state.degree(of: NodeID(node), type: type, direction: direction) == expected.count
    }
}

typealias SplitMix = TestSupport.SplitMix
