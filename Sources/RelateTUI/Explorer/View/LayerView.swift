import Relate
import Render

/// Layers over the panes.
enum LayerView {
    static func draw(_ layer: Layer, _ model: Model, _ layout: Layout, into frame: inout Frame) {
        frame.cursor = nil
        switch layer {
        case .help(let topLine): drawHelp(topLine, model, into: &frame)
        case .picker(let picker): drawPicker(picker, into: &frame)
        case .prompt(let prompt): drawPrompt(prompt, into: &frame, layout)
        case .parameters(let state): drawParameters(state, model.valueOptions, into: &frame)
        case .inspector(let state): InspectorView.draw(state, model.size, model.valueOptions, into: &frame)
        case .timeline(let state): TimelineView.draw(state, model.size, into: &frame)
        case .question(let question): drawQuestion(question, into: &frame)
        }
    }

    /// A box over the panes; its inside, a column in from the border.
    static func popup(
        _ rect: Rect, title: String, footer: StyledLine? = nil, trailing: StyledLine? = nil, into frame: inout Frame
    ) -> Rect {
        let shadow = Rect(row: rect.row + 1, column: rect.column + 2, rows: rect.rows, columns: rect.columns)
        frame.fill(shadow, backdrop: .shadow)
        frame.clear(rect, backdrop: .popup)
        frame.box(
            rect, title: StyledLine(title, .titleFocused, .bold), footer: footer, trailing: trailing, focused: true)
        return rect.inset(rows: 1, columns: 2)
    }

    private static func centered(rows: Int, columns: Int, in frame: Frame) -> Rect {
        let rows = min(rows, frame.rows)
        let columns = min(columns, frame.columns)
        return Rect(
            row: (frame.rows - rows) / 2, column: (frame.columns - columns) / 2, rows: rows, columns: columns)
    }

    // MARK: - Help

    private static func drawHelp(_ topLine: Int, _ model: Model, into frame: inout Frame) {
        let lines = HelpText.lines(model.keys, for: model.focus)
        let rect = centered(rows: min(frame.rows - 1, lines.count + 2), columns: min(frame.columns, 100), in: frame)
        let area = popup(rect, title: "Keys", into: &frame)
        let top = min(topLine, max(0, lines.count - area.rows))
        frame.draw(Array(lines[top...].prefix(area.rows)), in: area)
        let track = Rect(row: area.row, column: rect.column, rows: area.rows, columns: rect.columns)
        frame.scrollBar(track, total: lines.count, offset: top, visible: area.rows)
    }

    // MARK: - Pickers

    private static func drawPicker(_ picker: Picker, into frame: inout Frame) {
        let rect = centered(
            rows: min(frame.rows - 2, max(8, min(22, picker.items.count + 4))), columns: min(frame.columns - 4, 90),
            in: frame)
        let count = StyledLine("\(picker.shown.count)/\(picker.items.count)", .dim)
        let area = popup(rect, title: picker.title, trailing: count, into: &frame)
        guard area.rows > 2 else { return }
        drawInput(picker.query, lead: StyledLine("› ", .key), into: &frame, area.split(top: 1).0)
        frame.horizontalLine(
            row: area.row + 1, column: rect.column, length: rect.columns, role: .borderFocused, joined: true)
        let list = area.split(top: 2).1
        let top = max(0, min(picker.selection - list.rows / 2, picker.shown.count - list.rows))
        for line in 0..<list.rows where top + line < picker.shown.count {
            let item = picker.items[picker.shown[top + line]]
            let place = Rect(row: list.row + line, column: list.column - 1, rows: 1, columns: list.columns + 2)
            let detail = StyledLine(item.detail, .key)
            frame.draw(
                StyledLine([Span(item.title, .text, limit: list.columns)]), row: place.row, column: list.column,
                width: max(0, list.columns - detail.columns - 2))
            frame.draw(detail, row: place.row, column: list.endColumn - detail.columns)
            if top + line == picker.selection { frame.fill(place, backdrop: .selection) }
        }
        if picker.shown.isEmpty {
            frame.draw(
                picker.items.isEmpty ? "nothing yet" : "nothing fits", .dim, .italic, row: list.row, column: list.column
            )
        }
    }

