/// Finds where rows must be collected so that a clause sees the graph as the clause before left it, for all rows.
///
/// A clause that reads sees all writes of earlier clauses and none of later ones. Rows flow in batches, so a barrier goes
/// between a read and a write, and between a write and a read, of the same names. What meets no other's names needs none: a
/// stream of `UNWIND $rows AS row CREATE …` is never collected.
struct EagerBarrier {
    /// Goes by names; else by whether clauses read and write at all.
    private let isExact: Bool
    /// No clause writes: nothing can meet.
    private let isIdle: Bool
    /// Of all clauses since the last barrier.
    private var earlier = ClauseEffects()
    private var hasRead = false
    private var hasWritten = false

    init(isExact: Bool, of clauses: [BoundClause]) {
        self.isExact = isExact
        isIdle = !clauses.contains(where: \.writesGraph)
    }

    /// Why a barrier is needed before `clause`, else `nil`; takes note of the clause.
    mutating func needed(before clause: BoundClause) -> String? {
        if isIdle { return nil }
        guard isExact else { return coarselyNeeded(before: clause) }
        let effects = ClauseEffects(of: clause)
        let reason = earlier.conflict(before: effects)
        if reason != nil { earlier = ClauseEffects() }
        earlier.formUnion(effects)
        return reason
    }

    private mutating func coarselyNeeded(before clause: BoundClause) -> String? {
        let reads = clause.readsGraph
        let writes = clause.writesGraph
        var reason: String?
        if writes, hasRead { reason = "read/write conflict" }
        if reads, hasWritten { reason = "write/read conflict" }
        if reason != nil {
            hasRead = false
            hasWritten = false
        }
        hasRead = hasRead || reads
        hasWritten = hasWritten || writes
        return reason
    }
}

extension BoundClause {
    /// The clause looks at the graph: patterns, properties, labels, anything in it that may be an element.
    var readsGraph: Bool {
        switch self {
        case .match, .merge, .callSubquery, .callProcedure: return true
        case .unwind(let list, _): return list.readsGraph
        case .project(let projection):
            return projection.items.contains { $0.expression.readsGraph }
                || projection.predicates.contains(where: \.readsGraph)
                || projection.orderBy.contains { $0.expression.readsGraph }
                || (projection.aggregation?.keys.contains { $0.expression.readsGraph } ?? false)
                || (projection.aggregation?.aggregates.contains { $0.call.arguments.contains(where: \.readsGraph) }
                    ?? false)
        case .create(let elements): return elements.contains(where: \.readsGraph)
        case .set(let items): return items.contains(where: \.readsGraph)
        case .remove: return false
        case .delete(let expressions, _): return expressions.contains(where: \.readsGraph)
        case .foreach(_, let list, let clauses): return list.readsGraph || clauses.contains(where: \.readsGraph)
        case .loadCSV, .finish: return false
        }
    }

    var writesGraph: Bool {
        switch self {
        case .create, .merge, .set, .remove, .delete, .foreach: return true
        case .callSubquery(let call): return call.query.writesGraph
        case .callProcedure: return false
        case .match, .unwind, .project, .loadCSV, .finish: return false
        }
    }
}

extension BoundQuery {
    /// Clauses of all its parts together, those of subqueries left out.
    var clauseCount: Int {
        switch self {
        case .single(let clauses): return clauses.count
        case .union(let left, _, let right, _, _, _): return left.clauseCount + right.clauseCount
        }
    }

    var writesGraph: Bool {
        switch self {
        case .single(let clauses): return clauses.contains(where: \.writesGraph)
        case .union(let left, _, let right, _, _, _): return left.writesGraph || right.writesGraph
        }
    }
}

extension BoundCreateElement {
    fileprivate var readsGraph: Bool {
        switch self {
        case .node(_, _, let properties), .relationship(_, _, _, _, let properties, _):
            return properties?.readsGraph ?? false
        case .path: return false
        }
    }
}

extension BoundSetItem {
    fileprivate var readsGraph: Bool {
        switch self {
        case .property(_, _, let value): return value.readsGraph
        case .dynamicProperty(_, let key, let value): return key.readsGraph || value.readsGraph
        // A map on the right may be a node, whose properties are read.
        case .properties(_, let value, _): return value.readsGraph || !value.isMapLiteral
        case .labels: return false
        }
    }
}

extension BoundExpression {
    /// Evaluating this may look at the graph. A property of a plain map looks like one of a node: taken to read.
    var readsGraph: Bool {
        switch self {
        case .property, .subscriptOf, .hasLabels, .mapProjection: return true
        case .exists, .count, .collect, .patternComprehension, .nested, .degree: return true
        case .function(let function, let arguments, _):
            return function.readsGraph || arguments.contains(where: \.readsGraph)
        default:
            var reads = false
            forEachChild { if !reads, $0.readsGraph { reads = true } }
            return reads
        }
    }

    fileprivate var isMapLiteral: Bool {
        switch unplaced {
        case .map, .parameter: return true
        default: return false
        }
    }
}

extension FunctionDefinition {
    /// Functions that look at an element beyond its number.
    var readsGraph: Bool {
        switch name.lowercased() {
        case "labels", "keys", "properties", "type", "startnode", "endnode", "exists", "property_exists": return true
        default: return false
        }
    }
}
