import Relate
import Render

extension RelateSession {
    func search(_ text: String, limit: Int) throws(StatementFailure) -> [GraphHit] {
        let indexes = fullTextIndexes
        guard !indexes.isEmpty else { return try named(text, limit: limit) }
        var hits: [GraphHit] = []
        for index in indexes {
            let (procedure, column) =
                index.entity == .node ? ("queryNodes", "node") : ("queryRelationships", "relationship")
            let outcome = try run(
                "CALL db.index.fulltext.\(procedure)($index, $text, {limit: $limit}) YIELD \(column), score\n"
                    + "RETURN \(column), score",
                mode: .run,
                parameters: [
                    "index": .string(index.name), "text": .string(Self.query(for: text)), "limit": .int(Int64(limit)),
                ])
            for row in 0..<outcome.rows.rowCount {
                guard case .float(let score) = outcome.rows.cell(row: row, column: 1) else { continue }
                hits.append(GraphHit(element: outcome.rows.cell(row: row, column: 0), score: score, index: index.name))
            }
        }
        // An element that several indexes have counts once, by its best.
        var seen: Set<String> = []
        let ordered = hits.enumerated().sorted { left, right in
            left.element.score != right.element.score
                ? left.element.score > right.element.score : left.offset < right.offset
        }
        let distinct = ordered.map(\.element).filter { seen.insert($0.element.ownElementID ?? "").inserted }
        return Array(distinct.prefix(limit))
    }

    /// So many nodes are looked at for a name: a second of work.
    private static let namedNodesLimit = 1_000_000

    /// Nodes whose name or title has the text, whatever its case, in a store without an index for that.
    private func named(_ text: String, limit: Int) throws(StatementFailure) -> [GraphHit] {
        let outcome = try run(
            """
            MATCH (n) WITH n LIMIT \(Self.namedNodesLimit)
            WITH n, toLower(toStringOrNull(n.name)) AS name, toLower(toStringOrNull(n.title)) AS title
            WHERE name CONTAINS $text OR title CONTAINS $text
            RETURN n LIMIT $limit
            """, mode: .run, parameters: ["text": .string(text.lowercased()), "limit": .int(Int64(limit))])
        return (0..<outcome.rows.rowCount).map { row in
            GraphHit(element: outcome.rows.cell(row: row, column: 0), score: 0, index: "")
        }
    }

    /// Labels and keys that `fullTextStatement` names, and nodes of each label that it looks at.
    private static let indexedLabelsLimit = 12
    private static let indexedKeysLimit = 24
    private static let textSampleRows = 50

    func fullTextStatement() throws(StatementFailure) -> String? {
        var labels: [String] = []
        var keys: Set<String> = []
        let summary = try schema()
        for label in summary.labels where labels.count < Self.indexedLabelsLimit {
            let nodes = try run(
                "MATCH (n:\(CypherLiteral.name(label.name))) RETURN n LIMIT \(Self.textSampleRows)", mode: .run,
                parameters: [:])
            let texts = (0..<nodes.rows.rowCount).reduce(into: Set<String>()) { texts, row in
                guard case .node(let node) = nodes.rows.cell(row: row, column: 0) else { return }
                for case (let key, .string) in node.properties { texts.insert(key) }
            }
            guard !texts.isEmpty else { continue }
            labels.append(label.name)
            keys.formUnion(texts)
        }
        guard !labels.isEmpty else { return nil }
        let known = Set((summary.entries(.indexes) + summary.entries(.constraints)).map(\.name))
        let name = (1...).lazy.map { $0 == 1 ? "texts" : "texts\($0)" }.first { !known.contains($0) } ?? "texts"
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.indexedKeysLimit)
        return "CREATE FULLTEXT INDEX \(name) FOR (n:\(labels.map(CypherLiteral.name).joined(separator: "|")))\n"
            + "ON EACH [\(sorted.map { "n.\(CypherLiteral.name($0))" }.joined(separator: ", "))]"
    }

    /// Plain words find what begins with the last one as well, as one expects who is still typing; anything else is a
    /// query in the index's own language.
    static func query(for text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
        let words = text.split(separator: " ")
        guard isPlain, let last = words.last, !["AND", "OR", "NOT"].contains(where: { words.contains($0[...]) }) else {
            return text
        }
        return text + " " + last.lowercased() + "*"
    }
}
