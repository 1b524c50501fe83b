import CypherSyntax
import Testing

@Suite("Script formatter") struct ScriptFormatterTests {
    @Test(
        "Clauses begin lines, keywords are capitals, and comments stay",
        arguments: [
            ("match (n:Person) where n.age>30 return n", "MATCH (n:Person)\n  WHERE n.age>30\nRETURN n"),
            (
                "match (n) // all of them\nreturn n.name as name ,  n.age order by name limit 3;",
                "MATCH (n) // all of them\nRETURN n.name AS name, n.age\nORDER BY name\nLIMIT 3;"
            ),
            (
                "MERGE (n:A {x: 1}) on create set n.y = 1 on match set n.z = 2",
                "MERGE (n:A {x: 1})\n  ON CREATE SET n.y = 1\n  ON MATCH SET n.z = 2"
            ),
            (
                "match (n) call (n) { match (n)-->(m) where m.x = 1 return count(m) as c } return c",
                "MATCH (n)\nCALL (n) {\n  MATCH (n)-->(m)\n    WHERE m.x = 1\n  RETURN count(m) AS c\n}\nRETURN c"
            ),
            (
                "match (n) where exists { (n)-->(:A) } return n",
                "MATCH (n)\n  WHERE EXISTS { (n)-->(:A) }\nRETURN n"
            ),
            (
                "return 1 as a union all with 2 as a return a",
                "RETURN 1 AS a\nUNION ALL\nWITH 2 AS a\nRETURN a"
            ),
            (
                "match (n) where n.match starts with 'x' return n.`limit`",
                "MATCH (n)\n  WHERE n.match STARTS WITH 'x'\nRETURN n.`limit`"
            ),
            (
                "/* head */ match (n) detach delete n;\n\n\n\nreturn 'match (x)  // no'",
                "/* head */\nMATCH (n)\nDETACH DELETE n;\n\nRETURN 'match (x)  // no'"
            ),
            (
                "optional match (a)-[r]->(b) return [ x in r where x.y | x.z ]",
                "OPTIONAL MATCH (a)-[r]->(b)\nRETURN [ x in r where x.y | x.z ]"
            ),
            // What names a column stays as it is, and so do functions.
            (
                "match (n) return count(*),  count( distinct n ) , n is null and true as x, null order by count(*)",
                "MATCH (n)\nRETURN count(*), count( distinct n ), n IS null AND true AS x, null\nORDER BY count(*)"
            ),
            (
                "return distinct exists { match (n) where n.x  in [1,2] return n } , 1 as one limit 1",
                "RETURN DISTINCT exists { match (n) where n.x  in [1,2] return n }, 1 AS one\nLIMIT 1"
            ),
            (
                "with collect(1) as l, any(x in [1] where x = 1) as a where a return case when a then 'x' end, l",
                "WITH collect(1) AS l, any(x IN [1] WHERE x = 1) AS a\n  WHERE a\nRETURN case when a then 'x' end, l"
            ),
            (
                "call () { return 1 as a union return 2 as a } return a + a, trim(both 'x' from 'xax') as t",
                "CALL () {\n  RETURN 1 AS a\n  UNION\n  RETURN 2 AS a\n}\nRETURN a + a, trim(BOTH 'x' FROM 'xax') AS t"
            ),
            ("return (((", "RETURN ((("),
            ("", ""),
        ])
    func laysOut(_ text: String, _ expected: String) {
        #expect(ScriptFormatter.formatted(text) == expected)
    }

    @Test("Laid out twice is laid out once, and means the same", arguments: ValidStatements.all)
    func isIdempotent(_ statement: String) throws {
        let once = ScriptFormatter.formatted(statement)
        #expect(ScriptFormatter.formatted(once) == once)
        // Commands of administration are kept as they are written.
        if case .administration = try Parser.statement(in: statement).body { return }
        let (new, old) = (try Parser.statement(in: once), try Parser.statement(in: statement))
        #expect(new.body == old.body || statement.uppercased().contains("NAN"))
    }

    @Test("Long lines are parted at commas and ANDs alone")
    func partsLongLines() {
        let names = (1...30).map { "n.property\($0)" }.joined(separator: ", ")
        let lines = ScriptFormatter.formatted("match (n) return \(names)").split(separator: "\n")
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(
            lines.joined(separator: " ").split(separator: " ").joined(separator: " ") == "MATCH (n) RETURN \(names)")
    }

    @Test("Every comment is still there, whatever the text")
    func keepsComments() {
        let text = "// one\nmatch (n) /* two */ where // three\n n.x = 1 // four\nreturn n // five\n// six"
        let new = ScriptFormatter.formatted(text)
        for word in ["// one", "/* two */", "// three", "// four", "// five", "// six"] {
            #expect(new.contains(word))
        }
        #expect(ScriptFormatter.formatted(new) == new)
    }
}
