/// Asks for a statement's plan as `EXPLAIN` and `PROFILE` do, without a word in front of the text: places in errors and
/// notifications stay places in the text as it was given.
package enum PlanRequest: Hashable, Sendable {
    /// The plan alone: nothing runs, not even where the text says `PROFILE`.
    case explain
    /// The plan with its measurements; a text that says `EXPLAIN` is not run.
    case profile

    func mode(of own: BoundStatement.ExecutionMode) -> BoundStatement.ExecutionMode {
        switch self {
        case .explain: .explain
        case .profile: own == .run ? .profile : own
        }
    }
}
