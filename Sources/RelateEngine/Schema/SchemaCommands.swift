import CypherSyntax

/// A schema command with its values, and what it does to a schema.
struct SchemaCommands {
    var schema: SchemaCatalog

    enum Effect: Sendable {
        case change(SchemaChange)
        /// Of a graph type, in order.
        case changes([SchemaChange])
        /// `IF NOT EXISTS` met what is there.
        case exists(what: String)
        /// `IF EXISTS` met nothing.
        case isMissing(what: String)
    }

    /// The command's effect.
    ///
    /// - Parameters:
    ///   - name: of the command, `nil` where it has none.
    ///   - options: its `OPTIONS`, null where it has none.
    /// - Throws: why it is refused; nothing is changed either way.
    func effect(of command: BoundCommand, name: Value?, options: Value) throws(EngineError) -> Effect {
        var text: String?
        if let name {
            guard case .string(let given) = name, !given.isEmpty else { throw .invalidSchemaName(name) }
            text = given
        }
        switch command {
        case .createIndex(let index): return try create(index, text, options)
        case .dropIndex(_, let isIfExists): return try dropIndex(text ?? "", isIfExists: isIfExists)
        case .createConstraint(let constraint): return try create(constraint, text, options)
        case .alterGraphType(let graphType): return try effect(of: graphType)
        case .dropConstraint(_, let isIfExists): return try dropConstraint(text ?? "", isIfExists: isIfExists)
        }
    }

    // MARK: Indexes

    private func create(
        _ command: BoundIndexDefinition, _ name: String?, _ options: Value
    ) throws(EngineError) -> Effect {
        guard let kind = IndexKind(rawValue: command.kind) else {
            throw .internalError("no index kind \(command.kind)")
        }
        let entity: EntityKind = command.isRelationship ? .relationship : .node
        try refuseRepetition(command.properties + command.additionalProperties)
        var index = IndexDefinition(
            id: schema.nextID, name: name ?? "", kind: kind, entity: entity, labelsOrTypes: command.labelsOrTypes,
            properties: command.properties, additionalProperties: command.additionalProperties)
        index.configuration = try IndexOptions.configuration(of: kind, options)
        if name == nil {
            index.name = schema.freeName(
                "index", for: [kind.rawValue, index.targetText] + command.additionalProperties)
        }
        if let same = schema.indexes.first(where: { $0.hasSameSchema(as: index) }) {
            if command.isIfNotExists { return .exists(what: "The index \(SchemaText.createStatement(same))") }
            if let constraint = same.owningConstraint { throw .indexedByConstraint(same, constraint) }
            throw same.name.hasSameBytes(as: index.name) ? .equivalentIndexExists(same) : .indexExists(same)
        }
        if let taken = schema.index(named: index.name) {
            if command.isIfNotExists { return .exists(what: "The index \(SchemaText.createStatement(taken))") }
            throw .indexNameTaken(index.name)
        }
        if schema.constraint(named: index.name) != nil { throw .constraintNameTaken(index.name) }
        return .change(.createIndex(index))
    }

    private func dropIndex(_ name: String, isIfExists: Bool) throws(EngineError) -> Effect {
        guard let index = schema.index(named: name) else {
            if isIfExists { return .isMissing(what: "The index `\(name)`") }
            throw .indexNotFound(name)
        }
        if let constraint = index.owningConstraint { throw .indexBelongsToConstraint(name, constraint) }
        return .change(.dropIndex(index))
    }

    func refuseRepetition(_ properties: [String]) throws(EngineError) {
        for (place, property) in properties.enumerated()
        where properties[..<place].contains(where: { $0.hasSameBytes(as: property) }) {
            throw .repeatedSchemaProperty(property)
        }
    }
}
