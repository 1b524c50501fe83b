import Synchronization

/// The answer of a query, in batches. It is fixed when the cursor opens.
public final class MiniGrafCursor: Sendable {
    private struct State {
        var answer: QueryRun.Answer?
        var place = 0
    }

    private let state: Mutex<State>
    private let names: [String]
    private let database: DatabaseCore

    init(answer: QueryRun.Answer, database: DatabaseCore) {
        names = answer.variables
        state = Mutex(State(answer: answer))
        self.database = database
    }

    /// The columns, as in the `variables` of `execute`.
    public func vars() -> [String] { names }

    /// The next rows as a JSON array, at most `maxRows` (0 counts as 1); `nil` at the end and after `close`.
    public func nextBatch(maxRows: Int32) throws -> String? {
        if maxRows < 0 { throw MiniGrafError.argument("maxRows must not be negative, got \(maxRows)") }
        return state.withLock { state -> String? in
            guard let answer = state.answer, state.place < answer.rows.count else {
                state.answer = nil
                return nil
            }
            let end = min(answer.rows.count, state.place + max(1, Int(maxRows)))
            var text = JSONText()
            answer.json(rows: state.place..<end, into: &text)
            state.place = end
            return text.string
        }
    }

    public func forEachBatch(size: Int32 = 1000, _ body: (String) throws -> Void) throws {
        while let batch = try nextBatch(maxRows: size) { try body(batch) }
    }

    public func close() {
        state.withLock { $0.answer = nil }
    }
}
