/// A fact about the store's counts that a plan relies on: every relationship of some types starts, or ends, at a node with a
/// label. A kept plan is used only while its assumptions hold.
struct CountAssumption: Hashable, Sendable {
    var label: String
    /// All types where `nil`.
    var types: [String]?
    var isAtStart: Bool

    func holds(in state: GraphState) -> Bool {
        guard let label = state.labelID(named: label) else { return false }
        for name in types ?? state.relationshipTypeNames {
            guard let type = state.relationshipTypeID(named: name) else { continue }
            let count =
                isAtStart
                ? state.relationshipCount(of: type, startLabel: label)
                : state.relationshipCount(of: type, endLabel: label)
            if count != state.relationshipCount(of: type) { return false }
        }
        return true
    }
}
