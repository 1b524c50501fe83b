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
                    remedy: "Say the dimension: OPTIONS {indexConfig: {`vector.dimensions`: 1536}}.", operatorId: id))
        case .change, .changes, nil: break
        }
        return found
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
