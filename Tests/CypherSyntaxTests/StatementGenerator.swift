import TestSupport

/// Random statements as text, from a grammar written apart from the parser's.
struct StatementGenerator {
    private(set) var random: SplitMix
    private var depth = 0

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func pick(_ options: [String]) -> String { options[number(below: options.count)] }

    private mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    private mutating func list(_ count: ClosedRange<Int>, separator: String = ", ", _ make: (inout Self) -> String)
        -> String
    {
        let count = count.lowerBound + number(below: count.count)
        return (0..<count).map { _ in make(&self) }.joined(separator: separator)
    }

    mutating func statement() -> String {
        let prefix = chance(10) ? pick(["EXPLAIN ", "PROFILE ", "CYPHER 25 "]) : ""
        return prefix + query()
    }

    private mutating func query() -> String {
        depth += 1
        defer { depth -= 1 }
        let clauses = list(0...2, separator: " ") { $0.clause() }
        let text = clauses + " RETURN " + projection()
        return chance(10) && depth < 3 ? "\(text) \(pick(["UNION", "UNION ALL", "NEXT"])) RETURN \(projection())" : text
    }

    private mutating func projection() -> String {
        let items = list(1...3) { generator in
            let alias = generator.chance(40) ? " AS \(generator.variable())" : ""
            return generator.expression() + alias
        }
        let distinct = chance(20) ? "DISTINCT " : ""
        let order = chance(20) ? " ORDER BY \(expression())\(pick(["", " DESC", " ASC"]))" : ""
        let limit = chance(20) ? " SKIP 1 LIMIT \(expression())" : ""
        return distinct + items + order + limit
    }

    private mutating func clause() -> String {
        switch number(below: 15) {
        case 12: return rarerClause()
        case 13: return updatingClause()
        case 14: return selection()
        case 0, 1, 2: return "\(pick(["MATCH", "OPTIONAL MATCH"])) \(list(1...2) { $0.path() })\(filter(50))"
        case 3: return "UNWIND \(expression()) AS \(variable())"
        case 4: return "WITH \(projection())\(filter(30))"
        case 5: return "CREATE \(path())"
        case 6: return "MERGE \(path()) ON CREATE SET \(setItem()) ON MATCH SET \(setItem())"
        case 7: return "SET \(list(1...3) { $0.setItem() })"
        case 8: return "\(pick(["", "DETACH "]))DELETE \(expression())"
        case 9: return depth < 3 ? "CALL (\(list(0...2) { $0.variable() })) { \(query()) }" : "FINISH"
        case 10: return "LET \(variable()) = \(expression())"
        default: return "FILTER \(expression())"
        }
    }

    private mutating func rarerClause() -> String {
        switch number(below: 8) {
        case 0: return "FOR \(variable()) IN \(expression())"
        case 1: return "LOAD CSV \(pick(["", "WITH HEADERS "]))FROM \(expression()) AS \(variable())"
        case 2:
            return
                "\(pick(["", "OPTIONAL "]))CALL \(pick(["db.labels", "`a b`.c"]))(\(expression())) YIELD \(key()) AS \(variable())"
        case 3:
            return "ORDER BY \(expression())\(pick(["", " DESC"])) \(pick(["SKIP", "OFFSET"])) \(expression()) LIMIT 3"
        case 4: return "WITH *, \(expression()) AS \(variable()) ORDER BY \(expression())\(filter(50))"
        case 5: return "MATCH (\(variable()):A) USING INDEX \(variable()):A(k) USING SCAN \(variable()):A\(filter(50))"
        case 6:
            guard depth < 3 else { return "LIMIT 1" }
            return "CALL (*) { \(query()) } IN TRANSACTIONS OF \(expression()) ROWS ON ERROR CONTINUE"
        default:
            return
                "MATCH (\(variable()):A) SEARCH \(variable()) IN (VECTOR INDEX i FOR \(expression()) LIMIT \(expression()))"
        }
    }

    private mutating func updatingClause() -> String {
        switch number(below: 5) {
        case 0: return "INSERT (\(variable()):A&B {\(key()): \(expression())})-[:T]->()"
        case 1: return "REMOVE \(variable()).\(key()), \(variable()):\(key()), \(variable())[\(expression())]"
        case 2: return "FOREACH (\(variable()) IN \(expression()) | SET \(setItem()) CREATE \(path()))"
        case 3: return "MERGE \(path())"
        default: return "\(pick(["DETACH", "NODETACH"])) DELETE \(expression()), \(expression())"
        }
    }

    private mutating func selection() -> String {
        let selector = pick([
            "ANY", "ANY 2", "ALL", "ANY SHORTEST", "ALL SHORTEST", "SHORTEST 3", "SHORTEST 2 GROUPS", "TRAIL",
            "ACYCLIC",
            "WALK",
        ])
        let quantifier = pick(["+", "*", "{2}", "{1,3}", "{,4}", "{2,}"])
        let inner = pick([
            "-->\(quantifier)", "((x)-[:T]->(y) WHERE \(expression()))\(quantifier)", "-[:T|U]-\(quantifier)",
        ])
        return "MATCH \(variable()) = \(selector) \(node())\(inner)\(node())\(filter(30))"
    }

    private mutating func filter(_ percent: Int) -> String { chance(percent) ? " WHERE \(expression())" : "" }