    /// A line to type into; the cursor shows.
    private static func drawInput(_ input: LineInput, lead: StyledLine, into frame: inout Frame, _ place: Rect) {
        let room = max(1, place.columns - lead.columns - 1)
        let before = TextWidth.visible(input.textBeforeCursor).columns
        let left = max(0, before - room)
        let text = StyledLine([Span(input.text, .strong)]).slice(left..<(left + room))
        frame.draw(lead + text, row: place.row, column: place.column, width: place.columns)
        frame.cursor = Frame.Cursor(
            row: place.row, column: min(place.endColumn - 1, place.column + lead.columns + before - left))
    }

    private static func drawPrompt(_ prompt: Prompt, into frame: inout Frame, _ layout: Layout) {
        let place = layout.footer.isEmpty ? layout.messageLine : layout.footer
        frame.clear(place, backdrop: .popup)
        let lead: StyledLine =
            switch prompt.purpose {
            case .command: StyledLine(":", .key, .bold)
            case .search: StyledLine("find ", .key, .bold)
            case .filter: StyledLine("only rows with ", .key, .bold)
            }
        drawInput(prompt.line, lead: lead, into: &frame, place.inset(rows: 0, columns: 1))
        guard prompt.purpose == .command, frame.columns > 60 else { return }
        let word = prompt.line.text.prefix { $0 != " " }
        let fitting = ColonCommands.entries.filter { $0.names[0].hasPrefix(word) }
        let hint: StyledLine
        if fitting.count == 1, let entry = fitting.first {
            hint = StyledLine("\(entry.argument)  \(entry.sentence)", .dim)
        } else {
            hint = StyledLine(fitting.map { $0.names[0] }.joined(separator: " "), .dim)
        }
        let room = place.columns - 6 - TextWidth.visible(prompt.line.text).columns
        let line = hint.cut(to: max(0, room))
        frame.draw(line, row: place.row, column: place.endColumn - line.columns - 1)
    }

    // MARK: - Parameters

    private static func drawParameters(_ state: ParametersState, _ options: ValueOptions, into frame: inout Frame) {
        let rect = centered(
            rows: max(7, min(frame.rows - 2, state.entries.count + 5)), columns: min(frame.columns - 4, 76), in: frame)
        let area = popup(rect, title: "Parameters", into: &frame)
        let widest = state.entries.map { TextWidth.visible($0.name, limit: 30).columns + 1 }.max() ?? 8
        for (index, entry) in state.entries.prefix(area.rows).enumerated() {
            let row = area.row + index
            var line = StyledLine([Span("$" + entry.name, .parameter, limit: 30)]).padded(to: widest)
            line.append(" = ", .operator)
            line += ValueRendering.cell(entry.value, width: max(4, area.columns - widest - 20), options)
            frame.draw(line, row: row, column: area.column, width: area.columns)
            let type = StyledLine(ValueRendering.typeName(of: entry.value), .dim)
            frame.draw(type, row: row, column: area.endColumn - type.columns)
        }
        let place = Rect(
            row: area.row + min(state.cursor, area.rows - 1), column: area.column - 1, rows: 1,
            columns: area.columns + 2)
        if state.cursor >= state.entries.count, state.editing == nil {
            let hint =
                state.entries.isEmpty
                ? "Enter adds one:  year = 1999   or   since = date('2024-05-06')" : "Enter adds one"
            frame.draw(hint, .dim, .italic, row: place.row, column: area.column, width: area.columns)
        }
        frame.fill(place, backdrop: .selection)
        if let editing = state.editing {
            frame.clear(place, backdrop: .selection)
            drawInput(editing, lead: StyledLine("$", .parameter), into: &frame, place.inset(rows: 0, columns: 1))
        }
    }

    // MARK: - Questions

    private static func drawQuestion(_ question: Question, into frame: inout Frame) {
        let columns = min(frame.columns - 4, max(36, question.detail.count + 6))
        let rect = centered(rows: 6, columns: columns, in: frame)
        let area = popup(rect, title: question.title, into: &frame)
        frame.draw(StyledLine(question.detail, .text).wrapped(to: area.columns), in: area)
        frame.draw(
            PaneFrame.hint("y", "yes") + StyledLine("    ") + PaneFrame.hint("n", "no"), row: area.endRow - 1,
            column: area.column)
    }
}
