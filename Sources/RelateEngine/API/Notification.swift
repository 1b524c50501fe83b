/// One notification of the planner; `EXPLAIN` and `PROFILE` fill a result's list of them.
///
/// - Source: Swift API page, "Notifications and plans".
public struct Notification: Hashable, Sendable {
    /// The Neo4j code, such as `Neo.ClientNotification.Statement.CartesianProduct`.
    public let code: String
    /// The five-character GQLSTATUS, such as `03N90`.
    public let gqlStatus: String
    /// `INFORMATION` or `WARNING`.
    public let severity: String
    /// `PERFORMANCE`, `UNRECOGNIZED`, `DEPRECATION`, `SCHEMA` or `HINT`.
    public let category: String
    public let title: String
    public let description: String
    /// What to do about it.
    public let remedy: String
    /// The plan operator it speaks of; `nil` where it speaks of the statement.
    public let operatorId: Int64?
    /// Where in the statement's text; `nil` where it speaks of no part of it.
    package let position: EngineError.Position?
    /// The remedy as something to run.
    package let fix: Fix?

    /// What a remedy comes to.
    package enum Fix: Hashable, Sendable {
        /// The statement with `length` bytes from `offset` on replaced.
        case edit(offset: Int, length: Int, replacement: String)
        /// Another statement, to be run before this one.
        case statement(String)
    }

    package init(
        code: String, gqlStatus: String, severity: String, category: String, title: String, description: String,
        remedy: String, operatorId: Int64? = nil, position: EngineError.Position? = nil, fix: Fix? = nil
    ) {
        self.code = code
        self.gqlStatus = gqlStatus
        self.severity = severity
        self.category = category
        self.title = title
        self.description = description
        self.remedy = remedy
        self.operatorId = operatorId
        self.position = position
        self.fix = fix
    }
}
