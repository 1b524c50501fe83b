import Relate

/// Nodes and relationships in other languages: as Cypher that finds or makes them, and as DOT.
package enum GraphScripts {
    /// Finds a node by its id.
    package static func match(_ node: CypherValue.Node) -> String {
        let labels = node.labels.map { ":" + CypherLiteral.name($0) }.joined()
        return "MATCH (n\(labels)) WHERE elementId(n) = \(CypherLiteral.text(.string(node.elementId))) RETURN n"
    }

    /// Finds a way again: a pattern of its nodes, joined by the relationships where they are known, with the ids of all.
    package static func match(trail: [(node: CypherValue.Node, via: CypherValue.Relationship?)]) -> String {
        var pattern = ""
        var conditions: [String] = []
        for (index, step) in trail.enumerated() {
            if index > 0 { pattern += step.via.map { arrow($0, to: step.node) } ?? ", " }
            let labels = step.node.labels.map { ":" + CypherLiteral.name($0) }.joined()
            pattern += "(n\(index)\(labels))"
            conditions.append("elementId(n\(index)) = \(CypherLiteral.text(.string(step.node.elementId)))")
        }
        let names = trail.indices.map { "n\($0)" }.joined(separator: ", ")
        return "MATCH \(pattern)\nWHERE \(conditions.joined(separator: "\n  AND "))\nRETURN \(names)"
    }

    private static func arrow(_ relationship: CypherValue.Relationship, to node: CypherValue.Node) -> String {
        let type = "[:\(CypherLiteral.name(relationship.type))]"
        return relationship.endElementId == node.elementId ? "-\(type)->" : "<-\(type)-"
    }

    /// One statement that makes them anew; relationships with an end that is not among the nodes are left out.
    package static func create(
        _ nodes: [CypherValue.Node], _ relationships: [CypherValue.Relationship]
    ) -> String {
        var names: [String: String] = [:]
        var parts: [String] = []
        for (index, node) in nodes.enumerated() {
            let name = "n\(index)"
            names[node.elementId] = name
            // `(:Label {…})`, with the variable behind the bracket.
            let literal = CypherLiteral.text(.node(node)).dropFirst()
            parts.append("(" + name + (literal.first == "{" ? " " : "") + literal)
        }
        for relationship in relationships {
            guard let start = names[relationship.startElementId], let end = names[relationship.endElementId] else {
                continue
            }
            // `()-[:TYPE {…}]->()`, with the variables in the brackets.
            let literal = CypherLiteral.text(.relationship(relationship)).dropFirst(2).dropLast(2)
            parts.append("(\(start))\(literal)(\(end))")
        }
        return parts.isEmpty ? "" : "CREATE\n  " + parts.joined(separator: ",\n  ")
    }

    /// A directed graph for Graphviz.
    package static func dot(
        _ nodes: [CypherValue.Node], _ relationships: [CypherValue.Relationship], _ options: ValueOptions
    ) -> String {
        var text = "digraph relate {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n"
        for node in nodes {
            let caption = options.caption(node) ?? node.elementId
            let labels = node.labels.map { ":" + $0 }.joined()
            text +=
                "  \(quoted(node.elementId)) [label=\(quoted(labels.isEmpty ? caption : caption + "\n" + labels))];\n"
        }
        for relationship in relationships {
            text += "  \(quoted(relationship.startElementId)) -> \(quoted(relationship.endElementId))"
            text += " [label=\(quoted(relationship.type))];\n"
        }
        return text + "}\n"
    }

    /// A DOT string: control characters as visible marks, so that nothing of the data is taken for DOT or a terminal's.
    private static func quoted(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { line in
            TextWidth.visible(String(line)).text.reduce(into: "") { result, character in
                if character == "\"" || character == "\\" { result += "\\" }
                result.append(character)
            }
        }
        return "\"" + shown.joined(separator: "\\n") + "\""
    }
}
