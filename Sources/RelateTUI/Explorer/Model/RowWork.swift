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
        work.pendingCount += rowWork?.pendingCount ?? 0
        rowWork = work
        return effects(grid)
    }

    /// A file is being written, of this connection's result or another's.
    var isExporting: Bool {
        ([rowWork] + parked.map(\.rowWork)).contains { $0?.kind == .exporting && $0?.isCancelled == false }
    }

    /// Some work on rows ended, or was given up.
    mutating func rowWorkEnded() {
        session.pendingCount -= 1
        rowWork?.pendingCount -= 1
        if rowWork?.pendingCount == 0 { rowWork = nil }
    }
}
