import Render

/// The plan pane while two plans are compared: what changed, and both sides of the step under the cursor.
enum PlanDiffView {
    static func draw(
        _ plan: PlanState, _ diff: PlanDiff, into frame: inout Frame, _ rect: Rect, isFocused: Bool,
        restWay: String
    ) {
        let area = rect.inner
        let table = PlanDiffTable(diff, width: area.columns - 1)
        PaneFrame.draw(
            .plan, into: &frame, rect, isFocused: isFocused,
            detail: PlanView.age(plan) + StyledLine("pinned → now", .changed),
            trailing: table.summary.cut(to: max(0, rect.columns - (plan.isOld ? 52 : 28))))
        guard !area.isEmpty else { return }
        let lines = plan.diffLines
        let shown = PlanMetrics.treeRows(in: area, rowCount: lines.count)
        frame.draw(table.header, row: area.row, column: area.column + 1, width: area.columns - 1)
        for line in 0..<shown where plan.top + line < lines.count && line + 1 < area.rows {
            let place = Rect(row: area.row + 1 + line, column: area.column, rows: 1, columns: area.columns)
            frame.draw(
                table.line(lines[plan.top + line]), row: place.row, column: area.column + 1, width: area.columns - 1)
            if plan.top + line == plan.cursor {
                frame.fill(place, backdrop: isFocused ? .selection : .selectionUnfocused)
                frame.draw("▸", .key, row: place.row, column: place.column)
            }
        }
        if let details = PlanMetrics.details(in: area, rowCount: lines.count), lines.indices.contains(plan.cursor) {
            frame.horizontalLine(row: details.row - 1, column: rect.column, length: rect.columns, joined: true)
            drawDetails(table, lines[plan.cursor], into: &frame, details.inset(rows: 0, columns: 1), restWay: restWay)
        }
        if lines.count > shown {
            let track = Rect(row: area.row + 1, column: rect.column, rows: shown, columns: rect.columns)
            frame.scrollBar(track, total: lines.count, offset: plan.top, visible: shown)
        }
    }

    /// Both sides next to one another where there is room.
    private static func drawDetails(
        _ table: PlanDiffTable, _ line: PlanDiff.Line, into frame: inout Frame, _ area: Rect, restWay: String
    ) {
        guard case .row(let index) = line else {
            return frame.draw([StyledLine("X or Space shows the steps that stayed", .dim, .italic)], in: area)
        }
        let row = table.diff.rows[index]
        guard row.before != nil, row.after != nil, area.columns >= 80 else {
            let lines = table.details(of: line, width: max(10, area.columns))
            // One below the other they may be more than there is room for.
            return frame.drawMarkingRest(lines, in: area, way: restWay)
        }
        let half = area.columns / 2 - 1
        let sides = table.sides(of: row, width: half)
        frame.drawMarkingRest(
            sides.before, in: Rect(row: area.row, column: area.column, rows: area.rows, columns: half))
        frame.drawMarkingRest(
            sides.after,
            in: Rect(row: area.row, column: area.column + half + 2, rows: area.rows, columns: area.columns - half - 2),
            way: restWay)
    }
}
