import Relate

/// What runs statements: a connection, or in tests something simpler.
protocol StatementRunner {
    func query(_ cypher: String, _ parameters: [String: CypherValue]) throws -> QueryResult
    func begin() throws
    func commit() throws -> String?
    func rollback() throws
}
