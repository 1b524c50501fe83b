/// A path pattern: `[p =] [selector] node relationship node …`.
public struct PathPattern: Hashable, Sendable {
    public var variable: Name?
    public var selector: PathSelector?
    public var pathMode: PathMode?
    public var function: ShortestPathFunction?
    /// Nodes, relationships and parenthesised groups as written; between neighbours that are both nodes or groups there
    /// is nothing, as in `(a) ((b)-[r]->(c))+ (d)`.
    public var elements: [PatternElement]
    @Uncompared public var span: SourceSpan

    /// `shortestPath(pattern)` and `allShortestPaths(pattern)`.
    public enum ShortestPathFunction: Hashable, Sendable { case shortestPath, allShortestPaths }
}

public enum PathMode: Hashable, Sendable { case walk, trail, acyclic, simple }

/// Which of the paths between two ends count. `nil` for a count that is not written.
public struct PathSelector: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public enum Kind: Hashable, Sendable {
        case all
        /// `ANY [k]`
        case any(count: Expression?)
        case anyShortest
        case allShortest
        /// `SHORTEST k`
        case shortest(count: Expression)
        /// `SHORTEST [k] GROUPS`
        case shortestGroups(count: Expression?)
    }
}

public enum PatternElement: Hashable, Sendable {
    case node(NodePattern)
    case relationship(RelationshipPattern)
    case group(GroupPattern)

    public var span: SourceSpan {
        switch self {
        case .node(let node): node.span
        case .relationship(let relationship): relationship.span
        case .group(let group): group.span
        }
    }
}

/// `([v] [:labels] [{…} or $p] [WHERE e])`
public struct NodePattern: Hashable, Sendable {
    public var variable: Name?
    public var labels: LabelSyntax?
    /// A map literal or a parameter.
    public var properties: Expression?
    public var predicate: Expression?
    @Uncompared public var span: SourceSpan
}

/// `-[[v] [:types] [*length] [{…} or $p] [WHERE e]]->[quantifier]`
public struct RelationshipPattern: Hashable, Sendable {
    public var direction: Direction
    public var variable: Name?
    public var types: LabelSyntax?
    public var length: VariableLength?
    public var properties: Expression?
    public var predicate: Expression?
    public var quantifier: Quantifier?
    @Uncompared public var span: SourceSpan

    /// `<--`, `-->`, and `--` or `<-->`.
    public enum Direction: Hashable, Sendable { case left, right, either }
}

/// `*`, `*n`, `*n..m`, `*n..`, `*..m`; `*n` has both bounds equal, `nil` is a bound that is not written.
public struct VariableLength: Hashable, Sendable {
    public var minimum: Int?
    public var maximum: Int?
    @Uncompared public var span: SourceSpan
}

/// `+`, `*`, `{n}`, `{n,m}`, `{n,}`, `{,m}` with its defaults filled in; `maximum == nil`: without end.
public struct Quantifier: Hashable, Sendable {
    public var minimum: Int
    public var maximum: Int?
    @Uncompared public var span: SourceSpan
}

/// `(pattern [WHERE e])[quantifier]`
public struct GroupPattern: Hashable, Sendable {
    public var pattern: PathPattern
    public var predicate: Expression?
    public var quantifier: Quantifier?
    @Uncompared public var span: SourceSpan
}

/// A label or type expression.
public struct LabelSyntax: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public indirect enum Kind: Hashable, Sendable {
        case name(String)
        /// `$(e)`, `$all(e)` and `$any(e)`.
        case dynamic(Expression, DynamicQuantifier)
        /// `%`: at least one.
        case wildcard
        case not(LabelSyntax)
        /// Two or more; `A&B` and the older `A:B`.
        case and([LabelSyntax])
        /// Two or more; `A|B` and the older `A|:B`.
        case or([LabelSyntax])
    }

    /// `$(e)` and `$all(e)` are one.
    public enum DynamicQuantifier: Hashable, Sendable { case all, any }
}
