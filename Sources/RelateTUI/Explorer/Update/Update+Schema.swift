import Render

extension Model {
    mutating func performInSchema(_ command: Command) -> [Effect] {
        let rows = schema.rows
        let layout = Layout(self)
        if let row = Self.moved(schema.cursor, by: command, count: rows.count, page: layout.inner(.schema)?.rows ?? 10)
        {
            schema.cursor = row
            scrollLists(layout)
            return []
        }
        if command == .back { return perform(.focusQuery) }
        guard rows.indices.contains(schema.cursor) else { return [] }
        switch (rows[schema.cursor], command) {
        case (.section(let section), .open), (.section(let section), .fold):
            if schema.folded.remove(section) == nil { schema.folded.insert(section) }
        case (.section(let section), .left): schema.folded.insert(section)
        case (.section(let section), .right): schema.folded.remove(section)
        case (.entry(let section, _), .left):
            schema.cursor = rows.firstIndex(of: .section(section)) ?? 0
        case (.entry(let section, let entry), .open):
            return browse(SchemaQuery.text(section, entry.name))
        case (.entry(_, let entry), .copy), (.entry(_, let entry), .copyRow):
            return [.copy(CypherLiteral.name(entry.name), what: "The name")]
        default: break
        }
        scrollLists(Layout(self))
        return []
    }

    private static let browseTitle = "browse"

    /// Puts a reading statement into the buffer kept for that, and runs it.
    private mutating func browse(_ text: String) -> [Effect] {
        guard running == nil else {
            message = .warning("A statement is running: Ctrl-C cancels it")
            return []
        }
        if let index = buffers.firstIndex(where: { $0.title == Self.browseTitle }) {
            currentBuffer = index
        } else {
            let number = (buffers.map(\.number).max() ?? 0) + 1
            buffers.append(EditorBuffer(number: number, title: Self.browseTitle, text: TextBuffer()))
            currentBuffer = buffers.count - 1
        }
        editor.replaceAll(with: text)
        let effects = run(.run)
        if Layout(self).panes[.result] == nil || focus == .schema { focus(on: .result) }
        return effects
    }
}

/// The statements that show what a schema's entry stands for.
enum SchemaQuery {
    static func text(_ section: SchemaState.Section, _ name: String) -> String {
        let name = CypherLiteral.name(name)
        switch section {
        case .labels: return "MATCH (n:\(name))\nRETURN n\nLIMIT 1000"
        case .relationshipTypes: return "MATCH (a)-[r:\(name)]->(b)\nRETURN a, r, b\nLIMIT 1000"
        case .propertyKeys:
            return "MATCH (n)\nWHERE n.\(name) IS NOT NULL\nRETURN n.\(name) AS value, count(*) AS nodes\n"
                + "ORDER BY nodes DESC\nLIMIT 1000"
        }
    }
}
