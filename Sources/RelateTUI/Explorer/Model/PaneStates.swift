import Relate

/// The plan pane: a plan, which operator the cursor is on, and what is folded.
struct PlanState: Sendable {
    enum Presentation: Hashable, Sendable {
        case tree, list, bars, diff
    }

    var document: PlanDocument
    var presentation = Presentation.tree
    /// Operators whose inputs are folded away, by their number in preorder.
    var folded: Set<Int> = []
    /// Runs of cheap steps show one by one.
    var showsCheapSteps = false
    /// A row of the present presentation.
    var cursor = 0
    var top = 0
    var pinned: PlanDocument?
    /// The request that made it, to lead back to its text.
    var request: RunRequest?
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
    /// A place on the trail, with the cursor as it was.
    struct Stop: Sendable {
        var neighbourhood: Neighbourhood
        var cursor = 0
        var top = 0
        /// Groups of which more than the first few neighbours show.
        var limit = GraphState.firstLimit
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
