/// `SHOW subject [YIELD …] [WHERE e]`; a `RETURN` behind it is the next clause.
public struct ShowClause: Hashable, Sendable {
    public var subject: ShowSubject
    public var yield: Yield?
    /// Of `SHOW … WHERE e` without `YIELD`.
    public var predicate: Expression?
    @Uncompared public var span: SourceSpan
}

public enum ShowSubject: Hashable, Sendable {
    /// `nil`: all kinds.
    case indexes(IndexKind?)
    case constraints(ConstraintFilter?)
    case functions(FunctionScope, executable: Executable?)
    case procedures(executable: Executable?)
    /// Names: string literals or expressions; empty for all.
    case settings([Expression])
    case transactions([Expression])
    case databases(DatabaseSelection)
    case graphType(isAsGraph: Bool)
    /// `USERS`, `ROLES`, `SERVERS`, `PRIVILEGES`, `ALIASES` …: the words as written, upper-cased.
    case other(String)

    public enum FunctionScope: Hashable, Sendable { case all, builtIn, userDefined }

    /// `EXECUTABLE [BY CURRENT USER|name]`
    public enum Executable: Hashable, Sendable {
        case byCurrentUser
        case by(Name)
    }

    public enum DatabaseSelection: Hashable, Sendable {
        case all, `default`, home
        case named(NameOrParameter)
    }

    public enum ConstraintFilter: Hashable, Sendable {
        case unique(EntityKind?)
        case key(EntityKind?)
        case existence(EntityKind?)
        case propertyType(EntityKind?)
    }
}

/// `TERMINATE TRANSACTIONS id, … [YIELD …]`
public struct TerminateClause: Hashable, Sendable {
    public var transactions: [Expression]
    public var yield: Yield?
    /// Of a `WHERE` without `YIELD`, which is an error to report.
    public var predicate: Expression?
    @Uncompared public var span: SourceSpan
}

/// A command that manages databases, users or servers.
public enum AdministrationCommand: Hashable, Sendable {
    /// `ALTER DATABASE name SET DEFAULT LANGUAGE CYPHER n`
    case setDefaultLanguage(SetDefaultLanguageCommand)
    /// Any other, which no embedded engine serves: its leading words, upper-cased, such as `CREATE USER`.
    case unsupported(UnsupportedCommand)
}

public struct SetDefaultLanguageCommand: Hashable, Sendable {
    public var database: NameOrParameter
    public var isIfExists: Bool
    public var version: Name
    @Uncompared public var span: SourceSpan
}

public struct UnsupportedCommand: Hashable, Sendable {
    public var words: String
    /// The whole text of the command: what makes two of them equal.
    public var text: String
    @Uncompared public var span: SourceSpan
}
