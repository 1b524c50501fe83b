/// A path that no row has room for: a hop a line, from the top down.
extension GraphMap {
    private static let hopCaptionColumns = 48
    private static let hopTypeColumns = 32

    /// One node a line. Before it stands the relationship that leads to it from the node above (`↓`), or from it to the
    /// node above (`↑`).
    ///
    /// - Parameters:
    ///   - chain: Element ids of the nodes in their order.
    ///   - room: Columns that captions are cut for.
    /// - Returns: `nil` where nodes or relationships are no part of the chain.
    package init?(hops scene: GraphScene, chain: [String], room: Int) {
        let nodes = chain.compactMap { scene.place(of: $0) }
        guard !nodes.isEmpty, nodes.count == scene.nodes.count else { return nil }
        var places = Array(repeating: 0, count: nodes.count)
        for (place, node) in nodes.enumerated() { places[node] = place }
        var types: [[String]] = Array(repeating: [], count: nodes.count)
        var pointsUp = Array(repeating: false, count: nodes.count)
        var pointsDown = pointsUp
        for relationship in scene.relationships {
            let (start, end) = (places[relationship.start], places[relationship.end])
            guard abs(start - end) == 1 else { return nil }
            let hop = max(start, end)
            if !types[hop].contains(relationship.type) { types[hop].append(relationship.type) }
            if end > start { pointsDown[hop] = true } else { pointsUp[hop] = true }
        }
        let links = types.map { TextWidth.visible($0.joined(separator: ", "), limit: Self.hopTypeColumns).text }
        let linkColumns = links.reduce(0) { max($0, TextWidth.columns(of: $1)) }
        let captions = nodes.map { TextWidth.visible(scene.nodes[$0].caption, limit: Self.hopCaptionColumns).text }
        let widest = captions.reduce(4) { max($0, TextWidth.columns(of: $1)) }
        let labels = nodes.map { scene.nodes[$0].labels.joined(separator: ":") }
        let labelColumns = labels.reduce(0) { max($0, TextWidth.visible($1, limit: 24).columns) }
        let start = linkColumns + 4
        let boxColumns = max(8, min(widest + 2, room - start - labelColumns - 10))
        self.init(
            scene, rows: nodes.count, columns: start + boxColumns + labelColumns + 10,
            boxes: scene.nodes.indices.map {
                Rect(row: places[$0], column: start, rows: 1, columns: boxColumns)
            })
        for (row, node) in nodes.enumerated() {
            if row > 0 {
                let arrow = (pointsDown[row] ? "↓" : "") + (pointsUp[row] ? "↑" : "")
                let line =
                    StyledLine(arrow.isEmpty ? "⋯" : arrow, .guide).padded(to: 3)
                    + StyledLine([Span(links[row], .relationshipType, limit: Self.hopTypeColumns)])
                drawHop(line, row: row, between: [nodes[row - 1], node])
            }
            drawHopNode(scene.nodes[node], row: row, column: start, columns: boxColumns)
        }
    }
}
