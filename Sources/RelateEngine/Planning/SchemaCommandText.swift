/// A schema command in the words of a plan: `RANGE INDEX name FOR (:L {p})`.
enum SchemaCommandText {
    static func text(_ command: BoundCommand, _ text: BoundText) -> String {
        switch command {
        case .createIndex(let index):
            let target = SchemaText.target(
                index.isRelationship ? .relationship : .node, index.labelsOrTypes, index.properties)
            return "\(index.kind) INDEX\(name(index.name, text)) FOR \(target)"
        case .createConstraint(let constraint):
            let target = SchemaText.target(
                constraint.isRelationship ? .relationship : .node, [constraint.labelOrType], constraint.properties)
            return "CONSTRAINT\(name(constraint.name, text)) FOR \(target) REQUIRE \(requirement(constraint.kind))"
        case .alterGraphType(let graphType):
            let names = graphType.elements.compactMap { $0.token.map { ":" + BoundText.quoted($0) } ?? $0.droppedName }
            return "\(graphType.operation) {\(names.joined(separator: ", "))}"
        case .dropIndex(let index, _): return "INDEX\(name(index, text))"
        case .dropConstraint(let constraint, _): return "CONSTRAINT\(name(constraint, text))"
        }
    }

    private static func name(_ name: BoundExpression?, _ text: BoundText) -> String {
        switch name?.unplaced {
        case nil: ""
        case .literal(.string(let name))?: " \(BoundText.quoted(name))"
        case let other?: " \(text.text(other))"
        }
    }

    private static func requirement(_ kind: BoundConstraintDefinition.Kind) -> String {
        switch kind {
        case .unique: "IS UNIQUE"
        case .key: "IS KEY"
        case .exists: "IS NOT NULL"
        case .type(let type): "IS :: \(PropertyType(type).text)"
        case .label(let label), .sourceLabel(let label), .targetLabel(let label): "IS \(BoundText.quoted(label))"
        }
    }
}
