import CypherSyntax

// `ALTER CURRENT GRAPH TYPE`: which constraints it makes and drops.
extension SchemaCommands {
    func effect(of graphType: BoundGraphType) throws(EngineError) -> Effect {
        var work = SchemaCommands(schema: schema)
        var changes: [SchemaChange] = []
        func add(_ change: SchemaChange) {
            work.schema.apply(change, version: 0)
            changes.append(change)
        }
        if graphType.operation == .set { for constraint in schema.constraints { add(.dropConstraint(constraint)) } }
        for element in graphType.elements {
            if let name = element.droppedName {
                guard case .change(let change) = try work.dropConstraint(name, isIfExists: false) else { continue }
                add(change)
                continue
            }
            if let token = element.token {
                let own = work.schema.dependents(of: element.entity, token)
                switch graphType.operation {
                case .set: break
                case .add: if !own.isEmpty { throw .graphTypeElementExists(element.entity, token) }
                case .alter, .drop:
                    guard !own.isEmpty else { throw .graphTypeElementMissing(element.entity, token) }
                    for constraint in own { add(.dropConstraint(constraint)) }
                }
            }
            if graphType.operation == .drop {
                guard element.token == nil else { continue }
                // A constraint in full: the one that asks the same.
                for wanted in element.independent {
                    let definition = try work.definition(of: wanted, isDependent: false)
                    guard
                        let found = work.schema.constraints.first(where: {
                            $0.hasSameSchema(as: definition) && $0.kind == definition.kind
                        })
                    else { throw .constraintNotFound(SchemaText.createStatement(definition)) }
                    guard case .change(let change) = try work.dropConstraint(found.name, isIfExists: false) else {
                        continue
                    }
                    add(change)
                }
                continue
            }
            for wanted in element.dependent {
                let definition = try work.definition(of: wanted, isDependent: true)
                if case .change(let change) = try work.create(definition, isIfNotExists: false) { add(change) }
            }
            for wanted in element.independent {
                let definition = try work.definition(of: wanted, isDependent: false)
                if case .change(let change) = try work.create(definition, isIfNotExists: false) { add(change) }
            }
        }
        return .changes(changes)
    }

    private func definition(
        of command: BoundConstraintDefinition, isDependent: Bool
    ) throws(EngineError) -> ConstraintDefinition {
        var name: String?
        switch command.name?.unplaced {
        case nil: break
        case .literal(.string(let text))?: name = text
        default: throw .unsupported("a parameter as the name of a graph type's constraint")
        }
        return try definition(of: command, named: name, isDependent: isDependent)
    }
}

extension SchemaCatalog {
    /// The constraints that an element of the graph type stands for; none where it has no such element.
    func dependents(of entity: EntityKind, _ token: String) -> [ConstraintDefinition] {
        constraints.filter { $0.isDependent && $0.entity == entity && $0.labelOrType.hasSameBytes(as: token) }
    }

    /// The graph type in canonical words: its elements, then the constraints that are none of theirs.
    package var graphTypeText: String {
        let elements =
            graphTypeElements
            + constraints.filter { !$0.isDependent }.sorted { $0.name.compareBytes(to: $1.name) < 0 }.map {
                String(SchemaText.createStatement($0).dropFirst("CREATE ".count))
            }
        guard !elements.isEmpty else { return "{}" }
        return "{\r\n   " + elements.joined(separator: ",\r\n   ") + "\r\n}"
    }

    /// Its elements alone: node types by label, then relationship types.
    package var graphTypeElements: [String] {
        let dependent = constraints.filter(\.isDependent)
        func tokens(_ entity: EntityKind) -> [String] {
            Set(dependent.filter { $0.entity == entity }.map(\.labelOrType)).sorted { $0.compareBytes(to: $1) < 0 }
        }
        let nodeLabels = tokens(.node)
        var elements = nodeLabels.map { label in
            let own = dependents(of: .node, label)
            let implied = own.compactMap { constraint -> String? in
                if case .label(let label) = constraint.kind { return SchemaText.quoted(label) }
                return nil
            }.sorted().joined(separator: "&")
            return "(:\(SchemaText.quoted(label)) =>\(implied.isEmpty ? "" : " :" + implied)\(propertyText(own)))"
        }
        for type in tokens(.relationship) {
            let own = dependents(of: .relationship, type)
            func end(_ label: String?) -> String {
                guard let label else { return "()" }
                return "(:\(SchemaText.quoted(label))\(nodeLabels.contains(label) ? " =>" : ""))"
            }
            var (source, target): (String?, String?) = (nil, nil)
            for constraint in own {
                if case .sourceLabel(let label) = constraint.kind { source = label }
                if case .targetLabel(let label) = constraint.kind { target = label }
            }
            elements.append("\(end(source))-[:\(SchemaText.quoted(type)) =>\(propertyText(own))]->\(end(target))")
        }
        return elements
    }

    private func propertyText(_ constraints: [ConstraintDefinition]) -> String {
        let keys = Set(constraints.flatMap(\.properties)).sorted { $0.compareBytes(to: $1) < 0 }
        guard !keys.isEmpty else { return "" }
        let properties = keys.map { key in
            let own = constraints.filter { $0.properties == [key] }
            return "\(SchemaText.quoted(key)) :: \(own.graphTypeText)"
        }
        return " {\(properties.joined(separator: ", "))}"
    }
}

extension [ConstraintDefinition] {
    /// Of one property: `STRING NOT NULL`; of a union each member says whether it may be missing.
    var graphTypeText: String {
        var type: PropertyType?
        for constraint in self { if case .propertyType(let wanted) = constraint.kind { type = wanted } }
        let isPresent = contains { $0.kind == .exists }
        guard let type else { return isPresent ? "ANY NOT NULL" : "ANY" }
        return type.members.map { isPresent ? $0 + " NOT NULL" : $0 }.joined(separator: " | ")
    }
}

extension EngineError {
    static func graphTypeElementExists(_ entity: EntityKind, _ token: String) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: entity == .node ? "22NCA" : "22NCB"), stage: .runtime,
            "runtime error: GraphTypeElementExists: The graph type has an element :\(token) already; ALTER it, or DROP it "
                + "first")
    }

    static func graphTypeElementMissing(_ entity: EntityKind, _ token: String) -> EngineError {
        EngineError(
            .semanticError, stage: .runtime,
            "runtime error: GraphTypeElementNotFound: The graph type has no \(entity.noun) element :\(token)")
    }

    /// It is part of an element of the graph type and goes with that alone.
    static func constraintOfGraphType(_ constraint: ConstraintDefinition) -> EngineError {
        EngineError(
            Status("DatabaseError.Schema.ConstraintDropFailed", "22N68"), stage: .runtime,
            "runtime error: ConstraintOfGraphType: The constraint `\(constraint.name)` belongs to the element "
                + ":\(constraint.labelOrType) of the graph type; ALTER or DROP the element")
    }
}
