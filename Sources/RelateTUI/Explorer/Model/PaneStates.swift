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
struct GraphPaneState: Sendable {
    /// A place on the trail, with the cursor as it was.
    struct Stop: Sendable {
        private(set) var neighbourhood: Neighbourhood
        var cards: GraphCards
        /// How many neighbours were asked for in each group.
        private(set) var limit: Int

        init(_ neighbourhood: Neighbourhood, limit: Int) {
            self.neighbourhood = neighbourhood
            self.limit = limit
            cards = neighbourhood.cards
            let side: GraphCards.Side = cards.rows(.outgoing).isEmpty ? .incoming : .outgoing
            if cards.rows(side).count > 1 { cards.cursor = .row(side, 1) }
        }

        /// The same node with more neighbours; what is folded and where the cursor is stays.
        mutating func extend(_ more: Neighbourhood, limit: Int) {
            let old = cards
            neighbourhood = more
            self.limit = limit
            cards = more.cards
            cards.cursor = old.cursor
        }

        /// The neighbour under the cursor.
        var selectedNode: CypherValue.Node? {
            guard case .row(let side, let place) = cards.cursor else { return nil }
            let rows = cards.rows(side)
            guard rows.indices.contains(place), case .neighbour(let group, let index) = rows[place] else { return nil }
            let groups = neighbourhood.groups(side)
            guard groups.indices.contains(group), groups[group].neighbours.indices.contains(index) else { return nil }
            return groups[group].neighbours[index].node
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

extension Neighbourhood {
    func groups(_ side: GraphCards.Side) -> [Group] {
        groups.filter { ($0.direction == .incoming) == (side == .incoming) }
    }

    /// As the cards view draws it.
    fileprivate var cards: GraphCards {
        func drawn(_ node: CypherValue.Node) -> GraphScene.Node {
            var scene = GraphScene()
            scene.add(node)
            return scene.nodes[0]
        }
        func drawn(_ side: GraphCards.Side) -> [GraphCards.Group] {
            groups(side).map { group in
                GraphCards.Group(
                    type: group.type, count: group.count, neighbours: group.neighbours.map { drawn($0.node) })
            }
        }
        return GraphCards(focus: drawn(focus), incoming: drawn(.incoming), outgoing: drawn(.outgoing))
    }
}

/// The parameters' pane: lines of `name = value`.
struct ParametersState: Hashable, Sendable {
    var entries: [ParameterEntry]
    var cursor = 0
    /// The line under the cursor, while it is edited.
    var editing: LineInput?
}
