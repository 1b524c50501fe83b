public struct WithClause: Hashable, Sendable {
    public var projection: Projection
    public var predicate: Expression?
    @Uncompared public var span: SourceSpan
}

public struct ReturnClause: Hashable, Sendable {
    public var projection: Projection
    @Uncompared public var span: SourceSpan
}

/// What `WITH` and `RETURN` share: `[DISTINCT] [*,] items [GROUP BY …] [ORDER BY …] [SKIP e] [LIMIT e]`.
public struct Projection: Hashable, Sendable {
    public var isDistinct: Bool
    /// The span of a leading `*`; its being there counts, its place does not.
    public var star: Star?
    public var items: [ProjectionItem]
    public var groupBy: GroupBy?
    public var orderBy: [SortItem]
    public var skip: Expression?
    public var limit: Expression?

    public struct Star: Hashable, Sendable {
        @Uncompared public var span: SourceSpan
    }
}

public struct ProjectionItem: Hashable, Sendable {
    public var expression: Expression
    public var alias: Name?
    /// The expression as written, parentheses included: the column's name where no alias is given.
    @Uncompared public var sourceText: String
    /// Of the expression as written and its alias.
    @Uncompared public var span: SourceSpan

    /// The column's name.
    public var name: String { alias?.text ?? sourceText }
}

public enum GroupBy: Hashable, Sendable {
    /// `GROUP BY ALL`
    case all
    /// `GROUP BY e, …`; empty for `GROUP BY ()`.
    case keys([Expression])
}

public struct SortItem: Hashable, Sendable {
    public var expression: Expression
    public var isDescending: Bool
    @Uncompared public var span: SourceSpan
}

/// `ORDER BY …`, `SKIP e`, `LIMIT e` as a clause of its own, in this order, at least one of them.
public struct OrderClause: Hashable, Sendable {
    public var orderBy: [SortItem]
    public var skip: Expression?
    public var limit: Expression?
    @Uncompared public var span: SourceSpan
}
