import CypherSyntax

/// What can be said of a statement without planning it.
package struct StatementOutline: Sendable {
    package var queryType: QueryType
    /// It begins with `EXPLAIN`: nothing of it runs.
    package var isExplained: Bool
    /// The parameters it reads.
    package var parameters: [String]
}

extension Connection {
    /// What a statement would do, found without running it.
    ///
    /// - Throws: What `query` would throw before the statement is planned.
    package func outline(of cypher: String) throws -> StatementOutline {
        do throws(EngineError) {
            guard cypher.utf8.count <= Limits.statementBytesLimit else {
                throw .statementTooLong(cypher.utf8.count)
            }
            let tree: Statement
            do throws(SyntaxError) {
                tree = try Parser.statement(in: cypher)
            } catch {
                throw EngineError(error)
            }
            let bound = try Binder.bind(tree, catalog: BuiltInCatalog())
            return StatementOutline(
                queryType: bound.queryType, isExplained: bound.mode == .explain, parameters: bound.parameters)
        } catch {
            throw RelateError.engine(error.located(in: cypher))
        }
    }
}
