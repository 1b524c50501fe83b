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

/// The graph pane: a focus, what is around it, and the way that led there.
struct GraphState: Sendable {
    /// The column the cursor is in.
    enum Side: Hashable, Sendable {
        case incoming, focus, outgoing
    }

    /// A line of a side's list.
    enum Row: Hashable, Sendable {
        case group(Neighbourhood.Group)
        case neighbour(Neighbourhood.Neighbour)
        /// Neighbours of a group that are not loaded.
        case more(Int)
    }

    /// A place on the trail, with the cursor as it was.
    struct Stop: Sendable {
        var neighbourhood: Neighbourhood
        var side = Side.outgoing
        var cursor = 0
        var tops: [Side: Int] = [:]
        /// How many neighbours were asked for in each group.
        var limit = GraphState.firstLimit

        init(_ neighbourhood: Neighbourhood) {
            self.neighbourhood = neighbourhood
            side = !rows(.outgoing).isEmpty ? .outgoing : !rows(.incoming).isEmpty ? .incoming : .focus
            cursor = min(1, max(0, rows(side).count - 1))
        }

        func rows(_ side: Side) -> [Row] {
            guard side != .focus else { return [] }
            let direction: Neighbourhood.Direction = side == .incoming ? .incoming : .outgoing
            return neighbourhood.groups.filter { $0.direction == direction }.flatMap { group -> [Row] in
                let rest = group.count - group.neighbours.count
                return [.group(group)] + group.neighbours.map { .neighbour($0) } + (rest > 0 ? [.more(rest)] : [])
            }
        }

        var selected: Row? {
            let rows = self.rows(side)
            return rows.indices.contains(cursor) ? rows[cursor] : nil
        }
    }

    static let firstLimit = 20

    var trail: [Stop] = []
    var ahead: [Stop] = []
    /// Asked for and not yet there.
    var loading: String?
    var failure: String?

    var current: Stop? { trail.last }
}

/// The sidebar.
struct SchemaState: Sendable {
    enum Section: Int, Hashable, Sendable, CaseIterable {
        case labels, relationshipTypes, propertyKeys
    }

    enum Row: Hashable, Sendable {
        case section(Section)
        case entry(Section, SchemaSummary.Entry)
    }

    var summary: SchemaSummary?
    var folded: Set<Section> = []
    var cursor = 0
    var top = 0

    func entries(_ section: Section) -> [SchemaSummary.Entry] {
        switch section {
        case .labels: summary?.labels ?? []
        case .relationshipTypes: summary?.relationshipTypes ?? []
        case .propertyKeys: summary?.propertyKeys ?? []
        }
    }

    var rows: [Row] {
        guard summary != nil else { return [] }
        return Section.allCases.flatMap { section -> [Row] in
            let entries = folded.contains(section) ? [] : entries(section).map { Row.entry(section, $0) }
            return [.section(section)] + entries
        }
    }
}

/// The parameters' pane: lines of `name = value`.
struct ParametersState: Hashable, Sendable {
    var entries: [ParameterEntry]
    var cursor = 0
    /// The line under the cursor, while it is edited.
    var editing: LineInput?
}
