import Relate
import Testing

/// Random writes on a store with constraints and one without: a write is refused exactly where it would break one.
@Suite struct ConstraintProperties {
    private static let commands = [
        "CREATE CONSTRAINT u FOR (n:A) REQUIRE n.x IS UNIQUE", "CREATE CONSTRAINT e FOR (n:B) REQUIRE n.y IS NOT NULL",
        "CREATE CONSTRAINT t FOR (n:A) REQUIRE n.y IS :: INTEGER | STRING",
        "CREATE CONSTRAINT k FOR ()-[r:R]-() REQUIRE (r.x, r.y) IS KEY",
    ]

    /// Each counts what breaks one of the constraints.
    private static let questions = [
        "MATCH (a:A), (b:A) WHERE a.x = b.x AND a.k < b.k RETURN count(*) AS c",
        "MATCH (n:B) WHERE n.y IS NULL RETURN count(*) AS c",
        "MATCH (n:A) WHERE n.y IS NOT NULL AND NOT n.y IS :: INTEGER | STRING RETURN count(*) AS c",
        "MATCH ()-[r:R]->() WHERE r.x IS NULL OR r.y IS NULL RETURN count(*) AS c",
        "MATCH ()-[r:R]->() MATCH ()-[s:R]->() WHERE r.x = s.x AND r.y = s.y AND r.k < s.k RETURN count(*) AS c",
    ]

    private static func value(_ random: inout SplitMix) -> String {
        ["1", "2", "3", "4", "5", "6", "1.0", "'a'", "'b'", "true", "null", "[1]", "0.0/0.0"].randomElement(
            using: &random)
            ?? "1"
    }

    private static func statement(_ number: Int, _ random: inout SplitMix) -> String {
        let node = "MATCH (n) WHERE n.k % 5 = \(Int.random(in: 0..<5, using: &random))"
        let labels = [":A", ":B", ":A:B", ":C"].randomElement(using: &random) ?? ":A"
        let x = value(&random)
        let y = value(&random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0...2: return "CREATE (\(labels) {k: \(number), x: \(x), y: \(y)})"
        case 3: return "MATCH (n) WHERE n.k = \(Int.random(in: 0..<number, using: &random)) SET n.x = \(x), n.y = \(y)"
        case 4: return "\(node) SET n:A REMOVE n:B"
        case 5: return "\(node) SET n:B REMOVE n:A"
        case 6: return "\(node) REMOVE n.y"
        case 7:
            return "MATCH (a), (b) WHERE a.k = \(Int.random(in: 0..<number, using: &random)) AND b.k % 4 = 0 "
                + "CREATE (a)-[:R {k: a.k * 1000 + b.k, x: \(x), y: b.k}]->(b)"
        default: return "MATCH ()-[r:R]->() WHERE r.k % 3 = 1 SET r.x = \(x), r.y = \(y)"
        }
    }

    @Test("A write is refused exactly where the store would break a constraint", arguments: 1...12)
    func refusesWhatBreaks(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let plain = try Database.inMemory().connect()
        let bound = try Database.inMemory().connect()
        for command in Self.commands { try bound.query(command) }
        var outcomes = (taken: 0, refused: 0)
        for number in 1...120 {
            let statement = Self.statement(number, &random)
            try plain.begin()
            try plain.query(statement)
            let broken = try Self.questions.filter { try plain.query($0).rows[0][0].intValue != 0 }
            if broken.isEmpty { try plain.commit() } else { try plain.rollback() }
            do {
                try bound.query(statement)
                try #require(broken.isEmpty, "seed \(seed): \(statement) breaks \(broken)")
                outcomes.taken += 1
            } catch let error as RelateError {
                try #require(!broken.isEmpty, "seed \(seed): \(statement) was refused: \(error.message)")
                #expect(error.engineError?.code == "Neo.ClientError.Schema.ConstraintValidationFailed")
                outcomes.refused += 1
            }
        }
        #expect(outcomes.taken > 20 && outcomes.refused > 10)
        #expect(bound.database.snapshot.checkInvariants() == [])
        // What the plain store holds, the constraints can be made of.
        for command in Self.commands { try plain.query(command) }
    }
}
