import CypherSyntax

// `ALTER CURRENT GRAPH TYPE`: its elements as the constraints that they stand for.
extension StatementBinder {
    func graphType(_ command: GraphTypeCommand) throws(EngineError) -> BoundGraphType {
        let operation: BoundGraphType.Operation
        switch command.operation {
        case .set: operation = .set
        case .add: operation = .add
        case .alter: operation = .alter
        case .drop: operation = .drop
        case .create: throw .unsupportedFeature("A graph type with a name", at: command.span)
        }
        var labels: [String: String] = [:]
        for case .node(let node) in command.elements {
            if let alias = node.alias { labels[alias.text] = node.label.text }
        }
        var elements: [BoundGraphType.Element] = []
        for element in command.elements {
            switch element {
            case .node(let node): elements.append(try nodeType(node, operation))
            case .relationship(let relationship):
                elements.append(try relationshipType(relationship, labels, operation))
            case .constraint(let constraint):
                let bound = try self.constraint(
                    constraint.name, constraint.target, constraint.requirement, constraint.options,
                    span: constraint.span)
                elements.append(BoundGraphType.Element(independent: [bound], span: constraint.span))
            case .constraintName(let name):
                guard operation == .drop, case .name(let literal) = name else {
                    throw .syntax(
                        "InvalidGraphType", "Only DROP takes a constraint by its name, which is no parameter",
                        at: command.span)
                }
                elements.append(BoundGraphType.Element(droppedName: literal.text, span: literal.span))
            }
        }
        return BoundGraphType(operation: operation, elements: elements, span: command.span)
    }

    private func nodeType(
        _ node: GraphNodeType, _ operation: BoundGraphType.Operation
    ) throws(EngineError) -> BoundGraphType.Element {
        var element = BoundGraphType.Element(entity: .node, token: node.label.text, span: node.span)
        for label in node.impliedLabels {
            element.dependent.append(constraint(.label(label.text), [], element))
        }
        try add(node.properties, to: &element, operation)
        try add(node.requirements, alias: node.alias, to: &element, operation)
        if element.dependent.isEmpty, operation != .drop {
            throw .syntax(
                "InvalidGraphType", "The node type :\(node.label.text) needs an implied label or a property",
                gqlStatus: "22NC2", at: node.span)
        }
        return element
    }

    private func relationshipType(
        _ relationship: GraphRelationshipType, _ labels: [String: String], _ operation: BoundGraphType.Operation
    ) throws(EngineError) -> BoundGraphType.Element {
        var element = BoundGraphType.Element(
            entity: .relationship, token: relationship.type.text, span: relationship.span)
        if let label = try label(of: relationship.source, labels) {
            element.dependent.append(constraint(.sourceLabel(label), [], element))
        }
        if let label = try label(of: relationship.target, labels) {
            element.dependent.append(constraint(.targetLabel(label), [], element))
        }
        try add(relationship.properties, to: &element, operation)
        try add(relationship.requirements, alias: relationship.alias, to: &element, operation)
        if element.dependent.isEmpty, operation != .drop {
            throw .syntax(
                "InvalidGraphType",
                "The relationship type :\(relationship.type.text) needs the label of an end or a property",
                gqlStatus: "22NC3", at: relationship.span)
        }
        return element
    }

    private func label(of end: GraphTypeEnd, _ labels: [String: String]) throws(EngineError) -> String? {
        switch end {
        case .any: return nil
        case .label(let label), .elementType(let label): return label.text
        case .alias(let alias):
            guard let label = labels[alias.text] else {
                throw .undefinedVariable(
                    alias.text, nearest: NameSuggestion.nearest(to: alias.text, among: labels.keys.sorted()),
                    at: alias.span)
            }
            return label
        }
    }

    private func add(
        _ properties: [GraphTypeProperty], to element: inout BoundGraphType.Element,
        _ operation: BoundGraphType.Operation
    ) throws(EngineError) {
        for property in properties {
            let key = property.key.text
            var type = staticType(property.type)
            if let inner = type.ofPresent {
                element.dependent.append(constraint(.exists, [key], element))
                type = inner
            }
            if type != .any { element.dependent.append(constraint(.type(type), [key], element)) }
            guard let constraint = property.constraint else { continue }
            try refuseKeys(in: operation, at: property.key.span)
            switch constraint {
            case .key: element.independent.append(self.constraint(.key, [key], element))
            case .unique: element.independent.append(self.constraint(.unique, [key], element))
            }
        }
    }

    private func add(
        _ requirements: [Requirement], alias: Name?, to element: inout BoundGraphType.Element,
        _ operation: BoundGraphType.Operation
    ) throws(EngineError) {
        for requirement in requirements {
            try refuseKeys(in: operation, at: element.span)
            let kind: BoundConstraintDefinition.Kind
            let properties: [SchemaProperty]
            switch requirement {
            case .unique(let keys, _): (kind, properties) = (.unique, keys)
            case .key(let keys, _): (kind, properties) = (.key, keys)
            case .exists, .type, .label:
                throw .syntax(
                    "InvalidGraphType",
                    "REQUIRE in a graph type's element asks for KEY or UNIQUE; say the rest of its "
                        + "properties in their list", at: element.span)
            }
            for property in properties where property.variable.text != alias?.text {
                throw .undefinedVariable(property.variable.text, nearest: alias?.text, at: property.variable.span)
            }
            element.independent.append(constraint(kind, properties.map(\.key.text), element))
        }
    }

    private func refuseKeys(in operation: BoundGraphType.Operation, at span: SourceSpan) throws(EngineError) {
        guard operation == .alter else { return }
        throw .syntax(
            "InvalidGraphType", "ALTER CURRENT GRAPH TYPE ALTER takes no KEY or UNIQUE; add it as a constraint",
            gqlStatus: "22NCF", at: span)
    }

    private func constraint(
        _ kind: BoundConstraintDefinition.Kind, _ properties: [String], _ element: BoundGraphType.Element
    ) -> BoundConstraintDefinition {
        BoundConstraintDefinition(
            name: nil, kind: kind, isRelationship: element.entity == .relationship, labelOrType: element.token ?? "",
            properties: properties, options: nil, isIfNotExists: false, span: element.span)
    }
}

extension StaticType {
    /// Of `T NOT NULL`, and of a union in which every member is: what is asked of the value that must be there.
    fileprivate var ofPresent: StaticType? {
        switch self {
        case .notNull(let inner): return inner
        case .union(let members):
            let inner = members.compactMap { member -> StaticType? in
                if case .notNull(let inner) = member { return inner }
                return nil
            }
            return inner.count == members.count ? .union(inner) : nil
        default: return nil
        }
    }
}

/// `ALTER CURRENT GRAPH TYPE …`: a graph type is the constraints that its elements stand for.
package struct BoundGraphType: Sendable {
    package var operation: Operation
    package var elements: [Element]
    package var span: SourceSpan

    package enum Operation: Sendable { case set, add, alter, drop }

    package struct Element: Sendable {
        package var entity: EntityKind = .node
        /// The label or type that tells it; `nil` of a constraint that stands for itself.
        package var token: String?
        /// Of the element alone: they go with it.
        package var dependent: [BoundConstraintDefinition] = []
        /// Keys and uniqueness, and what stands for itself.
        package var independent: [BoundConstraintDefinition] = []
        /// `DROP { CONSTRAINT name }`
        package var droppedName: String?
        package var span: SourceSpan
    }
}
