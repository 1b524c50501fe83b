import Synchronization

/// A statement's text worked through once: bound, and planned for statistics like those of that time.
struct PreparedStatement: Sendable {
    var statement: BoundStatement
    var planned: PlannedStatement?
}

struct PlannedStatement: Sendable {
    var query: PlannedQuery
    var statistics: Statistics
    /// Operators one above the other.
    let depth: Int

    init(query: PlannedQuery, statistics: Statistics) {
        self.query = query
        self.statistics = statistics
        depth = Self.depth(of: query.plan)
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
            labels = state.labelNames.count
            types = state.relationshipTypeNames.count
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
    private static func depth(of plan: LogicalPlan) -> Int {
        var deepest = 0
        var open: [(plan: LogicalPlan, depth: Int)] = [(plan, 1)]
        while let (plan, depth) = open.popLast() {
            deepest = max(deepest, depth)
            for child in plan.children + plan.nested { open.append((child, depth + 1)) }
        }
        return deepest
    }
}

/// Plans of one database by statement text, literals lifted out of it (`LiftedLiterals`); when it is full the older half goes.
final class PlanCache: Sendable {
    private struct Entries {
        var current: [String: PreparedStatement] = [:]
        var old: [String: PreparedStatement] = [:]
    }

    private let entries = Mutex(Entries())
    /// Longer texts are seldom run twice.
    static let textBytesLimit = 16 * 1024

    func statement(_ text: String) -> PreparedStatement? {
        entries.withLock { entries in
            if let found = entries.current[text] { return found }
            guard let found = entries.old[text] else { return nil }
            Self.insert(found, text, &entries)
            return found
        }
    }

    func removeAll() { entries.withLock { $0 = Entries() } }

    func keep(_ prepared: PreparedStatement, for text: String) {
        guard text.utf8.count <= Self.textBytesLimit else { return }
        entries.withLock { Self.insert(prepared, text, &$0) }
    }

    private static func insert(_ prepared: PreparedStatement, _ text: String, _ entries: inout Entries) {
        if entries.current.count >= Limits.planCacheCountLimit / 2 {
            entries.old = entries.current
            entries.current = [:]
        }
        entries.current[text] = prepared
    }
}
