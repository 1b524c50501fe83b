import Relate
import Render

/// The sidebar's sections for a Cypher store. Counts are the store's own, so this costs names and not elements.
enum RelateSchema {
    /// - Parameter graph: `nil` for a namespace without data.
    static func summary(of graph: GraphState?) -> SchemaSummary {
        var summary = SchemaSummary(
            nodeCount: graph?.nodeCount ?? 0, relationshipCount: graph?.relationshipCount ?? 0)
        summary.sections = [
            SchemaSummary.Section(kind: .labels, entries: graph.map(labels) ?? []),
            SchemaSummary.Section(kind: .relationshipTypes, entries: graph.map(relationshipTypes) ?? []),
            SchemaSummary.Section(kind: .propertyKeys, entries: graph.map(propertyKeys) ?? []),
            SchemaSummary.Section(
                kind: .indexes, entries: graph.map { graph in graph.schema.indexes.map { index($0, graph) } } ?? []),
            SchemaSummary.Section(kind: .constraints, entries: graph?.schema.constraints.map(constraint) ?? []),
            SchemaSummary.Section(kind: .procedures, entries: procedures),
            SchemaSummary.Section(kind: .functions, entries: functions),
        ]
        summary.hasFullTextIndex = graph?.schema.indexes.contains { $0.kind == .fulltext } ?? false
        return summary
    }

    private static func labels(_ graph: GraphState) -> [SchemaSummary.Entry] {
        entries(graph.labelNames, { graph.labelID(named: $0).map { graph.nodeCount(of: $0) } }) {
            "MATCH (n:\($0))\nRETURN n\nLIMIT 1000"
        }
    }

    private static func relationshipTypes(_ graph: GraphState) -> [SchemaSummary.Entry] {
        entries(
            graph.relationshipTypeNames, { graph.relationshipTypeID(named: $0).map { graph.relationshipCount(of: $0) } }
        ) { "MATCH (a)-[r:\($0)]->(b)\nRETURN a, r, b\nLIMIT 1000" }
    }

    private static func propertyKeys(_ graph: GraphState) -> [SchemaSummary.Entry] {
        entries(graph.propertyKeyNames, { _ in nil }) {
            "MATCH (n)\nWHERE n.\($0) IS NOT NULL\nRETURN n.\($0) AS value, count(*) AS nodes\n"
                + "ORDER BY nodes DESC\nLIMIT 1000"
        }
    }

    /// By name; what has no element left is left out.
    private static func entries(
        _ names: [String], _ count: (String) -> Int?, _ statement: (_ quotedName: String) -> String
    ) -> [SchemaSummary.Entry] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { name in
            let count = count(name)
            guard count != 0 else { return nil }
            return SchemaSummary.Entry(
                name: name, count: count, action: .run(statement(CypherLiteral.name(name))))
        }
    }

    /// An index is built by the statement that makes it, or at its first use in a store that was opened: it is online.
    private static func index(_ index: IndexDefinition, _ graph: GraphState) -> SchemaSummary.Entry {
        let keys = index.properties.map(CypherLiteral.name).joined(separator: ", ")
        let names = index.labelsOrTypes.map(CypherLiteral.name).joined(separator: "|")
        let owner = index.owningConstraint.map { "  of constraint \($0)" } ?? ""
        let subject = index.kind == .lookup ? "" : " :\(names) (\(keys))"
        let count = graph.entryCount(ofIndex: index.id)
        let isAwaited = count == nil && index.kind != .lookup
        let entries =
            isAwaited
            ? "  to be built at its first use"
            : count.map { "  \(Counts.grouped($0)) " + ($0 == 1 ? "entry" : "entries") } ?? ""
        let pattern = index.kind == .lookup ? index.entity.word.lowercased() + "s by token" : ":\(names)(\(keys))"
        return SchemaSummary.Entry(
            name: index.name, title: title(index.name, "index_", pattern), count: count,
            detail: "\(index.name)  ONLINE  \(index.kind.rawValue) \(index.entity.word)\(subject)\(entries)\(owner)",
            action: .run("SHOW INDEXES YIELD *\nWHERE name = \(CypherLiteral.text(.string(index.name)))"),
            isOnline: true)
    }

    private static func constraint(_ constraint: ConstraintDefinition) -> SchemaSummary.Entry {
        let keys = constraint.properties.map(CypherLiteral.name).joined(separator: ", ")
        let subject = CypherLiteral.name(constraint.labelOrType)
        let index = constraint.ownedIndex.map { "  by index \($0)" } ?? ""
        return SchemaSummary.Entry(
            name: constraint.name, title: title(constraint.name, "constraint_", ":\(subject)(\(keys))"),
            detail: "\(constraint.name)  ENFORCED  \(constraint.typeName) :\(subject) (\(keys))\(index)",
            action: .run("SHOW CONSTRAINTS YIELD *\nWHERE name = \(CypherLiteral.text(.string(constraint.name)))"),
            isOnline: true)
    }

    /// What it is on, behind the name that somebody gave it; a name that was made up says nothing.
    private static func title(_ name: String, _ madeUp: String, _ subject: String) -> String {
        let rest = name.dropFirst(madeUp.count)
        let isMadeUp = name.hasPrefix(madeUp) && rest.count == 8 && rest.allSatisfy(\.isHexDigit)
        return isMadeUp ? subject : "\(name) \(subject)"
    }

    // MARK: - What the language brings along

    private static let functions: [SchemaSummary.Entry] = FunctionCatalog.all.map { function in
        let parameters = signature(function.parameters) + (function.isVariadic ? ", …" : "")
        return SchemaSummary.Entry(
            name: function.name, detail: "(\(parameters)) :: \(function.result.text)  \(function.summary)",
            action: .insert(function.name + "("))
    }

    private static let procedures: [SchemaSummary.Entry] = ProcedureSignatures.all.map { procedure in
        let columns = procedure.columns.map { "\($0.name) :: \($0.type.text)" }.joined(separator: ", ")
        let detail = "(\(signature(procedure.parameters))) :: (\(columns))  \(procedure.summary)"
        let call = "CALL \(procedure.name)(\(procedure.parameters.map { "$" + $0.name }.joined(separator: ", ")))"
        return SchemaSummary.Entry(name: procedure.name, detail: detail, action: .insert(call))
    }

    private static func signature(_ parameters: [FunctionDefinition.Parameter]) -> String {
        parameters.map { "\($0.name)\($0.isOptional ? "?" : "") :: \($0.type.text)" }.joined(separator: ", ")
    }
}
