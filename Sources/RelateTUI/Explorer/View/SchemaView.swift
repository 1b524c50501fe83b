import Render

/// The sidebar: what the store holds, with counts.
enum SchemaView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let state = model.schema
        PaneFrame.draw(
            .schema, into: &frame, rect, isFocused: isFocused,
            detail: state.filter.isEmpty ? nil : StyledLine([Span("/" + state.filter, .match, limit: 12)]),
            footer: totals(state.summary))
        let area = rect.inner
        guard !area.isEmpty else { return }
        let rows = state.rows
        guard !rows.isEmpty else {
            let hint = state.filter.isEmpty ? StyledLine("…", .dim) : StyledLine("Esc shows all", .dim, .italic)
            return PaneFrame.drawHint([hint], into: &frame, area)
        }
        for line in 0..<area.rows where state.top + line < rows.count {
            let place = Rect(row: area.row + line, column: area.column, rows: 1, columns: area.columns)
            drawRow(rows[state.top + line], state, into: &frame, place)
            if isFocused, state.top + line == state.cursor { frame.fill(place, backdrop: .selection) }
        }
        let track = Rect(row: area.row, column: rect.column, rows: area.rows, columns: rect.columns)
        frame.scrollBar(track, total: rows.count, offset: state.top, visible: area.rows)
    }

    private static func totals(_ summary: SchemaSummary?) -> StyledLine? {
        guard let nodes = summary?.nodeCount, let relationships = summary?.relationshipCount else { return nil }
        return StyledLine("● ", .nodeLabel) + StyledLine(Quantities.count(Int64(nodes)), .number)
            + StyledLine("  → ", .relationshipType) + StyledLine(Quantities.count(Int64(relationships)), .number)
    }

    private static func drawRow(_ row: SchemaState.Row, _ state: SchemaState, into frame: inout Frame, _ place: Rect) {
        var name: StyledLine
        var count: Int?
        switch row {
        case .section(let kind):
            name = StyledLine(state.folded.contains(kind) ? "▸ " : "▾ ", .guide)
            name.append(title(kind), .strong, .bold)
            // What the language brings along is no property of the store.
            count = kind == .functions || kind == .procedures ? nil : state.entries(kind).count
        case .entry(let kind, let entry):
            name = StyledLine("  ")
            if let isOnline = entry.isOnline {
                name = StyledLine(isOnline ? "● " : "○ ", isOnline ? .success : .warning)
            }
            name.append(Span(entry.title ?? entry.name, role(kind, entry.name), limit: place.columns))
            count = entry.count
        }
        let number = count.map { StyledLine(Quantities.count(Int64($0)), .dim) } ?? StyledLine()
        let room = place.columns - number.columns - (number.isEmpty ? 1 : 2)
        frame.draw(name, row: place.row, column: place.column, width: room)
        frame.draw(number, row: place.row, column: place.endColumn - number.columns - 1)
    }

    private static func title(_ kind: SchemaState.Kind) -> String {
        switch kind {
        case .labels: "Labels"
        case .relationshipTypes: "Relationship types"
        case .propertyKeys: "Property keys"
        case .indexes: "Indexes"
        case .constraints: "Constraints"
        case .procedures: "Procedures"
        case .functions: "Functions"
        case .attributes: "Attributes"
        case .rules: "Rules"
        }
    }

    private static func role(_ kind: SchemaState.Kind, _ name: String) -> Role {
        switch kind {
        case .labels: Role.category(for: name)
        case .relationshipTypes: .relationshipType
        case .propertyKeys, .attributes: .propertyKey
        case .procedures, .functions, .rules: .function
        case .indexes, .constraints: .text
        }
    }
}
