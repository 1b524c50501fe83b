/// Generated graphs and statements over them, for tests that compare ways to run the same statement.
struct RuleGraph {
    var labels: [String]
    var relationships: [(from: Int, type: String, to: Int)] = []

    /// Up to 10 nodes and 20 relationships, loops and parallels among them. All of type `Z` run from `A` to `B`, so that the
    /// counts imply their labels.
    init(_ random: inout some RandomNumberGenerator) {
        let count = Int.random(in: 1...10, using: &random)
        labels = (0..<count).map { _ in ["A", "B", "A:B", ""].randomElement(using: &random) ?? "" }
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let from = Int.random(in: 0..<count, using: &random)
            let to = Int.random(in: 0..<count, using: &random)
            var types = ["X", "Y"]
            if labels[from].hasPrefix("A"), labels[to].hasSuffix("B") { types += ["Z", "Z"] }
            relationships.append((from, types.randomElement(using: &random) ?? "X", to))
        }
    }

    /// One statement that makes the graph: nodes with `n`, their number, `m`, and `s`, which some lack.
    var statement: String {
        var parts: [String] = []
        for (number, label) in labels.enumerated() {
            let text = number % 4 == 3 ? "" : ", s: '\(["ab", "b", "abc"][number % 3])'"
            parts.append("(v\(number)\(label.isEmpty ? "" : ":" + label) {n: \(number), m: \(number % 3)\(text)})")
        }
        for (number, relationship) in relationships.enumerated() {
            parts.append("(v\(relationship.from))-[:\(relationship.type) {r: \(number)}]->(v\(relationship.to))")
        }
        return "CREATE " + parts.joined(separator: ", ")
    }
}

/// Reading statements whose rows depend on nothing but the graph: no `LIMIT` without an order, no order of a collected list.
struct RuleStatement {
    private var random: any RandomNumberGenerator
    /// Hops that a statement may still take: rows multiply with each.
    private var hopsLeft = 0

    init(_ random: any RandomNumberGenerator) { self.random = random }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
    private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

    mutating func next() -> String {
        hopsLeft = 5
        var text = pattern(prefix: "a", hops: pick([0, 1, 1, 2, 2, 3]))
        var names = variables
        if chance(20) {
            text += " WITH DISTINCT \(names[0]) AS a0, \(names[names.count - 1]) AS b0"; names = ["a0", "b0"]
        }
        if chance(30) {
            text += " OPTIONAL " + pattern(prefix: "o", hops: pick([0, 1, 1, 2]), from: pick(names))
            names += variables
        } else if chance(20) {
            text += " " + pattern(prefix: "c", hops: pick([1, 2]), from: chance(50) ? pick(names) : nil)
            names += variables
        } else if chance(15) {
            text +=
                " CALL (\(names[0])) { \(chance(70) ? "" : "OPTIONAL ")MATCH (\(names[0]))\(pick(["-[:X]->", "--"]))(q) \(inner(names[0])) }"
            names.append("q")
            return text + " RETURN " + names.prefix(2).map { "\($0).n" }.joined(separator: ", ") + ", q"
        }
        return text + " RETURN " + projection(names)
    }

    /// What an inner query makes of `q`.
    private mutating func inner(_ outer: String) -> String {
        pick([
            "RETURN q", "RETURN count(q) AS q", "RETURN max(q.n) AS q", "RETURN DISTINCT q.m AS q",
            "RETURN q.n AS q ORDER BY q DESC LIMIT 2", "RETURN q.n AS q ORDER BY q SKIP 1 LIMIT 2",
            "RETURN DISTINCT q.n AS q ORDER BY q SKIP 1", "WITH q.m AS m, count(*) AS c RETURN m * 10 + c AS q",
            "WITH count(*) AS c RETURN c + \(outer).n AS q", "WITH count(*) AS c WHERE c > 1 RETURN c AS q",
            "WITH q ORDER BY q.n LIMIT 2 RETURN sum(q.n) AS q", "RETURN size(collect(q.n)) AS q",
            "WITH collect(DISTINCT q.m) AS l RETURN size(l) + \(outer).m AS q",
            "CALL (q) { MATCH (q)--(z) RETURN count(z) AS d } RETURN q.n + d AS q ORDER BY q LIMIT 3",
        ])
    }

    private var variables: [String] = []
    /// Repeated patterns so far: their variables have names of their own.
    private var repetitions = 0

    private mutating func pattern(prefix: String, hops: Int, from: String? = nil) -> String {
        var name = from ?? "\(prefix)0"
        variables = from == nil ? [name] : []
        var text = "MATCH \(chance(15) ? "p\(prefix) = " : "")(\(name)\(from == nil ? label() : ""))"
        for index in 0..<max(0, min(hops, hopsLeft)) where hopsLeft > 0 {
            name = "\(prefix)\(index + 1)"
            variables.append(name)
            text += hop() + "(\(name)\(label()))"
        }
        let ends = (from.map { [$0] } ?? []) + variables
        // A relationship more between two of the nodes closes a cycle.
        if ends.count > 2, chance(50) { text += ", (\(pick(ends)))\(step(mayVary: false))(\(pick(ends)))" }
        if variables.isEmpty { variables = ends }
        var predicates: [String] = []
        if chance(15) {
            text += ", (\(prefix)x:\(pick(["A", "B"])))"
            predicates.append("\(prefix)x.n = \(pick(ends)).\(pick(["n", "n", "m"]))")
            if chance(30) { predicates.append("\(prefix)x.\(pick(["m", "s"])) = \(pick(ends)).\(pick(["m", "s"]))") }
        }
        if chance(35) { predicates.append(predicate(ends)) }
        if chance(20) { predicates.append(predicate(ends)) }
        return text + (predicates.isEmpty ? "" : " WHERE " + predicates.joined(separator: " AND "))
    }

