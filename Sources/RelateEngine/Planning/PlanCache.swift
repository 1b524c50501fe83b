import Synchronization

/// A statement's text worked through once: bound, and planned for statistics like those of that time.
final class PreparedStatement: Sendable {
    let statement: BoundStatement
    let planned: PlannedStatement?
    /// The result's columns, in order.
    let columnNames: [String]
    let columns: [Slot]
    /// Of the statement, which is large: what each run of it asks for.
    let traits: Traits

    struct Traits: Sendable {
        let queryType: QueryType
        let mode: BoundStatement.ExecutionMode
        let namespace: Namespace?
        let nesting: Int

        /// Running it so changes elements of the graph.
        func changesData(in mode: BoundStatement.ExecutionMode) -> Bool {
            mode != .explain && (queryType == .write || queryType == .readWrite)
        }
    }

    init(statement: BoundStatement, planned: PlannedStatement? = nil) {
        self.statement = statement
        self.planned = planned
        columnNames = statement.columns.map(\.name)
        columns = statement.columns.map(\.slot)
        traits = Traits(
            queryType: statement.queryType, mode: statement.mode, namespace: statement.namespace,
            nesting: statement.nesting)
    }
}

final class PlannedStatement: Sendable {
    let query: PlannedQuery
    private let statistics: Statistics
    /// Operators one above the other.
    let depth: Int
    /// What the operator with most rows is expected to have.
    let mostRows: Double
    /// Operators that were made for it.
    let shelf = OperatorShelf()

    init(query: PlannedQuery, statistics: Statistics) {
        self.query = query
        self.statistics = statistics
        (depth, mostRows) = Self.extent(of: query.plan)
    }

    /// What a plan depends on; once it has changed much the statement is planned again.
    struct Statistics: Sendable {
        var nodes: Int
        var relationships: Int
        var labels: Int
        var types: Int
        var schema: UInt64

        init(_ state: GraphState) {
            nodes = state.nodeCount
            relationships = state.relationshipCount
            labels = state.shared.labels.count
            types = state.shared.relationshipTypes.count
            schema = state.schema.version
        }
    }

    func isFresh(_ state: GraphState) -> Bool {
        let now = Statistics(state)
        return now.labels == statistics.labels && now.types == statistics.types && now.schema == statistics.schema
            && query.assumptions.allSatisfy { $0.holds(in: state) }
            && Self.isNear(now.nodes, statistics.nodes)
            && Self.isNear(now.relationships, statistics.relationships)
    }

    private static func isNear(_ now: Int, _ then: Int) -> Bool {
        abs(now - then) <= max(10, then / 4)
    }

    /// Without recursion: it is what bounds the recursion of others.
    private static func extent(of plan: LogicalPlan) -> (depth: Int, mostRows: Double) {
        var deepest = 0
        var mostRows = 0.0
        var open: [(plan: LogicalPlan, depth: Int)] = [(plan, 1)]
        while let (plan, depth) = open.popLast() {
            deepest = max(deepest, depth)
            mostRows = max(mostRows, plan.estimatedRows)
            for child in plan.children { open.append((child, depth + 1)) }
            for child in plan.nested { open.append((child, depth + 1)) }
        }
        return (deepest, mostRows)
    }
}

/// Plans of one database by statement text, literals lifted out of it (`LiftedLiterals`); when it is full the older half goes.
final class PlanCache: Sendable {
    private struct Entries {
        var current = PlanTable()
        var old = PlanTable()
    }

    private let entries = Mutex(Entries())
    let templates = LiftedTemplates()
    private let hash = ByteHash()
    /// Longer texts are seldom run twice.
    static let textBytesLimit = 16 * 1024
    /// What any stack has room for to release: that takes less of it than to make it.
    static let nestingLimit = 4 * DeepStack.shallowNestingLimit

    func statement(_ text: String) -> PreparedStatement? {
        let hash = hash(text)
        return entries.withLock { entries in
            if let found = entries.current.statement(text, hash) { return found }
            guard let found = entries.old.statement(text, hash) else { return nil }
            _ = Self.insert(found, text, hash, &entries)
            return found
        }
    }

    func removeAll() {
        entries.withLock { $0 = Entries() }
        templates.removeAll()
    }

    func keep(_ prepared: PreparedStatement, for text: String) {
        // Deep ones go where they were made: whoever lets go of one here may have a small stack.
        guard text.utf8.count <= Self.textBytesLimit, prepared.statement.nesting <= Self.nestingLimit else { return }
        let hash = hash(text)
        // Plans that go are released behind the lock: that takes longer than all else here.
        let dropped = entries.withLock { Self.insert(prepared, text, hash, &$0) }
        withExtendedLifetime(dropped) {}
    }

    /// - Returns: what is kept no longer.
    private static func insert(
        _ prepared: PreparedStatement, _ text: String, _ hash: UInt32, _ entries: inout Entries
    ) -> PlanTable? {
        var dropped: PlanTable?
        if entries.current.count >= Limits.planCacheCountLimit / 2 {
            dropped = entries.old
            entries.old = entries.current
            entries.current = PlanTable()
        }
        entries.current.insert(prepared, text, hash)
        return dropped
    }
}

/// Statements by the bytes of their text: `String` would find texts equal that name different strings.
private struct PlanTable: Sendable {
    private struct Entry {
        let text: String
        let hash: UInt32
        var prepared: PreparedStatement
    }

    /// A power of two of them, never more than half taken.
    private var places: [Entry?] = []
    private(set) var count = 0

    func statement(_ text: String, _ hash: UInt32) -> PreparedStatement? {
        guard !places.isEmpty else { return nil }
        return places[place(of: text, hash)]?.prepared
    }

    mutating func insert(_ prepared: PreparedStatement, _ text: String, _ hash: UInt32) {
        if (count + 1) * 2 > places.count { grow() }
        let place = place(of: text, hash)
        if places[place] == nil { count += 1 }
        places[place] = Entry(text: text, hash: hash, prepared: prepared)
    }

    /// Where the text stands, or else the free place for it.
    private func place(of text: String, _ hash: UInt32) -> Int {
        var place = Int(hash) & (places.count - 1)
        while let entry = places[place], entry.hash != hash || !entry.text.hasSameBytes(as: text) {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = places
        places = [Entry?](repeating: nil, count: max(16, old.count * 2))
        for case let entry? in old { places[place(of: entry.text, entry.hash)] = entry }
    }
}
