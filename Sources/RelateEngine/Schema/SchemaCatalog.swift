import CypherSyntax

/// The indexes and constraints of a state by name: a value, so that a snapshot has it for nothing.
package struct SchemaCatalog: Sendable {
    /// By `id`, that is, in the order of their making.
    package private(set) var indexes: [IndexDefinition]
    package private(set) var constraints: [ConstraintDefinition] = []
    /// Another one after every change, in the whole store: what was planned for one version may not serve for another.
    package private(set) var version: UInt64 = 0

    package init(indexes: [IndexDefinition] = IndexDefinition.lookups, constraints: [ConstraintDefinition] = []) {
        self.indexes = indexes
        self.constraints = constraints
    }

    package func index(named name: String) -> IndexDefinition? { indexes.first { $0.name.hasSameBytes(as: name) } }

    package func constraint(named name: String) -> ConstraintDefinition? {
        constraints.first { $0.name.hasSameBytes(as: name) }
    }

    /// An id that nothing has.
    var nextID: UInt32 {
        max(indexes.map(\.id).max() ?? 0, constraints.map(\.id).max() ?? 0) &+ 1
    }

    /// A name for a definition that was given none, `prefix_` and eight digits: the same for the same words.
    func freeName(_ prefix: String, for words: [String]) -> String {
        var hash: UInt32 = 0x811c_9dc5
        for word in words {
            for byte in word.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
            hash = (hash ^ 0xff) &* 0x0100_0193
        }
        while true {
            let digits = String(hash, radix: 16)
            let name = "\(prefix)_\(String(repeating: "0", count: 8 - digits.count))\(digits)"
            if index(named: name) == nil, constraint(named: name) == nil { return name }
            hash &+= 1
        }
    }

    /// Does what the change says; what it drops and is not there is no fault.
    mutating func apply(_ change: SchemaChange, version: UInt64) {
        self.version = version
        switch change {
        case .createIndex(let index): insert(index)
        case .dropIndex(let index): indexes.removeAll { $0.id == index.id }
        case .createConstraint(let constraint, let index):
            constraints.append(constraint)
            constraints.sort { $0.id < $1.id }
            if let index { insert(index) }
        case .dropConstraint(let constraint):
            constraints.removeAll { $0.id == constraint.id }
            indexes.removeAll { $0.owningConstraint.map { $0.hasSameBytes(as: constraint.name) } ?? false }
        }
    }

    private mutating func insert(_ index: IndexDefinition) {
        indexes.append(index)
        indexes.sort { $0.id < $1.id }
    }
}
