import MinigrafKit
import Relate

/// Datalog's answers in the formats of the pipe.
extension ResultWriter {
    mutating func write(_ outcome: CommandOutcome) throws {
        guard format == .typedJSONLines else { return try write(outcome.table) }
        try output.write { json in
            json.raw(#"{"result":"#)
            json.append(Self.harmless(outcome.json))
            json.raw("}\n")
        }
        try output.flush()
    }

    /// JSON with DEL and the C1 controls escaped, because a terminal may obey them. They can stand in strings only.
    static func harmless(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { (0x7F..<0xA0).contains($0.value) }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if (0x7F..<0xA0).contains(scalar.value) {
                text += "\\u00" + String(scalar.value, radix: 16)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension CommandOutcome {
    /// Rows and columns: those of a query, or one row with what `execute` answers.
    var table: QueryResult {
        switch self {
        case .answer(let answer):
            QueryResult(
                columns: answer.columns,
                rows: (0..<answer.rowCount).map { answer.row($0).map { CypherValue(datalog: $0) } }, queryType: .read)
        case .transacted(let txID): QueryResult(columns: ["transacted"], rows: [[.int(txID)]], queryType: .write)
        case .retracted(let txID): QueryResult(columns: ["retracted"], rows: [[.int(txID)]], queryType: .write)
        case .ruleAdded: QueryResult(columns: ["ok"], rows: [[.bool(true)]], queryType: .read)
        }
    }
}

extension QueryResult {
    /// A result that no statement of Cypher gave.
    init(columns: [String], rows: [[CypherValue]], queryType: QueryType, plan: PlanDocument? = nil) {
        self.init(
            columns: columns, rows: rows, queryType: queryType, namespace: .neo4j, bookmark: nil, stats: QueryStats(),
            notifications: [], plan: plan, elapsedMs: 0, parseMs: 0, planMs: 0, executeMs: 0)
    }
}

extension CypherValue {
    /// A value of a fact. Keywords and entities are their texts, sets are lists in ascending order of these.
    init(datalog value: MiniGrafValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .int64(let value): self = .int(value)
        case .float64(let value): self = .float(value)
        case .text(let value), .keyword(let value), .ref(let value): self = .string(value)
        case .set(let members):
            self = .list(
                members.map { CypherValue(datalog: $0) }
                    .sorted { $0.plainText.utf8.lexicographicallyPrecedes($1.plainText.utf8) })
        }
    }
}
