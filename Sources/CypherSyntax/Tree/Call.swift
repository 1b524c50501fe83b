/// `[OPTIONAL] CALL ns.name[(args)] [YIELD …]`
public struct CallProcedureClause: Hashable, Sendable {
    public var isOptional: Bool
    /// The parts of the dotted name, at least one.
    public var name: [Name]
    /// `nil` without parentheses: then arguments come from the parameters.
    public var arguments: [Expression]?
    public var yield: Yield?
    @Uncompared public var span: SourceSpan

    public var dottedName: String { name.map(\.text).joined(separator: ".") }

    public var nameSpan: SourceSpan {
        SourceSpan(name.first?.span.lowerBound ?? span.lowerBound, name.last?.span.upperBound ?? span.lowerBound)
    }
}

/// `YIELD * | column [AS variable], … [ORDER BY …] [SKIP e] [LIMIT e] [WHERE e]`; a procedure call has no ordering.
public struct Yield: Hashable, Sendable {
    public var isStar: Bool
    public var items: [Item]
    public var orderBy: [SortItem]
    public var skip: Expression?
    public var limit: Expression?
    public var predicate: Expression?
    @Uncompared public var span: SourceSpan

    public struct Item: Hashable, Sendable {
        public var column: Name
        public var alias: Name?

        /// The variable it binds.
        public var variable: Name { alias ?? column }
    }
}

/// `[OPTIONAL] CALL [(scope)] { query } [IN … TRANSACTIONS …]`
public struct CallSubqueryClause: Hashable, Sendable {
    public var isOptional: Bool
    public var scope: Scope
    public var query: Query
    public var transactions: InTransactions?
    @Uncompared public var span: SourceSpan

    public enum Scope: Hashable, Sendable {
        /// No parentheses: an importing `WITH` may open the body.
        case implicit
        /// `(*)`
        case all
        /// `(v, …)`, also `()`.
        case variables([Name])
    }
}

/// `IN [[n] CONCURRENT] TRANSACTIONS [OF n ROWS] [DISJOINT BY …] [ON ERROR …] [REPORT STATUS AS v]`
public struct InTransactions: Hashable, Sendable {
    public var isConcurrent: Bool
    public var concurrency: Expression?
    public var batchRows: Expression?
    public var disjoint: Disjoint?
    public var onError: OnError?
    public var statusVariable: Name?
    @Uncompared public var span: SourceSpan

    public enum Disjoint: Hashable, Sendable {
        case automatic
        case none
        case keys([Expression])
    }

    public enum OnError: Hashable, Sendable {
        case fail, `continue`, `break`
        /// `RETRY [[FOR] e SECONDS] [THEN fallback]`
        case retry(seconds: Expression?, then: Fallback?)
    }

    public enum Fallback: Hashable, Sendable { case fail, `continue`, `break` }
}
