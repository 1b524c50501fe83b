import Relate
import Render

/// Finding a node among what shows, and in the whole store.
extension Model {
    /// The next node that shows whose caption, label or id has the text; where there is none, the store is asked.
    mutating func searchGraph(step: Int) -> [Effect] {
        let wanted = graph.searchText.lowercased()
        guard !wanted.isEmpty else {
            message = .information("Nothing was searched for yet: / searches")
            return []
        }
        let isFound = graph.presentation == .cards ? searchCards(wanted, step: step) : searchMap(wanted, step: step)
        if isFound { return [] }
        if step == 0, schema.summary?.hasFullTextIndex == true { return searchStore(graph.searchText) }
        message = .warning(
            "“\(graph.searchText)” is not among what shows"
                + (schema.summary?.hasFullTextIndex == true ? ": F searches the store" : ""))
        return []
    }

    private mutating func searchMap(_ wanted: String, step: Int) -> Bool {
        let nodes = graph.scene.nodes
        let order = Self.places(from: graph.selectedPlace ?? 0, count: nodes.count, step: step)
        guard let found = order.first(where: { nodes[$0].matches(wanted) }) else { return false }
        select(nodes[found].elementId)
        return true
    }

    private mutating func searchCards(_ wanted: String, step: Int) -> Bool {
        guard var stop = graph.current else { return false }
        let all = GraphCards.Side.allCases.flatMap { side in
            stop.cards.rows(side).indices.map { GraphCards.Cursor.row(side, $0) }
        }
        let order = Self.places(from: all.firstIndex(of: stop.cards.cursor) ?? 0, count: all.count, step: step)
        let found = order.first { place in
            guard case .row(let side, let row) = all[place],
                case .neighbour(let group, let index) = stop.cards.rows(side)[row]
            else { return false }
            return stop.cards.groups(side)[group].neighbours[index].matches(wanted)
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

    // MARK: - The store

    /// Asks the store's full-text indexes.
    mutating func searchStore(_ text: String) -> [Effect] {
        guard !text.isEmpty else { return [] }
        message = .information("searching the store…")
        return ask(.search(text, graphSight))
    }

    mutating func found(_ hits: [GraphHit], _ text: String) {
        guard !hits.isEmpty else {
            message = .warning("The store's full-text indexes do not have “\(text)”")
            return
        }
        message = nil
        let options = valueOptions
        let items = hits.map { hit in
            Picker.Item(
                title: ValueRendering.line(hit.element, options).plainText, detail: hit.index,
                choice: .element(hit.element.ownElementID ?? ""))
        }
        layers.append(.picker(Picker(.found, title: "Found in the store: \(text)", items: items)))
    }
}

extension GraphScene.Node {
    fileprivate func matches(_ wanted: String) -> Bool {
        caption.lowercased().contains(wanted) || elementId.lowercased().contains(wanted)
            || labels.contains { $0.lowercased().contains(wanted) }
    }
}
