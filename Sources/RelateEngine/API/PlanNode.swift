/// One operator of a plan; rows come from its children.
///
/// - Source: Swift API page, "Notifications and plans".
public struct PlanNode: Hashable, Sendable {
    /// The operator's name, such as `NodeByLabelScan` or `Expand(All)`.
    public let `operator`: String
    /// What it does here, in words close to Cypher, such as `a:Person`; may be empty.
    public let details: String
    /// The variables a row has once it has passed here.
    public let identifiers: [String]
    /// The planner's guess, before the run; `nil` where it makes none.
    public let estimatedRows: Int64?
    /// What the run measured; `nil` on an `EXPLAIN` plan.
    public let actual: PlanActual?
    public let children: [PlanNode]
    public let warnings: [Notification]

    package init(
        operator: String, details: String, identifiers: [String], estimatedRows: Int64?, actual: PlanActual?,
        children: [PlanNode], warnings: [Notification]
    ) {
        self.operator = `operator`
        self.details = details
        self.identifiers = identifiers
        self.estimatedRows = estimatedRows
        self.actual = actual
        self.children = children
        self.warnings = warnings
    }
}
