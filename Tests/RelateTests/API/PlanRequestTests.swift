import Testing

@testable import Relate

@Suite("Plans asked for without a word in the text") struct PlanRequestTests {
    private func connection() throws -> Connection { try Database.inMemory().connect() }

    @Test("EXPLAIN runs nothing, whatever the text asks for", arguments: ["", "PROFILE ", "EXPLAIN "])
    func explain(prefix: String) throws {
        let connection = try connection()
        let result = try connection.query(prefix + "CREATE (n) RETURN n", planning: .explain)
        #expect(result.plan?.profiled == false)
        #expect(result.rows.isEmpty)
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(0))
    }

    @Test("PROFILE runs and measures, but never what the text only explains")
    func profile() throws {
        let connection = try connection()
        let result = try connection.query("CREATE (n:A)", planning: .profile)
        #expect(result.plan?.profiled == true)
        #expect(result.stats.nodesCreated == 1)
        let explained = try connection.query("EXPLAIN CREATE (n:A)", planning: .profile)
        #expect(explained.plan?.profiled == false)
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(1))
    }

    @Test("A statement that was explained runs as written afterwards, from the same cached plan")
    func cached() throws {
        let connection = try connection()
        _ = try connection.query("CREATE (n:A)", planning: .explain)
        #expect(try connection.query("CREATE (n:A)").stats.nodesCreated == 1)
        #expect(try connection.query("CREATE (n:A)").plan == nil)
    }

    @Test("Places are places in the text as given")
    func places() throws {
        let connection = try connection()
        do {
            _ = try connection.query("MATCH (a:Package) RETRN a", planning: .explain)
            Issue.record("the statement is wrong")
        } catch RelateError.engine(let error) {
            #expect(error.position?.column == 19)
            #expect(error.message.contains("(line 1, column 19 (offset: 18))"))
            #expect(!error.message.contains("EXPLAIN"))
        }
    }
}
