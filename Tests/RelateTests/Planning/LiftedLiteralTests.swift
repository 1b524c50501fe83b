import Testing

@testable import Relate

/// A statement that differs from one before in its literals alone runs by its plan, and says the same as without.
@Suite struct LiftedLiteralTests {
    private func database(lifts: Bool) throws -> Connection {
        let database = try Database.inMemory()
        var tuning = EngineTuning()
        tuning.liftsLiterals = lifts
        database.engineTuning = tuning
        let connection = try database.connect()
        try connection.query(
            "UNWIND range(0, 60) AS i CREATE (:P {id: i, name: 'n' + i, share: i % 3, half: i / 2.0})-[:K {w: i % 5}]->(:Q)"
        )
        try connection.query("CREATE INDEX FOR (p:P) ON (p.id)")
        try connection.query("CREATE INDEX FOR (p:P) ON (p.share)")
        return connection
    }

    private func outcome(_ connection: Connection, _ statement: String) -> String {
        do {
            let result = try connection.query(statement)
            return "\(result.columns) \(result.rows) \(result.stats)"
        } catch {
            return "\(error)"
        }
    }

    /// `§1` and `§2` stand for literals.
    private static let statements = [
        "MATCH (p:P {id: §1}) RETURN p.name",
        "MATCH (p:P) WHERE p.id = §1 AND p.name <> §2 RETURN p.name, §2",
        "MATCH (p:P {share: §1}) RETURN count(*)",
        "MATCH (p:P) WHERE p.half < §1 RETURN count(*) AS c",
        "MATCH (p:P)-[k:K {w: §1}]->() WHERE p.name = §2 RETURN p.id, k.w = §1",
        "MATCH (p:P {id: §1}) SET p.name = §2, p.extra = §1 RETURN p.name",
        "CREATE (n:New {id: §1, name: §2}) RETURN n.id, n.name",
        "MERGE (n:P {id: §1}) ON CREATE SET n.name = §2 RETURN n.name",
        "MATCH (p:P {id: §1}) RETURN {a: §2}",
        "MATCH (p:P) WHERE p.id = §1 RETURN [x IN [1, 2] WHERE p.id = §2 | x]",
        "MATCH (p:P) WHERE p.id = §1 WITH p LIMIT 1 RETURN p.id UNION MATCH (p:P) WHERE p.name = §2 RETURN p.id",
        "MATCH (p:P {id: 3}) WHERE p.name = §2\nRETURN 1 / (p.id - 3) + §1",
        "MATCH (p:P {id: §1}) WHERE p.name = §2 + 1 RETURN q",
        "MATCH (p:P) WHERE p.id = §1 AND EXISTS { MATCH (p)-[k:K]->() WHERE k.w = §2 RETURN k } RETURN p.id ORDER BY p.id LIMIT 3",
        "MATCH (p:P {name: §2})\n  SET p.x = §1, p.y = date('no date')",
        "MATCH (p:P {id: §1, name: $name}) RETURN p",
    ]

    private static let literals = [
        "1", "3", "59", "1000000", "0", "'n3'", "'a longer name than that'", "\"n5\"", "2.5", "'it''s'", "'t\\tab'",
        "-4", "null",
        "true", "9223372036854775807", "0x1F", "007",
    ]

    @Test("rows, columns, counts and errors are those of the statement as it was written")
    func sameOutcome() throws {
        var random = SystemRandomNumberGenerator()
        let lifting = try database(lifts: true)
        let plain = try database(lifts: false)
        for _ in 0..<500 {
            guard let statement = Self.statements.randomElement(using: &random),
                let one = Self.literals.randomElement(using: &random),
                let other = Self.literals.randomElement(using: &random)
            else { return }
            let text = statement.replacing("§1", with: one).replacing("§2", with: other)
            let expected = outcome(plain, text)
            #expect(outcome(lifting, text) == expected, "\(text)")
        }
    }

