import CypherSyntax

// The CYPHER prefix, commands on indexes and constraints, and those that no embedded engine serves.

extension StatementBinder {
    func checkLanguage(_ tree: Statement) throws(EngineError) {
        try StatementOptions.check(tree.options)
        guard let version = tree.languageVersion, version.text != "5", version.text != "25" else { return }
        throw .syntax(
            "UnknownLanguageVersion", "There is no Cypher \(version.text); there are 5 and 25", gqlStatus: "22N04",
            at: version.span)
    }

    func schemaCommand(_ command: SchemaCommand) throws(EngineError) -> BoundCommand {
        switch command {
        case .createIndex(let command): return .createIndex(try createIndex(command))
        case .createConstraint(let command): return .createConstraint(try createConstraint(command))
        case .drop(let command):
            let name = nameOrParameter(command.name)
            return command.isConstraint
                ? .dropConstraint(name: name, isIfExists: command.isIfExists)
                : .dropIndex(name: name, isIfExists: command.isIfExists)
        case .alterGraphType(let command): return .alterGraphType(try graphType(command))
        }
    }

    private func createIndex(_ command: CreateIndexCommand) throws(EngineError) -> BoundIndexDefinition {
        if command.isOrReplace { throw .unsupportedFeature("CREATE OR REPLACE INDEX", at: command.span) }
        let target = command.target
        let properties = try keys(command.properties, of: target)
        switch command.kind {
        case .text, .point, .vector:
            if properties.count == 1 { break }
            throw .syntax(
                "InvalidIndexDefinition", "\(command.kind.rawValue) indexes take one property", gqlStatus: "42N16",
                at: command.span)
        case .lookup:
            let wanted = target.isRelationship ? "type" : "labels"
            if let function = command.lookupFunction, function.text.lowercased() != wanted {
                throw .syntax(
                    "InvalidIndexDefinition", "A lookup index is on EACH \(wanted)(\(target.variable.text))",
                    gqlStatus: "42I61", at: function.span)
            }
        case .range, .fulltext: break
        }
        if target.labelsOrTypes.count > 1, command.kind != .fulltext, command.kind != .vector {
            throw .syntax(
                "InvalidIndexDefinition",
                "\(command.kind.rawValue) indexes are for one \(target.isRelationship ? "relationship type" : "label")",
                gqlStatus: "42N16", at: command.span)
        }
        return BoundIndexDefinition(
            name: command.name.map(nameOrParameter), kind: command.kind.rawValue, isRelationship: target.isRelationship,
            labelsOrTypes: target.labelsOrTypes.map(\.text), properties: properties,
            additionalProperties: try keys(command.additionalProperties, of: target),
            options: try optionalValue(command.options), isIfNotExists: command.isIfNotExists, span: command.span)
    }

    private func createConstraint(
        _ command: CreateConstraintCommand
    ) throws(EngineError) -> BoundConstraintDefinition {
        if command.isOrReplace { throw .unsupportedFeature("CREATE OR REPLACE CONSTRAINT", at: command.span) }
        var constraint = try constraint(
            command.name, command.target, command.requirement, command.options, span: command.span)
        constraint.isIfNotExists = command.isIfNotExists
        return constraint
    }

