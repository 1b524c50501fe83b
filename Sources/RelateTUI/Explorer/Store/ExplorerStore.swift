import Relate

/// A store that the explorer browses. The embedded Cypher engine is one; views and model know no other name for it.
///
/// A store and its sessions are all that a further kind of store has to bring: an entry in `StoreOpening` finds it by
/// its path. What a kind cannot do is left out of its abilities, and the defaults refuse it with a sentence.
protocol ExplorerStore: Sendable {
    var info: StoreInfo { get }
    /// A session of its own. All its calls, and its end, belong to one thread.
    func connect() throws(StatementFailure) -> any ExplorerSession
    /// What the store holds in memory, for who wants it to outlive the store: a reference to it, and no copy.
    var memory: (any Sendable)? { get }
}

extension ExplorerStore {
    var memory: (any Sendable)? { nil }
}

/// What is to be opened.
struct StoreRequest: Hashable, Sendable {
    var path: String
    var isReadOnly: Bool
    /// `nil` is the store's own first one.
    var namespace: String?
    /// It was there before: where it is gone, no empty one takes its place.
    var mustExist = false
}

/// Opens a store; may take long.
typealias StoreOpener = @Sendable (StoreRequest) throws(StatementFailure) -> any ExplorerStore

struct StoreInfo: Hashable, Sendable {
    /// As the status line shows it.
    var name: String
    var isReadOnly: Bool
    /// Empty where a store has none.
    var namespace: String
    var language = StatementLanguage.cypher
    var abilities = StoreAbilities.all
    /// There was none: it was made when it was opened.
    var isNew = false
}

/// What the statements of a store are written in.
enum StatementLanguage: Hashable, Sendable {
    case cypher, datalog

    var title: String {
        switch self {
        case .cypher: "Cypher"
        case .datalog: "Datalog"
        }
    }
}

/// What a store can do beside running statements; the commands for anything else say that it cannot.
struct StoreAbilities: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let transactions = StoreAbilities(rawValue: 1)
    static let namespaces = StoreAbilities(rawValue: 2)
    /// `RunMode.explain` and `.profile`.
    static let plans = StoreAbilities(rawValue: 4)
    /// `element`, `neighbourhood` and the calls beside it.
    static let neighbours = StoreAbilities(rawValue: 8)
    static let checkpoints = StoreAbilities(rawValue: 16)
    static let parameters = StoreAbilities(rawValue: 32)

    static let all: StoreAbilities = [.transactions, .namespaces, .plans, .neighbours, .checkpoints, .parameters]
}

/// How a statement is run.
enum RunMode: Hashable, Sendable {
    case run
    /// Only its plan is asked for; nothing is executed.
    case explain
    /// Run, with a plan that says what every operator did.
    case profile
}

/// One session on a store. Its calls block, so workers make them.
protocol ExplorerSession: AnyObject {
    /// What other threads may do to the statement that runs here.
    var control: any RunControl { get }

