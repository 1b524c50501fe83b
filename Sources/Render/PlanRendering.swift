import Relate

/// Plans as lines of a table: one line an operator, its numbers in columns, what stands out in colour and in letters.
package enum PlanRendering {
    /// Estimates this many times off are marked, and marked harder.
    package static let amberFactor = 10.0
    package static let redFactor = 100.0

    /// The role of an error factor.
    static func role(ofFactor factor: Double) -> Role {
        factor >= redFactor ? .factorRed : factor >= amberFactor ? .factorAmber : .dim
    }

    /// `×41!`: the marks say without colour what the colour says.
    static func factorLine(_ factor: Double?) -> StyledLine {
        guard let factor else { return StyledLine("–", .dim) }
        let mark = factor >= redFactor ? "!!" : factor >= amberFactor ? "! " : "  "
        return StyledLine(Quantities.factor(factor) + mark, role(ofFactor: factor))
    }

    /// An operator's name with its details behind, as the tree shows it.
    static func title(_ item: PlanModel.Operator) -> StyledLine {
        var line = StyledLine(item.node.operator, item.isHeavy ? .hot : .function, item.isHot ? .bold : [])
        if !item.node.details.isEmpty {
            line.append(" ")
            line.append(detailsText(item.node, limit: 200, rest: .dim))
        }
        return line
    }

    /// One line on the whole plan: `profiled · 8 812 hits · 6.3 ms · hot path 84 % of time`.
    package static func summary(_ model: PlanModel) -> StyledLine {
        var parts: [StyledLine] = []
        if model.isProfiled {
            parts.append(StyledLine("profiled", .dim))
            parts.append(StyledLine(Quantities.count(model.totalHits), .number) + StyledLine(" hits", .dim))
            parts.append(StyledLine(Quantities.duration(ms: model.totalMs), .number))
            // In a chain the path is the plan, and all time is on it.
            if model.hotShare > 0, model.hotShare < 0.995 {
                parts.append(
                    StyledLine("hot path ", .dim) + StyledLine(Quantities.percent(model.hotShare), .hot)
                        + StyledLine(" of time", .dim))
            }
        } else {
            parts.append(StyledLine("estimates only", .dim))
        }
        let warnings = model.operators.reduce(0) { $0 + $1.marks.count }
        if warnings > 0 { parts.append(StyledLine("\(warnings) note\(warnings == 1 ? "" : "s")", .warning)) }
        return StyledLine.joined(parts, separator: StyledLine(" · ", .dim))
    }
}

