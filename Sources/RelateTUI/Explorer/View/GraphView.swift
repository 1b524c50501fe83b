import Relate
import Render

enum GraphCaption {
    static func of(_ node: CypherValue.Node) -> String {
        ValueRendering.standardCaption(node) ?? node.labels.first ?? node.elementId
    }
}

/// The graph pane: the focus as a card in the middle, what leads to it at the left, where it leads at the right.
enum GraphView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        guard let stop = model.graph.current else {
            PaneFrame.draw(.graph, into: &frame, rect, isFocused: isFocused)
            return PaneFrame.drawHint(empty(model.graph), into: &frame, rect.inner)
        }
        let loading = model.graph.loading == nil ? nil : StyledLine("loading…", .information)
        PaneFrame.draw(
            .graph, into: &frame, rect, isFocused: isFocused,
            trailing: loading ?? StyledLine([Span(stop.neighbourhood.focus.elementId, .elementId, limit: 40)]))
        var cards = stop.cards
        cards.isFocused = isFocused
        cards.trail = model.graph.trail.dropLast().suffix(8).map { GraphCaption.of($0.neighbourhood.focus) }
        cards.draw(into: &frame, rect.inner.inset(rows: 0, columns: 1))
    }

    private static func empty(_ graph: GraphPaneState) -> [StyledLine] {
        if graph.loading != nil { return [StyledLine("loading…", .information)] }
        if let failure = graph.failure { return [StyledLine([Span(failure, .error, limit: 2000)])] }
        return [
            StyledLine("No node is in focus yet", .dim), StyledLine(),
            PaneFrame.hint("Enter", "on a node in the result, and again in the inspector"),
            PaneFrame.hint(":goto", "and an element id"),
        ]
    }
}
