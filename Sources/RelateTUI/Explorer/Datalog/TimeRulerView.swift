import MinigrafKit
import Render

/// The two rulers at the bottom of the result: transactions, and valid time.
enum TimeRulerView {
    static let rows = 2
    private static let leastRows = 9
    private static let leastColumns = 36

    /// The rows for the rulers at the bottom of the result's area; none in stores without a past, or without room.
    static func split(_ model: Model, _ area: Rect) -> (grid: Rect, rulers: Rect?) {
        guard model.hasTime, let rulers = model.time.rulers, rulers.transactionCount > 0, model.grid != nil,
            area.rows >= leastRows, area.columns >= leastColumns
        else { return (area, nil) }
        let (grid, rest) = area.split(top: area.rows - rows)
        return (grid, rest)
    }

    static func draw(_ model: Model, into frame: inout Frame, _ area: Rect) {
        guard let rulers = model.time.rulers else { return }
        let time = model.time
        let last = rulers.transactionCount - 1
        let place = time.transactionPlace
        let label: StyledLine
        if let place {
            let transaction = rulers.transaction(place)
            label =
                StyledLine("tx \(transaction.txCount)", .number)
                + StyledLine(" of \(rulers.transaction(last).txCount)  \(InstantText.text(transaction.txID))", .dim)
        } else {
            label = StyledLine("before all", .dim)
        }
        line(
            "as of ", label, fraction: place.map { last > 0 ? Double($0) / Double(last) : 1 } ?? 0,
            isMoved: time.shown.txCount != nil, into: &frame, area, row: area.row)
        let (text, fraction) = validTime(time, rulers)
        line(
            "valid ", text, fraction: fraction, isMoved: time.shown.validAt != nil, into: &frame, area,
            row: area.row + 1)
    }

    /// In few words, for a pane without room for the rulers: of when the answer is, where that is not the present.
    static func brief(_ model: Model) -> StyledLine {
        var line = StyledLine()
        guard model.hasTime, model.grid != nil else { return line }
        let time = model.time.shown
        if let count = time.txCount { line.append("as of tx \(count)  ", .temporal) }
        switch time.validAt {
        case .anyTime: line.append("any valid time  ", .temporal)
        case .instant(let instant): line.append("valid \(InstantText.text(instant))  ", .temporal)
        case nil: break
        }
        return line
    }

    private static func validTime(_ time: TimeState, _ rulers: TimeRulers) -> (StyledLine, Double) {
        switch time.shown.validAt {
        case .anyTime: return (StyledLine("any time", .temporal), 1)
        case nil: return (StyledLine("now", .temporal), 1)
        case .instant(let instant):
            let index = rulers.instants.firstIndex { $0 >= instant } ?? rulers.instants.count
            let last = max(1, rulers.instants.count - 1)
            return (StyledLine(InstantText.text(instant), .temporal), min(1, Double(index) / Double(last)))
        }
    }

    /// A name, a track with a mark where it stands, and what it says there.
    private static func line(
        _ name: String, _ label: StyledLine, fraction: Double, isMoved: Bool, into frame: inout Frame, _ area: Rect,
        row: Int
    ) {
        let labelColumns = max(34, label.columns)
        let width = max(8, min(60, area.columns - name.count - labelColumns - 4))
        let mark = Int((fraction * Double(width - 1)).rounded())
        var text = StyledLine(name, isMoved ? .key : .dim)
        text.append(String(repeating: "━", count: mark), isMoved ? .bar : .barTrack)
        text.append("●", isMoved ? .hot : .bar, .bold)
        text.append(String(repeating: "─", count: width - 1 - mark), .barTrack)
        text += StyledLine("  ") + label
        frame.draw(text, row: row, column: area.column + 1, width: area.columns - 2)
    }
}

/// A history over the panes: a line a value, with a bar from the transaction that said it to the one that ended it.
enum TimelineView {
    static func page(_ size: ScreenSize) -> Int { max(1, box(size).rows - 5) }

    private static func box(_ size: ScreenSize) -> Rect {
        let columns = min(size.columns, max(60, size.columns * 9 / 10))
        let rows = min(size.rows - 1, max(10, size.rows * 4 / 5))
        return Rect(row: (size.rows - rows) / 2, column: (size.columns - columns) / 2, rows: rows, columns: columns)
    }

    static func draw(_ state: TimelineState, _ size: ScreenSize, into frame: inout Frame) {
        let timeline = state.timeline
        let box = box(size)
        let count = StyledLine(Counts.of(timeline.entries.count, "value"), .dim)
        let area = LayerView.popup(
            box, title: "History of \(TextWidth.visible(timeline.title, limit: 60).text)",
            footer: PaneFrame.hint("Enter", "asks the query again as of there"), trailing: count, into: &frame)
        let nameWidth = min(
            24, max(6, timeline.entries.map { TextWidth.visible($0.name, limit: 24).columns }.max() ?? 6))
        let valueWidth = min(
            28, max(6, timeline.entries.map { TextWidth.visible($0.value, limit: 28).columns }.max() ?? 6))
        let axis = max(8, area.columns - nameWidth - valueWidth - 4)
        let left = area.column + nameWidth + valueWidth + 4
        let first = StyledLine("tx \(timeline.firstTxCount)", .dim)
        let last = StyledLine("tx \(timeline.lastTxCount)", .dim)
        frame.draw(first, row: area.row, column: left)
        frame.draw(last, row: area.row, column: max(left, area.endColumn - last.columns))
        let page = page(size)
        for line in 0..<page where state.top + line < timeline.entries.count {
            let entry = timeline.entries[state.top + line]
            let row = area.row + 1 + line
            frame.draw(
                StyledLine([Span(entry.name, .propertyKey, limit: nameWidth)]), row: row, column: area.column,
                width: nameWidth)
            frame.draw(
                StyledLine([Span(entry.value, entry.endTxCount == nil ? .strong : .dim, limit: valueWidth)]), row: row,
                column: area.column + nameWidth + 2, width: valueWidth)
            frame.draw(bar(entry, timeline, width: axis), row: row, column: left, width: axis)
            if state.top + line == state.cursor {
                frame.fill(
                    Rect(row: row, column: area.column - 1, rows: 1, columns: area.columns + 2), backdrop: .selection)
            }
        }
        guard timeline.entries.indices.contains(state.cursor) else { return }
        let entry = timeline.entries[state.cursor]
        var words = "transaction \(entry.txCount)"
        if let end = entry.endTxCount { words += " up to \(end)" }
        frame.draw(
            StyledLine(words + ", valid from \(entry.window)", .information), row: area.endRow - 1, column: area.column,
            width: area.columns)
    }

    private static func bar(_ entry: Timeline.Entry, _ timeline: Timeline, width: Int) -> StyledLine {
        let start = timeline.column(of: entry.txCount, width: width)
        let end = entry.endTxCount.map { timeline.column(of: $0, width: width) } ?? width - 1
        var line = StyledLine(String(repeating: "·", count: start), .guide)
        line.append("●", .added)
        guard end > start else { return line }
        line.append(String(repeating: "━", count: max(0, end - start - 1)), entry.endTxCount == nil ? .bar : .barTrack)
        line.append(entry.endTxCount == nil ? "▶" : "○", entry.endTxCount == nil ? .bar : .removed)
        return line
    }
}
