import Render

extension Model {
    /// A click goes where it is, the wheel scrolls what it is over.
    mutating func point(_ action: MouseAction) -> [Effect] {
        let layout = Layout(self)
        // Wherever the button is let go, or pressed anew, what was dragged stays as it is.
        if action.kind == .press || action.kind == .release { (draggedEdge, draggedBorder) = (nil, nil) }
        if action.kind == .press, layout.footer.contains(row: action.row, column: action.column) {
            return FooterView.key(self, atColumn: action.column, in: layout.footer).map { press($0) } ?? []
        }
        if let layer = layers.last { return point(action, in: layer) }
        if action.kind == .press, layout.messageLine.contains(row: action.row, column: action.column),
            MessageLineView.leadsToMessages(self, in: layout.messageLine)
        {
            return perform(.messages)
        }
        if action.kind == .press, layout.statusBar.contains(row: action.row, column: action.column) {
            message = nil
            if let tab = StatusBarView.tab(self, atColumn: action.column, in: layout.statusBar) {
                focus(on: tab)
            } else if !parked.isEmpty {
                return perform(.connections)
            }
            return []
        }
        guard let pane = layout.pane(atRow: action.row, column: action.column), let rect = layout.inner(pane) else {
            return []
        }
        switch action.kind {
        case .wheelUp, .wheelDown: return scroll(pane, by: action.kind == .wheelUp ? -3 : 3)
        case .press:
            message = nil
            draggedBorder = layout.border(atRow: action.row, column: action.column).map {
                DraggedBorder(border: $0)
            }
            // A pane's title stands on the border that it shares with the pane above.
            focus(on: layout.pane(titledAtRow: action.row, column: action.column) ?? pane)
            // A border belongs to no row of a pane.
            return draggedBorder == nil ? click(pane, rect, action) : []
        case .drag where draggedBorder != nil: dragBorder(to: action)
        case .drag where draggedEdge != nil: dragEdge(to: action.column)
        case .drag where pane == .query && focus == .query:
            editor.move(to: editorPlace(rect, action), selecting: true)
            keepInView()
        case .release, .drag: break
        }
        return []
    }

    /// What lies over the panes: the wheel moves in it, a click outside closes it, one in a list chooses.
    private mutating func point(_ action: MouseAction, in layer: Layer) -> [Effect] {
        switch action.kind {
        case .wheelUp, .wheelDown: return press(Key(action.kind == .wheelUp ? .up : .down), in: layer)
        case .drag, .release: return []
        case .press: break
        }
        let box = LayerView.rect(of: layer, self)
        guard box.contains(row: action.row, column: action.column) else {
            return box.isEmpty ? [] : press(Key(.escape), in: layer)
        }
        guard case .picker(var picker) = layer else { return [] }
        let (list, top) = LayerView.list(picker, self)
        let place = top + action.row - list.row
        guard list.contains(row: action.row, column: action.column), picker.shown.indices.contains(place) else {
            return []
        }
        picker.move(by: place - picker.selection)
        replaceTop(.picker(picker))
        return press(Key(.enter), in: .picker(picker))
    }

    private func editorPlace(_ rect: Rect, _ action: MouseAction) -> TextPosition {
        let buffer = buffers[currentBuffer]
        let gutter = EditorMetrics.gutterColumns(lineCount: buffer.text.lines.count)
        return EditorMetrics.place(
            line: action.row - rect.row + buffer.topLine,
            column: max(0, action.column - rect.column - gutter + buffer.leftColumn), in: buffer.text)
    }

    private mutating func click(_ pane: Pane, _ rect: Rect, _ action: MouseAction) -> [Effect] {
        switch pane {
        case .query:
            let place = editorPlace(rect, action)
            // Again where the cursor is: the word there, and then its line.
            if place == editor.cursor || editor.selection?.contains(place) == true, editor.lines[place.line].count > 0 {
                editor.selectMore(at: place)
            } else {
                editor.move(to: place)
            }
        case .result:
            guard var grid else { break }
            let area = gridRect(Layout(self))
            if let edge = grid.layout.edge(row: action.row, column: action.column, in: area) {
                draggedEdge = DraggedEdge(column: edge, from: action.column, width: grid.layout.columns[edge].width)
                break
            }
            guard let hit = grid.layout.hit(row: action.row, column: action.column, in: area) else { break }
            let column = hit.column ?? grid.layout.cursorColumn
            if hit.row == nil, hit.column == grid.layout.cursorColumn { return performInGrid(.sort) }
            if hit.row == grid.layout.cursorRow, column == grid.layout.cursorColumn { return performInGrid(.open) }
            if let row = hit.row { grid.layout.cursorRow = row }
            grid.layout.cursorColumn = column
            self.grid = grid
        case .plan:
            guard var plan else { break }
            let row = plan.top + action.row - rect.row - 1
            let shown = PlanMetrics.treeRows(in: rect, rowCount: plan.rowCount)
            guard action.row > rect.row, action.row - rect.row <= shown, row < plan.rowCount else { break }
            if row == plan.cursor { return performInPlan(.fold) }
            plan.cursor = row
            self.plan = plan
        case .schema:
            let row = schema.top + action.row - rect.row
            guard row >= 0, row < schema.rows.count else { break }
            if row == schema.cursor { return performInSchema(.open) }
            schema.cursor = row
        case .graph: return clickInGraph(rect, action)
        case .notes:
            guard let note = NotesView.note(notes, atRow: action.row, in: rect) else { break }
            if note == notes.cursor { return performInNotes(.open) }
            notes.cursor = note
        }
        return []
    }

    private mutating func dragEdge(to column: Int) {
        guard let edge = draggedEdge, var grid, grid.layout.columns.indices.contains(edge.column) else { return }
        grid.layout.columns[edge.column].width = min(max(3, edge.width + column - edge.from), 1000)
        grid.hasOwnWidths = true
        self.grid = grid
    }

    private mutating func scroll(_ pane: Pane, by rows: Int) -> [Effect] {
        let old = focus
        defer { focus = old }
        if pane == .query {
            let top = buffers[currentBuffer].topLine + rows
            buffers[currentBuffer].topLine = min(max(0, top), max(0, editor.lines.count - 1))
            return []
        }
        focus = pane
        for _ in 0..<abs(rows) {
            switch pane {
            case .result: _ = performInGrid(rows < 0 ? .up : .down)
            case .plan: _ = performInPlan(rows < 0 ? .up : .down)
            case .notes: _ = performInNotes(rows < 0 ? .up : .down)
            case .graph: _ = performInGraph(rows < 0 ? .up : .down)
            case .schema: _ = performInSchema(rows < 0 ? .up : .down)
            case .query: break
            }
        }
        return []
    }
}
