import Relate

/// A store that the explorer browses. The embedded Cypher engine is one; views and model know no other name for it.
protocol ExplorerStore: Sendable {
    var info: StoreInfo { get }
    /// A session of its own. All its calls, and its end, belong to one thread.
    func connect() throws(StatementFailure) -> any ExplorerSession
}

/// What is to be opened.
struct StoreRequest: Hashable, Sendable {
    var path: String
    var isReadOnly: Bool
    /// `nil` is `neo4j`.
    var namespace: String?
}

/// Opens a store; may take long.
typealias StoreOpener = @Sendable (StoreRequest) throws(StatementFailure) -> any ExplorerStore

struct StoreInfo: Hashable, Sendable {
    /// As the status line shows it.
    var name: String
    var isReadOnly: Bool
    var namespace: String
}

/// One session on a store. Its calls block, so workers make them.
protocol ExplorerSession: AnyObject {
    /// What other threads may do to the statement that runs here.
    var control: any RunControl { get }

    func run(_ statement: String, parameters: [String: CypherValue]) throws(StatementFailure) -> StatementOutcome
    func begin() throws(StatementFailure)
    /// The bookmark, where something was written.
    func commit() throws(StatementFailure) -> String?
    func rollback() throws(StatementFailure)
    func use(namespace: String) throws(StatementFailure)
    func schema() throws(StatementFailure) -> SchemaSummary
    /// The element and its relationships, at most `limit` neighbours in each group.
    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood
}

/// Safe to call from any thread, at any time.
protocol RunControl: Sendable {
    func interrupt()
    /// Rows the running statement has made so far; `nil` where that is not known.
    var rowCount: Int? { get }
}

/// What a statement gave, free of any store's types but values and plans.
struct StatementOutcome: Sendable {
    var columns: [String]
    var rows: any RowSource
    var queryType: QueryType
    var stats: QueryStats
    var notifications: [Relate.Notification]
    var plan: PlanDocument?
    var bookmark: String?
    var elapsedMs: Double
    var parseMs: Double
    var planMs: Double
    var executeMs: Double
}

/// Why a store refused something.
struct StatementFailure: Error, Hashable, Sendable {
    var code: String
    var status: String
    var stage: String
    var isRetryable: Bool
    var message: String
    /// Where in the statement's text, in UTF-8 bytes.
    var span: Range<Int>?
}

/// What a store holds, with counts.
struct SchemaSummary: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var name: String
        var count: Int?
    }

    var nodeCount: Int?
    var relationshipCount: Int?
    var labels: [Entry] = []
    var relationshipTypes: [Entry] = []
    var propertyKeys: [Entry] = []
}

/// A node and what is around it, for the graph cards.
struct Neighbourhood: Hashable, Sendable {
    enum Direction: Hashable, Sendable {
        case incoming, outgoing
    }

    /// Relationships of one type and direction.
    struct Group: Hashable, Sendable {
        var type: String
        var direction: Direction
        /// All of them, shown or not.
        var count: Int
        var neighbours: [Neighbour]
    }

    struct Neighbour: Hashable, Sendable {
        var relationship: CypherValue.Relationship
        var node: CypherValue.Node
    }

    var focus: CypherValue.Node
    var groups: [Group]
}
