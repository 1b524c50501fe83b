import Relate

/// Nodes and relationships to be drawn, each once, in the order they came.
package struct GraphScene: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        package let elementId: String
        package let labels: [String]
        package let caption: String
        package let properties: [String: CypherValue]
        /// Neighbours that are known to be there and are not in the scene.
        package var hiddenCount: Int
        /// Somebody wants it to stay.
        package var isPinned = false

        package init(
            elementId: String, labels: [String], caption: String, properties: [String: CypherValue] = [:],
            hiddenCount: Int = 0
        ) {
            self.elementId = elementId
            self.labels = labels
            self.caption = caption
            self.properties = properties
            self.hiddenCount = hiddenCount
        }

        package init(_ node: CypherValue.Node, _ options: ValueOptions = ValueOptions()) {
            self.init(
                elementId: node.elementId, labels: node.labels,
                caption: options.caption(node) ?? ValueWriter.shortId(node.elementId), properties: node.properties)
        }

        /// The colour of its first label.
        package var role: Role { labels.first.map { Role.category(for: $0) } ?? .text }
    }

    package struct Relationship: Hashable, Sendable {
        package let elementId: String
        package let type: String
        /// Places in `nodes`.
        package let start: Int
        package let end: Int
    }

    package private(set) var nodes: [Node] = []
    package private(set) var relationships: [Relationship] = []
    private var places: [String: Int] = [:]
    private var known: Set<String> = []
    /// Nodes of which only the id is known, being the end of a relationship.
    private var isBare: Set<String> = []

    package init() {}

    /// Everything of the graph inside `values`, at any depth.
    package init(_ values: some Sequence<CypherValue>, _ options: ValueOptions = ValueOptions()) {
        for value in values { add(value, options) }
    }

    /// Nodes at the other end of a node's relationships.
    package func neighbours(of node: Int) -> [Int] {
        relationships.compactMap { $0.start == node ? $0.end : $0.end == node ? $0.start : nil }
    }

    package func place(of elementId: String) -> Int? { places[elementId] }

    package mutating func setHiddenCount(_ count: Int, of elementId: String) {
        if let place = places[elementId] { nodes[place].hiddenCount = count }
    }

    package mutating func setPinned(_ elementId: String) {
        if let place = places[elementId] { nodes[place].isPinned = true }
    }

    package mutating func add(_ value: CypherValue, _ options: ValueOptions = ValueOptions()) {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .node(let node): add(node, options)
            case .relationship(let relationship): add(relationship)
            case .path(let path):
                for node in path.nodes { add(node, options) }
                for relationship in path.relationships { add(relationship) }
            case .list(let elements): pending += elements.reversed()
            case .map(let entries):
                pending += entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.reversed().map(\.value)
            default: break
            }
        }
    }

    package mutating func add(_ node: CypherValue.Node, _ options: ValueOptions = ValueOptions()) {
        if let place = places[node.elementId], !isBare.contains(node.elementId) {
            if nodes[place].properties.isEmpty, !node.properties.isEmpty {
                isBare.insert(node.elementId)
            } else {
                return
            }
        }
        let drawn = Node(node, options)
        if let place = places[node.elementId] {
            nodes[place] = drawn
            isBare.remove(node.elementId)
        } else {
            places[node.elementId] = nodes.count
            nodes.append(drawn)
        }
    }

    package mutating func add(_ relationship: CypherValue.Relationship) {
        guard known.insert(relationship.elementId).inserted else { return }
        let start = end(relationship.startElementId)
        let end = end(relationship.endElementId)
        relationships.append(
            Relationship(elementId: relationship.elementId, type: relationship.type, start: start, end: end))
    }

    private mutating func end(_ elementId: String) -> Int {
        if let place = places[elementId] { return place }
        places[elementId] = nodes.count
        isBare.insert(elementId)
        nodes.append(Node(elementId: elementId, labels: [], caption: ValueWriter.shortId(elementId)))
        return nodes.count - 1
    }
}