    /// - Throws: Failures whose span counts in `statement`, whatever the store puts around it for the mode.
    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue]
    ) throws(StatementFailure) -> StatementOutcome
    /// The same at a point in time, in stores that have a past.
    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time: TimePoint
    ) throws(StatementFailure) -> StatementOutcome
    /// As `run`, with no more of the rows kept than the limit lets in.
    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time: TimePoint,
        keeping limit: ResultLimit
    ) throws(StatementFailure) -> StatementOutcome
    /// What the statement would do, its plan and what is to be said of it; nothing is run, whatever it begins with.
    ///
    /// - Throws: What is wrong with it, its span in `statement`.
    /// - Returns: `nil` where the store cannot tell.
    func check(_ statement: String) throws(StatementFailure) -> StatementCheck?
    /// Running the statement as it is would change the store; `nil` where the store cannot tell without running it.
    func writes(_ statement: String) throws(StatementFailure) -> Bool?
    /// The property keys that elements with a label, or of a relationship type, have: the most frequent first.
    func propertyKeys(of name: String) throws(StatementFailure) -> [String]
    /// What an expression of the store's language without variables is; `nil` for a text that is none.
    func value(ofExpression text: String) throws(StatementFailure) -> CypherValue?

    func begin() throws(StatementFailure)
    /// The bookmark, where something was written.
    func commit() throws(StatementFailure) -> String?
    func rollback() throws(StatementFailure)
    func use(namespace: String) throws(StatementFailure)
    func checkpoint() throws(StatementFailure)

    func schema() throws(StatementFailure) -> SchemaSummary

    /// The node or relationship with this id.
    func element(_ elementID: String) throws(StatementFailure) -> CypherValue
    /// A node and its relationships by type and direction, with at most `limit` neighbours in each group.
    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood
    /// Neighbours of one group, in the order in which `neighbourhood` has the first of them.
    func neighbours(_ page: NeighbourPage) throws(StatementFailure) -> [Neighbourhood.Neighbour]
    /// How these nodes are connected: at most `limit` relationships, in an order that is always the same.
    func links(among elementIDs: [String], limit: Int) throws(StatementFailure) -> GraphLinks
    /// Nodes and relationships whose texts have these words, the best first: what the store's full-text indexes find.
    func search(_ text: String, limit: Int) throws(StatementFailure) -> [GraphHit]

    /// The statement that makes the texts of the store's nodes searchable; `nil` where there are none.
    func fullTextStatement() throws(StatementFailure) -> String?
}

extension ExplorerSession {
    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time: TimePoint
    ) throws(StatementFailure) -> StatementOutcome {
        try run(statement, mode: mode, parameters: parameters)
    }
    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time: TimePoint,
        keeping limit: ResultLimit
    ) throws(StatementFailure) -> StatementOutcome {
        try run(statement, mode: mode, parameters: parameters, time: time).keeping(limit)
    }
    func check(_ statement: String) throws(StatementFailure) -> StatementCheck? { nil }
    func writes(_ statement: String) throws(StatementFailure) -> Bool? { nil }
    func propertyKeys(of name: String) throws(StatementFailure) -> [String] { [] }
    func value(ofExpression text: String) throws(StatementFailure) -> CypherValue? { nil }
    func begin() throws(StatementFailure) { throw .local("This store has no transactions") }
    func commit() throws(StatementFailure) -> String? { throw .local("This store has no transactions") }
    func rollback() throws(StatementFailure) { throw .local("This store has no transactions") }
    func use(namespace: String) throws(StatementFailure) { throw .local("This store has no namespaces") }
    func checkpoint() throws(StatementFailure) { throw .local("This store has no checkpoints") }
    func element(_ elementID: String) throws(StatementFailure) -> CypherValue {
        .node(try neighbourhood(of: elementID, limit: 0).focus)
    }
    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood {
        throw .local("This store cannot be walked through")
    }
    func neighbours(_ page: NeighbourPage) throws(StatementFailure) -> [Neighbourhood.Neighbour] {
        let around = try neighbourhood(of: page.elementID, limit: page.offset + page.limit)
        let group = around.groups.first { $0.type == page.type && $0.direction == page.direction }
        return Array(group?.neighbours.dropFirst(page.offset) ?? [])
    }
    func links(among elementIDs: [String], limit: Int) throws(StatementFailure) -> GraphLinks { GraphLinks() }
    func fullTextStatement() throws(StatementFailure) -> String? { nil }

    func search(_ text: String, limit: Int) throws(StatementFailure) -> [GraphHit] {
        throw .local("This store has no full-text search")
    }
}

/// Safe to call from any thread, at any time.
protocol RunControl: Sendable {
    func interrupt()
    /// How far the running statement is.
    var progress: RunProgress { get }
}

/// What is known of a running statement; `nil` where the store does not tell.
struct RunProgress: Hashable, Sendable {
    var rowCount: Int?
    var memoryByteCount: Int?
}
