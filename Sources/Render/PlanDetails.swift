import Relate

extension PlanRendering {
    /// All that is known of one operator, wrapped to `width`.
    package static func details(_ model: PlanModel, of id: Int, width: Int) -> [StyledLine] {
        guard model.operators.indices.contains(id) else { return [] }
        let item = model.operators[id]
        var lines = headline(item).wrapped(to: width, indent: 2)
        if !item.node.identifiers.isEmpty {
            let names = item.node.identifiers.map { StyledLine.name($0, .variable, atMost: 80) }
            let line =
                StyledLine("variables  ", .label) + StyledLine.joined(names, separator: StyledLine(", ", .bracket))
            lines += line.wrapped(to: width, indent: 11)
        }
        lines += counters(item, model).flatMap { $0.wrapped(to: width, indent: 11) }
        if let start = item.node.actual?.start { lines += startLine(start).wrapped(to: width, indent: 11) }
        for (mark, warning) in zip(item.marks, item.node.warnings) {
            lines.append(StyledLine())
            lines += NotificationRendering.lines(warning, width: width, mark: mark)
        }
        return lines
    }

    private static func headline(_ item: PlanModel.Operator) -> StyledLine {
        var line = StyledLine(item.node.operator, item.isHeavy ? .hot : .function, .bold)
        if !item.node.details.isEmpty {
            line.append("  ")
            line.append(detailsText(item.node, limit: 2000, rest: .text))
        }
        return line
    }

    private static func counters(_ item: PlanModel.Operator, _ model: PlanModel) -> [StyledLine] {
        var rows = StyledLine("rows       ", .label)
        if let estimated = item.node.estimatedRows {
            rows.append("estimated ", .dim)
            rows.append(Quantities.count(estimated), .number)
        }
        guard let actual = item.node.actual else { return item.node.estimatedRows == nil ? [] : [rows] }
        rows.append(item.node.estimatedRows == nil ? "" : " → actual ", .dim)
        rows.append(Quantities.count(actual.rows), .number)
        if let factor = item.errorFactor, factor >= 1.05 {
            rows.append("  ")
            rows.append(factorLine(factor))
        }
        var time = StyledLine("time       ", .label) + StyledLine(Quantities.duration(ms: item.selfMs ?? 0), .number)
        time.append(" (\(Quantities.percent((item.selfMs ?? 0) / max(model.totalMs, .leastNormalMagnitude))))", .dim)
        if let inclusive = item.inclusiveMs, !item.children.isEmpty {
            time.append(", with inputs ", .dim)
            time.append(Quantities.duration(ms: inclusive), .number)
            time.append(" (\(Quantities.percent(inclusive / max(model.totalMs, .leastNormalMagnitude))))", .dim)
        }
        var reads = StyledLine("db hits    ", .label) + StyledLine(Quantities.count(actual.dbHits), .number)
        let parts = [("hops", actual.hops), ("walks", actual.neighborWalks), ("reads", actual.nodeReads)]
            .filter { $0.1 > 0 }
        if !parts.isEmpty {
            let text = parts.map { "\($0.0) \(Quantities.count($0.1))" }.joined(separator: ", ")
            reads.append("  (\(text))", .dim)
        }
        var lines = [rows, time, reads]
        if actual.memoryBytes > 0 {
            lines.append(
                StyledLine("memory     ", .label) + StyledLine(Quantities.bytes(actual.memoryBytes), .number))
        }
        return lines
    }

    /// In plain words: `starts at a, then forward: index seek: fewest rows`.
    private static func startLine(_ start: PlanStart) -> StyledLine {
        var line = StyledLine("starts at  ", .label)
        line += .name(start.element, .variable, atMost: 80)
        line.append(start.backward ? ", then right to left" : ", then left to right", .dim)
        if !start.reason.isEmpty {
            line.append(": ", .dim)
            line.append(Span(start.reason, .text, limit: 400))
        }
        return line
    }

