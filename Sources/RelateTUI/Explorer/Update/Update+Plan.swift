import Relate
import Render

extension Model {
    /// A plan that just came; what was pinned stays, and so does the way plans are looked at.
    func newPlan(_ document: PlanDocument, _ request: RunRequest) -> PlanState {
        var new = PlanState(PlanModel(document), request, pinned: plan?.pinned)
        switch plan?.presentation {
        case .diff: _ = new.compare()
        case .bars: new.presentation = .bars
        default: break
        }
        return new
    }

    mutating func performInPlan(_ command: Command) -> [Effect] {
        guard var plan else { return perform(.focusQuery) }
        let count = plan.rowCount
        let page = PlanMetrics.treeRows(in: Layout(self).inner(.plan), rowCount: count)
        var effects: [Effect] = []
        if let row = Self.moved(plan.cursor, by: command, count: count, page: page) {
            plan.cursor = row
        } else {
            let id = plan.cursorOperator ?? 0
            switch command {
            case .fold, .open, .left, .right: fold(&plan, command)
            case .foldAll: unfoldAll(&plan)
            case .planTree: show(.tree, in: &plan, keeping: id)
            case .planBars: show(.bars, in: &plan, keeping: id)
            case .planList, .planListReverse:
                if plan.presentation == .list {
                    plan.listColumn = nextColumn(plan, step: command == .planList ? 1 : -1)
                }
                show(.list, in: &plan, keeping: id)
            case .pinPlan:
                plan.pinned = PlanState.Pinned(model: plan.model, request: plan.request)
                message = .information("Pinned: change the query or the store, run it again, then D compares")
            case .planDiff: toggleDiff(&plan)
            case .showText: return showText(ofOperator: plan.cursorOperator, in: plan)
            case .copyAs: layers.append(.picker(planFormatPicker()))
            case .copy, .copyRow: effects = copyPlan(plan, whole: command == .copyRow)
            case .back: focus(on: .query)
            default: sayMeaningless(command)
            }
        }
        self.plan = plan
        scrollLists(Layout(self))
        return effects
    }

    private func show(_ presentation: PlanState.Presentation, in plan: inout PlanState, keeping id: Int) {
        plan.presentation = presentation
        plan.top = 0
        if presentation == .list { plan.cursor = 0 } else { plan.select(id) }
    }

    private func nextColumn(_ plan: PlanState, step: Int) -> PlanModel.Column {
        let columns = plan.listColumns
        let index = columns.firstIndex(of: plan.listColumn) ?? 0
        return columns[(index + step + columns.count) % columns.count]
    }

    private mutating func toggleDiff(_ plan: inout PlanState) {
        if plan.presentation == .diff {
            return show(.tree, in: &plan, keeping: plan.cursorOperator ?? 0)
        }
        guard plan.compare() else {
            message = .information("No plan is pinned yet: P pins this one")
            return
        }
        if plan.pinned?.request.number == plan.request.number {
            message = .information("This is the pinned plan: run the query again to compare")
        }
    }

    private mutating func fold(_ plan: inout PlanState, _ command: Command) {
        if plan.presentation == .diff {
            plan.foldsSame.toggle()
            return
        }
        let rows = plan.rows
        guard plan.presentation == .tree, rows.indices.contains(plan.cursor) else {
            message = .information("Operators fold in the tree: t shows it")
            return
        }
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
            } else if item.children.isEmpty, command == .fold {
                message = .information("This operator has no inputs to fold")
            }
        }
    }

    private mutating func unfoldAll(_ plan: inout PlanState) {
        if plan.presentation == .diff {
            plan.foldsSame.toggle()
            return
        }
        guard plan.presentation == .tree else {
            message = .information("Operators fold in the tree: t shows it")
            return
        }
        let id = plan.cursorOperator ?? 0
        let isOpen = plan.collapsed.isEmpty && !plan.foldsCheap
        plan.collapsed = []
        plan.opened = []
        plan.foldsCheap = isOpen
        plan.select(id)
    }

    // MARK: - Between plan and text

    private mutating func showText(ofOperator id: Int?, in plan: PlanState) -> [Effect] {
        guard let id, let range = plan.places.range(of: id) else {
            message = .information("This operator stands for no part of the text")
            return []
        }
        let offset = plan.request.offset
        jump(to: (range.lowerBound + offset)..<(range.upperBound + offset), of: plan.request)
        return []
    }

    /// From the query's cursor to the plan.
    mutating func showOperatorAtCursor() {
        guard let plan, isThere(plan.request) else {
            message = .information(
                self.plan == nil ? "There is no plan yet: F6 or F7 makes one" : "The plan is that of another text")
            return
        }
        let offset = editor.offset(of: editor.cursor) - plan.request.offset
        guard let id = plan.places.operatorID(at: offset) else {
            message = .information("No operator of the plan is known to come from here")
            return
        }
        self.plan?.reveal(id)
        focus(on: .plan)
    }

    /// The stretch of the current buffer that the plan's cursor stands for, while the plan has the keyboard.
    var planPlace: Range<TextPosition>? {
        guard focus == .plan, let plan, let id = plan.cursorOperator, let range = plan.places.range(of: id),
            isThere(plan.request)
        else { return nil }
        return editor.position(
            ofOffset: range.lowerBound + plan.request.offset)..<editor.position(
                ofOffset: range.upperBound + plan.request.offset)
    }

    // MARK: - Out of the program

    func planFormatPicker() -> Picker {
        let items = PlanExport.Format.allCases.map { format in
            Picker.Item(title: format.title, detail: format.ending, choice: .planFormat(format))
        }
        return Picker(.planFormats, title: "Copy the plan as", items: items)
    }

    mutating func copyPlan(as format: PlanExport.Format) -> [Effect] {
        guard let plan else { return [] }
        let content = plan.content
        return [.copy(content.text(as: format), what: "\(content.what) as \(format.rawValue)")]
    }

    private func copyPlan(_ plan: PlanState, whole: Bool) -> [Effect] {
        if whole { return [.copy(plan.content.text(as: .text), what: plan.content.what)] }
        if let (table, line) = plan.cursorComparison {
            let lines = table.details(of: line, width: 160)
            return [.copy(lines.map(\.plainText).joined(separator: "\n"), what: "The operator before and now")]
        }
        guard let id = plan.cursorOperator else { return [] }
        let lines = PlanRendering.details(plan.model, of: id, width: 160)
        return [.copy(lines.map(\.plainText).joined(separator: "\n"), what: "The operator")]
    }

    /// `:plan FILE`
    mutating func exportPlan(_ path: String, isForced: Bool) -> [Effect] {
        guard let plan else {
            message = .information("There is no plan yet: F6 or F7 makes one")
            return []
        }
        guard let format = PlanExport.Format(path: path) else {
            message = .information(
                "A plan's file ends in " + PlanExport.Format.allCases.map(\.ending).joined(separator: ", "))
            return []
        }
        session.pendingCount += 1
        return [.editor(.exportPlan(plan.content, format, path: path, isForced: isForced))]
    }

    /// Cursors of all lists show.
    mutating func scrollLists(_ layout: Layout) {
        if var plan {
            let count = plan.rowCount
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
