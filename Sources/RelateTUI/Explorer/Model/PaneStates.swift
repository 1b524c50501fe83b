import Relate
import Render

/// The plan pane: a plan, how it is shown, and where the cursor is.
struct PlanState: Sendable {
    enum Presentation: Hashable, Sendable {
        case tree, list, bars
    }

    let model: PlanModel
    /// The request that made it, to lead back to its text.
    let request: RunRequest
    var presentation = Presentation.tree
    /// Operators whose inputs are folded away.
    var collapsed: Set<Int> = []
    /// First operators of cheap runs that show one by one.
    var opened: Set<Int> = []
    var foldsCheap = true
    /// What the list is ordered by.
    var listColumn = PlanModel.Column.selfMs
    /// A place among `rows`.
    var cursor = 0
    var top = 0

    init(_ model: PlanModel, _ request: RunRequest) {
        self.model = model
        self.request = request
        if !model.isProfiled { listColumn = .estimatedRows }
    }

    var rows: [PlanModel.Row] {
        switch presentation {
        case .tree: model.rows(collapsed: collapsed, opened: opened, foldsCheap: foldsCheap)
        case .list: model.ordered(by: listColumn).map { .step($0) }
        case .bars: model.rows(foldsCheap: false)
        }
    }

    var cursorOperator: Int? {
        let rows = self.rows
        return rows.indices.contains(cursor) ? rows[cursor].id : nil
    }

    /// Puts the cursor on an operator, or on the row that it is folded into.
    mutating func select(_ id: Int) {
        cursor = rows.lastIndex { $0.id <= id } ?? 0
        if presentation == .list { cursor = rows.firstIndex { $0.id == id } ?? 0 }
    }
}

/// What the last statements had to say: errors and notifications.
struct NotesState: Sendable {
    struct Note: Hashable, Sendable {
        enum Severity: Int, Hashable, Sendable {
            case error, warning, information

            var letter: String {
                switch self {
                case .error: "E"
                case .warning: "W"
                case .information: "I"
                }
            }
        }

        var severity: Severity
        var code: String
        var title: String
        var detail: String
        var remedy: String
        var operatorNumber: Int?
        var isRetryable = false
        var request: RunRequest
        /// The place in the request's buffer.
        var span: Range<Int>?
    }

    var notes: [Note] = []
    var cursor = 0
    var top = 0
    var hiddenCodes: Set<String> = []

    var shown: [Note] { notes.filter { !hiddenCodes.contains($0.code) } }
    var selected: Note? {
        let shown = self.shown
        return shown.indices.contains(cursor) ? shown[cursor] : nil
    }

    func count(_ severity: Note.Severity) -> Int { shown.lazy.filter { $0.severity == severity }.count }
}

/// The parameters' pane: lines of `name = value`.
struct ParametersState: Hashable, Sendable {
    var entries: [ParameterEntry]
    var cursor = 0
    /// The line under the cursor, while it is edited.
    var editing: LineInput?
}
