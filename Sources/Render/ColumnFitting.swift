import Relate

/// How wide columns want to be, and how they share what there is.
package enum ColumnFitting {
    /// What a sample of rows says about a column.
    package struct Measure: Hashable, Sendable {
        /// Columns of the widest cell or the header.
        package var width: Int
        package var headerWidth: Int
        /// Where most of its values want to stand.
        package var alignment: Alignment
    }

    /// Measures every column over `rows`; no cell is looked at beyond `cap` columns.
    package static func measure(
        names: [String], rows: some Sequence<[CypherValue]>, cap: Int, _ options: ValueOptions
    ) -> [Measure] {
        var measures = names.map { name -> Measure in
            let width = TextWidth.visible(name, limit: cap).columns
            return Measure(width: width, headerWidth: width, alignment: .left)
        }
        var options = options
        options.columnsLimit = cap
        let nullColumns = ValueRendering.line(.null, options).columns
        var numbers = Array(repeating: 0, count: names.count)
        var others = numbers
        for row in rows {
            for (index, value) in row.prefix(names.count).enumerated() {
                if case .null = value {
                    measures[index].width = max(measures[index].width, nullColumns)
                    continue
                }
                if ValueRendering.alignment(of: value) == .right { numbers[index] += 1 } else { others[index] += 1 }
                if measures[index].width < cap {
                    measures[index].width = max(measures[index].width, ValueRendering.line(value, options).columns)
                }
            }
        }
        for index in names.indices {
            measures[index].width = min(max(1, measures[index].width), cap)
            measures[index].headerWidth = min(measures[index].headerWidth, cap)
            measures[index].alignment = numbers[index] > others[index] ? .right : .left
        }
        return measures
    }

    /// Widths that together take at most `room`: the widest are cut first, none below `least` or its own want.
    package static func shared(_ wanted: [Int], room: Int, least: Int = 6) -> [Int] {
        guard wanted.reduce(0, +) > room, !wanted.isEmpty else { return wanted }
        var low = 1
        var high = wanted.max() ?? 0
        while low < high {
            let middle = (low + high + 1) / 2
            if wanted.reduce(0, { $0 + min($1, middle) }) <= room { low = middle } else { high = middle - 1 }
        }
        let level = wanted.reduce(0, { $0 + min($1, least) }) <= room ? max(low, least) : low
        var widths = wanted.map { min($0, level) }
        var rest = room - widths.reduce(0, +)
        for index in widths.indices where rest > 0 && widths[index] < wanted[index] {
            widths[index] += 1
            rest -= 1
        }
        return widths
    }
}
