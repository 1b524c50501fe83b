import Durability
import Testing

@testable import Relate

/// Indexes and constraints of every kind over crashes, rollbacks and reopenings.
@Suite struct SchemaCrashTests {
    /// By the name of what each makes.
    private static let commands: [(name: String, text: String)] = [
        ("range", "CREATE INDEX range FOR (n:A) ON (n.x, n.s)"),
        ("text", "CREATE TEXT INDEX text FOR (n:A) ON (n.s)"),
        ("point", "CREATE POINT INDEX point FOR (n:A) ON (n.p)"),
        ("fulltext", "CREATE FULLTEXT INDEX fulltext FOR (n:A|B) ON EACH [n.s]"),
        ("vector", "CREATE VECTOR INDEX vector FOR (n:A) ON (n.e) OPTIONS {indexConfig: {`vector.dimensions`: 3}}"),
        ("relationships", "CREATE INDEX relationships FOR ()-[r:R]-() ON (r.w)"),
        ("unique", "CREATE CONSTRAINT unique FOR (n:A) REQUIRE n.id IS UNIQUE"),
        ("key", "CREATE CONSTRAINT key FOR (n:B) REQUIRE (n.id, n.s) IS KEY"),
        ("exists", "CREATE CONSTRAINT exists FOR (n:A) REQUIRE n.x IS NOT NULL"),
        ("type", "CREATE CONSTRAINT type FOR (n:A) REQUIRE n.x IS :: INTEGER"),
        ("relationshipKey", "CREATE CONSTRAINT relationshipKey FOR ()-[r:R]-() REQUIRE r.id IS REL KEY"),
        ("label", "CREATE CONSTRAINT label FOR (n:B) REQUIRE n:C"),
    ]

    /// A statement that writes; some break a constraint, and are refused.
    private static func write(_ number: Int, _ random: inout SplitMix) -> String {
        let id = Int(random.next() % 40)
        let word = ["red fox", "blue fox", "grey owl", "red owl hoots", ""][Int(random.next() % 5)]
        let x = random.next() % 9 == 0 ? "'text'" : random.next() % 9 == 0 ? "null" : "\(random.next() % 7)"
        let vector = "[\(1 + Double(random.next() % 10)), \(Double(random.next() % 10)), 1.0]"
        let point = "point({x: \(random.next() % 20), y: \(random.next() % 20)})"
        switch random.next() % 10 {
        case 0...3: return "CREATE (:A {id: \(id), x: \(x), s: '\(word)', p: \(point), e: \(vector)})"
        case 4: return "CREATE (:B\(random.next() % 4 == 0 ? "" : ":C") {id: \(id), s: '\(word)'})"
        case 5:
            return
                "MATCH (a:A), (b:B) WITH a, b LIMIT \(random.next() % 3) CREATE (a)-[:R {id: \(number), w: \(x)}]->(b)"
        case 6: return "MATCH (n) WHERE n.id = \(id) SET n.s = '\(word)', n.e = \(vector), n.p = \(point)"
        case 7: return "MATCH (n:A) WHERE n.id = \(id) DETACH DELETE n"
        case 8: return "MATCH (n:A) WHERE n.id < \(id) REMOVE n.\(["x", "s", "p", "e"][Int(random.next() % 4)])"
        default: return "MATCH (n:B) WHERE n.id = \(id) SET n:A, n.x = \(x)"
        }
    }

    private static func names(_ state: GraphState) -> Set<String> {
        Set(state.schema.indexes.map(\.name) + state.schema.constraints.map(\.name))
    }

    /// Rules of the state that are broken: of its indexes, and constraints that its data does not keep.
    private static func broken(_ state: GraphState) -> [String] {
        var broken = state.checkInvariants()
        for constraint in state.schema.constraints {
            do {
                try ConstraintCheck(state).all(of: constraint)
            } catch {
                broken.append(error.message)
            }
        }
        return broken
    }