    @Test("a statement like one before is recognized, and its literals are those that its tokens tell")
    func recognized() throws {
        var random = SystemRandomNumberGenerator()
        let state = try database(lifts: true).database.snapshot
        let templates = LiftedTemplates()
        var count = 0
        for _ in 0..<3_000 {
            guard let statement = Self.statements.randomElement(using: &random),
                let one = Self.literals.randomElement(using: &random),
                let other = Self.literals.randomElement(using: &random)
            else { return }
            let text = statement.replacing("§1", with: one).replacing("§2", with: other)
            let expected = LiftedLiterals(text, state)
            if let known = templates.literals(of: text, state) {
                count += 1
                #expect(known.text == expected?.text, "\(text)")
                #expect("\(known.values)" == "\(expected?.values ?? [])", "\(text)")
                #expect(
                    known.template.places(in: text).map(\.original)
                        == expected?.template.places(in: text).map(\.original))
            } else if let expected {
                templates.keep(expected, of: text)
            }
        }
        #expect(count > 300)
    }

    @Test("what looks like a statement before, and is none, keeps a template of its own")
    func notRecognized() throws {
        let connection = try database(lifts: true)
        let state = connection.database.snapshot
        let templates = LiftedTemplates()
        let first = "MATCH (p:P {id: 5}) WHERE p.name = 'x' RETURN p LIMIT 3"
        templates.keep(try #require(LiftedLiterals(first, state)), of: first)
        func literals(_ text: String) -> String? { templates.literals(of: text, state).map { "\($0.values)" } }
        #expect(literals("MATCH (p:P {id: 6}) WHERE p.name = \"y'\" RETURN p LIMIT 3") != nil)
        for text in [
            "MATCH (p:P {id: 5}) WHERE p.name = 'x' RETURN p LIMIT 4",
            "MATCH (p:P {id: 5.5}) WHERE p.name = 'x' RETURN p LIMIT 3",
            "MATCH (p:P {id: 05}) WHERE p.name = 'x' RETURN p LIMIT 3",
            "MATCH (p:P {id: 5}) WHERE p.name = 'x'' RETURN p LIMIT 3",
            "MATCH (p:P {id: 5}) WHERE p.name = 'x\\'' RETURN p LIMIT 3",
            "MATCH (p:P {id: 5}) WHERE p.name = 'x RETURN p LIMIT 3",
            "MATCH (p:P {id: }) WHERE p.name = 'x' RETURN p LIMIT 3",
            "MATCH (p:P {id: 99999999999999999999}) WHERE p.name = 'x' RETURN p LIMIT 3",
            "MATCH (p:P {id: 5}) WHERE p.name = 'x' RETURN p LIMIT 33",
            "MATCH (p:P {id: 5}) WHERE p.name = 'x' RETURN p LIMIT",
            "MATCH (p:P {id: 5}) WHERE p.name = '\u{1F}' RETURN p LIMIT 3",
            "",
        ] {
            #expect(literals(text) == nil, "\(text)")
        }
        // By another schema literals may be lifted otherwise.
        try connection.query("CREATE INDEX FOR (p:P) ON (p.name)")
        #expect(templates.literals(of: first, connection.database.snapshot) == nil)
    }

    @Test("literals share one text where they are values, and keep it where they decide a plan or a column's name")
    func texts() throws {
        let connection = try database(lifts: true)
        let state = connection.database.snapshot
        func text(_ statement: String) -> String? { LiftedLiterals(statement, state)?.text }
        let shared = try #require(text("MATCH (p:P {id: 5}) SET p.name = 'x' RETURN p"))
        #expect(shared == text("MATCH (p:P {id: 17}) SET p.name = 'another' RETURN p"))
        #expect(shared != text("MATCH (p:P {id: 17}) SET p.age = 'another' RETURN p"))
        for kept in [
            "RETURN 5", "MATCH (p:P) RETURN p.id = 5", "MATCH (p:P) RETURN p LIMIT 5",
            "MATCH (p:P {share: 1}) RETURN p",
            "MATCH (p:P) WHERE p.id < 5 RETURN p", "MATCH (p)-[*1..3]->(q) RETURN q",
            "EXPLAIN MATCH (p:P {id: 5}) RETURN p",
            "PROFILE MATCH (p:P {id: 5}) RETURN p", "MATCH (p:P) WHERE p.name STARTS WITH 'n' RETURN p",
            "MATCH (p:P {id: -5}) RETURN p", "MATCH (p:P) RETURN {id: 5}",
        ] {
            #expect(text(kept) == nil, "\(kept)")
        }
    }

    @Test("an error stands where it was written, whatever plan it came from")
    func errorPlaces() throws {
        let connection = try database(lifts: true)
        for name in [
            "'n3'", "'a much longer name'", "'n3'", ".5", "0.5", ".25", "12.5", "1.5e3", "7", "0x1F", "'it\\'s'",
            "\"it's\"", "'a\u{1F}b'", "''",
        ] {
            try connection.query("MATCH (p:P {id: 3}) SET p.name = \(name)")
            let text = "MATCH (p:P {id: 3}) WHERE p.name = \(name) RETURN 1 / (p.id - 3)"
            let error = #expect(throws: RelateError.self) { try connection.query(text) }
            guard case .engine(let inner)? = error else { return }
            let slash = text.utf8.count - "1 / (p.id - 3)".utf8.count
            #expect(inner.position.map { slash..<text.utf8.count ~= $0.offset } ?? false, "\(inner)")
        }
    }
}
