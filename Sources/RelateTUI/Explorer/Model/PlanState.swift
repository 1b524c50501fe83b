import Relate
import Render

/// The plan pane: a plan, how it is shown, and where the cursor is.
struct PlanState: Sendable {
    enum Presentation: Hashable, Sendable {
        case tree, list, bars, diff
    }

    /// A plan that later ones are compared with.
    struct Pinned: Sendable {
        var model: PlanModel
        var request: RunRequest
    }

    let model: PlanModel
    /// The request that made it, to lead back to its text.
    let request: RunRequest
    /// Where its operators come from in the request's text.
    let places: PlanPlaces
    var presentation = Presentation.tree
    /// Another statement was run since, without a plan.
    var isOld = false
    /// Operators whose inputs are folded away.
    var collapsed: Set<Int> = []
    /// First operators of cheap runs that show one by one.
    var opened: Set<Int> = []
    var foldsCheap = true
    /// What the list is ordered by.
    var listColumn = PlanModel.Column.selfMs
    var pinned: Pinned?
    /// The pinned plan beside this one, once it is asked for.
    private(set) var diff: PlanDiff?
    var foldsSame = true
    /// A place among the rows.
    var cursor = 0
    var top = 0

    /// - Parameter pinned: What stays pinned while plans come and go.
    init(_ model: PlanModel, _ request: RunRequest, pinned: Pinned? = nil) {
        self.model = model
        self.request = request
        self.pinned = pinned
        places = PlanPlaces(model, in: request.text)
        if !model.isProfiled { listColumn = .estimatedRows }
    }

    var rows: [PlanModel.Row] {
        switch presentation {
        case .tree: model.rows(collapsed: collapsed, opened: opened, foldsCheap: foldsCheap)
        case .list: model.ordered(by: listColumn).map { .step($0) }
        case .bars: model.rows(foldsCheap: false)
        case .diff: []
        }
    }

    var diffLines: [PlanDiff.Line] { diff?.lines(foldsSame: foldsSame) ?? [] }

    var rowCount: Int { presentation == .diff ? diffLines.count : rows.count }

    var cursorOperator: Int? {
        if presentation == .diff {
            let lines = diffLines
            guard let diff, lines.indices.contains(cursor), case .row(let index) = lines[cursor] else { return nil }
            return diff.rows[index].after
        }
        let rows = self.rows
        return rows.indices.contains(cursor) ? rows[cursor].id : nil
    }

    /// Puts the cursor on an operator, or on the row that it is folded into.
    mutating func select(_ id: Int) {
        switch presentation {
        case .list: cursor = rows.firstIndex { $0.id == id } ?? 0
        case .diff:
            cursor =
                diffLines.firstIndex { line in
                    guard case .row(let index) = line else { return false }
                    return diff?.rows[index].after == id
                } ?? 0
        case .tree, .bars: cursor = rows.lastIndex { $0.id <= id } ?? 0
        }
    }

    /// Shows the operator, whatever hides it.
    mutating func reveal(_ id: Int) {
        if presentation == .diff { presentation = .tree }
        collapsed = []
        if !rows.contains(where: { $0 == .step(id) }) { foldsCheap = false }
        select(id)
    }

    /// - Returns: `false` without a pinned plan.
    mutating func compare() -> Bool {
        guard let pinned else { return false }
        diff = PlanDiff(from: pinned.model, to: model)
        presentation = .diff
        cursor = diffLines.firstIndex { if case .row = $0 { true } else { false } } ?? 0
        top = 0
        return true
    }

    /// What goes out of the program: while two plans are compared, both.
    var content: PlanExport.Content {
        if presentation == .diff, let diff { return .comparison(diff) }
        return .plan(model.document)
    }

    /// The line of the comparison that the cursor is on, if it is on one operator's.
    var cursorComparison: (PlanDiffTable, PlanDiff.Line)? {
        let lines = diffLines
        guard presentation == .diff, let diff, lines.indices.contains(cursor), case .row = lines[cursor] else {
            return nil
        }
        return (PlanDiffTable(diff, width: 160), lines[cursor])
    }

    /// What the list may be ordered by.
    var listColumns: [PlanModel.Column] {
        model.isProfiled
            ? [
                .selfMs, .inclusiveMs, .dbHits, .rows, .estimatedRows, .errorFactor, .memory, .hops, .walks, .reads,
                .step,
            ]
            : [.estimatedRows, .step]
    }
}
