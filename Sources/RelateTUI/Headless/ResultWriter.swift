import Relate
import Render

/// Writes results in the format that was asked for, and failures where they belong.
struct ResultWriter {
    let format: Arguments.Format
    let output: Output
    let errors: Output
    /// What stdout can show.
    let style: OutputStyle
    private var hasWrittenTable = false
    /// An object was begun that ends with its rows or, where those were cut short, with the failure.
    private var hasOpenRows = false

    init(_ format: Arguments.Format, output: Output, errors: Output, style: OutputStyle) {
        self.format = format
        self.output = output
        self.errors = errors
        self.style = style
    }

    /// In this format failures are answers on stdout like any other, and a session goes on after them.
    var answersFailures: Bool { format == .typedJSONLines }

    mutating func write(_ result: QueryResult) throws {
        switch format {
        case .typedJSONLines: try writeTyped(result)
        case .json: try writeJSON(result)
        case .jsonl: try writeJSONLines(result)
        case .csv: try writeCSV(result)
        case .markdown: try writeMarkdown(result)
        case .table: try writeTable(result)
        case .plan: try writePlan(result)
        }
        try output.flush()
    }

    /// `{"ok":true}`, the answer to a command; other formats answer with silence.
    mutating func writeDone() throws {
        guard answersFailures else { return }
        try output.write { $0.raw("{\"ok\":true}\n") }
        try output.flush()
    }

    /// - Parameter place: Where the statement stands.
    mutating func write(_ failure: Failure, at place: InputPlace?) throws {
        if answersFailures {
            let hasOpenRows = hasOpenRows
            self.hasOpenRows = false
            try output.write { json in
                json.raw(hasOpenRows ? "]," : "{")
                json.error(failure)
                json.raw("}")
                json.newline()
            }
            return try output.flush()
        }
        try output.flush()
        errors.text(ErrorText.text(failure, at: place))
        try errors.flush()
    }

    /// Something to know, beside the results.
    mutating func warn(_ message: String) throws {
        try output.flush()
        errors.text(ErrorText.lines("relate-tui: " + message))
        try errors.flush()
    }

    /// Who reads it waits for the line's end: where rows are missing it ends with the error.
    private mutating func writeTyped(_ result: QueryResult) throws {
        let rows = RowFeed(result, to: output)
        hasOpenRows = true
        try output.write { json in
            json.beginResult(result)
            var isFirst = true
            for row in rows {
                if !isFirst { json.raw(",") }
                isFirst = false
                json.typed(row)
                try output.flushRowsIfFull(&json)
            }
            try rows.finish()
            json.endResult(result)
            json.newline()
        }
        hasOpenRows = false
    }

    private func writeJSON(_ result: QueryResult) throws {
        if let plan = result.explainedPlan { return try writeJSON(plan) }
        let rows = RowFeed(result, to: output)
        try output.write { json in
            json.raw("[")
            for (index, row) in rows.enumerated() {
                json.raw(index > 0 ? ",\n" : "\n")
                json.plainRow(result.columns, row)
                try output.flushRowsIfFull(&json)
            }
            try rows.finish()
            json.raw(result.rowCount == 0 ? "]\n" : "\n]\n")
        }
    }

    private func writeJSONLines(_ result: QueryResult) throws {
        if let plan = result.explainedPlan { return try writeJSON(plan) }
        let rows = RowFeed(result, to: output)
        try output.write { json in
            for row in rows {
                json.plainRow(result.columns, row)
                json.newline()
                try output.flushRowsIfFull(&json)
            }
        }
        try rows.finish()
    }

    private func writeJSON(_ plan: PlanDocument) throws {
        try output.write { json in
            json.plan(plan)
            json.newline()
        }
    }

    private mutating func writeCSV(_ result: QueryResult) throws {
        if let plan = result.explainedPlan { return try writePlan(plan) }
        guard !result.columns.isEmpty else { return }
        try separate()
        let isShown = style.isTerminal
        let rows = RowFeed(result, to: output)
        try output.write { json in
            CSVText.header(result.columns, isShown: isShown, to: &json)
            for row in rows {
                CSVText.row(row, isShown: isShown, to: &json)
                try output.flushRowsIfFull(&json)
            }
        }
        try rows.finish()
    }

    private mutating func writeMarkdown(_ result: QueryResult) throws {
        if !result.columns.isEmpty {
            try separate()
            let rows = RowFeed(result, to: output)
            let lines = TableRendering.markdownLines(columns: result.columns, rows: rows)
            // Those of which not even the widths are known are not begun.
            try rows.finish()
            try output.write { json in
                for line in lines {
                    json.append(line)
                    try output.flushRowsIfFull(&json)
                }
            }
            try rows.finish()
        }
        if let plan = result.plan {
            try separate()
            output.text(PlanRendering.markdown(plan))
        }
    }

    private mutating func writeTable(_ result: QueryResult) throws {
        if !result.columns.isEmpty, result.explainedPlan == nil {
            try separate()
            let rows = RowFeed(result, to: output)
            let lines = TableRendering.table(
                columns: result.columns, rows: rows, maxColumns: style.columns,
                ValueOptions(glyphs: style.glyphs))
            try rows.finish()
            try write(lines)
            try rows.finish()
        }
        if let plan = result.plan { try writePlan(plan) }
        try writeSummary(result)
    }

    private mutating func writePlan(_ result: QueryResult) throws {
        guard let plan = result.plan else { return }
        try writePlan(plan)
    }

    private mutating func writePlan(_ plan: PlanDocument) throws {
        try separate()
        try write(PlanRendering.lines(plan, width: style.columns ?? 160))
    }

    private func write(_ lines: some Sequence<StyledLine>) throws {
        try output.write { json in
            for line in lines {
                json.append(style.text(of: line))
                json.newline()
                try output.flushRowsIfFull(&json)
            }
        }
    }

    /// What happened, for the person at the terminal: rows, changes, time.
    private func writeSummary(_ result: QueryResult) throws {
        guard style.isTerminal else { return }
        try output.flush()
        errors.text(ResultSummary.text(of: result) + "\n")
        try errors.flush()
    }

    /// An empty line between two tables.
    private mutating func separate() throws {
        if hasWrittenTable { try output.write { $0.newline() } }
        hasWrittenTable = true
    }
}

extension QueryResult {
    /// The plan of an `EXPLAIN`, which has no rows; `nil` where there are rows to show.
    fileprivate var explainedPlan: PlanDocument? { plan.flatMap { $0.profiled ? nil : $0 } }
}
