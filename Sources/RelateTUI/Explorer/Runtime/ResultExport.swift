import Relate
import Render

/// Writes a whole result to a file, in the format its name ends in: the same writers as at a pipe.
enum ResultExport {
    static let endings = [".csv", ".json", ".jsonl", ".md", ".cypher"]

    static func isPath(_ path: String) -> Bool { endings.contains { path.lowercased().hasSuffix($0) } }

    /// - Returns: The rows written, or why none were.
    static func write(
        _ table: GridTable, order: [Int32]?, to path: String, _ existing: ExportFile.Existing = .isReplaced,
        _ job: RowJob = RowJob()
    ) throws(RowJob.Cancelled) -> Result<Int, StatementFailure> {
        guard let ending = endings.first(where: { path.lowercased().hasSuffix($0) }) else {
            return .failure(.local("The file's name must end in \(endings.joined(separator: ", "))"))
        }
        let rows = OrderedRows(table: table, order: order)
        var isCancelled = false
        let result = ExportFile.write(to: path, existing) { descriptor in
            do {
                try write(table.columns, rows, ending, job, to: Output(descriptor: descriptor))
            } catch let error as RowJob.Cancelled {
                isCancelled = true
                throw error
            }
            return rows.count
        }
        if isCancelled { throw RowJob.Cancelled() }
        return result
    }

    /// What a file with this ending would hold; `nil` where that is more than a clipboard takes.
    static func text(
        _ table: GridTable, order: [Int32]?, ending: String, _ job: RowJob
    ) throws(RowJob.Cancelled) -> String? {
        struct TooLong: Error {}
        var bytes: [UInt8] = []
        let output = Output { chunk in
            bytes.append(contentsOf: chunk)
            if bytes.count > RowsText.byteLimit { throw TooLong() }
        }
        do {
            try write(table.columns, OrderedRows(table: table, order: order), ending, job, to: output)
        } catch let error as RowJob.Cancelled {
            throw error
        } catch {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(
        _ columns: [String], _ rows: OrderedRows, _ ending: String, _ job: RowJob, to output: Output
    ) throws {
        switch ending {
        case ".csv": try writeCSV(columns, rows, job, to: output)
        case ".json", ".jsonl": try writeJSON(columns, rows, isList: ending == ".json", job, to: output)
        case ".md": try writeMarkdown(columns, rows, job, to: output)
        default: try writeCypher(columns, rows, job, to: output)
        }
        try output.flush()
    }

    private static func writeCSV(_ columns: [String], _ rows: OrderedRows, _ job: RowJob, to output: Output) throws {
        try output.write { json in
            CSVText.header(columns, to: &json)
            for (number, row) in rows.enumerated() {
                try job.pass(number, of: rows.count)
                CSVText.row(row, to: &json)
                try output.flushIfFull(&json)
            }
        }
    }

    /// A list of objects, or an object a line.
    private static func writeJSON(
        _ columns: [String], _ rows: OrderedRows, isList: Bool, _ job: RowJob, to output: Output
    ) throws {
        try output.write { json in
            if isList { json.raw("[") }
            for (number, row) in rows.enumerated() {
                try job.pass(number, of: rows.count)
                if isList { json.raw(number > 0 ? ",\n" : "\n") }
                json.plainRow(columns, row)
                if !isList { json.newline() }
                try output.flushIfFull(&json)
            }
            if isList { json.raw(rows.count == 0 ? "]\n" : "\n]\n") }
        }
    }

    /// Its columns are as wide as the widest cell, so all cells are there at once.
    private static func writeMarkdown(
        _ columns: [String], _ rows: OrderedRows, _ job: RowJob, to output: Output
    ) throws {
        var cells: [[CypherValue]] = []
        for (number, row) in rows.enumerated() {
            try job.pass(number, of: 2 * rows.count)
            cells.append(row)
        }
        output.text(TableRendering.markdown(columns: columns, rows: cells))
    }

    /// One `UNWIND` of a list of maps: run it to have the rows again as `row`.
    private static func writeCypher(
        _ columns: [String], _ rows: OrderedRows, _ job: RowJob, to output: Output
    ) throws {
        output.text("UNWIND [")
        for (number, row) in rows.enumerated() {
            try job.pass(number, of: rows.count)
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
