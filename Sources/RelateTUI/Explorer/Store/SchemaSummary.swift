/// What a store holds, with counts: the sidebar shows its sections in the order given.
struct SchemaSummary: Hashable, Sendable {
    enum Kind: Int, Hashable, Sendable, CaseIterable {
        case labels, relationshipTypes, propertyKeys, indexes, constraints, procedures, functions
        /// Of a Datalog store.
        case attributes, rules
    }

    struct Entry: Hashable, Sendable {
        var name: String
        /// What the sidebar says in the place of the name, where that alone tells little.
        var title: String?
        /// `nil` where counting would take long, or there is nothing to count.
        var count: Int?
        /// What else there is to say in a line: a signature, the kind of an index.
        var detail = ""
        /// Enter does this.
        var action = Action.none
        /// Whether it serves, as the store says; `nil` for what has no such state.
        var isOnline: Bool?
    }

    enum Action: Hashable, Sendable {
        case none
        /// Runs this reading statement.
        case run(String)
        /// Puts this text into the query, at its cursor.
        case insert(String)
    }

    struct Section: Hashable, Sendable {
        var kind: Kind
        var entries: [Entry]
    }

    var nodeCount: Int?
    var relationshipCount: Int?
    /// Texts can be searched.
    var hasFullTextIndex = false
    var sections: [Section] = []

    func entries(_ kind: Kind) -> [Entry] { sections.first { $0.kind == kind }?.entries ?? [] }

    var labels: [Entry] { entries(.labels) }
    var relationshipTypes: [Entry] { entries(.relationshipTypes) }
    var propertyKeys: [Entry] { entries(.propertyKeys) }
}