    /// What a `CREATE CONSTRAINT`, or a constraint in a graph type, defines.
    func constraint(
        _ name: NameOrParameter?, _ target: SchemaTarget, _ requirement: Requirement, _ options: Expression?,
        span: SourceSpan
    ) throws(EngineError) -> BoundConstraintDefinition {
        let kind: BoundConstraintDefinition.Kind
        let properties: [SchemaProperty]
        switch requirement {
        case .unique(let keys, let entity):
            try check(entity, target)
            (kind, properties) = (.unique, keys)
        case .key(let keys, let entity):
            try check(entity, target)
            (kind, properties) = (.key, keys)
        case .exists(let keys): (kind, properties) = (.exists, try single(keys, "IS NOT NULL", span))
        case .type(let keys, let type):
            (kind, properties) = (.type(staticType(type)), try single(keys, "IS ::", span))
        case .label(let variable, let label):
            try checkVariable(variable, target)
            (kind, properties) = (.label(label.text), [])
        }
        guard let label = target.labelsOrTypes.first, target.labelsOrTypes.count == 1 else {
            throw .syntax(
                "InvalidConstraintDefinition", "A constraint is for one label or relationship type", at: target.span)
        }
        return BoundConstraintDefinition(
            name: name.map(nameOrParameter), kind: kind, isRelationship: target.isRelationship,
            labelOrType: label.text, properties: try keys(properties, of: target),
            options: try optionalValue(options), isIfNotExists: false, span: span)
    }

    private func single(
        _ keys: [SchemaProperty], _ requirement: String, _ span: SourceSpan
    ) throws(EngineError) -> [SchemaProperty] {
        guard keys.count == 1 else {
            throw .syntax(
                "InvalidConstraintDefinition", "\(requirement) is required of one property", gqlStatus: "42N16",
                at: span)
        }
        return keys
    }

    private func check(_ entity: EntityKind?, _ target: SchemaTarget) throws(EngineError) {
        guard let entity, (entity == .relationship) != target.isRelationship else { return }
        throw .syntax(
            "InvalidConstraintDefinition", "NODE and RELATIONSHIP must say what the constraint is for", at: target.span)
    }

    private func keys(_ properties: [SchemaProperty], of target: SchemaTarget) throws(EngineError) -> [String] {
        var keys: [String] = []
        for property in properties {
            try checkVariable(property.variable, target)
            keys.append(property.key.text)
        }
        return keys
    }

    private func checkVariable(_ variable: Name, _ target: SchemaTarget) throws(EngineError) {
        guard variable.text == target.variable.text else {
            throw .undefinedVariable(
                variable.text,
                nearest: NameSuggestion.nearest(to: variable.text, among: [target.variable.text]), at: variable.span)
        }
    }

    func nameOrParameter(_ name: NameOrParameter) -> BoundExpression {
        switch name {
        case .name(let name): .placed(.literal(.string(name.text)), name.span)
        case .parameter(let parameter): .placed(self.parameter(parameter.name), parameter.span)
        }
    }

    func unsupportedAdministration(_ command: AdministrationCommand) -> EngineError {
        switch command {
        case .setDefaultLanguage(let command):
            .unsupportedAdministration("ALTER DATABASE", at: command.span)
        case .unsupported(let command):
            .unsupportedAdministration(command.words, at: command.span)
        }
    }

    // MARK: Types

    func staticType(_ type: TypeSyntax) -> StaticType {
        let bare = bareType(type.kind)
        return type.isNotNull ? .notNull(bare) : bare
    }

    private func bareType(_ kind: TypeSyntax.Kind) -> StaticType {
        switch kind {
        case .simple(let simple): return Self.simpleType(simple)
        case .list(let element): return .list(staticType(element))
        case .vector(let coordinate, let dimension):
            return .vector(coordinates: coordinate?.rawValue, dimension: dimension)
        case .union(let members): return .union(members.map(staticType))
        }
    }

    private static func simpleType(_ type: SimpleType) -> StaticType {
        switch type {
        case .nothing: .nothing
        case .null: .null
        case .boolean: .boolean
        case .string, .uuid: .string
        case .integer: .integer
        case .float: .float
        case .date: .date
        case .localTime: .localTime
        case .zonedTime: .zonedTime
        case .localDatetime: .localDateTime
        case .zonedDatetime: .zonedDateTime
        case .duration: .duration
        case .point: .point
        case .node: .node
        case .relationship: .relationship
        case .map: .map
        case .path: .path
        case .propertyValue: .propertyValue
        case .any: .any
        }
    }
}
