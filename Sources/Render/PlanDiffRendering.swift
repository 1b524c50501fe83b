import Relate

/// A comparison of two plans as the lines of a table.
package struct PlanDiffTable: Sendable {
    package let diff: PlanDiff
    package let width: Int
    private let columns: [Column]
    private let nameWidth: Int

    private struct Column: Sendable {
        var header: String
        var width: Int
        var content: @Sendable (PlanModel.Operator?, PlanModel.Operator?) -> StyledLine
    }

    package init(_ diff: PlanDiff, width: Int) {
        self.diff = diff
        self.width = max(20, width)
        let isProfiled = diff.before.isProfiled && diff.after.isProfiled
        var columns: [Column] = []
        func add(
            _ header: String, _ content: @escaping @Sendable (PlanModel.Operator?, PlanModel.Operator?) -> StyledLine
        ) {
            let widest = diff.rows.reduce(header.count) { widest, row in
                max(widest, content(Self.item(row.before, diff.before), Self.item(row.after, diff.after)).columns)
            }
            columns.append(Column(header: header, width: widest, content: content))
        }
        if isProfiled {
            add("rows") { Self.change($0?.node.actual?.rows, $1?.node.actual?.rows) }
            add("Δ hits") { Self.difference($0?.node.actual?.dbHits, $1?.node.actual?.dbHits) }
            add("Δ ms") { Self.difference(ms: $0?.selfMs, $1?.selfMs) }
        } else {
            add("estimated rows") { Self.change($0?.node.estimatedRows, $1?.node.estimatedRows) }
        }
        func taken() -> Int { columns.reduce(0) { $0 + $1.width + 2 } }
        while self.width - taken() < 24, columns.count > 1 { columns.removeFirst() }
        self.columns = columns
        nameWidth = max(10, self.width - taken())
    }

    private static func item(_ id: Int?, _ model: PlanModel) -> PlanModel.Operator? {
        id.flatMap { model.operators.indices.contains($0) ? model.operators[$0] : nil }
    }

    // MARK: - Cells

    private static func change(_ old: Int64?, _ new: Int64?) -> StyledLine {
        guard let old, let new else { return StyledLine((old ?? new).map(Quantities.short) ?? "–", .text) }
        if old == new { return StyledLine(Quantities.short(new), .dim) }
        return StyledLine(Quantities.short(old), .dim) + StyledLine("→", .dim)
            + StyledLine(Quantities.short(new), new < old ? .added : .removed)
    }

    private static func difference(_ old: Int64?, _ new: Int64?) -> StyledLine {
        let (change, isTooLarge) = (new ?? 0).subtractingReportingOverflow(old ?? 0)
        guard !isTooLarge, change != 0 else { return StyledLine("·", .dim) }
        let sign = change > 0 ? "+" : "−"
        return StyledLine(
            sign + Quantities.count(Int64(clamping: change.magnitude)), change < 0 ? .added : .removed)
    }

    /// Times below it are those of the machine's moods.
    private static let leastMs = 1.0
    /// So much one run differs from the next.
    private static let noiseFactor = 1.5

    /// One of them is long enough, and far enough from the other, to tell something.
    private static func isTelling(ms old: Double, _ new: Double) -> Bool {
        let (slow, fast) = (max(old, new), min(old, new))
        return slow.isFinite && slow >= leastMs && slow >= fast * noiseFactor
    }

    private static func difference(ms old: Double?, _ new: Double?) -> StyledLine {
        let change = (new ?? 0) - (old ?? 0)
        guard isTelling(ms: old ?? 0, new ?? 0) else { return StyledLine("·", .dim) }
        return StyledLine(
            (change > 0 ? "+" : "−") + Quantities.milliseconds(abs(change)), change < 0 ? .added : .removed)
    }

    // MARK: - Lines

    package var header: StyledLine {
        var line = StyledLine("  operator", .label, .bold).fitted(to: nameWidth)
        for column in columns {
            line.append("  ")
            line.append(StyledLine(column.header, .label, .bold).fitted(to: column.width, .right))
        }
        return line
    }

    package func line(_ line: PlanDiff.Line) -> StyledLine {
        switch line {
        case .same(let first, let count):
            let depth = diff.rows.indices.contains(first) ? diff.rows[first].depth : 0
            return
                (StyledLine("  " + indent(depth), .guide)
                + StyledLine("▸ \(count) steps as before", .dim, .italic)).fitted(to: width)
        case .row(let index): return row(diff.rows[index])
        }
    }

    private func indent(_ depth: Int) -> String { StyledLine.spaces(min(depth, nameWidth / 3)) }

    private func row(_ row: PlanDiff.Row) -> StyledLine {
        let old = Self.item(row.before, diff.before)
        let new = Self.item(row.after, diff.after)
        let (mark, role) = Self.mark(row.change)
        var name = StyledLine(mark + " ", role, .bold) + StyledLine(indent(row.depth), .guide)
        guard let shown = new ?? old else { return StyledLine() }
        name.append(shown.node.operator, row.change == .same ? .dim : row.change == .changed ? .function : role, .bold)
        if row.change == .replaced, let old { name.append("  was \(old.node.operator)", .removed) }
        if row.change == .moved { name.append("  moved", .changed) }
        if !shown.node.details.isEmpty {
            name.append(" ")
            name.append(PlanRendering.detailsText(shown.node, limit: 200, rest: .dim))
        }
        var line = name.fitted(to: nameWidth)
        for column in columns {
            line.append("  ")
            line.append(column.content(old, new).fitted(to: column.width, .right))
        }
        return line
    }

    private static func mark(_ change: PlanDiff.Change) -> (String, Role) {
        switch change {
        case .same: (" ", .dim)
        case .changed: ("~", .changed)
        case .replaced: ("≠", .changed)
        case .added: ("+", .added)
        case .removed: ("−", .removed)
        case .moved: ("↕", .changed)
        }
    }

    /// `12 614 → 320 hits · 31.4 → 2.1 ms, ×15 faster · 4 steps differ`.
    package var summary: StyledLine {
        let (before, after) = (diff.before, diff.after)
        var parts: [StyledLine] = []
        if before.isProfiled, after.isProfiled {
            let isBetter = after.totalHits <= before.totalHits
            parts.append(
                StyledLine("\(Quantities.count(before.totalHits)) → ", .dim)
                    + StyledLine(Quantities.count(after.totalHits), isBetter ? .added : .removed)
                    + StyledLine(" hits", .dim))
            let (slow, fast) = (max(before.totalMs, after.totalMs), min(before.totalMs, after.totalMs))
            if slow >= Self.leastMs {
                let isTelling = Self.isTelling(ms: before.totalMs, after.totalMs)
                let role: Role = !isTelling ? .dim : after.totalMs < before.totalMs ? .added : .removed
                var time =
                    StyledLine("\(Quantities.duration(ms: before.totalMs)) → ", .dim)
                    + StyledLine(Quantities.duration(ms: after.totalMs), role)
                if isTelling, fast > 0 {
                    time.append(", \(Quantities.factor(slow / fast)) ", .dim)
                    time.append(after.totalMs < before.totalMs ? "faster" : "slower", .dim)
                }
                parts.append(time)
            }
        }
        let count = diff.changedCount
        parts.append(
            count == 0
                ? StyledLine("the same plan", .success)
                : StyledLine("\(count) step\(count == 1 ? "" : "s") differ", .changed))
        return StyledLine.joined(parts, separator: StyledLine(" · ", .dim))
    }

    /// What changed in one row, wrapped to `width`.
    package func details(of line: PlanDiff.Line, width: Int) -> [StyledLine] {
        guard case .row(let index) = line, diff.rows.indices.contains(index) else { return [] }
        let (before, after) = sides(of: diff.rows[index], width: width)
        return before.isEmpty || after.isEmpty ? before + after : before + [StyledLine()] + after
    }

    package func sides(of row: PlanDiff.Row, width: Int) -> (before: [StyledLine], after: [StyledLine]) {
        func side(_ id: Int?, _ model: PlanModel, _ title: String, _ role: Role) -> [StyledLine] {
            guard let id else { return [] }
            return [StyledLine(title, role, .bold)] + PlanRendering.details(model, of: id, width: width)
        }
        return (side(row.before, diff.before, "before", .removed), side(row.after, diff.after, "now", .added))
    }
}
