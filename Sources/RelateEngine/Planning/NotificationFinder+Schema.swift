import CypherSyntax

// Notifications about indexes and constraints: commands without effect.

extension NotificationFinder {
    func schemaCommand(_ command: BoundCommand, _ running: Operator?, _ id: Int) -> [Notification] {
        var found: [Notification] = []
        switch (running as? SchemaOperator)?.effect ?? expectedEffect(of: command) {
        case .exists(let what):
            found.append(
                make(
                    .indexOrConstraintAlreadyExists, description: "\(what) exists already: the command does nothing.",
                    remedy: "SHOW INDEXES and SHOW CONSTRAINTS list what there is.", operatorId: id))
        case .isMissing(let what):
            found.append(
                make(
                    .indexOrConstraintDoesNotExist, description: "\(what) does not exist: the command does nothing.",
                    remedy: "SHOW INDEXES and SHOW CONSTRAINTS list what there is.", operatorId: id))
        case .change(.createIndex(let index))
        where index.kind == .vector && index.configuration["vector.dimensions"] == nil:
            found.append(
                make(
                    .vectorIndexDimensionsNotSpecified,
                    description:
                        "The vector index \(SchemaText.quoted(index.name)) takes vectors of any dimension, each "
                        + "apart from those of another.",
                    remedy: "Say the dimension: \(dimensionOption(storedDimension(index) ?? 1536)).",
                    at: command.span, operatorId: id, fix: withDimension(command, index)))
        case .change, .changes, nil: break
        }
        return found
    }

    private func dimensionOption(_ dimension: Int) -> String {
        "OPTIONS {indexConfig: {`vector.dimensions`: \(dimension)}}"
    }

    /// The command with the dimension of the vectors that are there; `nil` where it has options or there are none.
    private func withDimension(_ command: BoundCommand, _ index: IndexDefinition) -> Notification.Fix? {
        guard command.options == nil, let end = command.span?.upperBound, let dimension = storedDimension(index) else {
            return nil
        }
        return edit(SourceSpan(end, end), " " + dimensionOption(dimension))
    }

    /// How many rows are looked at for a vector.
    private static let lookedRows = 64 * GraphState.chunkRows

    /// Of the first vector, or list of numbers, that an element to be indexed holds.
    private func storedDimension(_ index: IndexDefinition) -> Int? {
        guard let key = index.properties.first.flatMap({ state.propertyKeyID(named: $0) }),
            let column = index.entity == .node ? state.nodeColumn(key) : state.relationshipColumn(key)
        else { return nil }
        let reader = column.reader
        let builder = IndexBuilder(
            state: state,
            tokens: index.labelsOrTypes.compactMap {
                index.entity == .node
                    ? state.labelID(named: $0)?.rawValue : state.relationshipTypeID(named: $0)?.rawValue
            }, keys: [])
        for row in 0..<min(Self.lookedRows, column.chunkCapacity * GraphState.chunkRows) {
            let element = UInt32(truncatingIfNeeded: row)
            guard reader.isPresent(element),
                index.entity == .node
                    ? builder.isMember(NodeID(element)) : builder.isMember(RelationshipID(element))
            else { continue }
            let value = reader.value(atRow: element, pool: state.strings)
            if let dimension = VectorIndex.coordinates(of: value)?.count, dimension > 0 { return dimension }
        }
        return nil
    }

    /// Of a command that is only explained; `nil` where it waits for parameters, or would be refused.
    private func expectedEffect(of command: BoundCommand) -> SchemaCommands.Effect? {
        var name: Value?
        if let given = command.name {
            guard case .literal(let value) = given.unplaced else { return nil }
            name = value
        }
        var options = Value.null
        if let given = command.options {
            guard let value = given.constantValue else { return nil }
            options = value
        }
        return try? SchemaCommands(schema: state.schema).effect(of: command, name: name, options: options)
    }
}

extension BoundExpression {
    /// The value of a literal, or of a map or list of literals.
    fileprivate var constantValue: Value? {
        switch self {
        case .literal(let value): return value
        case .list(let items):
            let values = items.compactMap(\.constantValue)
            return values.count == items.count ? .list(values) : nil
        case .map(let entries):
            let values = entries.compactMap { entry in entry.value.constantValue.map { (key: entry.key, value: $0) } }
            return values.count == entries.count ? .map(MapValue(values)) : nil
        default: return nil
        }
    }
}
