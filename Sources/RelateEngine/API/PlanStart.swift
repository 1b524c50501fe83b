/// Where the planner let a pattern's walk begin, and why.
///
/// - Source: Swift API page, "Notifications and plans".
public struct PlanStart: Hashable, Sendable {
    /// The variable of the element it began at.
    public let element: String
    /// The walk went from the pattern's right end to its left.
    public let backward: Bool
    /// A few words, such as `index seek: fewest rows`.
    public let reason: String

    package init(element: String, backward: Bool, reason: String) {
        self.element = element
        self.backward = backward
        self.reason = reason
    }
}
