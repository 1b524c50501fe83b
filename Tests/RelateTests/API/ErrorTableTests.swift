import Relate
import TestSupport
import Testing

/// Every error has its code, status, stage and sentence.
///
/// - Source: Swift API page, "Errors", "Database", "Limits".
@Suite("The page's table of errors")
struct ErrorTableTests {
    private func failure(_ call: () throws -> Void) -> EngineError? {
        do {
            try call()
            return nil
        } catch {
            return (error as? RelateError)?.engineError
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var statement: String
        var code: String
        var status: String
        var stage: EngineError.Stage
        var start: String
        var testDescription: String { statement }

        init(_ statement: String, _ code: String, _ status: String, _ stage: EngineError.Stage, _ start: String) {
            self.statement = statement
            self.code = "Neo." + code
            self.status = status
            self.stage = stage
            self.start = start
        }
    }

    static let rows: [Row] = [
        Row("RETRUN 1", "ClientError.Statement.SyntaxError", "42N06", .compile, "syntax error: UnexpectedSyntax: "),
        Row("RETURN (1", "ClientError.Statement.SyntaxError", "42N45", .compile, "syntax error: IncompleteQuery: "),
        Row("RETURN x", "ClientError.Statement.SyntaxError", "42N62", .compile, "syntax error: UndefinedVariable: "),
        Row("RETURN f(1)", "ClientError.Statement.SyntaxError", "42N48", .compile, "syntax error: UnknownFunction: "),
        Row(
            "RETURN sin()", "ClientError.Statement.SyntaxError", "42I13", .compile,
            "syntax error: InvalidNumberOfArguments: "),
        Row(
            "RETURN sin('a')", "ClientError.Statement.SyntaxError", "22NB1", .compile,
            "syntax error: InvalidArgumentType: "),
        Row(
            "CALL no.such()", "ClientError.Procedure.ProcedureNotFound", "42N08", .compile,
            "semantic error: ProcedureNotFound: "),
        Row(
            "RETURN $p", "ClientError.Statement.ParameterMissing", "42N02", .compile,
            "semantic error: ParameterMissing: "),
        Row(
            "USE movies RETURN 1", "ClientError.Database.DatabaseNotFound", "42N00", .compile,
            "semantic error: DatabaseNotFound: Graph not found: movies"),
        Row(
            "CREATE DATABASE x", "ClientError.Statement.UnsupportedAdministrationCommand", "51N27", .compile,
            "semantic error: UnsupportedAdministrationCommand: "),
        Row("USE system CREATE (:A)", "ClientError.Statement.SemanticError", "42N18", .runtime, "semantic error: "),
        Row(
            "UNWIND [0] AS x RETURN 1 / x", "ClientError.Statement.ArithmeticError", "22012", .runtime,
            "runtime error: DivisionByZero: / by zero"),
        Row(
            "UNWIND [9223372036854775807] AS x RETURN x + 1", "ClientError.Statement.ArithmeticError", "22003",
            .runtime, "runtime error: IntegerOverflow: "),
        Row(
            "UNWIND [1, 'a'] AS x RETURN x * 2", "ClientError.Statement.TypeError", "22G03", .runtime,
            "runtime error: InvalidArgumentType: "),
        Row(
            "RETURN range(1, 2, 0)", "ClientError.Statement.ArgumentError", "22003", .runtime,
            "runtime error: NumberOutOfRange: "),
        Row(
            "RETURN date('2023-02-29')", "ClientError.Statement.SyntaxError", "22007", .runtime,
            "runtime error: InvalidArgumentValue: "),
        Row(
            "CREATE (n {p: {k: 1}})", "ClientError.Statement.TypeError", "22N39", .runtime,
            "runtime error: InvalidPropertyType: "),
        Row(
            "MERGE (n {p: null})", "ClientError.Statement.SemanticError", "22N31", .runtime,
            "runtime error: MergeReadOwnWrites: "),
        Row(
            "CREATE (a)-[:R]->(b) DELETE a", "ClientError.Schema.ConstraintValidationFailed", "G1001", .runtime,
            "runtime error: DeleteConnectedNode: "),
        Row(
            "CREATE (a {x: 1}) DELETE a RETURN a.x", "ClientError.Statement.EntityNotFound", "25N13", .runtime,
            "runtime error: DeletedEntityAccess: "),
    ]

    @Test("an error has its code, status, stage and kind, and its description shows them", arguments: rows)
    func row(_ row: Row) throws {
        let connection = try Database.inMemory().connect()
        do {
            try connection.query(row.statement)
            Issue.record("succeeds")
        } catch let error as RelateError {
            let engine = try #require(error.engineError)
            #expect(engine.code == row.code)
            #expect(engine.gqlStatus == row.status)
            #expect(engine.stage == row.stage)
            #expect(!engine.retryable)
            #expect(engine.message.hasPrefix(row.start), "\(engine.message)")
            #expect(error.message == engine.message)
            #expect(error.description == "Relate: [\(row.code)] \(engine.message)")
        }
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 0)
    }

    @Test("a statement's text is at most 4,194,304 bytes")
    func statementBytes() throws {
        let connection = try Database.inMemory().connect()
        let limit = 4_194_304
        let fits = "RETURN 1 //" + String(repeating: "x", count: limit - 11)
        #expect(try connection.query(fits).scalar() == 1)
        let error = failure { try connection.query(fits + "x") }
        #expect(
            error?.message
                == "syntax error: query text of 4194305 bytes exceeds the maximum query size of 4194304 bytes")
        #expect(error?.code == "Neo.ClientError.Statement.SyntaxError")
        #expect(error?.stage == .compile)
    }

    @Test("a failed open says `internal error`, whether the store is missing or is none")
    func failedOpen() throws {
        let folder = try TemporaryDirectory()
        for call in [
            { _ = try Database(readOnlyPath: folder.path + "/missing") },
            { _ = try Database(readOnlyPath: folder.path + "/missing.rl") },
            { _ = try Database(path: folder.path + "/no/such/folder/x.rl") },
        ] {
            let error = failure(call)
            #expect(error?.message == "internal error")
            #expect(error?.code == "Neo.DatabaseError.General.UnknownError")
            #expect(error?.gqlStatus == "42000")
            #expect(error?.stage == .internal)
            #expect(error?.retryable == false)
        }
    }

    @Test("an opened store refuses a second writer with the same words")
    func locked() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/store.rl"
        let database = try Database(path: path)
        let error = failure { _ = try Database(path: path) }
        #expect(error?.message == "internal error")
        #expect(error?.gqlStatus == "42000")
        #expect(error?.stage == .internal)
        #expect(database.path == path)
        #expect(!database.isReadOnly)
    }

    @Test("a read-only database refuses writes and checkpoints by 42N18")
    func readOnly() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/store.rl"
        do { try Database(path: path).connect().query("CREATE (:A)") }
        let database = try Database(readOnlyPath: path)
        #expect(database.isReadOnly)
        let connection = try database.connect()
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 1)
        for text in ["CREATE (:B)", "MATCH (n) SET n.x = 1", "CREATE INDEX FOR (n:A) ON (n.x)"] {
            let error = failure { try connection.query(text) }
            #expect(error?.code == "Neo.ClientError.Statement.SemanticError", "\(text)")
            #expect(error?.gqlStatus == "42N18", "\(text)")
        }
        #expect(failure { try database.checkpoint() } != nil)
    }
}
