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
