import Relate
import Testing

@testable import Render

/// Whole panes at the sizes that matter.
@Suite struct ScreenTests {
    @Test("The result grid at every size", arguments: ScreenSize.all)
    func grid(size: ScreenSize) {
        var frame = Frame(rows: size.rows, columns: size.columns)
        frame.box(
            frame.bounds, title: StyledLine("Result", .titleFocused, .bold),
            trailing: StyledLine("1–7 of 7 · 7.1 ms", .dim), focused: true)
        var layout = Fixtures.grid(columns: size.columns - 2)
        layout.cursorRow = 1
        layout.columns[0].sort = .ascending
        layout.showCursor(in: frame.bounds.inner)
        layout.draw(into: &frame, frame.bounds.inner) { Fixtures.rows[$0][$1] }
        expectSnapshot(frame, suite: "Grid", test: "\(size)")
    }

    @Test("The plan as a tree, a list and bars, profiled and not, at every size", arguments: ScreenSize.all)
    func plan(size: ScreenSize) {
        for (name, document) in [
            ("chain", Fixtures.profile()), ("estimates", Fixtures.profile(profiled: false)),
            ("branches", Fixtures.branches()),
        ] {
            let model = PlanModel(document)
            var frame = Frame(rows: size.rows, columns: size.columns)
            frame.box(
                frame.bounds, title: StyledLine("Plan", .titleFocused, .bold), trailing: PlanRendering.summary(model),
                focused: true)
            let area = frame.bounds.inner.inset(rows: 0, columns: 1)
            let table = PlanTable(model, width: area.columns)
            var lines = [table.header] + model.rows().map { table.line($0) }
            lines.append(StyledLine())
            lines += PlanRendering.details(model, of: model.operators.count > 4 ? 3 : 0, width: area.columns)
            lines.append(StyledLine())
            lines += model.operators.map { PlanRendering.barLine(model, of: $0.id, width: area.columns) }
            frame.draw(lines, in: area)
            frame.fill(area.split(top: 1).0, backdrop: .header)
            frame.fill(Rect(row: 5, column: 1, rows: 1, columns: size.columns - 2), backdrop: .cursorLine)
            expectSnapshot(frame, suite: "Plan", test: "\(name) \(size)")
        }
    }
}
