import Relate
import Testing

/// Random transactions over a store with full-text and vector indexes: what they find is what reading every element finds.
@Suite struct SearchedElementsProperties {
    private static let commands = [
        "CREATE FULLTEXT INDEX texts FOR (n:A|B) ON EACH [n.s, n.t]",
        "CREATE FULLTEXT INDEX links FOR ()-[r:R]-() ON EACH [r.s]",
        "CREATE VECTOR INDEX near FOR (n:A) ON (n.v) WITH [n.k] "
            + "OPTIONS {indexConfig: {`vector.dimensions`: 2, `vector.similarity_function`: 'euclidean'}}",
        "CREATE VECTOR INDEX turned FOR (n:A|B) ON (n.v)",
    ]
    private static let words = ["red", "blue", "green", "fox", "dog"]

    private static func text(_ random: inout SplitMix) -> String {
        let chosen = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            Self.words.randomElement(using: &random) ?? ""
        }
        return "'\(chosen.joined(separator: " "))'"
    }

    private static func vector(_ random: inout SplitMix) -> String {
        Int.random(in: 0..<6, using: &random) == 0
            ? "[1.0]"
            : "[\(Int.random(in: -3...3, using: &random)).5, \(Int.random(in: -3...3, using: &random))]"
    }

    private static func write(_ number: Int, _ random: inout SplitMix) -> String {
        let node = "MATCH (n) WHERE n.k % 7 = \(Int.random(in: 0..<7, using: &random))"
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1, 2:
            return "CREATE (:\(["A", "B", "A:B", "C"].randomElement(using: &random) ?? "A") {k: \(number), "
                + "s: \(text(&random)), t: \(text(&random)), v: \(vector(&random))})"
        case 3: return "MATCH (a {k: \(number - 1)}), (b) WHERE b.k % 5 = 1 CREATE (a)-[:R {s: \(text(&random))}]->(b)"
        case 4: return "\(node) SET n.s = \(text(&random))"
        case 5: return "\(node) SET n.v = \(vector(&random))"
        case 6: return "\(node) SET n:A REMOVE n:B"
        case 7: return "\(node) REMOVE n.t, n.v"
        default: return "MATCH (n) WHERE n.k % 11 = \(Int.random(in: 0..<11, using: &random)) DETACH DELETE n"
        }
    }

    private static func rows(_ connection: Connection, _ statement: String) throws -> [String] {
        try connection.query(statement).rows.map { row in row.map { "\($0)" }.joined(separator: ", ") }.sorted()
    }

    /// A search and a statement that finds the same by reading.
    private static func pair(_ random: inout SplitMix) -> (String, String) {
        let word = words.randomElement(using: &random) ?? ""
        let query = vector(&random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return (
                "MATCH (n) SEARCH n IN (FULLTEXT INDEX texts FOR '\(word)' LIMIT 10000) RETURN n.k AS k",
                "MATCH (n:A|B) WHERE n.s CONTAINS '\(word)' OR n.t CONTAINS '\(word)' RETURN n.k AS k"
            )
        case 1:
            return (
                "MATCH ()-[r]->() SEARCH r IN (FULLTEXT INDEX links FOR 's:\(word)' LIMIT 10000) RETURN r.s AS s",
                "MATCH ()-[r:R]->() WHERE r.s CONTAINS '\(word)' RETURN r.s AS s"
            )
        case 2:
            let limit = Int.random(in: 1...5, using: &random)
            return (
                "MATCH (n) SEARCH n IN (VECTOR INDEX near FOR [0.25, 0.5] WHERE n.k > 10 LIMIT \(limit)) "
                    + "SCORE AS score RETURN score",
                "MATCH (n:A) WHERE n.k > 10 AND size(n.v) = 2 "
                    + "RETURN vector.similarity.euclidean(n.v, [0.25, 0.5]) AS score ORDER BY score DESC LIMIT \(limit)"
            )
        default:
            return (
                "MATCH (n) SEARCH n IN (VECTOR INDEX turned FOR \(query) LIMIT 10000) SCORE AS score RETURN n.k AS k, score",
                "MATCH (n:A|B) WHERE size(n.v) = size(\(query)) "
                    + "RETURN n.k AS k, vector.similarity.cosine(n.v, \(query)) AS score"
            )
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func searchesFindWhatReadingFinds(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let database = try Database.inMemory()
        let connection = try database.connect()
        let other = try database.connect()
        var number = 0
        func write() throws {
            number += 1
            try connection.query(Self.write(number, &random))
        }
        for _ in 0..<30 { try write() }
        for command in Self.commands { try connection.query(command) }
        for round in 0..<40 {
            let isExplicit = Bool.random(using: &random)
            let outside = Self.pair(&random)
            let before = try Self.rows(other, outside.0)
            if isExplicit { try connection.begin() }
            for _ in 0..<Int.random(in: 1...6, using: &random) { try write() }
            let (search, reading) = Self.pair(&random)
            #expect(try Self.rows(connection, search) == Self.rows(connection, reading), "seed \(seed): \(search)")
            guard isExplicit else { continue }
            // What is not committed nobody else sees.
            #expect(try Self.rows(other, outside.0) == before, "seed \(seed), round \(round)")
            if Bool.random(using: &random) { try connection.rollback() } else { try connection.commit() }
        }
        for _ in 0..<10 {
            let (search, reading) = Self.pair(&random)
            #expect(try Self.rows(other, search) == Self.rows(other, reading), "seed \(seed): \(search)")
        }
        #expect(database.snapshot.checkInvariants() == [])
    }
}
