/// Work on the result's rows that takes a while for many of them: its end comes as an event.
struct RowWork: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case sorting, filtering, searching, collecting, exporting

        var title: String {
            switch self {
            case .sorting: "sorting"
            case .filtering: "filtering"
            case .searching: "searching"
            case .collecting: "drawing"
            case .exporting: "writing"
            }
        }
    }

    var kind: Kind
    var rowCount: Int
    /// What of the result it takes along, where it goes out of the program.
    var scope: RowScope?
    /// From 0 to 1.
    var fraction = 0.0
    /// Asked for and not answered; newer work takes the place of older.
    var pendingCount = 1
    var isCancelled = false
    /// The order and the filter that are being made, and that what is asked for meanwhile goes by.
    var arranging: RowArrangement?
    /// Of the result whose rows these are.
    var resultNumber = 0
    /// What was asked for meanwhile and needs them: it is done once they are there.
    var next: Step?

    /// Work that goes by the rows as they are arranged.
    enum Step: Hashable, Sendable {
        case export(path: String, isWhole: Bool, isForced: Bool)
        case copy(RowsText.Format)
        case search(step: Int)
        case collect

        var isExport: Bool {
            switch self {
            case .export, .copy: true
            case .search, .collect: false
            }
        }
    }
}

extension Model {
    /// Begins work on rows, in the place of what is under way; only a file that is being written is not given up for it.
    mutating func work(
        _ kind: RowWork.Kind, of grid: GridState, scope: RowScope? = nil, _ effects: (GridState) -> [Effect]
    ) -> [Effect] {
        if isExporting {
            message = .warning("A file is being written: Ctrl-C gives it up")
            return []
        }
        session.pendingCount += 1
        var work = RowWork(kind: kind, rowCount: grid.table.rowCount, scope: scope)
        work.resultNumber = grid.table.number
        work.pendingCount += rowWork?.pendingCount ?? 0
        rowWork = work
        return effects(grid)
    }

    /// A file is being written, of this connection's result or another's.
    var isExporting: Bool {
        ([rowWork] + parked.map(\.rowWork)).contains { work in
            guard let work, !work.isCancelled else { return false }
            return work.kind == .exporting || work.next?.isExport == true
        }
    }

    /// How the rows are arranged, or will be once that is done.
    func comingArrangement(of grid: GridState) -> RowArrangement {
        guard let rowWork, !rowWork.isCancelled, rowWork.resultNumber == grid.table.number else {
            return grid.arrangement
        }
        return rowWork.arranging ?? grid.arrangement
    }

    /// Puts a step off until the rows are arranged; `false` where they are.
    mutating func postpone(_ step: RowWork.Step) -> Bool {
        guard let rowWork, !rowWork.isCancelled, rowWork.arranging != nil,
            rowWork.resultNumber == grid?.table.number
        else { return false }
        if isExporting {
            message = .warning("A file is being written: Ctrl-C gives it up")
            return true
        }
        self.rowWork?.next = step
        if step.isExport { message = .information("Goes on once the rows are arranged; Ctrl-C gives it up") }
        return true
    }

    /// What waited for the rows.
    mutating func goOn(with step: RowWork.Step) -> [Effect] {
        switch step {
        case .export(let path, let isWhole, let isForced):
            return exportRows(to: path, isWhole: isWhole, isForced: isForced)
        case .copy(let format): return copyRows(as: format)
        case .search(let step): return grid.map { find($0, step: step) } ?? []
        case .collect: return showResultAsGraph()
        }
    }

    /// Some work on rows ended, or was given up.
    mutating func rowWorkEnded() {
        session.pendingCount -= 1
        rowWork?.pendingCount -= 1
        if rowWork?.pendingCount == 0 { rowWork = nil }
    }
}
