import CypherSyntax

/// Pieces of schema commands as text.
enum SchemaText {
    static func target(_ entity: EntityKind, _ tokens: [String], _ properties: [String]) -> String {
        let names = tokens.map { BoundText.quoted($0) }.joined(separator: "|")
        let keys = properties.map { BoundText.quoted($0) }.joined(separator: ", ")
        let inside = (names.isEmpty ? "" : ":\(names)") + (keys.isEmpty ? "" : " {\(keys)}")
        return entity == .node ? "(\(inside))" : "()-[\(inside)]-()"
    }

    /// Between backticks, whatever it is.
    static func quoted(_ name: String) -> String {
        StatementPrinter.quoted(name)
    }

    private static func pattern(_ entity: EntityKind, _ tokens: [String]) -> String {
        let names = tokens.map(quoted).joined(separator: "|")
        let colon = names.isEmpty ? "" : ":" + names
        return entity == .node ? "(n\(colon))" : "()-[r\(colon)]-()"
    }

    private static func keys(_ entity: EntityKind, _ properties: [String]) -> String {
        properties.map { "\(entity == .node ? "n" : "r").\(quoted($0))" }.joined(separator: ", ")
    }

    /// The command that makes the index, in its canonical form.
    static func createStatement(_ index: IndexDefinition) -> String {
        let variable = index.entity == .node ? "n" : "r"
        var text =
            "CREATE \(index.kind.rawValue) INDEX \(quoted(index.name)) FOR \(pattern(index.entity, index.labelsOrTypes)) ON "
        switch index.kind {
        case .lookup: text += "EACH \(index.entity == .node ? "labels" : "type")(\(variable))"
        case .fulltext: text += "EACH [\(keys(index.entity, index.properties))]"
        case .range, .text, .point, .vector: text += "(\(keys(index.entity, index.properties)))"
        }
        if !index.additionalProperties.isEmpty {
            text += " WITH [\(keys(index.entity, index.additionalProperties))]"
        }
        if index.configuration.count > 0 {
            let entries = zip(index.configuration.keys, index.configuration.values).map { key, value in
                "\(quoted(key)): \(BoundText(slots: [], parameters: []).text(.literal(value)))"
            }
            text += " OPTIONS {indexConfig: {\(entries.joined(separator: ", "))}}"
        }
        return text
    }

    /// Likewise of a constraint.
    static func createStatement(_ constraint: ConstraintDefinition) -> String {
        let variable = constraint.entity == .node ? "n" : "r"
        let requirement: String
        switch constraint.kind {
        case .unique: requirement = "(\(keys(constraint.entity, constraint.properties))) IS UNIQUE"
        case .key: requirement = "(\(keys(constraint.entity, constraint.properties))) IS KEY"
        case .exists: requirement = "(\(keys(constraint.entity, constraint.properties))) IS NOT NULL"
        case .propertyType(let type):
            requirement = "(\(keys(constraint.entity, constraint.properties))) IS :: \(type.text)"
        case .label(let label): requirement = "\(variable):\(quoted(label))"
        case .sourceLabel(let label): requirement = "startNode(\(variable)):\(quoted(label))"
        case .targetLabel(let label): requirement = "endNode(\(variable)):\(quoted(label))"
        }
        return "CREATE CONSTRAINT \(quoted(constraint.name)) FOR "
            + "\(pattern(constraint.entity, [constraint.labelOrType])) REQUIRE \(requirement)"
    }
}
