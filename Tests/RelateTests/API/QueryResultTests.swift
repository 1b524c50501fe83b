import Foundation
import Relate
import Testing

@Suite("QueryResult and RelateError")
struct QueryResultTests {
    static func result(_ columns: [String], _ rows: [[CypherValue]]) -> QueryResult {
        QueryResult(
            columns: columns, rows: rows, queryType: .read, namespace: .neo4j, bookmark: nil, stats: QueryStats(),
            notifications: [], plan: nil, elapsedMs: 1, parseMs: 0.1, planMs: 0.2, executeMs: 0.3)
    }

    @Test("records are the rows by column, the last of a repeated name")
    func records() {
        let records = Self.result(["a", "b", "a"], [[1, 2, 3], [4, 5, 6]]).records
        #expect(records == [["a": 3, "b": 2], ["a": 6, "b": 5]])
    }

    @Test("scalar is the one value of one row and one column")
    func scalar() throws {
        #expect(try Self.result(["n"], [[7]]).scalar() == 7)
        #expect(try Self.result(["n"], [[nil]]).scalar() == .null)
    }

    @Test("scalar refuses every other shape", arguments: [(0, 0), (0, 1), (2, 1), (1, 2), (1, 0)])
    func scalarShapes(rows: Int, columns: Int) {
        let row = [CypherValue](repeating: 1, count: columns)
        let result = Self.result((0..<columns).map { "c\($0)" }, Array(repeating: row, count: rows))
        let error = #expect(throws: RelateError.self) { try result.scalar() }
        guard case .decoding? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("an error's text says where it comes from")
    func errors() {
        // Source: Swift API page, "Errors".
        let engine = RelateError.engine(.divisionByZero())
        #expect(
            engine.description
                == "Relate: [Neo.ClientError.Statement.ArithmeticError] runtime error: DivisionByZero: / by zero")
        #expect(engine.message == "runtime error: DivisionByZero: / by zero")
        #expect(engine.engineError?.gqlStatus == "22012")
        #expect(engine.engineError?.retryable == false)
        let parameter = RelateError.invalidParameter("no")
        #expect(parameter.description == "Relate invalid parameter: no")
        #expect(parameter.message == "no")
        #expect(parameter.engineError == nil)
        #expect(RelateError.decoding("odd").description == "Relate decoding error: odd")
        #expect((parameter as any LocalizedError).errorDescription == parameter.description)
        #expect((parameter as any Error).localizedDescription == parameter.description)
    }

    @Test("stats count nothing until something changed")
    func stats() {
        var stats = QueryStats()
        #expect(!stats.containsUpdates)
        stats.labelsAdded = 1
        #expect(stats.containsUpdates)
    }

    @Test("raw values are the page's")
    func rawValues() {
        #expect(QueryType.readWrite.rawValue == "rw")
        #expect(Namespace.systemOntologies.rawValue == "system_ontologies")
    }
}
