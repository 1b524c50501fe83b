import Relate
import Render
import Testing

@testable import RelateTUI

/// Panes of other sizes, small screens, the sidebar's filter, words in the query.
@Suite("Panes") struct PaneTests {
    @Test(
        "Keys move the border that the focused pane has, and give the usual sizes back",
        arguments: [
            (ScreenSize(rows: 40, columns: 120), Pane.query), (ScreenSize(rows: 40, columns: 120), .result),
            (ScreenSize(rows: 40, columns: 120), .schema), (ScreenSize(rows: 24, columns: 80), .query),
            (ScreenSize(rows: 60, columns: 200), .graph), (ScreenSize(rows: 60, columns: 200), .plan),
            (ScreenSize(rows: 60, columns: 200), .notes), (ScreenSize(rows: 60, columns: 200), .result),
            (ScreenSize(rows: 40, columns: 180), .graph),
        ])
    func resizes(size: ScreenSize, pane: Pane) throws {
        var model = Model.opened("", columns: size.columns, rows: size.rows)
        model.focus(on: pane)
        let usual = Layout(model)
        func rect() -> Rect { Layout(model).panes[pane] ?? Rect(row: 0, column: 0, rows: 0, columns: 0) }
        let before = rect()
        for (key, isVertical) in [("C-x ^", false), ("C-x }", true)] {
            model.message = nil
            try press(key, &model)
            guard usual.border(of: pane, isVertical: isVertical) != nil else {
                #expect(model.message != nil)
                continue
            }
            #expect(isVertical ? rect().columns == before.columns + 2 : rect().rows == before.rows + 1, "\(key)")
        }
        for _ in 0..<300 { try press("C-x ^ C-x }", &model) }
        for other in Layout(model).panes.values { #expect(other.rows >= 3 && other.columns >= 12, "\(other)") }
        _ = view(model)
        for _ in 0..<600 { try press("C-x - C-x {", &model) }
        for other in Layout(model).panes.values { #expect(other.rows >= 3 && other.columns >= 12, "\(other)") }
        _ = view(model)
        try press("C-x +", &model)
        #expect(Layout(model).panes == usual.panes)
    }

    @Test("The mouse drags borders; where the layout holds one back, the way back begins at once")
    func drags() throws {
        var model = Model.opened("", columns: 120, rows: 40)
        let query = try #require(Layout(model).panes[.query])
        let row = query.endRow - 1
        func mouse(_ kind: MouseAction.Kind, _ row: Int, _ column: Int) {
            _ = update(&model, .mouse(MouseAction(kind: kind, column: column, row: row)))
        }
        mouse(.press, row, 60)
        mouse(.drag, row + 5, 60)
        mouse(.release, row + 5, 60)
        #expect(Layout(model).panes[.query]?.rows == query.rows + 5)
        let schema = try #require(Layout(model).panes[.schema])
        mouse(.press, 5, schema.endColumn - 1)
        mouse(.drag, 5, schema.endColumn + 9)
        #expect(Layout(model).panes[.schema]?.columns == schema.columns + 10)
        mouse(.release, 5, 30)
        mouse(.drag, 20, 50)
        #expect(Layout(model).panes[.schema]?.columns == schema.columns + 10)
    }

    @Test("A border that is dragged past its limit stays there until the mouse is back at it")
    func dragsBack() throws {
        for (rows, columns) in [(40, 120), (60, 200)] {
            var model = Model.opened("", columns: columns, rows: rows)
            func mouse(_ kind: MouseAction.Kind, _ row: Int, _ column: Int) {
                _ = update(&model, .mouse(MouseAction(kind: kind, column: column, row: row)))
            }
            let edge = try #require(Layout(model).place(of: .sidebar))
            mouse(.press, 5, edge)
            mouse(.drag, 5, columns - 1)
            let most = try #require(Layout(model).place(of: .sidebar))
            for column in [columns - 5, most + 9, most + 1] {
                mouse(.drag, 5, column)
                #expect(Layout(model).place(of: .sidebar) == most)
            }
            mouse(.drag, 5, most - 1)
            #expect(Layout(model).place(of: .sidebar) == most - 1)
            mouse(.drag, 5, 0)
            let least = try #require(Layout(model).place(of: .sidebar))
            mouse(.drag, 5, least + 3)
            #expect(Layout(model).place(of: .sidebar) == least + 3)
            mouse(.release, 5, least + 3)
            let line = try #require(Layout(model).place(of: .query))
            mouse(.press, line, 60)
            mouse(.drag, rows - 1, 60)
            mouse(.drag, line + 1, 60)
            #expect(Layout(model).place(of: .query) == line + 1)
            mouse(.release, line + 1, 60)
            // Keys go on from where it stopped, in a smaller window too.
            try press("F2", &model)
            for _ in 0..<80 { try press("C-x ^", &model) }
            model.size.rows -= 10
            let now = try #require(Layout(model).place(of: .query))
            try press("C-x -", &model)
            #expect(Layout(model).place(of: .query) == now - 1)
        }
    }

    @Test("What lies over the panes stays inside its box, and its cursor shows, however small the screen is")
    func smallLayers() throws {
        for (rows, columns) in [(5, 20), (9, 30), (24, 80)] {
            var model = Model.opened("", columns: columns, rows: rows)
            try press("C-p", &model)
            let box = LayerView.rect(of: try #require(model.layers.last), model)
            let lines = view(model).plainText.split(separator: "\n", omittingEmptySubsequences: false)
            for row in box.row..<box.endRow {
                let line = Array(lines[row])
                #expect("╭├│╰".contains(line[box.column]) && "╮┤│┃╯".contains(line[box.endColumn - 1]), "\(lines[row])")
            }
            model.layers = []
            model.parameters = (1...40).map { ParameterEntry(name: "p\($0)", text: "\($0)", value: .int(Int64($0))) }
            try press("C-t", &model)
            for number in 1...40 {
                #expect(view(model).plainText.contains("$p\(number) ") == true, "\(number) of \(rows)")
                try press("Down", &model)
            }
            #expect(!view(model).plainText.contains("$p1 "))
        }
    }

    @Test("A number behind the colon goes to that line of the query")
    func goesToLines() throws {
        var model = Model.opened("a\n  b\nc", columns: 80, rows: 24)
        for (keys, place) in [
            ("2", TextPosition(line: 1, column: 2)), ("1", .start), ("99", TextPosition(line: 2, column: 0)),
            ("99999999999999999999", TextPosition(line: 2, column: 0)), ("0", .start),
        ] {
            try press("F3 : \"\(keys)\" Enter", &model)
            #expect(model.focus == .query && model.editor.cursor == place, "\(keys)")
        }
    }

    @Test("A click on a title goes to its pane, though it stands on the border of the pane above")
    func clicksTitle() throws {
        var model = Model.opened("", columns: 80, rows: 24)
        let query = try #require(Layout(model).panes[.query])
        _ = update(&model, .mouse(MouseAction(kind: .press, column: 5, row: query.endRow - 1)))
        #expect(model.focus == model.lowerPane)
        _ = update(&model, .mouse(MouseAction(kind: .press, column: 5, row: query.row)))
        #expect(model.focus == .query)
    }

    @Test("On the smallest screens rows and items go before rules", arguments: [5, 6, 7, 8])
    func smallScreens(rows: Int) throws {
        var model = Model.opened("RETURN 1", columns: 20, rows: rows)
        let request = try #require(press("F5", &model).runRequest)
        _ = update(
            &model,
            .statementEnded(request, .success(Fixtures.outcome(columns: ["abc"], rows: [["first"], ["second"]]))))
        try press("F3", &model)
        #expect(view(model).plainText.contains("first"))
        try press("C-p \"theme\"", &model)
        #expect(view(model).plainText.contains("Cho"))
    }

    @Test("The sidebar shows only entries with a text, those of folded sections too, until Esc")
    func filtersSchema() throws {
        var model = Model.opened("", columns: 120, rows: 40)
        var summary = Fixtures.schema
        summary.sections.append(
            SchemaSummary.Section(kind: .functions, entries: [SchemaSummary.Entry(name: "movieTitle")]))
        _ = update(&model, .schemaLoaded(summary))
        try press("M-6 / \"MOVIE\" Enter", &model)
        #expect(
            model.schema.rows.compactMap { if case .entry(_, let entry) = $0 { entry.name } else { nil } }
                == ["Movie", "movieTitle"])
        #expect(model.schema.selectedEntry?.name == "Movie")
        #expect(view(model).plainText.contains("/movie"))
        try press("Esc", &model)
        #expect(model.schema.rows.count > 10)
        try press("/ \"nothing like it\" Enter", &model)
        #expect(model.schema.rows.isEmpty && view(model).plainText.contains("Esc shows all"))
        try press("Down Enter Esc", &model)
        #expect(model.schema.rows.count > 10)
    }

    @Test("A click where the cursor is selects the word, the next one its line")
    func selectsWords() throws {
        var model = Model.opened("RETURN someName AS x", columns: 120, rows: 40)
        let rect = try #require(Layout(model).inner(.query))
        let gutter = EditorMetrics.gutterColumns(lineCount: 1)
        func click() {
            _ = update(&model, .mouse(MouseAction(kind: .press, column: rect.column + gutter + 9, row: rect.row)))
        }
        click()
        #expect(model.editor.selectedText == nil)
        click()
        #expect(model.editor.selectedText == "someName")
        click()
        #expect(model.editor.selectedText == "RETURN someName AS x")
        click()
        #expect(model.editor.selectedText == nil)
    }

    @Test("Enter between brackets that came in a pair puts the closing one on its own line below")
    func breaksPairs() throws {
        var model = Model.opened("", columns: 80, rows: 24) { $0.pairsBrackets = true }
        try press("\"RETURN {\" Enter \"a: 1\"", &model)
        #expect(model.editor.text == "RETURN {\n  a: 1\n}")
        try press("C-_ C-_ C-_", &model)
        var plain = Model.opened("", columns: 80, rows: 24) { $0.pairsBrackets = true }
        try press("\"RETURN (1\" Enter", &plain)
        #expect(plain.editor.text == "RETURN (1\n)")
    }

    @Test("The palette finds themes, stores and buffers by their names")
    func paletteNames() throws {
        var model = Model.opened("RETURN 1", columns: 120, rows: 40) {
            $0.settings = Settings(parsing: "[[connection]]\nname = \"work\"\npath = \"/w.rl\"")
        }
        try press("M-n \"scratch text\" C-p \"theme ember\"", &model)
        func selected() -> Picker.Item? {
            if case .picker(let picker)? = model.layers.last { picker.selectedItem } else { nil }
        }
        #expect(selected()?.choice == .theme("ember"))
        try press("Esc C-p \"open work\"", &model)
        #expect(selected()?.choice == .commandLine("open work"))
        try press("Esc C-p \"buffer return 1\"", &model)
        #expect(selected()?.title == "Buffer RETURN 1")
    }
}
