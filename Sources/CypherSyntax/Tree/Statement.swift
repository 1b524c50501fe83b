/// One statement as written: a query or a command, with what stands before it.
public struct Statement: Hashable, Sendable {
    public var mode: ExecutionMode
    /// The version of `CYPHER 25`; `nil` where none is named.
    public var languageVersion: Name?
    /// `CYPHER runtime=slotted planner=cost`, in order.
    public var options: [QueryOption]
    /// The graph of a command; a query has its `USE` as a clause.
    public var use: UseClause? = nil
    public var body: Body
    /// From the first token to the last, prefixes included, without a closing `;`.
    @Uncompared public var span: SourceSpan
    /// Set for a deep tree. The last of the fields, so that the others are released before it.
    @Uncompared var keeper: TreeKeeper? = nil

    public enum ExecutionMode: Hashable, Sendable { case run, explain, profile }

    public enum Body: Hashable, Sendable {
        case query(Query)
        case schema(SchemaCommand)
        case administration(AdministrationCommand)
    }
}

/// `name=value` of a `CYPHER` prefix.
public struct QueryOption: Hashable, Sendable {
    public var name: Name
    public var value: Name
}

/// Parts joined by `NEXT`: each reads the whole result of the one before. Most queries have one part.
public struct Query: Hashable, Sendable {
    public var parts: [QueryPart]
    @Uncompared public var span: SourceSpan
}

public enum QueryPart: Hashable, Sendable {
    case union(UnionQuery)
    /// `WHEN … THEN … ELSE …`
    case conditional(ConditionalQuery)

    public var span: SourceSpan {
        switch self {
        case .union(let query): query.span
        case .conditional(let query): query.span
        }
    }
}

/// A single query and those that `UNION` adds to it, grouped from the left. Most queries have an empty `rest`.
public struct UnionQuery: Hashable, Sendable {
    public var first: SingleQuery
    public var rest: [UnionArm]
    @Uncompared public var span: SourceSpan
}

public struct UnionArm: Hashable, Sendable {
    /// `UNION ALL`; otherwise `UNION [DISTINCT]`.
    public var isAll: Bool
    /// Of the word `UNION`.
    @Uncompared public var keywordSpan: SourceSpan
    public var query: SingleQuery
}

public struct SingleQuery: Hashable, Sendable {
    public var body: Body
    @Uncompared public var span: SourceSpan

    public enum Body: Hashable, Sendable {
        /// Never empty.
        case clauses([Clause])
        /// `[USE g] { query }`
        case nested(use: UseClause?, Query)
    }
}

/// `WHEN predicate THEN query … [ELSE query]`
public struct ConditionalQuery: Hashable, Sendable {
    public var branches: [Branch]
    public var otherwise: SingleQuery?
    @Uncompared public var span: SourceSpan

    public struct Branch: Hashable, Sendable {
        public var predicate: Expression
        public var query: SingleQuery
    }
}
