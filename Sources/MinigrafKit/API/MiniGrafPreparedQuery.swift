/// A query that was read once and runs with its slots bound. It keeps its database open.
public final class MiniGrafPreparedQuery: Sendable {
    private let query: Query
    private let database: DatabaseCore

    init(query: Query, database: DatabaseCore) {
        self.query = query
        self.database = database
    }

    private func answer(_ bindings: [String: any MinigrafBindable]) throws(MiniGrafError) -> QueryRun.Answer {
        let values = bindings.mapValues(\.minigrafBinding)
        return try database.run(try SlotBinding(bindings: values).fill(query))
    }

    /// The answer as JSON, over the database as it is now. Names are without their `$`.
    public func execute(_ bindings: [String: any MinigrafBindable] = [:]) throws -> String {
        try answer(bindings).json()
    }

    public func query(_ bindings: [String: any MinigrafBindable] = [:]) throws -> MiniGrafCursor {
        MiniGrafCursor(answer: try answer(bindings), database: database)
    }
}
