import Relate

extension PlanRendering {
    /// The plan as a graph for Graphviz: a box an operator, an edge for the rows that flow up.
    package static func dot(_ document: PlanDocument) -> String {
        let model = PlanModel(document)
        var text = "digraph plan {\n  rankdir=BT;\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
        for item in model.operators {
            var lines = [item.node.operator]
            if !item.node.details.isEmpty { lines.append(String(item.node.details.prefix(120))) }
            if let actual = item.node.actual {
                lines.append(
                    "\(Quantities.count(actual.dbHits)) hits, \(Quantities.duration(ms: item.selfMs ?? 0))")
            }
            let label = lines.map(quoted).joined(separator: "\\n")
            text += "  n\(item.id) [label=\"\(label)\"\(item.isHeavy ? ", color=red, penwidth=2" : "")];\n"
        }
        for item in model.operators {
            guard let parent = item.parent else { continue }
            let rows =
                item.node.actual.map { Quantities.count($0.rows) }
                ?? item.node.estimatedRows.map { "~" + Quantities.count($0) } ?? ""
            text += "  n\(item.id) -> n\(parent) [label=\"\(quoted(rows))\"\(item.isHot ? ", penwidth=2" : "")];\n"
        }
        return text + "}\n"
    }

    /// Visible characters alone, with quotes and backslashes escaped.
    private static func quoted(_ text: String) -> String {
        TextWidth.visible(text).text.reduce(into: "") { result, character in
            if character == "\"" || character == "\\" { result.append("\\") }
            result.append(character)
        }
    }

    /// The plan's table as a picture.
    package static func svg(_ document: PlanDocument, theme: Theme, title: String?) -> String {
        let lines = lines(document)
        let columns = max(20, lines.map(\.columns).max() ?? 0)
        var frame = Frame(rows: lines.count, columns: columns)
        for (row, line) in lines.enumerated() { frame.draw(line, row: row, column: 0, width: columns) }
        return frame.svg(theme: theme, options: .init(windowTitle: title))
    }
}
