import Relate
import Render

/// Finding a node among what shows, and in the whole store.
extension Model {
    /// The next node that shows whose caption, label, id or properties have the text, or a relationship's type or
    /// properties; where there is none, the store is asked.
    mutating func searchGraph(step: Int) -> [Effect] {
        let wanted = graph.searchText.lowercased()
        guard !wanted.isEmpty else {
            message = .information("Nothing was searched for yet: / searches")
            return []
        }
        let isFound = graph.presentation == .cards ? searchCards(wanted, step: step) : searchMap(wanted, step: step)
        if isFound {
            if step == 0, message == nil, schema.summary?.hasFullTextIndex == true {
                message = .information("Among what shows; F searches the store for “\(graph.searchText)”")
            }
            return []
        }
        if step == 0, session.language == .cypher { return searchStore(graph.searchText) }
        message = .warning(
            "“\(graph.searchText)” is not among what shows"
                + (schema.summary?.hasFullTextIndex == true
                    ? ": F searches the store"
                    : session.language == .cypher ? ": / and Enter look in the store" : ""))
        return []
    }

    /// A relationship is found at the node where it starts: the message says which it is.
    private mutating func searchMap(_ wanted: String, step: Int) -> Bool {
        let nodes = graph.scene.nodes
        let relationships = relationshipsOnMap(matching: wanted)
        let order = Self.places(from: graph.selectedPlace ?? 0, count: nodes.count, step: step)
        guard let found = order.first(where: { nodes[$0].matches(wanted) || relationships[$0] != nil }) else {
            return false
        }
        select(nodes[found].elementId)
        if !nodes[found].matches(wanted), let first = relationships[found]?.first {
            message = .information(text(ofFound: first, count: relationships[found]?.count ?? 1))
        }
        return true
    }

    /// Relationships that show and have the text in their type or properties, by the place where they start.
    private func relationshipsOnMap(matching wanted: String) -> [Int: [GraphScene.Relationship]] {
        let properties = Dictionary(
            graph.set.relationships.map { ($0.elementId, $0.properties) }, uniquingKeysWith: { first, _ in first })
        let found = graph.scene.relationships.filter { relationship in
            relationship.type.lowercased().contains(wanted)
                || properties[relationship.elementId]?.values.contains { GridSearch.matches($0, wanted) } == true
        }
        return Dictionary(grouping: found, by: \.start)
    }

    private func text(ofFound relationship: GraphScene.Relationship, count: Int) -> String {
        let value = graph.set.relationships.first { $0.elementId == relationship.elementId }
        let line = value.map { ValueRendering.line(.relationship($0), valueOptions).plainText } ?? relationship.type
        let others = count > 1 ? ", and \(count - 1) more of its relationships" : ""
        return "\(line) \(graph.scene.nodes[relationship.end].caption)\(others)"
    }

    private mutating func searchCards(_ wanted: String, step: Int) -> Bool {
        guard var stop = graph.current else { return false }
        func places(_ side: GraphCards.Side) -> [GraphCards.Cursor] {
            stop.cards.rows(side).indices.map { .row(side, $0) }
        }
        let all = places(.incoming) + [.focus] + places(.outgoing)
        let order = Self.places(from: all.firstIndex(of: stop.cards.cursor) ?? 0, count: all.count, step: step)
        let found = order.first { place in
            guard case .row(let side, let row) = all[place] else { return stop.cards.focus.matches(wanted) }
            let groups = stop.cards.groups(side)
            switch stop.cards.rows(side)[row] {
            case .group(let group): return groups[group].type.lowercased().contains(wanted)
            case .neighbour(let group, let index):
                return groups[group].neighbours[index].matches(wanted)
                    || groups[group].properties.indices.contains(index)
                        && groups[group].properties[index].values.contains { GridSearch.matches($0, wanted) }
            case .more: return false
            }
        }
        guard let found else { return false }
        stop.cards.cursor = all[found]
        graph.replaceCurrent(stop)
        return true
    }

    /// All places once, round the end; with `step` 0 beginning at `start` itself.
    private static func places(from start: Int, count: Int, step: Int) -> [Int] {
        (0..<count).map { (start + (step == 0 ? $0 : step * ($0 + 1)) + 2 * count) % count }
    }

    /// Two digits behind the point tell hits apart.
    private static func score(_ score: Double) -> String {
        guard score.isFinite, abs(score) < 1e6 else { return "\(score)" }
        let hundredths = Int((score * 100).rounded())
        let rest = abs(hundredths % 100)
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    // MARK: - The store

    /// Asks the store's full-text indexes.
    mutating func searchStore(_ text: String) -> [Effect] {
        guard !text.isEmpty else { return [] }
        message = .information("searching the store…")
        return ask(.search(text, graphSight))
    }

    /// Without a full-text index, asks which one would serve; `nil` where there is one.
    mutating func proposeIndex() -> [Effect]? {
        guard let summary = schema.summary, !summary.hasFullTextIndex else { return nil }
        guard session.language == .cypher else {
            message = .information("This store has no full-text indexes: / searches what shows")
            return []
        }
        return ask(.proposeIndex(graphSight))
    }

    mutating func indexProposed(_ statement: String?) {
        guard let statement else {
            message = .information("No node has a text that an index could find")
            return
        }
        layers.append(
            .question(
                Question(
                    title: "A full-text index would let / and F search the whole store",
                    detail: "\(statement)\n\nPut it into a scratch buffer? Nothing is run.", action: .scratch(statement)
                )))
    }

    mutating func found(_ hits: [GraphHit], _ text: String) {
        guard !hits.isEmpty else {
            message = .warning(
                schema.summary?.hasFullTextIndex == true
                    ? "The store's full-text indexes do not have “\(text)”"
                    : "“\(text)” is not among what shows, nor in a name or title of the store: "
                        + "F tells how to search all texts")
            return
        }
        message = nil
        let options = valueOptions
        let items = hits.map { hit in
            Picker.Item(
                title: ValueRendering.line(hit.element, options).plainText,
                detail: hit.index.isEmpty ? "" : "\(hit.index)  \(Self.score(hit.score))",
                choice: .element(hit.element.ownElementID ?? ""))
        }
        layers.append(.picker(Picker(.found, title: "Found in the store: \(text)", items: items)))
    }
}

extension GraphScene.Node {
    fileprivate func matches(_ wanted: String) -> Bool {
        caption.lowercased().contains(wanted) || elementId.lowercased().contains(wanted)
            || labels.contains { $0.lowercased().contains(wanted) }
            || properties.values.contains { GridSearch.matches($0, wanted) }
    }
}
