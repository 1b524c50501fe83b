import Relate
import Testing

/// The same statements on two stores, one with indexes and one without: the same rows.
@Suite struct IndexedRowsProperties {
    private static let commands = [
        "CREATE INDEX a FOR (n:A) ON (n.x)", "CREATE INDEX ab FOR (n:A) ON (n.x, n.y)",
        "CREATE INDEX b FOR (n:B) ON (n.y)", "CREATE INDEX r FOR ()-[r:R]-() ON (r.x)",
        "CREATE INDEX rs FOR ()-[r:S]-() ON (r.y, r.x)",
        "CREATE TEXT INDEX ta FOR (n:A) ON (n.y)", "CREATE TEXT INDEX tb FOR (n:B) ON (n.x)",
        "CREATE TEXT INDEX tr FOR ()-[r:R]-() ON (r.y)", "CREATE POINT INDEX pb FOR (n:B) ON (n.x)",
        "CREATE POINT INDEX pr FOR ()-[r:S]-() ON (r.x)",
    ]

    private static func value(_ random: inout SplitMix) -> String {
        switch Int.random(in: 0..<13, using: &random) {
        case 12: "point({x: \(Int.random(in: 0...2, using: &random)), y: 1})"
        case 0...5: String(Int.random(in: -3...6, using: &random))
        case 6: "\(Int.random(in: -3...3, using: &random)).5"
        case 7, 8: "'\(["", "a", "ab", "b", "é"].randomElement(using: &random) ?? "")'"
        case 9: "[\(Int.random(in: 0...2, using: &random))]"
        case 10: Bool.random(using: &random) ? "true" : "date('2024-0\(Int.random(in: 1...3, using: &random))-01')"
        default: Bool.random(using: &random) ? "0.0/0.0" : "null"
        }
    }

    private static func term(_ of: String, _ random: inout SplitMix) -> String {
        let operand = "\(of).\(Bool.random(using: &random) ? "x" : "y")"
        switch Int.random(in: 0..<14, using: &random) {
        case 13: return "(\(term(of, &random)) OR \(term(of, &random)))"
        case 12: return "(\(operand) = \(value(&random)) OR \(operand) = \(value(&random)))"
        case 10: return "\(operand) CONTAINS '\(["", "a", "b", "ab"].randomElement(using: &random) ?? "")'"
        case 11: return "\(operand) ENDS WITH '\(["a", "b", "é"].randomElement(using: &random) ?? "")'"
        case 0...2: return "\(operand) = \(value(&random))"
        case 3: return "\(value(&random)) < \(operand)"
        case 4: return "\(operand) >= \(value(&random))"
        case 5: return "\(value(&random)) <= \(operand) < \(value(&random))"
        case 6: return "\(operand) IN [\(value(&random)), \(value(&random)), \(value(&random))]"
        case 7: return "\(operand) STARTS WITH '\(["", "a", "b"].randomElement(using: &random) ?? "")'"
        case 8: return "\(operand) IS NOT NULL"
        default: return "\(operand) <> \(value(&random))"
        }
    }

