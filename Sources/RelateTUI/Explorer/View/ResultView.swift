import Render

/// The result pane: the grid, or what a statement without rows did.
enum ResultView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let (area, rulers) = TimeRulerView.split(model, rect.inner)
        defer { if let rulers { TimeRulerView.draw(model, into: &frame, rulers) } }
        guard var grid = model.grid else {
            PaneFrame.draw(.result, into: &frame, rect, isFocused: isFocused)
            return drawWelcome(model, into: &frame, area)
        }
        var detail = detail(model, grid, area)
        if rulers == nil { detail = TimeRulerView.brief(model) + detail }
        if grid.isOld { detail = StyledLine("of an earlier statement  ", .warning) + detail }
        PaneFrame.draw(
            .result, into: &frame, rect, isFocused: isFocused, detail: detail,
            trailing: timings(grid.outcome, room: rect.columns - detail.columns - 16))
        guard !area.isEmpty else { return }
        if grid.table.columns.isEmpty { return drawChanges(grid, into: &frame, area) }
        grid.layout.isFocused = isFocused
        grid.layout.draw(
            into: &frame, area, options: model.valueOptions, isMatch: marks(model, grid),
            cell: { row, column in grid.table.glance(grid.tableRow(row), column) })
        let visible = grid.layout.visibleRows(in: area)
        let track = Rect(
            row: area.row + area.rows - visible, column: rect.column, rows: visible, columns: rect.columns)
        frame.scrollBar(track, total: grid.layout.rowCount, offset: grid.layout.firstRow, visible: visible)
    }

    /// Cells that were searched for, or hold what is selected in the graph.
    private static func marks(_ model: Model, _ grid: GridState) -> ((Int, Int) -> Bool)? {
        if model.focus == .graph, let element = model.graph.selectedNode?.elementId {
            return { row, column in grid.table.cell(grid.tableRow(row), column).holds(element: element) }
        }
        if grid.searchText.isEmpty, !model.time.changes.cells.isEmpty {
            let changes = model.time.changes.cells
            return { row, column in changes.contains(GridChanges.Cell(row: grid.tableRow(row), column: column)) }
        }
        guard !grid.searchText.isEmpty else { return nil }
        return { row, column in GridSearch.matches(grid.table.cell(grid.tableRow(row), column), grid.searchText) }
    }

    private static func detail(_ model: Model, _ grid: GridState, _ area: Rect) -> StyledLine {
        let arrangement = arrangement(model, grid)
        return arrangement.isEmpty ? range(grid, area) : range(grid, area) + StyledLine("  ") + arrangement
    }

    /// `1–12 of 12 480`.
    private static func range(_ grid: GridState, _ area: Rect) -> StyledLine {
        guard !grid.table.columns.isEmpty else { return StyledLine() }
        let count = grid.layout.rowCount
        let visible = grid.layout.visibleRows(in: area)
        let all = grid.layout.rowCount == grid.table.rowCount ? grid.firstRows : nil
        guard count > visible, visible > 0 else { return StyledLine(all ?? Counts.of(count, "row"), .dim) }
        let first = grid.layout.firstRow + 1
        let last = min(count, grid.layout.firstRow + visible)
        var line = StyledLine("\(Counts.grouped(first))–\(Counts.grouped(last))", .text)
        line.append(" of \(all ?? Counts.grouped(count))", .dim)
        return line
    }

    private static func timings(_ outcome: StatementOutcome, room: Int) -> StyledLine {
        let total = StyledLine(Quantities.duration(ms: outcome.elapsedMs), .number)
        var line = total
        for (name, time) in [("parse", outcome.parseMs), ("plan", outcome.planMs), ("run", outcome.executeMs)] {
            line.append((line.columns == total.columns ? "  " : " ") + name + " ", .dim)
            line.append(Quantities.milliseconds(time), .text)
        }
        return line.columns <= room ? line : total
    }

    private static func arrangement(_ model: Model, _ grid: GridState) -> StyledLine {
        var parts: [StyledLine] = []
        if !grid.arrangement.filter.isEmpty {
            parts.append(StyledLine("filter ", .dim) + StyledLine([Span(grid.arrangement.filter, .match, limit: 30)]))
        }
        if !grid.searchText.isEmpty {
            parts.append(StyledLine("find ", .dim) + StyledLine([Span(grid.searchText, .match, limit: 30)]))
        }
        if grid.firstRows != nil { parts.append(StyledLine("more were left out: :limit off", .warning)) }
        if model.time.goneRowCount > 0 {
            parts.append(StyledLine("\(Counts.of(model.time.goneRowCount, "row")) gone", .removed))
        }
        let hidden = grid.table.columns.count - grid.layout.columns.count
        if hidden > 0 { parts.append(StyledLine("\(Counts.of(hidden, "column")) hidden", .warning)) }
        let changes = QueryChanges.summary(grid.outcome.stats)
        if !changes.isEmpty { parts.append(StyledLine(changes, .success)) }
        return StyledLine.joined(parts, separator: StyledLine("  "))
    }

    private static func drawChanges(_ grid: GridState, into frame: inout Frame, _ area: Rect) {
        let changes = QueryChanges.summary(grid.outcome.stats)
        var lines = [
            StyledLine(changes.isEmpty ? "Nothing was changed, and nothing returned" : changes, .success, .bold)
        ]
        if let bookmark = grid.outcome.bookmark { lines.append(StyledLine("committed as \(bookmark)", .dim)) }
        PaneFrame.drawHint(lines, into: &frame, area)
    }

    private static func drawWelcome(_ model: Model, into frame: inout Frame, _ area: Rect) {
        if let failure = model.session.openFailure {
            let lines = [StyledLine("The store could not be opened", .error, .bold), StyledLine()]
            return PaneFrame.drawHint(
                lines + StyledLine([Span(failure.message.firstLine, .text, limit: 2000)]).wrapped(to: area.columns - 4),
                into: &frame, area)
        }
        var lines = [
            StyledLine("r e l a t e", .titleFocused, .bold), StyledLine("a graph, at your fingertips", .dim, .italic),
            StyledLine(),
        ]
        if area.rows < 9 { lines = [] }
        lines += PaneFrame.hints([
            ("F5", "runs the statement"), ("F6", "shows its plan"), ("F7", "measures it"),
            ("Tab", "goes to the next pane"), ("^P", "lists every command"), ("F1", "lists the keys"),
        ])
        PaneFrame.drawHint(lines, into: &frame, area)
    }
}
