/// What a command came to, for programs beside this library: `execute` gives the same as JSON.
package enum CommandOutcome: Sendable {
    case answer(QueryAnswer)
    /// The transaction's wall clock, in milliseconds since 1970.
    case transacted(txID: Int64)
    case retracted(txID: Int64)
    case ruleAdded

    package var json: String {
        switch self {
        case .answer(let answer): answer.json
        case .transacted(let txID): "{\"transacted\":\(txID)}"
        case .retracted(let txID): "{\"retracted\":\(txID)}"
        case .ruleAdded: "{\"ok\":true}"
        }
    }
}

/// The rows of a query, as values.
package struct QueryAnswer: Sendable {
    let answer: QueryRun.Answer

    /// The columns, as in the `variables` of `execute`.
    package var columns: [String] { answer.variables }
    package var rowCount: Int { answer.rows.count }
    /// The time that was asked about, by the caller or by the query itself.
    package var time: QueryTime { answer.time }

    package func value(row: Int, column: Int) -> MiniGrafValue {
        MiniGrafValue(answer.values.value(answer.rows.data[row * answer.rows.width + column]))
    }

    package func row(_ row: Int) -> [MiniGrafValue] {
        columns.indices.map { value(row: row, column: $0) }
    }

    package var json: String { answer.json() }
}

extension MiniGrafDb {
    /// Runs one command; in queries, the names of `bindings` (without `$`) are bound to slots, a value to whatever its
    /// place can take it for: a keyword names an entity, a number a transaction, a text an instant.
    ///
    /// - Parameter time: Stands above what a query says of time.
    package func run(
        _ text: String, bindings: [String: MiniGrafBindValue] = [:], time: QueryTime = QueryTime(),
        control: QueryControl? = nil
    ) throws(MiniGrafError) -> CommandOutcome {
        try core.run(text, bindings: bindings, time: time, control: control)
    }
}

extension MiniGrafBindValue {
    /// The value of an EDN literal: a number, string, `true`, `false`, `nil`, keyword, `#uuid "…"` or a set of such;
    /// `nil` for any other text.
    package init?(literal text: String) {
        guard let form = try? FormReader.form(in: text), let value = try? ClauseParser.value(form) else { return nil }
        if case .ref(let id) = value {
            self = .entity(id.description)
        } else {
            self = .value(MiniGrafValue(value))
        }
    }
}

extension MiniGrafError {
    /// The code that the message starts with, such as `PRS-011`, and the text behind it.
    package var parts: (code: String, text: String) {
        guard message.hasPrefix("["), let end = message.firstIndex(of: "]") else { return ("INT-000", message) }
        return (
            String(message[message.index(after: message.startIndex)..<end]),
            String(message[message.index(after: end)...].drop { $0 == " " })
        )
    }
}