/// The columns of the plan table for a width: chosen and measured once, then each line costs only itself.
package struct PlanTable: Sendable {
    /// How the first column shows an operator.
    package enum Kind: Hashable, Sendable {
        /// With guide lines to its inputs.
        case tree
        /// With its number, for lists in another order.
        case list
    }

    private struct Column: Sendable {
        let header: String
        let width: Int
        let alignment: Alignment
        let content: @Sendable (PlanModel.Operator) -> StyledLine
    }

    package let model: PlanModel
    package let width: Int
    package let kind: Kind
    private let collapsed: Set<Int>
    private let columns: [Column]
    private let nameWidth: Int

    /// - Parameter collapsed: As for `PlanModel.rows`: those get a `▸`.
    package init(_ model: PlanModel, width: Int, kind: Kind = .tree, collapsed: Set<Int> = []) {
        self.model = model
        self.width = max(10, width)
        self.kind = kind
        self.collapsed = collapsed
        var chosen = Self.columns(of: model, barWidths: (10, 8))
        let least = min(34, self.width * 2 / 5)
        func taken(_ columns: [(Int, Column)]) -> Int { columns.reduce(0) { $0 + $1.1.width + 2 } }
        if self.width - taken(chosen) < least { chosen = Self.columns(of: model, barWidths: (6, 5)) }
        while self.width - taken(chosen) < least, let worst = chosen.indices.max(by: { chosen[$0].0 < chosen[$1].0 }),
            chosen[worst].0 > 0
        {
            chosen.remove(at: worst)
        }
        columns = chosen.map(\.1)
        nameWidth = max(4, self.width - taken(chosen))
    }

    /// Columns with how readily each is given up where room is short; 0 stays.
    private static func columns(
        of model: PlanModel, barWidths: (hits: Int, time: Int)
    ) -> [(Int, Column)] {
        var columns: [(Int, Column)] = []
        func add(
            _ rank: Int, _ header: String, _ alignment: Alignment = .right, least: Int = 0,
            _ content: @escaping @Sendable (PlanModel.Operator) -> StyledLine
        ) {
            let widest = model.operators.reduce(max(least, header.utf8.count)) { max($0, content($1).columns) }
            columns.append((rank, Column(header: header, width: widest, alignment: alignment, content: content)))
        }
        if model.isProfiled {
            add(1, "est→rows") { rowsLine($0) }
            add(3, "error") { PlanRendering.factorLine($0.errorFactor) }
            add(2, "db hits") { countLine($0.node.actual?.dbHits) }
            addBar(&columns, rank: 5, width: barWidths.hits, .bar) { [highest = model.highestHits] in
                Double($0.node.actual?.dbHits ?? 0) / Double(max(1, highest))
            }
            add(1, "self ms") { timeLine($0.selfMs) }
            addBar(&columns, rank: 4, width: barWidths.time, .hot) { [highest = model.highestSelfMs] in
                highest > 0 ? ($0.selfMs ?? 0) / highest : 0
            }
            add(6, "memory") { item in
                let bytes = item.node.actual?.memoryBytes ?? 0
                return bytes > 0 ? StyledLine(Quantities.bytes(bytes), .text) : StyledLine("·", .dim)
            }
            add(7, "hops") { countLine($0.node.actual?.hops) }
            add(8, "walks") { countLine($0.node.actual?.neighborWalks) }
            add(9, "reads") { countLine($0.node.actual?.nodeReads) }
        } else {
            add(0, "est rows") { countLine($0.node.estimatedRows) }
            addBar(&columns, rank: 3, width: 12, .bar) { [highest = model.highestEstimate] in
                Double($0.node.estimatedRows ?? 0) / Double(max(1, highest))
            }
        }
        if model.operators.contains(where: { !$0.marks.isEmpty }) {
            add(0, "notes", .left) { StyledLine($0.marks.joined(separator: " "), .warning, .bold) }
        }
        return columns
    }

    private static func addBar(
        _ columns: inout [(Int, Column)], rank: Int, width: Int, _ role: Role,
        _ fraction: @escaping @Sendable (PlanModel.Operator) -> Double
    ) {
        let column = Column(header: "", width: width, alignment: .left) { item in
            Bars.bar(fraction(item), width: width, role: item.isHeavy ? role : .bar)
        }
        columns.append((rank, column))
    }

    private static func countLine(_ value: Int64?) -> StyledLine {
        guard let value else { return StyledLine("–", .dim) }
        return value == 0 ? StyledLine("0", .dim) : StyledLine(Quantities.count(value), .text)
    }

    private static func timeLine(_ value: Double?) -> StyledLine {
        guard let value else { return StyledLine("–", .dim) }
        return StyledLine(Quantities.milliseconds(value), value < 0.05 ? .dim : .text)
    }

    private static func rowsLine(_ item: PlanModel.Operator) -> StyledLine {
        var line = StyledLine(item.node.estimatedRows.map(Quantities.short) ?? "?", .dim)
        line.append("→", .dim)
        line.append(item.node.actual.map { Quantities.short($0.rows) } ?? "?", .text)
        return line
    }

    // MARK: Lines

    package var header: StyledLine {
        var line = StyledLine(kind == .list ? " #  operator" : "operator", .label, .bold).fitted(to: nameWidth)
        for column in columns {
            line.append("  ")
            line.append(StyledLine(column.header, .label, .bold).fitted(to: column.width, column.alignment))
        }
        return line
    }

    /// One row, exactly `width` columns.
    package func line(_ row: PlanModel.Row) -> StyledLine {
        switch row {
        case .step(let id):
            let item = model.operators[id]
            let name =
                kind == .tree
                ? guides(item) + marker(item) + PlanRendering.title(item)
                : StyledLine(String(id), .dim).padded(to: 2, .right) + StyledLine("  ") + PlanRendering.title(item)
            var line = name.fitted(to: nameWidth)
            for column in columns {
                line.append("  ")
                line.append(column.content(item).fitted(to: column.width, column.alignment))
            }
            return line
        case .cheapSteps(let first, let count): return cheapLine(first, count)
        }
    }

    private func cheapLine(_ first: Int, _ count: Int) -> StyledLine {
        let items = model.operators[first..<min(first + count, model.operators.count)]
        let time = items.reduce(0) { $0 + ($1.selfMs ?? 0) }
        var line = guides(model.operators[first]) + StyledLine("▸ ", .guide)
        line.append("\(count) cheap steps", .dim, .italic)
        line.append("  \(Quantities.duration(ms: time))", .dim)
        return line.fitted(to: width)
    }

    private func marker(_ item: PlanModel.Operator) -> StyledLine {
        if item.children.isEmpty { return StyledLine(item.id == 0 ? "" : "─ ", .guide) }
        return StyledLine(collapsed.contains(item.id) ? "▸ " : "▾ ", item.isHot ? .hot : .guide)
    }

    /// Lines from the ancestors: a column a level, the deepest levels only where there are many.
    private func guides(_ item: PlanModel.Operator) -> StyledLine {
        guard let parent = item.parent else { return StyledLine() }
        let isLast = model.operators[parent].children.last == item.id
        var text = [isLast ? "└" : "├"]
        var child = parent
        while let next = model.operators[child].parent {
            text.append(model.operators[next].children.last == child ? " " : "│")
            child = next
        }
        let limit = max(4, nameWidth / 2)
        if text.count > limit { text = Array(text.prefix(limit - 1)) + ["⋯"] }
        let role: Role = item.isHot ? .hot : .guide
        return StyledLine(text.dropFirst().reversed().joined(), .guide) + StyledLine(text[0], role)
    }
}
