import Relate
import Render

/// A graph as a script that makes it anew in an empty store, in statements of bounded length.
struct CypherGraphWriter {
    private let output: Output
    /// Bounds of one statement.
    private static let statementRows = 1_000
    private static let statementBytes = 1 << 20
    /// What nodes are found again by while relationships are made; taken away at the end.
    private static let label = "`relate import`"
    private static let key = "`relate id`"
    private static let index = "`relate import`"

    init(_ output: Output) { self.output = output }

    func write(_ graph: WholeGraph) throws {
        if graph.nodeCount > 0 { try writeElements(graph) }
        for statement in graph.schemaStatements { output.text(statement + ";\n") }
        try output.flush()
    }

    private func writeElements(_ graph: WholeGraph) throws {
        output.text("CREATE INDEX \(Self.index) FOR (n:\(Self.label)) ON (n.\(Self.key));\n")
        var numbers = ExportNumbers()
        var nodes = Groups<UInt32>()
        func write(_ labels: String, _ rows: [(UInt32, String)]) throws {
            try writeNodes(
                labels, rows.map { id, properties in "{id: '\(numbers.add(id))', p: \(properties)}" })
        }
        try graph.forEachNode { node in
            let labels = node.labels.map { ":" + CypherLiteral.name($0) }.joined()
            let properties = CypherLiteral.text(.map(node.properties.byName))
            guard let rows = nodes.add(node.number, properties, to: labels) else { return }
            try write(labels, rows)
        }
        for (labels, rows) in nodes.takeAll() { try write(labels, rows) }
        var relationships = Groups<(start: String, end: String)>()
        func write(_ type: String, _ rows: [((start: String, end: String), String)]) throws {
            try writeRelationships(
                type,
                rows.map { ends, properties in "{s: '\(ends.start)', e: '\(ends.end)', p: \(properties)}" })
        }
        try graph.forEachRelationship { relationship in
            let ends = (numbers[relationship.start], numbers[relationship.end])
            let properties = CypherLiteral.text(.map(relationship.properties.byName))
            let type = CypherLiteral.name(relationship.type)
            guard let rows = relationships.add(ends, properties, to: type) else { return }
            try write(type, rows)
        }
        for (type, rows) in relationships.takeAll() { try write(type, rows) }
        output.text("MATCH (n:\(Self.label)) REMOVE n:\(Self.label), n.\(Self.key);\n")
        output.text("DROP INDEX \(Self.index);\n")
    }

    private func writeNodes(_ labels: String, _ rows: [String]) throws {
        try write(
            rows, "CREATE (n\(labels):\(Self.label)) SET n = row.p, n.\(Self.key) = row.id;\n")
    }

    private func writeRelationships(_ type: String, _ rows: [String]) throws {
        try write(
            rows,
            "MATCH (a:\(Self.label) {\(Self.key): row.s}) MATCH (b:\(Self.label) {\(Self.key): row.e})\n"
                + "CREATE (a)-[r:\(type)]->(b) SET r = row.p;\n")
    }

    private func write(_ rows: [String], _ clauses: String) throws {
        output.text("UNWIND [\n  " + rows.joined(separator: ",\n  ") + "\n] AS row\n" + clauses)
        try output.flush()
    }

    /// Rows that will stand in one statement, by what they have in common: what they are of, and their properties. Only
    /// properties count as bytes, so that a graph is cut in the same places whatever its elements' numbers.
    private struct Groups<Element> {
        private var rows: [String: (texts: [(Element, String)], bytes: Int)] = [:]

        /// The rows of the group when they fill a statement.
        mutating func add(_ element: Element, _ properties: String, to group: String) -> [(Element, String)]? {
            rows[group, default: ([], 0)].texts.append((element, properties))
            rows[group]?.bytes += properties.utf8.count
            guard let full = rows[group],
                full.texts.count >= CypherGraphWriter.statementRows || full.bytes >= CypherGraphWriter.statementBytes
            else { return nil }
            rows[group] = nil
            return full.texts
        }

        mutating func takeAll() -> [(group: String, rows: [(Element, String)])] {
            defer { rows = [:] }
            return rows.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value.texts) }
        }
    }
}

extension WholeGraph.Properties {
    fileprivate var byName: [String: CypherValue] {
        [String: CypherValue](map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }
}
