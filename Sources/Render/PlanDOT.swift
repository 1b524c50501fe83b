import Relate

extension PlanRendering {
    /// The plan as a graph for Graphviz: a box an operator, an edge for the rows that flow up.
    package static func dot(_ document: PlanDocument) -> String {
        "digraph plan {\n\(dotStyle)\(dotBody(PlanModel(document), prefix: "n"))}\n"
    }

    static let dotStyle = "  rankdir=BT;\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"

    /// - Parameters:
    ///   - prefix: What the boxes' names begin with.
    ///   - marked: Boxes that are drawn in this colour, by operator.
    static func dotBody(_ model: PlanModel, prefix: String, marked: [Int: String] = [:]) -> String {
        var text = ""
        for item in model.operators {
            var lines = [item.node.operator]
            if !item.node.details.isEmpty { lines.append(String(item.node.details.prefix(120))) }
            if let actual = item.node.actual {
                lines.append(
                    "\(Quantities.count(actual.dbHits)) hits, \(Quantities.duration(ms: item.selfMs ?? 0))")
            }
            let label = lines.map(quoted).joined(separator: "\\n")
            let color = marked[item.id].map { ", color=\($0), penwidth=2" }
            let look = color ?? (item.isHeavy ? ", color=red, penwidth=2" : "")
            text += "  \(prefix)\(item.id) [label=\"\(label)\"\(look)];\n"
        }
        for item in model.operators {
            guard let parent = item.parent else { continue }
            let rows =
                item.node.actual.map { Quantities.count($0.rows) }
                ?? item.node.estimatedRows.map { "~" + Quantities.count($0) } ?? ""
            let look = item.isHot ? ", penwidth=2" : ""
            text += "  \(prefix)\(item.id) -> \(prefix)\(parent) [label=\"\(quoted(rows))\"\(look)];\n"
        }
        return text
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
        svg(lines(document), theme: theme, title: title)
    }

    static func svg(_ lines: [StyledLine], theme: Theme, title: String?) -> String {
        let columns = max(20, lines.map(\.columns).max() ?? 0)
        var frame = Frame(rows: lines.count, columns: columns)
        for (row, line) in lines.enumerated() { frame.draw(line, row: row, column: 0, width: columns) }
        return frame.svg(theme: theme, options: .init(windowTitle: title))
    }
}
