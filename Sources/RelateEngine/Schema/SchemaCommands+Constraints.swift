import CypherSyntax

// CREATE and DROP of constraints: what they do to a schema. Whether the data agrees is `ConstraintCheck`'s to say.
extension SchemaCommands {
    func create(
        _ command: BoundConstraintDefinition, _ name: String?, _ options: Value
    ) throws(EngineError) -> Effect {
        let constraint = try definition(of: command, named: name, isDependent: false)
        if !constraint.isIndexed, !options.isNull {
            throw .invalidSchemaOptions("Only uniqueness and key constraints take OPTIONS")
        }
        _ = try IndexOptions.configuration(of: .range, options)
        return try create(constraint, isIfNotExists: command.isIfNotExists)
    }

    /// What the command defines; its index comes later.
    func definition(
        of command: BoundConstraintDefinition, named name: String?, isDependent: Bool
    ) throws(EngineError) -> ConstraintDefinition {
        try refuseRepetition(command.properties)
        let entity: EntityKind = command.isRelationship ? .relationship : .node
        let kind: ConstraintDefinition.Kind
        switch command.kind {
        case .unique: kind = .unique
        case .key: kind = .key
        case .exists: kind = .exists
        case .type(let type): kind = .propertyType(try PropertyType.storable(type))
        case .label(let label): kind = .label(label)
        case .sourceLabel(let label): kind = .sourceLabel(label)
        case .targetLabel(let label): kind = .targetLabel(label)
        }
        var constraint = ConstraintDefinition(
            id: schema.nextID, name: name ?? "", kind: kind, entity: entity, labelOrType: command.labelOrType,
            properties: command.properties, isDependent: isDependent)
        if name == nil {
            constraint.name = schema.freeName("constraint", for: [constraint.typeName, constraint.targetText])
        }
        return constraint
    }

    /// The effect of a constraint that says all it needs.
    func create(_ definition: ConstraintDefinition, isIfNotExists: Bool) throws(EngineError) -> Effect {
        var constraint = definition
        let same = schema.constraints.filter { $0.hasSameSchema(as: constraint) }
        if let equal = same.first(where: { $0.kind == constraint.kind }) {
            if isIfNotExists { return .exists(what: "The constraint \(SchemaText.createStatement(equal))") }
            throw .constraintExists(equal, isSameName: equal.name.hasSameBytes(as: constraint.name))
        }
        if let taken = schema.constraint(named: constraint.name) {
            if isIfNotExists { return .exists(what: "The constraint \(SchemaText.createStatement(taken))") }
            throw .constraintNameTaken(constraint.name)
        }
        if let other = same.first(where: { $0.kind.excludes(constraint.kind) }) {
            throw .constraintConflict(with: other)
        }
        if schema.index(named: constraint.name) != nil { throw .indexNameTaken(constraint.name) }
        guard constraint.isIndexed else { return .change(.createConstraint(constraint, index: nil)) }
        let index = IndexDefinition(
            id: constraint.id &+ 1, name: constraint.name, kind: .range, entity: constraint.entity,
            labelsOrTypes: [constraint.labelOrType], properties: constraint.properties,
            owningConstraint: constraint.name)
        if let inTheWay = schema.indexes.first(where: { $0.hasSameSchema(as: index) }) {
            throw .indexInTheWay(inTheWay)
        }
        constraint.ownedIndex = index.name
        return .change(.createConstraint(constraint, index: index))
    }

    func dropConstraint(_ name: String, isIfExists: Bool) throws(EngineError) -> Effect {
        guard let constraint = schema.constraint(named: name) else {
            if isIfExists { return .isMissing(what: "The constraint `\(name)`") }
            throw .constraintNotFound(name)
        }
        if constraint.isDependent { throw .constraintOfGraphType(constraint) }
        return .change(.dropConstraint(constraint))
    }
}

extension ConstraintDefinition.Kind {
    /// Both cannot be asked of the same properties: one index would serve two constraints, or two types exclude each other.
    fileprivate func excludes(_ other: ConstraintDefinition.Kind) -> Bool {
        switch (self, other) {
        case (.unique, .key), (.key, .unique), (.propertyType, .propertyType), (.sourceLabel, .sourceLabel),
            (.targetLabel, .targetLabel):
            true
        default: false
        }
    }
}

extension ConstraintDefinition {
    var targetText: String { SchemaText.target(entity, [labelOrType], properties) }
}

extension PropertyType {
    /// - Throws: where no property could be of the type.
    static func storable(_ type: StaticType) throws(EngineError) -> PropertyType {
        let members: [StaticType]
        if case .union(let parts) = type { members = parts } else { members = [type] }
        for member in members {
            switch member {
            case .vector(let coordinates, let dimension):
                if coordinates == nil || dimension == nil { throw .vectorTypeIncomplete(member) }
            case .list(.notNull(let element)) where element.isScalarProperty: break
            default:
                guard member.isScalarProperty else { throw .propertyTypeNotStorable(member) }
            }
        }
        return PropertyType(type)
    }
}

extension StaticType {
    fileprivate var isScalarProperty: Bool {
        switch self {
        case .boolean, .integer, .float, .string, .date, .localTime, .zonedTime, .localDateTime, .zonedDateTime,
            .duration, .point:
            true
        default: false
        }
    }
}