    private static func predicate(_ of: String, _ random: inout SplitMix) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in term(of, &random) }.joined(separator: " AND ")
    }

    private static func read(_ random: inout SplitMix) -> String {
        let label = ["A", "B", "A", "B", "A|B"].randomElement(using: &random) ?? "A"
        let type = ["R", "S", "R", "S", "R|S"].randomElement(using: &random) ?? "R"
        let arrow = ["-[r:\(type)]->", "<-[r:\(type)]-", "-[r:\(type)]-"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: return "MATCH (n:\(label)) WHERE \(predicate("n", &random)) RETURN n.k AS k"
        case 2: return "MATCH (a)\(arrow)(b) WHERE \(predicate("r", &random)) RETURN a.k AS a, r.k AS r, b.k AS b"
        case 3:
            return "UNWIND [\(value(&random)), \(value(&random)), null] AS v MATCH (n:\(label)) WHERE n.x = v "
                + "RETURN v = v AS same, n.k AS k"
        case 4:
            return
                "MATCH (a:\(label))\(arrow)(b:A) WHERE \(predicate("b", &random)) RETURN a.k AS a, r.k AS r, b.k AS b"
        default:
            return "MATCH (a:\(label)) WHERE \(predicate("a", &random)) OPTIONAL MATCH (b:A) WHERE b.x = a.y "
                + "RETURN a.k AS a, b.k AS b"
        }
    }

    /// The values alone, numbers as floats: which of two equal ones comes first is nobody's business.
    private static func ordered(_ random: inout SplitMix) -> String {
        let key = Bool.random(using: &random) ? "x" : "y"
        let order = Bool.random(using: &random) ? "DESC" : "ASC"
        let limit = Bool.random(using: &random) ? " LIMIT \(Int.random(in: 0...6, using: &random))" : ""
        let skip = limit.isEmpty || Bool.random(using: &random) ? "" : " SKIP 2"
        let predicate = predicate("n", &random)
        return "MATCH (n:A) WHERE \(predicate) AND n.\(key) IS NOT NULL "
            + "RETURN CASE WHEN n.\(key) IS :: INTEGER THEN toFloat(n.\(key)) ELSE n.\(key) END AS v "
            + "ORDER BY n.\(key) \(order)\(skip)\(limit)"
    }

    private static func write(_ number: Int, _ random: inout SplitMix) -> String {
        let node = "MATCH (n) WHERE n.k % 7 = \(Int.random(in: 0..<7, using: &random))"
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            return "CREATE (:\(["A", "B", "A:B"].randomElement(using: &random) ?? "A") {k: \(number), "
                + "x: \(value(&random)), y: \(value(&random))})"
        case 2:
            return "MATCH (a {k: \(Int.random(in: 0..<40, using: &random))}), (b) WHERE b.k % 5 = 1 CREATE "
                + "(a)-[:\(Bool.random(using: &random) ? "R" : "S") {k: \(number), x: \(value(&random)), "
                + "y: \(value(&random))}]->(b)"
        case 3: return "\(node) SET n.x = \(value(&random))"
        case 4: return "\(node) SET n:A REMOVE n:B"
        case 5: return "\(node) REMOVE n.y"
        case 6: return "MATCH ()-[r]->() WHERE r.k % 3 = \(Int.random(in: 0..<3, using: &random)) SET r.x = r.y"
        default: return "MATCH (n) WHERE n.k % 11 = \(Int.random(in: 0..<11, using: &random)) DETACH DELETE n"
        }
    }

    private static func rows(_ connection: Connection, _ statement: String) throws -> [String] {
        try connection.query(statement).rows.map { row in row.map { "\($0)" }.joined(separator: ", ") }.sorted()
    }

    @Test("Statements give the same rows with indexes, own writes and what was rolled back included", arguments: 1...16)
    func sameRows(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let plain = try Database.inMemory().connect()
        let indexed = try Database.inMemory().connect()
        var number = 0
        var seeks = 0
        func write() throws {
            number += 1
            let statement = Self.write(number, &random)
            try plain.query(statement)
            try indexed.query(statement)
        }
        for _ in 0..<40 { try write() }
        for command in Self.commands { try indexed.query(command) }
        for _ in 0..<12 {
            let isExplicit = Bool.random(using: &random)
            if isExplicit {
                try plain.begin()
                try indexed.begin()
            }
            for _ in 0..<3 {
                try write()
                for _ in 0..<4 {
                    let statement = Self.read(&random)
                    let expected = try Self.rows(plain, statement)
                    try #require(try Self.rows(indexed, statement) == expected, "seed \(seed): \(statement)")
                    if let plan = try indexed.query("EXPLAIN \(statement)").plan, plan.usesIndex { seeks += 1 }
                }
            }
            for _ in 0..<4 {
                let statement = Self.ordered(&random)
                let expected = try plain.query(statement).rows.map { "\($0[0])" }
                let found = try indexed.query(statement).rows.map { "\($0[0])" }
                try #require(found == expected, "seed \(seed): \(statement)")
            }
            guard isExplicit else { continue }
            if Bool.random(using: &random) {
                try plain.rollback()
                try indexed.rollback()
            } else {
                try plain.commit()
                try indexed.commit()
            }
        }
        #expect(indexed.database.snapshot.checkInvariants() == [])
        #expect(seeks > 20)
    }
}

extension PlanDocument {
    /// Some operator reads an index.
    var usesIndex: Bool {
        var open = [root]
        while let node = open.popLast() {
            if node.operator.contains("Index") { return true }
            open += node.children
        }
        return false
    }
}
