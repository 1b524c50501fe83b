import Render

extension Model {
    mutating func performInPlan(_ command: Command) -> [Effect] {
        guard var plan else { return command == .back ? perform(.focusQuery) : [] }
        let rows = plan.rows
        let page = PlanMetrics.treeRows(in: Layout(self).inner(.plan), rowCount: rows.count)
        if let row = Self.moved(plan.cursor, by: command, count: rows.count, page: page) {
            plan.cursor = row
        } else {
            let id = plan.cursorOperator ?? 0
            switch command {
            case .fold, .open, .left, .right: fold(&plan, command)
            case .foldAll: unfoldAll(&plan)
            case .planTree: show(.tree, in: &plan, keeping: id)
            case .planBars: show(.bars, in: &plan, keeping: id)
            case .planList:
                if plan.presentation == .list { plan.listColumn = nextColumn(plan) }
                show(.list, in: &plan, keeping: id)
            case .copy, .copyRow: return copyPlan(plan, whole: command == .copyRow)
            case .back: focus(on: .query)
            default: break
            }
        }
        self.plan = plan
        scrollLists(Layout(self))
        return []
    }

    private func show(_ presentation: PlanState.Presentation, in plan: inout PlanState, keeping id: Int) {
        plan.presentation = presentation
        plan.top = 0
        if presentation == .list { plan.cursor = 0 } else { plan.select(id) }
    }

    private func nextColumn(_ plan: PlanState) -> PlanModel.Column {
        let columns: [PlanModel.Column] =
            plan.model.isProfiled ? [.selfMs, .dbHits, .rows, .errorFactor, .memory, .step] : [.estimatedRows, .step]
        let index = columns.firstIndex(of: plan.listColumn) ?? 0
        return columns[(index + 1) % columns.count]
    }

    private func fold(_ plan: inout PlanState, _ command: Command) {
        let rows = plan.rows
        guard plan.presentation == .tree, rows.indices.contains(plan.cursor) else { return }
        switch rows[plan.cursor] {
        case .cheapSteps(let first, _):
            if command != .left { plan.opened.insert(first) }
        case .step(let id):
            let isCollapsed = plan.collapsed.contains(id)
            let item = plan.model.operators[id]
            if isCollapsed, command != .left {
                plan.collapsed.remove(id)
            } else if !isCollapsed, command != .right, !item.children.isEmpty {
                plan.collapsed.insert(id)
            } else if command == .left, let parent = item.parent {
                plan.select(parent)
            }
        }
    }

    private func unfoldAll(_ plan: inout PlanState) {
        let id = plan.cursorOperator ?? 0
        let isOpen = plan.collapsed.isEmpty && !plan.foldsCheap
        plan.collapsed = []
        plan.opened = []
        plan.foldsCheap = isOpen
        plan.select(id)
    }

    private func copyPlan(_ plan: PlanState, whole: Bool) -> [Effect] {
        if whole {
            let text = PlanRendering.lines(plan.model.document).map(\.plainText).joined(separator: "\n")
            return [.copy(text, what: "The plan")]
        }
        guard let id = plan.cursorOperator else { return [] }
        let lines = PlanRendering.details(plan.model, of: id, width: 160)
        return [.copy(lines.map(\.plainText).joined(separator: "\n"), what: "The operator")]
    }

    /// Cursors of all lists show.
    mutating func scrollLists(_ layout: Layout) {
        if var plan {
            let count = plan.rows.count
            plan.cursor = min(plan.cursor, max(0, count - 1))
            let page = PlanMetrics.treeRows(in: layout.inner(.plan), rowCount: count)
            plan.top = Self.scrolled(plan.top, cursor: plan.cursor, count: count, page: page)
            self.plan = plan
        }
        if let rect = layout.inner(.schema) {
            let count = schema.rows.count
            schema.cursor = min(schema.cursor, max(0, count - 1))
            schema.top = Self.scrolled(schema.top, cursor: schema.cursor, count: count, page: rect.rows)
        }
    }
}
