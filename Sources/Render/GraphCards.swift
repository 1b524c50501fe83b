import Relate

/// The cards view: one node in the middle, what points at it left, what it points at right, grouped by type.
package struct GraphCards: Hashable, Sendable {
    package enum Side: Hashable, Sendable, CaseIterable { case incoming, outgoing }

    /// Relationships of one type and direction.
    package struct Group: Hashable, Sendable {
        package var type: String
        /// How many there are, of which `neighbours` have been fetched.
        package var count: Int
        package var neighbours: [GraphScene.Node]
        /// What the relationships to the neighbours hold, one for each; empty where that is not known.
        package var properties: [[String: CypherValue]]
        package var isOpen: Bool
        /// The first label of every neighbour fetched, where it is one and the same: it stands at the group then.
        let commonLabel: String?

        package init(
            type: String, count: Int, neighbours: [GraphScene.Node] = [], properties: [[String: CypherValue]] = [],
            isOpen: Bool = true
        ) {
            self.type = type
            self.count = max(count, neighbours.count)
            self.neighbours = neighbours
            self.properties = properties
            self.isOpen = isOpen
            let first = neighbours.first?.labels.first
            commonLabel = neighbours.count > 1 && neighbours.allSatisfy { $0.labels.first == first } ? first : nil
        }
    }

    /// A line of one side.
    package enum Row: Hashable, Sendable {
        case group(Int)
        case neighbour(group: Int, index: Int)
        /// Neighbours that were not fetched yet.
        case more(group: Int, count: Int)
    }

    package enum Cursor: Hashable, Sendable {
        case focus
        case row(Side, Int)
    }

    package var focus: GraphScene.Node
    package var incoming: [Group]
    package var outgoing: [Group]
    package var cursor = Cursor.focus
    package var isFocused = true
    /// A neighbour that is selected in another pane.
    package var highlighted: String?
    /// Captions of the nodes that led here, the oldest first.
    package var trail: [String] = []

    package init(focus: GraphScene.Node, incoming: [Group], outgoing: [Group]) {
        self.focus = focus
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// The neighbourhood of one node of a scene.
    package init?(_ scene: GraphScene, focus elementId: String) {
        guard let place = scene.place(of: elementId) else { return nil }
        var groups: [Side: [(type: String, neighbours: [GraphScene.Node])]] = [.incoming: [], .outgoing: []]
        for relationship in scene.relationships where relationship.start == place || relationship.end == place {
            let side: Side = relationship.start == place ? .outgoing : .incoming
            let other = scene.nodes[side == .outgoing ? relationship.end : relationship.start]
            if let index = groups[side]?.firstIndex(where: { $0.type == relationship.type }) {
                groups[side]?[index].neighbours.append(other)
            } else {
                groups[side]?.append((relationship.type, [other]))
            }
        }
        func made(_ side: Side) -> [Group] {
            (groups[side] ?? []).map { Group(type: $0.type, count: $0.neighbours.count, neighbours: $0.neighbours) }
        }
        self.init(focus: scene.nodes[place], incoming: made(.incoming), outgoing: made(.outgoing))
    }

    package func groups(_ side: Side) -> [Group] { side == .incoming ? incoming : outgoing }

    /// The lines of a side, as the cursor moves over them.
    package func rows(_ side: Side) -> [Row] {
        var rows: [Row] = []
        for (index, group) in groups(side).enumerated() {
            rows.append(.group(index))
            guard group.isOpen else { continue }
            rows += group.neighbours.indices.map { .neighbour(group: index, index: $0) }
            let missing = group.count - group.neighbours.count
            if missing > 0 { rows.append(.more(group: index, count: missing)) }
        }
        return rows
    }
}
