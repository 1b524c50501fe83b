/// A clause of a single query.
public enum Clause: Hashable, Sendable {
    case use(UseClause)
    case match(MatchClause)
    case create(CreateClause)
    case merge(MergeClause)
    case set(SetClause)
    case remove(RemoveClause)
    case delete(DeleteClause)
    case foreach(ForeachClause)
    case unwind(UnwindClause)
    case with(WithClause)
    case `return`(ReturnClause)
    case `let`(LetClause)
    case filter(FilterClause)
    case order(OrderClause)
    case finish(FinishClause)
    case callProcedure(CallProcedureClause)
    case callSubquery(CallSubqueryClause)
    case loadCSV(LoadCSVClause)
    case show(ShowClause)
    case terminate(TerminateClause)

    public var span: SourceSpan {
        switch self {
        case .use(let clause): clause.span
        case .match(let clause): clause.span
        case .create(let clause): clause.span
        case .merge(let clause): clause.span
        case .set(let clause): clause.span
        case .remove(let clause): clause.span
        case .delete(let clause): clause.span
        case .foreach(let clause): clause.span
        case .unwind(let clause): clause.span
        case .with(let clause): clause.span
        case .return(let clause): clause.span
        case .let(let clause): clause.span
        case .filter(let clause): clause.span
        case .order(let clause): clause.span
        case .finish(let clause): clause.span
        case .callProcedure(let clause): clause.span
        case .callSubquery(let clause): clause.span
        case .loadCSV(let clause): clause.span
        case .show(let clause): clause.span
        case .terminate(let clause): clause.span
        }
    }
}

/// `USE [GRAPH] target`
public struct UseClause: Hashable, Sendable {
    public var target: Target
    @Uncompared public var span: SourceSpan

    public enum Target: Hashable, Sendable {
        /// The parts of a dotted name.
        case name([Name])
        /// `graph.byName(e)`, `graph.byElementId(e)`.
        case function(Expression)
    }
}

/// `[OPTIONAL] MATCH [mode] pattern, … hints [WHERE e] [SEARCH …]`
public struct MatchClause: Hashable, Sendable {
    public var isOptional: Bool
    /// `nil` where none is written: then `DIFFERENT RELATIONSHIPS` holds.
    public var mode: MatchMode?
    public var patterns: [PathPattern]
    public var hints: [Hint]
    public var predicate: Expression?
    public var search: SearchSubclause?
    @Uncompared public var span: SourceSpan
}

public enum MatchMode: Hashable, Sendable { case differentRelationships, repeatableElements }

public struct Hint: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public enum Kind: Hashable, Sendable {
        /// `USING [kind] INDEX [SEEK] variable:labelOrType(property, …)`
        case index(IndexKind?, isSeek: Bool, variable: Name, labelOrType: Name, properties: [Name])
        case scan(variable: Name, labelOrType: Name)
        case join([Name])
        /// `USING EXPAND [ALL|INTO] FROM a TO b [VIA r]`; `isInto == nil` where neither word is written.
        case expand(isInto: Bool?, from: Name, to: Name, via: Name?)
    }
}

/// `SEARCH variable IN (VECTOR INDEX name FOR e [WITH ANALYZER e] [WHERE e] [SKIP e] LIMIT e) [SCORE AS score]`
public struct SearchSubclause: Hashable, Sendable {
    public var variable: Name
    public var isFulltext: Bool
    public var index: NameOrParameter
    public var query: Expression
    public var analyzer: Expression?
    public var predicate: Expression?
    public var skip: Expression?
    public var limit: Expression?
    public var score: Name?
    @Uncompared public var span: SourceSpan
}

/// `CREATE pattern, …` or `INSERT pattern, …`
public struct CreateClause: Hashable, Sendable {
    public var isInsert: Bool
    public var patterns: [PathPattern]
    @Uncompared public var span: SourceSpan
}

/// `MERGE pattern [ON CREATE SET …] [ON MATCH SET …]`
public struct MergeClause: Hashable, Sendable {
    public var pattern: PathPattern
    /// In the order written; each kind may come more than once.
    public var actions: [Action]
    @Uncompared public var span: SourceSpan

    public struct Action: Hashable, Sendable {
        /// `ON CREATE`; otherwise `ON MATCH`.
        public var isOnCreate: Bool
        public var items: [SetItem]
        @Uncompared public var span: SourceSpan
    }
}

public struct SetClause: Hashable, Sendable {
    public var items: [SetItem]
    @Uncompared public var span: SourceSpan
}

public struct SetItem: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public enum Kind: Hashable, Sendable {
        /// `e.key = value`
        case property(of: Expression, key: Name, value: Expression)
        /// `e[key] = value`
        case dynamicProperty(of: Expression, key: Expression, value: Expression)
        /// `v = value`: all properties anew; with `isMerging`, `v += value`: those of the map.
        case properties(of: Name, value: Expression, isMerging: Bool)
        /// `v:A:B`, `v IS A`, `v:$(e)`
        case labels(of: Name, [LabelReference])
    }
}

/// A label to write or to remove: named, or `$(e)`, which gives a string or a list of them.
public enum LabelReference: Hashable, Sendable {
    case name(Name)
    case dynamic(Expression)
}

public struct RemoveClause: Hashable, Sendable {
    public var items: [RemoveItem]
    @Uncompared public var span: SourceSpan
}

public struct RemoveItem: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public enum Kind: Hashable, Sendable {
        case property(of: Expression, key: Name)
        case dynamicProperty(of: Expression, key: Expression)
        case labels(of: Name, [LabelReference])
    }
}

public struct DeleteClause: Hashable, Sendable {
    public var mode: Mode
    public var expressions: [Expression]
    @Uncompared public var span: SourceSpan

    public enum Mode: Hashable, Sendable { case plain, detach, noDetach }
}

/// `FOREACH (variable IN list | clause …)`
public struct ForeachClause: Hashable, Sendable {
    public var variable: Name
    public var list: Expression
    /// Updating clauses, at least one.
    public var clauses: [Clause]
    @Uncompared public var span: SourceSpan
}

/// `UNWIND list AS variable` or `FOR variable IN list`
public struct UnwindClause: Hashable, Sendable {
    public var list: Expression
    public var variable: Name
    @Uncompared public var span: SourceSpan
}

/// `LET v = e, …`
public struct LetClause: Hashable, Sendable {
    public var items: [Item]
    @Uncompared public var span: SourceSpan

    public struct Item: Hashable, Sendable {
        public var variable: Name
        public var expression: Expression
    }
}

/// `FILTER [WHERE] e`
public struct FilterClause: Hashable, Sendable {
    public var predicate: Expression
    @Uncompared public var span: SourceSpan
}

public struct FinishClause: Hashable, Sendable {
    @Uncompared public var span: SourceSpan
}

/// `LOAD CSV [WITH HEADERS] FROM url AS row [FIELDTERMINATOR 'c']`
public struct LoadCSVClause: Hashable, Sendable {
    public var hasHeaders: Bool
    public var url: Expression
    public var row: Name
    public var fieldTerminator: FieldTerminator?
    @Uncompared public var span: SourceSpan

    public struct FieldTerminator: Hashable, Sendable {
        public var text: String
        @Uncompared public var span: SourceSpan
    }
}
