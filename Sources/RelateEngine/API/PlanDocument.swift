/// A statement's plan, under `EXPLAIN` or `PROFILE`.
///
/// - Source: Swift API page, "Notifications and plans".
public struct PlanDocument: Hashable, Sendable {
    /// The form of this document: `relate.plan/v1`.
    public let schema: String
    /// The statement was run, and every node has its `actual`.
    public let profiled: Bool
    /// The statement's text.
    public let statement: String?
    public let root: PlanNode

    package init(schema: String = "relate.plan/v1", profiled: Bool, statement: String?, root: PlanNode) {
        self.schema = schema
        self.profiled = profiled
        self.statement = statement
        self.root = root
    }
}
