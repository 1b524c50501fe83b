import Render

/// How the plan pane shares its height between the tree and the operator's details.
enum PlanMetrics {
    private static let detailRowsLeast = 5
    private static let detailFromRows = 12

    /// Rows of operators that show at once.
    static func treeRows(in rect: Rect?, rowCount: Int) -> Int {
        guard let rect else { return 10 }
        let room = max(1, rect.rows - 1)
        guard rect.rows >= detailFromRows else { return room }
        return min(max(1, rowCount), max(room / 2, room - 1 - detailRowsLeast))
    }

    /// The part below the tree for details, without the line between; `nil` where there is no room.
    static func details(in rect: Rect, rowCount: Int) -> Rect? {
        guard rect.rows >= detailFromRows else { return nil }
        let rows = treeRows(in: rect, rowCount: rowCount)
        return rect.split(top: rows + 2).1
    }
}

/// The plan pane: a table of operators, and what is known of the one under the cursor.
enum PlanView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let area = rect.inner
        guard let plan = model.plan else {
            PaneFrame.draw(.plan, into: &frame, rect, isFocused: isFocused)
            return PaneFrame.drawHint(
                PaneFrame.hints([
                    ("F6", "shows the plan of the statement without running it"),
                    ("F7", "runs it and measures every operator"),
                ]), into: &frame, area)
        }
        if plan.presentation == .diff, let diff = plan.diff {
            return PlanDiffView.draw(
                plan, diff, into: &frame, rect, isFocused: isFocused, restWay: restWay(model))
        }
        PaneFrame.draw(
            .plan, into: &frame, rect, isFocused: isFocused, detail: age(plan) + presentation(plan),
            trailing: PlanRendering.summary(plan.model))
        guard !area.isEmpty else { return }
        let rows = plan.rows
        let shown = PlanMetrics.treeRows(in: area, rowCount: rows.count)
        drawRows(plan, rows, into: &frame, area.split(top: shown + 1).0, isFocused: isFocused)
        if let details = PlanMetrics.details(in: area, rowCount: rows.count), let id = plan.cursorOperator {
            frame.horizontalLine(row: details.row - 1, column: rect.column, length: rect.columns, joined: true)
            let lines = PlanRendering.details(plan.model, of: id, width: max(10, details.columns - 2))
            frame.drawMarkingRest(lines, in: details.inset(rows: 0, columns: 1), way: restWay(model))
        }
        if rows.count > shown {
            let track = Rect(row: area.row + 1, column: rect.column, rows: shown, columns: rect.columns)
            frame.scrollBar(track, total: rows.count, offset: plan.top, visible: shown)
        }
    }

    /// Details that have no room here may have it on the whole screen.
    private static func restWay(_ model: Model) -> String { model.isZoomed ? "" : "  z shows more" }

    /// Says of a plan that it is not that of the result.
    static func age(_ plan: PlanState) -> StyledLine {
        plan.isOld ? StyledLine("of an earlier statement  ", .warning) : StyledLine()
    }

    private static func presentation(_ plan: PlanState) -> StyledLine {
        switch plan.presentation {
        case .tree: StyledLine(plan.model.isProfiled ? "" : "EXPLAIN", .dim)
        case .list: StyledLine("by \(name(of: plan.listColumn))", .dim)
        case .bars: StyledLine(plan.model.isProfiled ? "time" : "estimated rows", .dim)
        case .diff: StyledLine()
        }
    }

    private static func name(of column: PlanModel.Column) -> String {
        switch column {
        case .step: "step"
        case .estimatedRows: "estimated rows"
        case .rows: "rows"
        case .errorFactor: "estimation error"
        case .dbHits: "db hits"
        case .selfMs: "own time"
        case .inclusiveMs: "time with inputs"
        case .memory: "memory"
        case .hops: "hops"
        case .walks: "walks"
        case .reads: "reads"
        }
    }

    private static func drawRows(
        _ plan: PlanState, _ rows: [PlanModel.Row], into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let width = area.columns - 1
        let table = PlanTable(
            plan.model, width: width, kind: plan.presentation == .list ? .list : .tree, collapsed: plan.collapsed)
        if plan.presentation != .bars {
            frame.draw(table.header, row: area.row, column: area.column + 1, width: width)
        } else {
            frame.draw(
                StyledLine("operator", .label, .bold), row: area.row, column: area.column + 1, width: width)
        }
        for line in 0..<(area.rows - 1) where plan.top + line < rows.count {
            let row = rows[plan.top + line]
            let text =
                plan.presentation == .bars
                ? PlanRendering.barLine(plan.model, of: row.id, width: width) : table.line(row)
            let place = Rect(row: area.row + 1 + line, column: area.column, rows: 1, columns: area.columns)
            frame.draw(text, row: place.row, column: area.column + 1, width: width)
            if plan.top + line == plan.cursor {
                frame.fill(place, backdrop: isFocused ? .selection : .selectionUnfocused)
                frame.draw("▸", .key, row: place.row, column: place.column)
            }
        }
    }
}
