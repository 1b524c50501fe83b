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
        var groups = Groups()
        try graph.forEachNode { node in
            let labels = node.labels.map { ":" + CypherLiteral.name($0) }.joined()
            let id = CypherLiteral.text(.string(WholeGraph.shortID(node.elementId)))
            let row = "{id: \(id), p: \(CypherLiteral.text(.map(node.properties)))}"
            guard let rows = groups.add(row, to: labels) else { return }
            try writeNodes(labels, rows)
        }
        for (labels, rows) in groups.takeAll() { try writeNodes(labels, rows) }
        try graph.forEachRelationship { relationship in
            let start = CypherLiteral.text(.string(WholeGraph.shortID(relationship.startElementId)))
            let end = CypherLiteral.text(.string(WholeGraph.shortID(relationship.endElementId)))
            let row = "{s: \(start), e: \(end), p: \(CypherLiteral.text(.map(relationship.properties)))}"
            let type = CypherLiteral.name(relationship.type)
            guard let rows = groups.add(row, to: type) else { return }
            try writeRelationships(type, rows)
        }
        for (type, rows) in groups.takeAll() { try writeRelationships(type, rows) }
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

    /// Rows that will stand in one statement, by what they have in common.
    private struct Groups {
        private var rows: [String: (texts: [String], bytes: Int)] = [:]

        /// The rows of the group when they fill a statement.
        mutating func add(_ row: String, to group: String) -> [String]? {
            rows[group, default: ([], 0)].texts.append(row)
            rows[group]?.bytes += row.utf8.count
            guard let full = rows[group],
                full.texts.count >= CypherGraphWriter.statementRows || full.bytes >= CypherGraphWriter.statementBytes
            else { return nil }
            rows[group] = nil
            return full.texts
        }

        mutating func takeAll() -> [(group: String, rows: [String])] {
            defer { rows = [:] }
            return rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value.texts) }
        }
    }
}
