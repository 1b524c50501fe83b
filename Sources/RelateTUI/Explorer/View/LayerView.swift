import Relate
import Render

/// Layers over the panes.
enum LayerView {
    static func draw(_ layer: Layer, _ model: Model, _ layout: Layout, into frame: inout Frame) {
        frame.cursor = nil
        switch layer {
        case .help(let state): drawHelp(state, model, into: &frame)
        case .picker(let picker): drawPicker(picker, model, into: &frame)
        case .prompt(let prompt): drawPrompt(prompt, into: &frame, layout)
        case .parameters(let state): drawParameters(state, model, into: &frame)
        case .inspector(let state): InspectorView.draw(state, model.size, model.valueOptions, into: &frame)
        case .timeline(let state): TimelineView.draw(state, model.size, into: &frame)
        case .question(let question): drawQuestion(question, model, into: &frame)
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

    private static func centered(rows: Int, columns: Int, in size: ScreenSize) -> Rect {
        let rows = min(rows, size.rows)
        let columns = min(columns, size.columns)
        return Rect(row: (size.rows - rows) / 2, column: (size.columns - columns) / 2, rows: rows, columns: columns)
    }

    /// Where a layer's box stands; empty for a line at the bottom.
    static func rect(of layer: Layer, _ model: Model) -> Rect {
        let size = model.size
        switch layer {
        case .help:
            // As large as without a filter, so that it stays where it is.
            let count = HelpText.lines(model, with: "").count
            return centered(rows: min(size.rows - 1, count + 2), columns: HelpText.boxColumns(size), in: size)
        case .picker(let picker):
            let most = size.rows < 8 ? size.rows : size.rows - 2
            let rows = min(most, max(8, min(22, picker.items.count + 4)))
            return centered(rows: rows, columns: min(size.columns - 4, 90), in: size)
        case .parameters(let state):
            let rows = max(7, min(size.rows - 2, state.entries.count + 5))
            return centered(rows: rows, columns: min(size.columns - 4, 76), in: size)
        case .question(let question):
            let longest = question.detail.split(separator: "\n").map(\.count).max() ?? 0
            let columns = min(size.columns - 4, max(36, min(longest, 90) + 6, question.title.count + 8))
            let rows = detail(question, columns: columns - 4).count + 3
            return centered(rows: max(6, min(rows, size.rows)), columns: columns, in: size)
        case .inspector(let state): return InspectorLayout(state, size).box
        case .timeline, .prompt: return Rect(row: 0, column: 0, rows: 0, columns: 0)
        }
    }

    /// The list of a picker in its box, and which of its items is the first that shows.
    static func list(_ picker: Picker, _ model: Model) -> (rect: Rect, top: Int) {
        let inside = rect(of: .picker(picker), model).inset(rows: 1, columns: 2)
        // Items go before the rule.
        let list = inside.split(top: inside.rows > 3 ? 2 : 1).1
        return (list, max(0, min(picker.selection - list.rows / 2, picker.shown.count - list.rows)))
    }

    // MARK: - Help

    private static func drawHelp(_ state: HelpState, _ model: Model, into frame: inout Frame) {
        let lines = HelpText.lines(model, with: state.filter.text)
        let rect = rect(of: .help(state), model)
        var area = popup(rect, title: "Keys", into: &frame)
        if state.isTyping || !state.filter.isEmpty {
            let line: Rect
            (line, area) = area.split(top: 1)
            drawInput(state.filter, lead: StyledLine("find ", .key, .bold), into: &frame, line)
            if !state.isTyping { frame.cursor = nil }
        }
        let top = min(state.topLine, max(0, lines.count - area.rows))
        frame.draw(Array(lines[top...].prefix(area.rows)), in: area)
        let track = Rect(row: area.row, column: rect.column, rows: area.rows, columns: rect.columns)
        frame.scrollBar(track, total: lines.count, offset: top, visible: area.rows)
    }

    // MARK: - Pickers

    private static func drawPicker(_ picker: Picker, _ model: Model, into frame: inout Frame) {
        let rect = rect(of: .picker(picker), model)
        let count = StyledLine("\(picker.shown.count)/\(picker.items.count)", .dim)
        let area = popup(rect, title: picker.title, trailing: count, into: &frame)
        guard area.rows > 0 else { return }
        drawInput(picker.query, lead: StyledLine("› ", .key), into: &frame, area.split(top: 1).0)
        if area.rows > 3 {
            frame.horizontalLine(
                row: area.row + 1, column: rect.column, length: rect.columns, role: .borderFocused, joined: true)
        }
        let (list, top) = list(picker, model)
        for line in 0..<list.rows where top + line < picker.shown.count {
            let item = picker.items[picker.shown[top + line]]
            let place = Rect(row: list.row + line, column: list.column - 1, rows: 1, columns: list.columns + 2)
            // Beside a title there is always room for one.
            let detail = StyledLine(item.detail, .key).cut(to: list.columns / 2)
            frame.draw(
                StyledLine([Span(item.title, .text, limit: list.columns)]), row: place.row, column: list.column,
                width: max(0, list.columns - detail.columns - 2))
            frame.draw(detail, row: place.row, column: list.endColumn - detail.columns)
            if top + line == picker.selection { frame.fill(place, backdrop: .selection) }
        }
        let track = Rect(row: list.row, column: rect.column, rows: list.rows, columns: rect.columns)
        frame.scrollBar(track, total: picker.shown.count, offset: top, visible: list.rows)
        if picker.shown.isEmpty, !list.isEmpty {
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
        if input.isSelected {
            frame.fill(
                Rect(row: place.row, column: place.column + lead.columns, rows: 1, columns: text.columns),
                backdrop: .selection)
        }
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
            case .storeSearch: StyledLine("find in the store ", .key, .bold)
            case .renameSaved: StyledLine("new name ", .key, .bold)
            }
        drawInput(prompt.line, lead: lead, into: &frame, place.inset(rows: 0, columns: 1))
        guard prompt.purpose == .command, frame.columns > 60 else { return }
        let word = prompt.line.text.prefix { $0 != " " && $0 != "!" }
        let fitting = ColonCommands.entries.filter { $0.names[0].hasPrefix(word) }
        var hint: StyledLine
        if let completion = prompt.completion {
            // From the one in the line on; of paths the last part.
            let first = completion.place ?? 0
            let order = completion.items[first...] + completion.items[..<first]
            hint = StyledLine()
            for (index, item) in order.prefix(40).enumerated() {
                let parts = item.split(separator: "/", omittingEmptySubsequences: false)
                let name =
                    item.hasSuffix("/") ? parts.suffix(2).joined(separator: "/") : parts.last.map(String.init) ?? item
                hint.append(Span(name, index == 0 && completion.place != nil ? .key : .dim, limit: 60))
                hint.append(" ")
            }
        } else if fitting.count == 1, let entry = fitting.first {
            hint = StyledLine("\(entry.argument)  \(entry.sentence)", .dim)
        } else {
            hint = StyledLine(fitting.map { $0.names[0] }.joined(separator: " "), .dim)
        }
        let room = place.columns - 6 - TextWidth.visible(prompt.line.text).columns
        let line = hint.cut(to: max(0, room))
        frame.draw(line, row: place.row, column: place.endColumn - line.columns - 1)
    }

    // MARK: - Parameters

    private static func drawParameters(_ state: ParametersState, _ model: Model, into frame: inout Frame) {
        let rect = rect(of: .parameters(state), model)
        let area = popup(rect, title: "Parameters", into: &frame)
        let widest = state.entries.map { min(30, TextWidth.visible($0.name, limit: 30).columns + 1) }.max() ?? 8
        // The row of the cursor shows, the one for a new parameter too.
        let top = max(0, state.cursor - max(0, area.rows - 1))
        for (index, entry) in state.entries.dropFirst(top).prefix(area.rows).enumerated() {
            let row = area.row + index
            var line = StyledLine.name("$" + entry.name, .parameter, atMost: 30).padded(to: widest)
            line.append(" = ", .operator)
            let width = max(4, area.columns - widest - 20)
            let slot = model.session.language == .datalog ? DatalogParameterValue.shown(entry.value) : nil
            line += QueryView.parameterValue(entry.value, width: width, model)
            frame.draw(line, row: row, column: area.column, width: area.columns)
            let type = StyledLine(slot?.type ?? ValueRendering.typeName(of: entry.value), .dim)
            frame.draw(type, row: row, column: area.endColumn - type.columns)
        }
        let track = Rect(row: area.row, column: rect.column, rows: area.rows, columns: rect.columns)
        frame.scrollBar(track, total: state.entries.count + 1, offset: top, visible: area.rows)
        let place = Rect(
            row: area.row + state.cursor - top, column: area.column - 1, rows: 1,
            columns: area.columns + 2)
        if state.cursor >= state.entries.count, state.editing == nil {
            let example =
                model.session.language == .datalog
                ? "who = :ada   or   least = 42" : "year = 1999   or   since = date('2024-05-06')"
            let hint = state.entries.isEmpty ? "Type one:  " + example : "Type another:  name = value"
            frame.draw(hint, .dim, .italic, row: place.row, column: area.column, width: area.columns)
        }
        frame.fill(place, backdrop: .selection)
        if let editing = state.editing {
            frame.clear(place, backdrop: .selection)
            drawInput(editing, lead: StyledLine("$", .parameter), into: &frame, place.inset(rows: 0, columns: 1))
        }
        if let refusal = state.refusal, area.endRow - 1 > place.row {
            let lines = StyledLine([Span(refusal, .error, limit: 1000)]).wrapped(to: area.columns)
            let rows = min(area.endRow - 1 - place.row, lines.count)
            let below = Rect(row: area.endRow - rows, column: area.column, rows: rows, columns: area.columns)
            frame.clear(below, backdrop: .popup)
            frame.drawMarkingRest(lines, in: below)
        }
    }

    // MARK: - Questions

    private static func detail(_ question: Question, columns: Int) -> [StyledLine] {
        question.detail.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            StyledLine(String($0), .text).wrapped(to: max(1, columns))
        }
    }

    private static func drawQuestion(_ question: Question, _ model: Model, into frame: inout Frame) {
        let area = popup(rect(of: .question(question), model), title: question.title, into: &frame)
        frame.drawMarkingRest(detail(question, columns: area.columns), in: area.split(bottom: 1).0)
        frame.draw(
            PaneFrame.hint("y", "yes") + StyledLine("    ") + PaneFrame.hint("n", "no"), row: area.endRow - 1,
            column: area.column)
    }
}
