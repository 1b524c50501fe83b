import Relate
import Render

/// Writes a whole result to a file, in the format its name ends in: the same writers as at a pipe.
enum ResultExport {
    static let endings = [".csv", ".json", ".jsonl", ".md", ".cypher"]
    private static let formats: [String: Arguments.Format] = [
        ".csv": .csv, ".json": .json, ".jsonl": .jsonl, ".md": .markdown,
    ]

    /// - Returns: The rows written, or why none were.
    static func write(_ table: GridTable, order: [Int32]?, to path: String) -> Result<Int, StatementFailure> {
        guard let ending = endings.first(where: { path.lowercased().hasSuffix($0) }) else {
            return .failure(.local("The file's name must end in \(endings.joined(separator: ", "))"))
        }
        let rows = OrderedRows(table: table, order: order)
        return ExportFile.write(to: path) { descriptor in
            let output = Output(descriptor: descriptor)
            if let format = formats[ending] {
                try write(table.columns, rows, format, to: output)
            } else {
                try writeCypher(table.columns, rows, to: output)
            }
            return rows.count
        }
    }

    private static func write(
        _ columns: [String], _ rows: OrderedRows, _ format: Arguments.Format, to output: Output
    ) throws {
        let result = QueryResult(
            columns: columns, rows: Array(rows), queryType: .read, namespace: .neo4j, bookmark: nil,
            stats: QueryStats(), notifications: [], plan: nil, elapsedMs: 0, parseMs: 0, planMs: 0, executeMs: 0)
        var writer = ResultWriter(format, output: output, errors: output, style: .plain)
        try writer.write(result)
    }

    /// One `UNWIND` of a list of maps: run it to have the rows again as `row`.
    private static func writeCypher(_ columns: [String], _ rows: OrderedRows, to output: Output) throws {
        output.text("UNWIND [")
        for (number, row) in rows.enumerated() {
            output.text(number == 0 ? "\n  {" : ",\n  {")
            for (index, value) in row.enumerated() {
                output.text((index > 0 ? ", " : "") + CypherLiteral.name(columns[index]) + ": ")
                output.text(CypherLiteral.text(value.withoutElements))
            }
            output.text("}")
        }
        output.text(
            "\n] AS row\nRETURN "
                + columns.map { "row.\(CypherLiteral.name($0)) AS \(CypherLiteral.name($0))" }
                .joined(separator: ", ") + "\n")
        try output.flush()
    }
}

/// A table's rows in the order shown.
private struct OrderedRows: Sequence {
    let table: GridTable
    let order: [Int32]?

    var count: Int { order?.count ?? table.rowCount }

    func makeIterator() -> AnyIterator<[CypherValue]> {
        var place = 0
        return AnyIterator {
            guard place < count else { return nil }
            defer { place += 1 }
            return table.row(order.map { Int($0[place]) } ?? place)
        }
    }
}

extension CypherValue {
    /// The value as data: nodes, relationships and paths, which no expression gives, as maps of what they hold.
    var withoutElements: CypherValue {
        switch self {
        case .list(let elements): .list(elements.map(\.withoutElements))
        case .map(let entries): .map(entries.mapValues(\.withoutElements))
        case .node(let node):
            .map([
                "elementId": .string(node.elementId), "labels": .list(node.labels.map { .string($0) }),
                "properties": .map(node.properties),
            ])
        case .relationship(let relationship):
            .map([
                "elementId": .string(relationship.elementId), "type": .string(relationship.type),
                "startElementId": .string(relationship.startElementId),
                "endElementId": .string(relationship.endElementId), "properties": .map(relationship.properties),
            ])
        case .path(let path):
            .map([
                "nodes": .list(path.nodes.map { CypherValue.node($0).withoutElements }),
                "relationships": .list(path.relationships.map { CypherValue.relationship($0).withoutElements }),
            ])
        default: self
        }
    }
}