    private mutating func setItem() -> String {
        switch number(below: 4) {
        case 0: "\(variable()).\(key()) = \(expression())"
        case 1: "\(variable()) \(pick(["=", "+="])) \(expression())"
        case 2: "\(variable()):\(key()):\(key())"
        default: "\(variable())[\(expression())] = \(expression())"
        }
    }

    mutating func variable() -> String {
        pick(
            ["a", "b", "n", "x", "match", "`a b`", "type", "where", "return", "count", "ünï", "case", "none"].filter {
                !["where", "return", "case", "match"].contains($0)
            })
    }

    private mutating func key() -> String { pick(["k", "name", "A", "`x``y`", "match", "where", "T", "null"]) }

    mutating func path() -> String {
        let variable = chance(20) ? "\(self.variable()) = " : ""
        let hops = (0..<number(below: 3)).map { _ in relationship() + node() }.joined()
        return variable + node() + hops
    }

    private mutating func node() -> String {
        let name = chance(60) ? variable() : ""
        let properties = chance(25) ? " {\(key()): \(expression())}" : ""
        // `(WHERE {…})` is a node called `WHERE`.
        let filter = chance(10) ? " WHERE (\(expression()))" : ""
        return "(\(name)\(labels())\(properties)\(filter))"
    }

    private mutating func labels() -> String {
        switch number(below: 6) {
        case 0: ":\(key())"
        case 1: ":\(key())|\(key())&!\(key())"
        case 2: ":(\(key())|%)&$(\(expression()))"
        case 3: ":\(key()):\(key())"
        default: ""
        }
    }

    private mutating func relationship() -> String {
        let name = chance(40) ? variable() : ""
        let types = chance(60) ? ":\(key())\(chance(30) ? "|\(key())" : "")" : ""
        let length = chance(25) ? pick(["*", "*2", "*1..3", "*..4", "*0.."]) : ""
        let detail = name + types + length
        let body = detail.isEmpty ? "" : "[\(detail)]"
        switch number(below: 3) {
        case 0: return "-\(body)->"
        case 1: return "<-\(body)-"
        default: return "-\(body)-"
        }
    }

    mutating func expression() -> String {
        depth += 1
        defer { depth -= 1 }
        if depth > 5 { return atom() }
        switch number(below: 22) {
        case 0...4: return atom()
        case 5, 6:
            let operators = [
                "+", "-", "*", "/", "%", "^", "||", "=", "<>", "<", ">=", "AND", "OR", "XOR", "IN",
                "STARTS WITH", "CONTAINS", "=~",
            ]
            return "\(operand()) \(pick(operators)) \(operand())"
        case 7:
            return
                "\(operand()) \(pick(["AND", "OR", "+", "<", "-", "*"])) \(operand()) \(pick(["AND", "OR"])) \(operand())"
        case 8: return pick(["NOT ", "NOT (", "-", "+", "-("]).self.closing(operand())
        case 9:
            return
                "\(operand()) IS \(pick(["", "NOT "]))\(pick(["NULL", ":: INTEGER", ":: LIST<STRING NOT NULL | ANY NOT NULL>", "NFC NORMALIZED", "LABELED A"]))"
        case 10:
            return
                "\(pick(["f", "size", "a.b.c", "count"]))(\(pick(["", "DISTINCT "]))\(expression()), \(expression()))"
        case 11: return "[\(variable()) IN \(operand())\(filter(50))\(chance(50) ? " | \(expression())" : "")]"
        case 12: return "[\(list(0...3) { $0.expression() })]"
        case 13: return "{\(key()): \(expression()), \(key()): \(expression())}"
        case 14:
            return
                "CASE \(chance(50) ? variable() : "") WHEN \(expression()) THEN \(expression()) ELSE \(expression()) END"
        case 15:
            return "\(pick(["all", "any", "none", "single"]))(\(variable()) IN \(expression()) WHERE \(expression()))"
        case 16: return "reduce(\(variable()) = \(expression()), \(variable()) IN \(expression()) | \(expression()))"
        case 17:
            return depth < 3
                ? "\(pick(["EXISTS", "COUNT", "COLLECT"])) { \(query()) }" : "EXISTS { \(path())\(filter(30)) }"
        case 18: return "[(a)\(relationship())(b)\(filter(30)) | \(expression())]"
        case 19: return "\(variable()) {.\(key()), .*, \(key()): \(expression()), \(variable())}"
        case 20: return "((a)\(relationship())(b))"
        default: return "(\(expression()))\(pick([".k", "[0]", "[1..2]", "[..x]", ":A|B", ":A&B"]))"
        }
    }

    private mutating func operand() -> String { chance(50) ? "(\(expression()))" : atom() }

    private mutating func atom() -> String {
        pick([
            "1", "-1", "0x1F", "1.5", "-2.5e10", "'a'", "\"it's\"", "'\\n\\u0041\\\\'", "true", "null", "$p", "$`q r`",
            variable(),
            "\(variable()).\(key())", "count(*)", "[]", "{}", "date()", "Infinity", "9223372036854775807",
            "-9223372036854775808", "shortestPath((a)-[*]->(b))", "trim(BOTH 'x' FROM a)", "s'a${1 + x}b'",
        ])
    }
}

extension String {
    /// This text, `operand`, and the parenthesis that this text may open.
    fileprivate func closing(_ operand: String) -> String { self + operand + (hasSuffix("(") ? ")" : "") }
}
