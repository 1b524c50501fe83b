import Relate

/// A value as a tree that unfolds.
struct InspectorState: Sendable {
    var title: String
    var value: CypherValue
    /// Unfolded places: the positions of children on the way from the root.
    var unfolded: Set<[Int]> = [[]]
    var cursor = 0
    var top = 0
}
