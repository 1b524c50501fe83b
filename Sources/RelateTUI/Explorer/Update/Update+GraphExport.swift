import Relate
import Render

/// A picture or text of the graph, ready to be written.
struct GraphDrawing: Sendable {
    enum Content: Sendable {
        case picture(Frame, themeName: String)
        case overview(GraphOverview, themeName: String)
        case text(String)
    }

    var content: Content

    static let endings = [".svg", ".dot", ".cypher"]

    static func isPath(_ path: String) -> Bool { endings.contains { path.lowercased().hasSuffix($0) } }

    func write(to path: String, _ existing: ExportFile.Existing) -> Result<Int, StatementFailure> {
        ExportFile.write(text, to: path, existing)
    }

    private var text: String {
        switch content {
        case .text(let text): return text
        case .picture(let frame, let themeName): return frame.svg(theme: Explorer.theme(named: themeName))
        case .overview(let overview, let themeName):
            var frame = Frame(rows: 50, columns: 160)
            overview.draw(into: &frame, frame.bounds)
            return frame.svg(theme: Explorer.theme(named: themeName))
        }
    }
}

extension Model {
    /// What the graph pane shows, whole, as a picture or in another language.
    mutating func exportGraph(to path: String, isForced: Bool) -> [Effect] {
        let set = shownSet
        guard !set.isEmpty else {
            message = .information("There is no graph to export: m on a result draws one")
            return []
        }
        let lowered = path.lowercased()
        let content: GraphDrawing.Content
        if lowered.hasSuffix(".dot") {
            content = .text(GraphScripts.dot(set.nodes, set.relationships, valueOptions))
        } else if lowered.hasSuffix(".cypher") {
            content = .text(GraphScripts.create(set.nodes, set.relationships) + "\n")
        } else if graph.presentation == .overview, let overview = graph.overview {
            content = .overview(overview, themeName: session.themeName)
        } else if let map = graph.map, graph.presentation == .map {
            content = .picture(map.frame, themeName: session.themeName)
        } else {
            content = .picture(
                GraphMap(set.scene(GraphFilter(), keeping: nil, graphOptions)).frame, themeName: session.themeName)
        }
        return ask(.export(GraphDrawing(content: content), path: path, isForced: isForced))
    }
}
