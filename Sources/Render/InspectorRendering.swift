import Relate

/// The inspector's lines: the tree of a value, the way to the chosen part, and that part in full.
package enum InspectorRendering {
    /// One row of the tree: `▾ tags  LIST[3]`.
    package static func line(
        _ row: ValueTree.Row, width: Int, _ options: ValueOptions = ValueOptions()
    ) -> StyledLine {
        var line = StyledLine(StyledLine.spaces(2 * min(row.depth, max(1, width / 6))))
        let marker = row.childCount == 0 ? "  " : row.isExpanded ? "▾ " : "▸ "
        line.append(marker, .guide)
        if let step = row.step {
            line.append(name(of: step))
            line.append("  ")
        }
        let room = max(1, width - line.columns)
        if row.isExpanded {
            line.append(summary(of: row.value))
        } else {
            line.append(ValueRendering.cell(row.value, width: room, options))
        }
        return line.cut(to: width)
    }

    private static func name(of step: ValueStep) -> StyledLine {
        switch step {
        case .index(let index): StyledLine("[\(index)]", .dim)
        case .key(let key): StyledLine.name(key, .propertyKey, atMost: 60)
        case .part(let part): StyledLine(part, .label, .italic)
        }
    }

    /// `LIST[3]`, `NODE :Person`.
    package static func summary(of value: CypherValue) -> StyledLine {
        var line = StyledLine(ValueRendering.typeName(of: value), .dim)
        switch value {
        case .node(let node):
            for label in node.labels { line += .name(" :" + label, .nodeLabel, atMost: 60) }
        case .relationship(let relationship):
            line += .name(" :" + relationship.type, .relationshipType, atMost: 60)
        case .path(let path): line.append("[\(path.relationships.count) hops]", .dim)
        case .vector(let vector): line.append(" \(vector.typeName)[\(vector.count)]", .dim)
        case .string(let text):
            // To count characters takes as long as there are of them.
            let bytes = text.utf8.count
            line.append(
                bytes <= countedBytesLimit ? "[\(text.unicodeScalars.count)]" : "  " + Quantities.bytes(Int64(bytes)),
                .dim)
        case .list, .map: line.append("[\(ValueTree.childCount(of: value))]", .dim)
        default: break
        }
        return line
    }

    private static let countedBytesLimit = 65_536

    /// `row 2 › p › tags › [3]`.
    package static func pathBar(row: Int, column: String, root: CypherValue, path: [Int], width: Int) -> StyledLine {
        let separator = StyledLine(" › ", .dim)
        var parts = [StyledLine("row \(row)", .dim), StyledLine([Span(column, .label, .bold, limit: 60)])]
        var value = root
        for index in path {
            guard let next = ValueTree.child(of: value, at: index) else { break }
            parts.append(name(of: next.step))
            value = next.value
        }
        return StyledLine.joined(parts, separator: separator).cutInMiddle(to: width)
    }

    // MARK: In full

    /// How a string is shown in full.
    package enum TextView: CaseIterable, Hashable, Sendable {
        /// As text, with its own line breaks.
        case wrapped
        /// As a Cypher literal, with escapes.
        case escaped
        /// Its UTF-8 bytes.
        case hex
    }

    /// A value with what its kind has to say: a string in one of its views, a number with groups, a vector's norm.
    ///
    /// - Parameter most: Lines of a text or a path after which the rest is left alone: what does not show costs nothing.
    package static func details(
        _ value: CypherValue, width: Int, most: Int = 10_000, view: TextView = .wrapped,
        _ options: ValueOptions = ValueOptions()
    ) -> [StyledLine] {
        var lines = [summary(of: value)]
        switch value {
        case .string(let text): lines += TextPages(text, width: width, view: view).lines(from: .start, most: most - 1)
        case .int(let number):
            lines.append(StyledLine(ValueRendering.grouped(number), .number))
            lines.append(StyledLine("hex ", .label) + StyledLine(hexText(number), .number))
        case .vector(let vector): lines += vectorLines(vector, width: width)
        case .dateTime(let dateTime): lines += dateTimeLines(dateTime)
        case .duration(let duration):
            lines.append(StyledLine(duration.isoText, .temporal))
            let parts = "\(duration.months) months, \(duration.days) days, \(duration.seconds) s, "
            lines.append(StyledLine(parts + "\(duration.nanoseconds) ns", .dim))
        case .path(let path): lines += pathLines(path, width: width, most: most - 1, options)
        default:
            var options = options
            options.columnsLimit = 4000
            lines += ValueRendering.line(value, options).wrapped(to: width)
        }
        return lines
    }

    private static func hexText(_ value: Int64) -> String {
        (value < 0 ? "-0x" : "0x") + String(value.magnitude, radix: 16)
    }

    private static func vectorLines(_ vector: CypherValue.Vector, width: Int) -> [StyledLine] {
        let values = vector.doubles
        let squares = values.reduce(0) { $0 + $1 * $1 }
        var line = StyledLine("norm ", .label) + StyledLine(Quantities.decimals(squares.squareRoot(), 3), .number)
        if let low = values.min(), let high = values.max() {
            line.append("  from ", .label)
            line.append(ValueRendering.text(of: low), .number)
            line.append(" to ", .label)
            line.append(ValueRendering.text(of: high), .number)
        }
        return [line, Bars.sparkline(values, width: width)]
            + StyledLine(vector.texts(first: 200).joined(separator: ", "), .vector).wrapped(to: width)
    }

    private static func dateTimeLines(_ dateTime: CypherValue.DateTime) -> [StyledLine] {
        let utc = dateTime.inUTC
        return [
            StyledLine(dateTime.description, .temporal),
            StyledLine("UTC   ", .label) + StyledLine(utc?.description ?? "beyond the calendar", .temporal),
        ]
    }

    /// One hop a line, with the relationship between.
    private static func pathLines(
        _ path: CypherValue.Path, width: Int, most: Int, _ options: ValueOptions
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        for (index, node) in path.nodes.prefix(500).enumerated() {
            guard lines.count < most else { break }
            if index > 0, index <= path.relationships.count {
                let relationship = path.relationships[index - 1]
                let isForward = relationship.startId == path.nodes[index - 1].id
                var line = StyledLine(isForward ? "  ↓ " : "  ↑ ", .guide)
                line += .name(relationship.type, .relationshipType, atMost: 60)
                if !relationship.properties.isEmpty {
                    line.append("  ")
                    line.append(ValueRendering.line(.map(relationship.properties), options))
                }
                lines.append(line.cut(to: width))
            }
            lines.append(ValueRendering.cell(.node(node), width: width, options))
        }
        if path.nodes.count > 500 { lines.append(StyledLine("… \(path.nodes.count - 500) more nodes", .dim)) }
        return Array(lines.prefix(max(0, most)))
    }
}

extension CypherValue.DateTime {
    /// The same instant at offset zero.
    package var inUTC: CypherValue.DateTime? {
        guard offsetSeconds.magnitude < 200_000 else { return nil }
        var seconds = hour * 3600 + minute * 60 + second - offsetSeconds
        var days = 0
        while seconds < 0 { (seconds, days) = (seconds + 86_400, days - 1) }
        while seconds >= 86_400 { (seconds, days) = (seconds - 86_400, days + 1) }
        var (year, month, day) = (self.year, self.month, self.day)
        while days != 0, (1...12).contains(month) {
            day += days > 0 ? 1 : -1
            days += days > 0 ? -1 : 1
            if day > Self.length(ofMonth: month, year: year) {
                (day, month) = (1, month + 1)
                if month > 12 { (month, year) = (1, year + 1) }
            } else if day < 1 {
                month -= 1
                if month < 1 { (month, year) = (12, year - 1) }
                day = Self.length(ofMonth: month, year: year)
            }
        }
        return CypherValue.DateTime(
            year: year, month: month, day: day, hour: seconds / 3600, minute: seconds / 60 % 60,
            second: seconds % 60, nanosecond: nanosecond, offsetSeconds: 0, zone: nil)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