    @Test(
        "Whatever operation fails, the schema that was acknowledged is there, filled and upheld",
        arguments: [false, true])
    func crashes(isTorn: Bool) throws {
        /// What was acknowledged, and what was asked for at all.
        func run(_ files: InMemoryFileSystem) -> (made: Set<String>, dropped: Set<String>) {
            var (made, dropped): (Set<String>, Set<String>) = ([], [])
            var random = SplitMix(seed: 7)
            for round in 0..<2 {
                guard let database = try? Database(opening: "/s", .test(files)),
                    let connection = try? database.connect()
                else { continue }
                for (place, command) in Self.commands.enumerated() where place % 2 == round {
                    for number in 0..<2 {
                        _ = try? connection.query(Self.write(round * 100 + place * 2 + number, &random))
                    }
                    if (try? connection.query(command.text)) != nil { made.insert(command.name) }
                    if place == 6 { try? database.checkpoint() }
                }
                if round == 1 {
                    dropped.formUnion(["text", "type"])
                    _ = try? connection.query("DROP INDEX text")
                    _ = try? connection.query("DROP CONSTRAINT type")
                }
            }
            return (made, dropped)
        }
        let whole = InMemoryFileSystem()
        let made = run(whole).made
        // Some constraints may meet data that breaks them; most are made.
        #expect(made.count > 7, "\(made)")
        for operation in stride(from: 1, through: whole.operationCount, by: 2) {
            let files = InMemoryFileSystem()
            files.fail(at: operation, isTorn ? .tears : .fails, lasting: true)
            let (made, dropped) = run(files)
            let survivors = files.afterCrash(.some(seed: UInt64(operation)))
            let database = try Database(opening: "/s", .test(survivors))
            let state = database.snapshot
            #expect(made.subtracting(dropped).isSubset(of: Self.names(state)), "operation \(operation)")
            #expect(Self.broken(state) == [], "operation \(operation)")
        }
    }

    @Test(
        "With every kind of index and constraint, statements, rollbacks and reopenings are as without", arguments: 1...6
    )
    func reopens(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let files = InMemoryFileSystem()
        var database = try Database(opening: "/s", .test(files))
        var connection = try database.connect()
        let plain = try Database.inMemory().connect()
        var number = 0
        for command in Self.commands { try connection.query(command.text) }
        let refusals = ["unique", "exists", "type", "key", "label", "relationshipKey"]
        var refused = 0
        for round in 0..<24 {
            let isExplicit = random.next() % 2 == 0
            if isExplicit {
                try connection.begin()
                try plain.begin()
            }
            var isCommitRefused = false
            for _ in 0..<4 {
                number += 1
                let statement = Self.write(number, &random)
                do {
                    try connection.query(statement)
                    try plain.query(statement)
                } catch let error as RelateError {
                    #expect(refusals.contains { error.message.contains("`\($0)`") }, "\(error.message)")
                    refused += 1
                }
            }
            if isExplicit {
                if random.next() % 3 == 0 {
                    try connection.rollback()
                    try plain.rollback()
                } else {
                    do {
                        try connection.commit()
                        try plain.commit()
                    } catch {
                        isCommitRefused = true
                        try plain.rollback()
                    }
                }
            }
            if isCommitRefused { refused += 1 }
            if random.next() % 4 == 0 { try database.checkpoint() }
            if round % 4 == 3 {
                connection = try Database.inMemory().connect()
                database = try Database.inMemory()
                database = try Database(opening: "/s", .test(files))
                connection = try database.connect()
            }
            try #require(Self.broken(database.snapshot) == [], "seed \(seed), round \(round)")
            for (search, reading) in Self.searches(&random) {
                let found = try connection.query(search).rows.map(\.description).sorted()
                let expected = try plain.query(reading).rows.map(\.description).sorted()
                try #require(found == expected, "seed \(seed), round \(round): \(search)")
            }
        }
        #expect(refused > 3)
    }

    /// Of each kind of index a search, and what finds the same without.
    private static func searches(_ random: inout SplitMix) -> [(String, String)] {
        let x = Int(random.next() % 7)
        let id = Int(random.next() % 40)
        let word = ["fox", "owl", "red"][Int(random.next() % 3)]
        let same = [
            "MATCH (n:A) WHERE n.x = \(x) AND n.s STARTS WITH '\(word)' RETURN n.id, n.s",
            "MATCH (n:A) WHERE n.s CONTAINS '\(word)' RETURN n.id, n.s",
            "MATCH (n:A) WHERE point.distance(n.p, point({x: \(x), y: \(x)})) < 6 RETURN n.id, n.p",
            "MATCH ()-[r:R]->() WHERE r.w >= \(x) RETURN r.id, r.w", "MATCH (n:A {id: \(id)}) RETURN n.id, n.s",
            "MATCH (n:B {id: \(id), s: 'red fox'}) RETURN n.id", "MATCH ()-[r:R {id: \(id)}]->() RETURN r.id",
        ]
        let vector = "[\(x + 1).0, 2.0, 1.0]"
        return same.map { ($0, $0) } + [
            (
                "CALL db.index.fulltext.queryNodes('fulltext', '\(word)') YIELD node AS n RETURN n.id, n.s",
                "MATCH (n:A|B) WHERE n.s CONTAINS '\(word)' RETURN n.id, n.s"
            ),
            (
                "MATCH (n) SEARCH n IN (VECTOR INDEX vector FOR \(vector) LIMIT 1000) SCORE AS s RETURN n.id, s",
                "MATCH (n:A) WHERE n.e IS NOT NULL RETURN n.id, vector.similarity.cosine(n.e, \(vector))"
            ),
        ]
    }
}
