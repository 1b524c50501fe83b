import CypherSyntax
import Testing

@Suite struct CompletionTests {
    /// The context at the `¦` in the text.
    private static func context(_ text: String) -> CompletionContext {
        let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
        return Completion.context(in: parts.joined(), at: parts[0].utf8.count)
    }

    @Test(arguments: [
        ("MATCH (n:Per¦", CompletionContext.Kind.label, "Per"),
        ("MATCH (n:¦) RETURN n", .label, ""),
        ("MATCH (n:A|¦", .label, ""),
        ("MATCH (a)-[r:KN¦]->(b)", .relationshipType, "KN"),
        ("MATCH (a)-[:¦", .relationshipType, ""),
        ("MATCH (n:Person) WHERE n.na¦", .propertyKey, "na"),
        ("MATCH (n:Person {na¦", .propertyKey, "na"),
        ("MATCH (n) RETURN ¦", .variable, ""),
        ("MATCH (n) RETURN ¦", .function, ""),
        ("MATCH (n) RETURN to¦", .function, "to"),
        ("MATCH (n) RETURN $pa¦", .parameter, "pa"),
        ("CALL db.¦", .procedure, ""),
        ("CALL db¦", .procedure, "db"),
        ("MAT¦", .keyword, "MAT"),
        ("¦", .keyword, ""),
        ("RETURN 1; ¦", .keyword, ""),
        ("MATCH (n) SET n.¦", .propertyKey, ""),
    ])
    func whatIsExpectedIsKnown(_ text: String, _ kind: CompletionContext.Kind, _ prefix: String) {
        let context = Self.context(text)
        #expect(context.expected.contains(kind), "\(context)")
        #expect(context.prefix == prefix)
    }

    @Test(arguments: [
        ("MATCH (n) ¦", ["WHERE", "RETURN", "MATCH", "WITH"]),
        ("MATCH (n) RETURN n OR¦", ["ORDER", "AND", "LIMIT", "AS"]),
        ("MATCH (n) WHERE n.a ¦", ["IS", "STARTS", "AND", "RETURN"]),
        ("MATCH (n) RETURN n ORDER ¦", ["BY"]),
        ("MERGE (n) ON ¦", ["CREATE", "MATCH"]),
        ("OPTIONAL ¦", ["MATCH", "CALL"]),
        ("SHOW ¦", ["INDEXES", "FUNCTIONS"]),
        ("EX¦", ["EXPLAIN", "MATCH"]),
        ("RETURN CASE WHEN a ¦", ["THEN"]),
    ])
    func theKeywordsOfThePlaceAreKnown(_ text: String, _ keywords: [String]) {
        let context = Self.context(text)
        for keyword in keywords { #expect(context.keywords.contains(keyword), "\(keyword) of \(context.keywords)") }
    }

    /// The words behind `¦` are typed letter by letter.
    @Test(arguments: [
        "MATCH (n) WHERE n.x STARTS ¦WITH", "MATCH (n) WHERE n.x ENDS ¦WITH", "MATCH (n) WHERE n.x ¦STARTS",
        "MATCH (n) WHERE n.x IS ¦NOT NULL", "MATCH (n) RETURN n ¦ORDER BY", "RETURN 1 AS a ¦UNION ALL",
        "MATCH (n) ¦DETACH DELETE", "MATCH (n) ¦NODETACH DELETE", "¦OPTIONAL MATCH", "MERGE (n) ¦ON CREATE SET",
        "MERGE (n) ¦ON MATCH SET", "¦LOAD CSV WITH HEADERS FROM", "CALL { CREATE (:A) } IN ¦TRANSACTIONS",
        "CALL { CREATE (:A) } IN TRANSACTIONS ¦OF",
        "CALL { CREATE (:A) } IN TRANSACTIONS OF 10 ¦ROWS ON ERROR CONTINUE",
        "RETURN CASE ¦WHEN", "RETURN CASE WHEN true ¦THEN", "RETURN CASE WHEN true THEN 1 ¦ELSE",
        "RETURN CASE WHEN true THEN 1 ELSE 2 ¦END", "MATCH p = ¦SHORTEST", "MATCH p = ¦ALL SHORTEST", "MATCH p = ¦ANY",
        "CREATE ¦TEXT INDEX", "CREATE ¦POINT INDEX", "CREATE ¦RANGE INDEX", "CREATE ¦FULLTEXT INDEX",
        "CREATE ¦VECTOR INDEX", "CREATE ¦LOOKUP INDEX", "CREATE ¦CONSTRAINT",
        "CREATE CONSTRAINT c FOR (n:A) ¦REQUIRE", "CREATE CONSTRAINT c FOR (n:A) REQUIRE n.x IS ¦UNIQUE",
        "CREATE CONSTRAINT c FOR (n:A) REQUIRE n.x IS ¦NODE KEY", "DROP ¦INDEX", "DROP ¦CONSTRAINT",
        "DROP INDEX i ¦IF EXISTS", "SHOW ¦INDEXES", "RETURN ¦DISTINCT", "RETURN 1 AS a ¦SKIP", "RETURN 1 AS a ¦OFFSET",
        "RETURN 1 AS a ¦LIMIT", "MATCH (n) ¦FINISH", "MATCH (n) ¦FILTER", "MATCH (n) ¦LET",
    ])
    func everyWordOfAPhraseIsOfferedAndUnfinished(_ text: String) throws {
        let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
        var written = String(parts[0])
        for word in parts[1].split(separator: " ") {
            for count in 1...word.count {
                let statement = written + word.prefix(count)
                let context = Completion.context(in: statement, at: statement.utf8.count)
                #expect(context.keywords.contains(String(word)), "\(statement): \(context.keywords)")
                do {
                    _ = try Parser.statement(in: statement)
                } catch {
                    #expect(
                        Completion.isUnfinished(statement, failingAt: error.span.lowerBound), "\(statement): \(error)")
                }
            }
            written += word + " "
        }
    }

