import Relate
import Render

/// The nodes and relationships that map and overview show, each once, in the order they came.
struct GraphSet: Sendable {
    /// More than this are not collected: the overview would be a blot.
    static let nodesLimit = 2_000
    static let linksLimit = 4_000

    private(set) var nodes: [CypherValue.Node] = []
    private(set) var relationships: [CypherValue.Relationship] = []
    /// Nodes that neither collapsing nor filters take away.
    var pinned: Set<String> = []
    /// How many relationships a node has in the store, where that is known.
    private(set) var degrees: [String: Int] = [:]
    /// There was more than `nodesLimit` or `linksLimit`.
    private(set) var isCut = false
    /// The result's nodes for which there was no room; counted up to a limit, and then there are more still.
    private var leftOut: Set<String> = []
    static let leftOutLimit = 200_000
    /// The nodes of the path that is all there is, in its order: they stand in one row.
    private(set) var chain: [String] = []
    /// The relationships are the ones a result has: what else there is among its nodes shows only when it is asked for.
    private(set) var isAsReturned = false

    private var places: [String: Int] = [:]
    private var knownRelationships: Set<String> = []

    var isEmpty: Bool { nodes.isEmpty && relationships.isEmpty }

    /// Every node there is, and those of which only the end of a relationship is known.
    var elementIDs: [String] {
        GraphFocus.distinct(
            nodes.map(\.elementId) + relationships.flatMap { [$0.startElementId, $0.endElementId] })
    }

    func contains(_ elementID: String) -> Bool { places[elementID] != nil }

    func node(_ elementID: String) -> CypherValue.Node? { places[elementID].map { nodes[$0] } }

    /// A node's relationships in the set.
    func relationships(of elementID: String) -> [CypherValue.Relationship] {
        relationships.filter { $0.startElementId == elementID || $0.endElementId == elementID }
    }

    // MARK: - Making

    init() {}

    /// Everything of the graph in a result's rows.
    init(collecting table: GridTable, order: [Int32]?, _ job: RowJob = RowJob()) throws(RowJob.Cancelled) {
        let count = order?.count ?? table.rowCount
        var values = Values()
        for place in 0..<count where leftOut.count < Self.leftOutLimit {
            try job.pass(place, of: count)
            let row = order.map { Int($0[place]) } ?? place
            for column in table.columns.indices {
                let value = table.cell(row, column)
                if isCut { leaveOut(value) } else { values.take(value, into: &self) }
            }
        }
        isAsReturned = !relationships.isEmpty
        if !isCut, let path = values.onlyPath { chain = Self.chain(path) }
    }

    /// Everything of the graph in a value; a path alone is kept as a chain.
    init(_ value: CypherValue) {
        add(value)
        isAsReturned = !relationships.isEmpty
        if !isCut, case .path(let path) = value { chain = Self.chain(path) }
    }

    /// Whether what came is one path and no more.
    private struct Values {
        private(set) var onlyPath: CypherValue.Path?
        private var hasOthers = false

        mutating func take(_ value: CypherValue, into set: inout GraphSet) {
            let before = (set.nodes.count, set.relationships.count)
            set.add(value)
            if case .path(let path) = value, onlyPath == nil, !hasOthers {
                onlyPath = path
            } else if before != (set.nodes.count, set.relationships.count) {
                hasOthers = true
                onlyPath = nil
            }
        }
    }

    /// A path's nodes in its order; none where it comes to a node again, which no row shows.
    private static func chain(_ path: CypherValue.Path) -> [String] {
        let nodes = path.nodes.map(\.elementId)
        return Set(nodes).count == nodes.count ? nodes : []
    }

    /// From now on all relationships among the nodes are wanted.
    mutating func wantAllLinks() { isAsReturned = false }

    /// A focus with at most `limit` neighbours of each group.
    init(_ neighbourhood: Neighbourhood, limit: Int) {
        add(neighbourhood.focus)
        _ = add(neighbourhood, limit: limit)
    }

    /// `2 000 of 50 000 nodes` where a result has more than there is room for.
    ///
    /// - Parameter count: Those that show.
    func nodesText(_ count: Int) -> String {
        guard !leftOut.isEmpty else { return Counts.of(count, "node") }
        let all = Counts.of(nodes.count + leftOut.count, "node")
        return "\(Counts.grouped(count)) of \(leftOut.count < Self.leftOutLimit ? "" : "at least ")\(all)"
    }

