import Relate
import Render

/// A value as a tree that unfolds.
struct InspectorState: Sendable {
    /// The column or property it stands in.
    var name: String
    /// Where that is: `row 3`.
    var place: String
    var value: CypherValue
    /// Unfolded places: the positions of children on the way from the root.
    var unfolded: Set<[Int]> = [[]]
    var cursor = 0
    var top = 0
    /// What was sought last.
    var searchText = ""
    /// How strings show in full.
    var textView = InspectorRendering.TextView.wrapped
    /// Of a string alone, the first line that shows.
    var textPlace = TextPages.Place.start
    /// The byte of it where what was sought stands.
    var foundOffset: Int?

    /// The value is a string: it has no tree, and is read from its start to its end.
    var text: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    init(name: String, place: String, value: CypherValue) {
        self.name = name
        self.place = place
        self.value = value
        // What a node or relationship holds is one level down, and worth seeing at once.
        if case .path = value { return }
        for index in 0..<min(ValueTree.childCount(of: value), 12) {
            if let child = ValueTree.child(of: value, at: index), ValueTree.childCount(of: child.value) <= 6 {
                unfolded.insert([index])
            }
        }
    }

    var rowCount: Int { ValueTree.rowCount(of: value, expanded: unfolded) }

    var selectedRow: ValueTree.Row? {
        ValueTree.rows(of: value, expanded: unfolded, in: cursor..<(cursor + 1)).first
    }
}