    @Test(arguments: [
        "MATCH (n) WHERE n.x STARTZ", "MATCH (n) RETURN n ORDR", "CREATE FOO", "MATCH (n RETURN n ORDER B", "RETURN )",
        "MATCH (n) RETURN n LIMT 5",
    ])
    func whatIsWrongIsNotUnfinished(_ statement: String) throws {
        let error = try #require(throws: SyntaxError.self) { try Parser.statement(in: statement) }
        #expect(
            error.span.lowerBound >= statement.utf8.count
                || !Completion.isUnfinished(statement, failingAt: error.span.lowerBound))
    }

    @Test func aPropertyKnowsItsVariableAndItsLabels() {
        let context = Self.context("MATCH (abc:A&B)-[r:T]->(d) WHERE d.x = 1 AND abc.¦")
        #expect(context.variable == "abc")
        #expect(context.labels == ["A", "B"])
        #expect(context.variables == ["abc", "r", "d"])
        let map = Self.context("MATCH (abc:A {x: 1, y¦")
        #expect(map.variable == "abc")
        #expect(map.labels == ["A"])
        #expect(Self.context("MATCH ()-[r:T]->() RETURN r.¦").labels == ["T"])
    }

    @Test(arguments: ["RETURN 'a¦", "RETURN 'a¦b'", "RETURN 1 // a¦", "/* a¦ */ RETURN 1", "RETURN 12¦"])
    func nothingIsExpectedInsideTextsAndNumbers(_ text: String) {
        let context = Self.context(text)
        #expect(context.expected.isEmpty)
        #expect(context.keywords.isEmpty)
    }

    @Test func theWholeWordIsReplaced() {
        let context = Self.context("MATCH (n:Per¦son) RETURN n")
        #expect(context.replacing == SourceSpan(9, 15))
    }

    @Test(arguments: ValidStatements.all)
    func anyCursorInAnyStatementGivesAContext(_ text: String) {
        for offset in stride(from: 0, through: text.utf8.count, by: 3) {
            let context = Completion.context(in: text, at: offset)
            #expect(context.replacing.lowerBound <= offset && offset <= context.replacing.upperBound)
        }
    }
}