    // MARK: Bars

    /// One operator as a bar over the whole: solid what it took itself, light what its inputs took.
    ///
    /// Estimated rows instead of time where there is no profile.
    package static func barLine(_ model: PlanModel, of id: Int, width: Int) -> StyledLine {
        guard model.operators.indices.contains(id) else { return StyledLine() }
        let item = model.operators[id]
        let nameWidth = min(34, max(12, width * 2 / 5))
        let valueWidth = 16
        let barWidth = max(4, width - nameWidth - valueWidth - 2)
        let indent = StyledLine(StyledLine.spaces(min(item.depth, nameWidth / 2)))
        let name = (indent + title(item)).fitted(to: nameWidth)
        var bar = StyledLine()
        var value: StyledLine
        if let inclusive = item.inclusiveMs {
            let total = max(model.totalMs, .leastNormalMagnitude)
            bar = Bars.bar((item.selfMs ?? 0) / total, width: barWidth, role: item.isHeavy ? .hot : .bar)
            let whole = Int((inclusive / total * Double(barWidth)).rounded())
            if whole > bar.columns {
                bar.append(String(repeating: "░", count: min(barWidth, whole) - bar.columns), .bar)
            }
            value = StyledLine(Quantities.duration(ms: inclusive), .text)
            value.append(Quantities.percent(inclusive / total).leftPadded(to: 6), .dim)
        } else {
            let estimate = item.node.estimatedRows ?? 0
            bar = Bars.bar(Double(estimate) / Double(max(1, model.highestEstimate)), width: barWidth)
            value = StyledLine(Quantities.count(estimate), .text) + StyledLine(" rows", .dim)
        }
        return name + StyledLine(" ") + bar.padded(to: barWidth) + StyledLine(" ")
            + value.fitted(to: valueWidth, .right)
    }

    // MARK: Text

    /// The whole plan as a table of text, with its notes below: the `plan` format, and what copying takes.
    package static func lines(_ document: PlanDocument, width: Int = 160) -> [StyledLine] {
        let model = PlanModel(document)
        let table = PlanTable(model, width: width)
        var lines = [table.header, StyledLine(String(repeating: "─", count: table.header.columns), .border)]
        lines += model.rows(foldsCheap: false).map { table.line($0).trimmed }
        lines += [StyledLine(), summary(model)]
        for item in model.operators {
            for (mark, warning) in zip(item.marks, item.node.warnings) {
                lines.append(StyledLine())
                lines += NotificationRendering.lines(warning, width: width, mark: mark)
            }
        }
        return lines
    }

    /// The plan as a Markdown table.
    package static func markdown(_ document: PlanDocument) -> String {
        let model = PlanModel(document)
        var columns = ["operator", "details", "estimated rows"]
        if model.isProfiled { columns += ["rows", "error", "db hits", "self ms", "memory"] }
        let rows = model.operators.map { item -> [CypherValue] in
            let indent = String(repeating: "\u{A0}\u{A0}", count: item.depth)
            var row: [CypherValue] = [
                .string(indent + item.node.operator), .string(item.node.details.isEmpty ? " " : item.node.details),
                item.node.estimatedRows.map { .int($0) } ?? .string("?"),
            ]
            if let actual = item.node.actual {
                row += [
                    .int(actual.rows), .string(item.errorFactor.map(Quantities.factor) ?? "?"), .int(actual.dbHits),
                    .string(Quantities.milliseconds(item.selfMs ?? 0)), .string(Quantities.bytes(actual.memoryBytes)),
                ]
            }
            return row
        }
        return TableRendering.markdown(columns: columns, rows: rows)
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String { StyledLine.spaces(width - count) + self }
}

extension StyledLine {
    /// Without spaces at its end.
    var trimmed: StyledLine {
        let text = plainText
        let kept = text.reversed().drop { $0 == " " }.count
        return kept == text.count ? self : slice(0..<(columns - (text.count - kept)))
    }
}
