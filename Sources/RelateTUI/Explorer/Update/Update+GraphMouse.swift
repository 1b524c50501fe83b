import Render

extension Model {
    /// A click selects what it is on; on what is selected already it opens it.
    mutating func clickInGraph(_ rect: Rect, _ action: MouseAction) -> [Effect] {
        if graph.presentation == .cards {
            guard var stop = graph.current,
                let cursor = stop.cards.cursor(
                    atRow: action.row, column: action.column, in: GraphView.cardsArea(rect).cards)
            else { return [] }
            if cursor == stop.cards.cursor { return performInGraph(.open) }
            stop.cards.cursor = cursor
            graph.replaceCurrent(stop)
            return []
        }
        let area = GraphMapLayout(rect).map
        guard area.contains(row: action.row, column: action.column) else { return [] }
        let place: Int?
        if graph.presentation == .map, let map = graph.map {
            let offset = map.centered(graph.offset, rows: area.rows, columns: area.columns)
            place = map.node(
                atRow: action.row - area.row + offset.row, column: action.column - area.column + offset.column)
        } else {
            place = graph.overview?.node(atRow: action.row, column: action.column, in: area)
        }
        guard let place else { return [] }
        if place == graph.selectedPlace { return performInGraph(.open) }
        select(graph.scene.nodes[place].elementId)
        return []
    }
}
