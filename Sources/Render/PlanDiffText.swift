import Relate

/// A comparison of two plans for files and the clipboard: what changed, and then both plans whole.
extension PlanDiff {
    /// The table of the comparison with its summary, the plan before, and the one after, each with its notes.
    package func lines(width: Int = 160) -> [StyledLine] {
        let table = PlanDiffTable(self, width: width)
        var lines = [table.header, StyledLine(String(repeating: "─", count: table.header.columns), .border)]
        lines += self.lines(foldsSame: false).map { table.line($0).trimmed }
        lines += [StyledLine(), table.summary]
        for (title, model) in [("before", before), ("now", after)] {
            lines += [StyledLine(), StyledLine(title, .titleFocused, .bold), StyledLine()]
            lines += PlanRendering.lines(model.document, width: width)
        }
        return lines
    }

    package var markdown: String {
        let isProfiled = before.isProfiled && after.isProfiled
        var columns = ["", "operator", "details"]
        columns += isProfiled ? ["rows before", "rows", "db hits before", "db hits"] : ["rows before", "rows"]
        let cells = rows.map { row -> [CypherValue] in
            let old = row.before.map { before.operators[$0].node }
            let new = row.after.map { after.operators[$0].node }
            let indent = String(repeating: "\u{A0}\u{A0}", count: row.depth)
            let shown = new ?? old
            var cells: [CypherValue] = [
                .string(row.change == .same ? " " : "\(row.change)"), .string(indent + (shown?.operator ?? "")),
                .string(shown.map { $0.details.isEmpty ? " " : $0.details } ?? " "),
            ]
            func add(_ number: (PlanNode) -> Int64?) {
                for node in [old, new] { cells.append(node.flatMap(number).map { .int($0) } ?? .string("–")) }
            }
            if isProfiled {
                add { $0.actual?.rows }
                add { $0.actual?.dbHits }
            } else {
                add { $0.estimatedRows }
            }
            return cells
        }
        return TableRendering.markdown(columns: columns, rows: cells) + "\n"
            + table(width: 160).summary.plainText + "\n\n## Before\n\n" + PlanRendering.markdown(before.document)
            + "\n## Now\n\n" + PlanRendering.markdown(after.document)
    }

    private func table(width: Int) -> PlanDiffTable { PlanDiffTable(self, width: width) }

    package func svg(theme: Theme, title: String?) -> String {
        PlanRendering.svg(lines(), theme: theme, title: title)
    }

    /// Both plans for Graphviz, side by side; what went is red, what came green, what else changed orange.
    package var dot: String {
        func marked(_ id: (Row) -> Int?) -> [Int: String] {
            var colors: [Int: String] = [:]
            for row in rows where row.change != .same {
                guard let id = id(row) else { continue }
                colors[id] =
                    switch row.change {
                    case .removed: "red"
                    case .added: "green"
                    case .same, .changed, .replaced, .moved: "orange"
                    }
            }
            return colors
        }
        func cluster(_ name: String, _ body: String) -> String {
            "  subgraph cluster_\(name) {\n  label=\"\(name)\";\n\(body)  }\n"
        }
        return "digraph plans {\n" + PlanRendering.dotStyle
            + cluster("before", PlanRendering.dotBody(before, prefix: "b", marked: marked(\.before)))
            + cluster("now", PlanRendering.dotBody(after, prefix: "n", marked: marked(\.after))) + "}\n"
    }
}