    /// Counts the nodes of a value that found no room.
    private mutating func leaveOut(_ value: CypherValue) {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .node(let node): if !contains(node.elementId) { leftOut.insert(node.elementId) }
            case .path(let path): pending += path.nodes.map { .node($0) }
            case .list(let elements): pending += elements
            case .map(let entries): pending += entries.values
            default: break
            }
        }
    }

    private mutating func add(_ value: CypherValue) {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .node(let node): add(node)
            case .relationship(let relationship): add(relationship)
            case .path(let path):
                for node in path.nodes { add(node) }
                for relationship in path.relationships { add(relationship) }
            case .list(let elements): pending += elements.reversed()
            case .map(let entries): pending += entries.sorted { $0.key < $1.key }.reversed().map(\.value)
            default: break
            }
        }
    }

    mutating func add(_ node: CypherValue.Node) {
        if let place = places[node.elementId] {
            nodes[place] = node
            return
        }
        guard nodes.count < Self.nodesLimit else {
            isCut = true
            leftOut.insert(node.elementId)
            return
        }
        places[node.elementId] = nodes.count
        nodes.append(node)
    }

    mutating func add(_ relationship: CypherValue.Relationship) {
        guard relationships.count < Self.linksLimit else {
            isCut = true
            return
        }
        if knownRelationships.insert(relationship.elementId).inserted { relationships.append(relationship) }
    }

    /// The neighbours that are new, at most `limit` of each group.
    ///
    /// - Returns: How many nodes came.
    mutating func add(_ neighbourhood: Neighbourhood, limit: Int) -> Int {
        let before = nodes.count
        let linkCount = relationships.count
        degrees[neighbourhood.focus.elementId] = neighbourhood.groups.reduce(0) { $0 + $1.count }
        for group in neighbourhood.groups {
            var count = 0
            for neighbour in group.neighbours where count < limit {
                if !contains(neighbour.node.elementId) { count += 1 }
                add(neighbour.node)
                add(neighbour.relationship)
            }
        }
        if nodes.count > before || relationships.count > linkCount { chain = [] }
        return nodes.count - before
    }

    /// What the store said of the nodes: those of which only an id was known, and how all are connected.
    mutating func add(_ links: GraphLinks) {
        for node in links.nodes { add(node) }
        let before = relationships.count
        for relationship in links.relationships
        where !isAsReturned && contains(relationship.startElementId) && contains(relationship.endElementId) {
            add(relationship)
        }
        if relationships.count > before { chain = [] }
        degrees.merge(links.degrees) { _, new in new }
    }

    // MARK: - Taking away

    /// Takes away the neighbours that hang on this node alone, but for pinned ones and `kept`.
    ///
    /// - Returns: How many went.
    mutating func collapse(_ elementID: String, keeping kept: String?) -> Int {
        var others: [String: Set<String>] = [:]
        for relationship in relationships where relationship.startElementId != relationship.endElementId {
            others[relationship.startElementId, default: []].insert(relationship.endElementId)
            others[relationship.endElementId, default: []].insert(relationship.startElementId)
        }
        let leaves = (others[elementID] ?? []).filter { id in
            others[id] == [elementID] && !pinned.contains(id) && id != kept
        }
        remove(leaves)
        return leaves.count
    }

    mutating func remove(_ elementIDs: Set<String>) {
        guard !elementIDs.isEmpty else { return }
        nodes.removeAll { elementIDs.contains($0.elementId) }
        relationships.removeAll { elementIDs.contains($0.startElementId) || elementIDs.contains($0.endElementId) }
        places = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($0.element.elementId, $0.offset) })
        knownRelationships = Set(relationships.map(\.elementId))
        pinned.subtract(elementIDs)
        chain = []
    }

    // MARK: - Showing

    /// What of it shows through a filter. A node goes when one of its labels is hidden, or all its relationships are.
    ///
    /// - Parameter kept: A node that stays whatever the filter says, as pinned ones do.
    func scene(_ filter: GraphFilter, keeping kept: String?, _ options: ValueOptions) -> GraphScene {
        func stays(_ elementID: String) -> Bool { elementID == kept || pinned.contains(elementID) }
        let shownLinks = relationships.filter { !filter.types.contains($0.type) }
        var hadLinks: Set<String> = []
        var hasLinks: Set<String> = []
        if !filter.types.isEmpty {
            for link in relationships { hadLinks.formUnion([link.startElementId, link.endElementId]) }
            for link in shownLinks { hasLinks.formUnion([link.startElementId, link.endElementId]) }
        }
        var hidden: Set<String> = []
        for node in nodes where !stays(node.elementId) {
            let hasHiddenLabel = node.labels.contains { filter.labels.contains($0) }
            let isLeftAlone = hadLinks.contains(node.elementId) && !hasLinks.contains(node.elementId)
            if hasHiddenLabel || isLeftAlone { hidden.insert(node.elementId) }
        }
        var scene = GraphScene()
        for node in nodes where !hidden.contains(node.elementId) { scene.add(node, options) }
        var counts: [String: Int] = [:]
        for link in shownLinks where !hidden.contains(link.startElementId) && !hidden.contains(link.endElementId) {
            scene.add(link)
            counts[link.startElementId, default: 0] += 1
            if link.endElementId != link.startElementId { counts[link.endElementId, default: 0] += 1 }
        }
        for (elementID, degree) in degrees {
            scene.setHiddenCount(max(0, degree - (counts[elementID] ?? 0)), of: elementID)
        }
        for elementID in pinned { scene.setPinned(elementID) }
        return scene
    }

    /// Labels and relationship types with how many of each there are, by name.
    var labelCounts: [(name: String, count: Int)] { Self.counts(nodes.flatMap(\.labels)) }
    var typeCounts: [(name: String, count: Int)] { Self.counts(relationships.map(\.type)) }

    private static func counts(_ names: [String]) -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    }
}

/// What does not show on map, overview and cards.
struct GraphFilter: Hashable, Sendable {
    /// Of relationships.
    var types: Set<String> = []
    /// Of nodes.
    var labels: Set<String> = []

    var isEmpty: Bool { types.isEmpty && labels.isEmpty }
    var count: Int { types.count + labels.count }
}
