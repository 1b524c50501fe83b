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
        if command == .search {
            layers.append(.prompt(Prompt(purpose: .search, line: LineInput(schema.filter, isSelected: true))))
            return []
        }
        guard rows.indices.contains(schema.cursor) else { return [] }
        switch (rows[schema.cursor], command) {
        case (.section(let kind), .open), (.section(let kind), .fold):
            if schema.folded.remove(kind) == nil { schema.folded.insert(kind) }
        case (.section(let kind), .left): schema.folded.insert(kind)
        case (.section(let kind), .right): schema.folded.remove(kind)
        case (.entry(let kind, _), .left):
            schema.cursor = rows.firstIndex(of: .section(kind)) ?? 0
        case (.entry(_, let entry), .open): return perform(entry.action)
        case (.entry(_, let entry), .copy), (.entry(_, let entry), .copyRow):
            return [.copy(CypherLiteral.name(entry.name), what: "The name")]
        default: sayMeaningless(command)
        }
        scrollLists(Layout(self))
        return []
    }

    /// Shows only entries with a text; an empty one shows all again.
    mutating func filterSchema(_ text: String) {
        let kept = schema.selectedEntry
        schema.filter = text.lowercased()
        let rows = schema.rows
        schema.cursor =
            rows.firstIndex { if case .entry(_, let entry) = $0 { kept == nil || entry == kept } else { false } }
            ?? rows.firstIndex { if case .entry = $0 { true } else { false } } ?? 0
        schema.top = 0
        scrollLists(Layout(self))
        if !text.isEmpty, rows.isEmpty {
            message = .warning("Nothing in the schema has “\(text)”; Esc shows all again")
        }
    }

    private mutating func perform(_ action: SchemaSummary.Action) -> [Effect] {
        switch action {
        case .none: return []
        case .run(let statement): return browse(statement)
        case .insert(let text):
            changeQuery { $0.insertText(text) }
            focus(on: .query)
            return []
        }
    }

    private static let browseTitle = "browse"

    /// Puts a reading statement into the buffer kept for that, and runs it.
    mutating func browse(_ text: String) -> [Effect] {
        guard running == nil else {
            message = .warning("A statement is running: Ctrl-C cancels it")
            return []
        }
        if let index = buffers.firstIndex(where: { $0.title == Self.browseTitle }) {
            currentBuffer = index
        } else {
            let number = (buffers.map(\.number).max() ?? 0) + 1
            let text = TextBuffer(tabWidth: settings.tabWidth)
            buffers.append(EditorBuffer(number: number, title: Self.browseTitle, text: text))
            currentBuffer = buffers.count - 1
        }
        changeQuery { $0.replaceAll(with: text) }
        let effects = run(.run)
        if Layout(self).panes[.result] == nil || focus == .schema { focus(on: .result) }
        return effects
    }
}