    /// A step, or a repeated pattern.
    private mutating func hop() -> String {
        guard hopsLeft > 1, chance(12) else { return step() }
        repetitions += 1
        let bounds = pick(["{1,2}", "{0,2}", "{2}", "{1,3}"])
        if chance(50) { return step(mayVary: false) + bounds }
        let (x, r, y) = ("x\(repetitions)", "r\(repetitions)", "y\(repetitions)")
        hopsLeft -= 2
        let test = pick(["", "", " WHERE \(x).m <= \(y).m", " WHERE \(r).r > 3", " WHERE EXISTS { (\(y))-[:X]->() }"])
        let arrow = pick(["-[\(r)]->", "-[\(r):X]->", "<-[\(r)]-", "-[\(r):Y]-"])
        return " ((\(x))\(arrow)(\(y)\(label()))\(test))\(bounds) "
    }

    private mutating func label() -> String { pick(["", "", ":A", ":B", ":A|B", ":!A"]) }

    private mutating func step(mayVary: Bool = true) -> String {
        var bracket = pick(["", ":X", ":Y", ":Z", ":Z", ":X|Z", ":Nothing"])
        hopsLeft -= 1
        if mayVary, hopsLeft > 1, chance(20) {
            bracket += pick(["*1..2", "*0..2", "*1..3", "*2..3"])
            hopsLeft -= 2
        }
        let text = bracket.isEmpty ? "--" : "-[\(bracket)]-"
        switch pick([0, 0, 1, 2]) {
        case 0: return text + ">"
        case 1: return "<" + text
        default: return text
        }
    }

    private mutating func predicate(_ names: [String]) -> String {
        let name = pick(names)
        let other = pick(names)
        switch random.next() % 15 {
        case 12: return "EXISTS { MATCH (e\(label())) WHERE e.m = \(name).m AND e.s = \(other).s }"
        case 13:
            let ends = "(e\(label())), (f\(label()))"
            return "NOT EXISTS { MATCH \(ends) WHERE e.m = \(name).m AND f.n = e.n AND f <> \(name) }"
        case 14: return "\(name):\(pick(["A", "B", "A|B", "!B", "A&B"]))"
        case 0: return "\(name).n > \(random.next() % 8)"
        case 1: return "\(name).m = \(other).m"
        case 2: return "\(name).s CONTAINS 'b'"
        case 3: return "\(name).s STARTS WITH 'ab'"
        case 4: return "(\(name))\(step())(\(label()))"
        case 5: return "NOT (\(name))\(step())(\(label()))"
        case 6: return "EXISTS { (\(name))\(step())(e\(label()))\(step())() }"
        case 7: return "NOT EXISTS { MATCH (\(name))\(step())(e) WHERE e.m = \(other).m }"
        case 8: return "COUNT { (\(name))\(step(mayVary: false))(\(label())) } > \(random.next() % 3)"
        case 9: return "EXISTS { MATCH (e\(label())) WHERE e.m = \(name).m AND e.n > \(name).n }"
        case 10: return "\(name).n IN [0, 2, 4, 6, 8]"
        default: return "\(name).n >= 1 AND \(name).n < 9"
        }
    }

    private mutating func projection(_ names: [String]) -> String {
        let name = pick(names)
        let other = pick(names)
        switch random.next() % 15 {
        case 12: return "\(name).n AS x, COLLECT { MATCH (\(name))--(z) RETURN z.n ORDER BY z.n DESC LIMIT 2 } AS y"
        case 13: return "\(name).n AS x, COUNT { MATCH (\(name))--(z) RETURN DISTINCT z.m } AS y"
        case 14: return "count(DISTINCT \(name)) AS c"
        case 0: return "count(*) AS c"
        case 1: return "count(\(name)) AS c, count(*) AS d"
        case 2: return "\(name).n AS x, count(*) AS c"
        case 3: return "\(name).s AS x, count(\(other)) AS c, min(\(other).n) AS d"
        case 4: return "DISTINCT \(name).n AS x"
        case 5: return "DISTINCT \(name) AS x, \(other).m AS y"
        case 6: return "count(DISTINCT \(name).m) AS c, max(\(other).n) AS d"
        case 7: return "\(name).n AS x, \(other).n AS y ORDER BY x, y LIMIT 5"
        case 8: return "sum(\(name).n) AS c, avg(\(other).n) AS d"
        case 9: return "DISTINCT \(name) AS x ORDER BY x.n DESC SKIP 1"
        case 10: return "\(name).m AS x, COUNT { (\(name))\(step(mayVary: false))() } AS y"
        default: return names.map { "\($0).n AS \($0)n" }.joined(separator: ", ")
        }
    }
}
