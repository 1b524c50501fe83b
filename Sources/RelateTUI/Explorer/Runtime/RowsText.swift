import Relate
import Render

/// Rows as text for the clipboard.
enum RowsText {
    enum Format: String, CaseIterable, Hashable, Sendable {
        /// The values of the cursor's column, a line each.
        case column
        case tsv, csv, json, jsonLines, markdown, cypher

        var title: String {
            switch self {
            case .column: "The column, a value a line"
            case .tsv: "All rows, tabs between the values, as spreadsheets take them"
            case .csv: "All rows as CSV"
            case .json: "All rows as JSON"
            case .jsonLines: "All rows as JSON Lines"
            case .markdown: "All rows as a Markdown table"
            case .cypher: "All rows as Cypher"
            }
        }

        /// The export's file ending that writes the same.
        var ending: String? {
            switch self {
            case .column, .tsv: nil
            case .csv: ".csv"
            case .json: ".json"
            case .jsonLines: ".jsonl"
            case .markdown: ".md"
            case .cypher: ".cypher"
            }
        }

        /// As messages say it.
        var what: String { self == .column ? "The column" : "The result" }
    }

    /// What no clipboard takes is not made: some 16 MiB.
    static let byteLimit = 16 << 20

    /// - Parameter column: A column of the table, for `.column`.
    /// - Returns: `nil` for rows that are too many.
    static func text(
        _ table: GridTable, order: [Int32]?, column: Int, as format: Format, _ job: RowJob
    ) throws(RowJob.Cancelled) -> String? {
        if let ending = format.ending { return try ResultExport.text(table, order: order, ending: ending, job) }
        let count = order?.count ?? table.rowCount
        var text = ""
        for place in 0..<count {
            try job.pass(place, of: count)
            let row = order.map { Int($0[place]) } ?? place
            if format == .column {
                text += Model.copyText(table.cell(row, column)) + "\n"
            } else {
                text += table.row(row).map { field(Model.copyText($0)) }.joined(separator: "\t") + "\n"
            }
            if text.utf8.count > byteLimit { return nil }
        }
        return text
    }

    /// A tab or line end inside a value would be taken for one between values.
    private static func field(_ text: String) -> String {
        guard text.contains(where: { $0 == "\t" || $0.isNewline || $0 == "\"" }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
