@testable import MinigrafKit

/// Random facts, rules and queries whose variables are bound where they must be.
struct RandomProgram {
    var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    private static let entities = [":a", ":b", ":c", ":d", ":e"]
    private static let attributes = [":n", ":m", ":to", ":kind"]
    private static let rules = ["edge", "reach", "even", "odd", "lonely", "pair", "mine", "other"]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: facts

    mutating func write() -> String {
        let isAssertion = chance(75)
        var facts: [String] = []
        var seen: Set<String> = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let attribute = pick(Self.attributes)
            let triple = "\(pick(Self.entities)) \(attribute) \(constant(attribute))"
            guard seen.insert(triple).inserted else { continue }
            facts.append(isAssertion ? "[\(triple) \(window())]" : "[\(triple)]")
        }
        return "(\(isAssertion ? "transact" : "retract") [\(facts.joined(separator: " "))])"
    }

    private mutating func window() -> String {
        let from = 2000 + Int.random(in: 0..<20, using: &random)
        let to = chance(40) ? " :valid-to \"\(from + Int.random(in: 1...15, using: &random))-01-01\"" : ""
        return "{:valid-from \"\(from)-01-01\"\(to)}"
    }

    private mutating func constant(_ attribute: String) -> String {
        attribute == ":n" || attribute == ":m" ? "\(Int.random(in: 0..<4, using: &random))" : pick(Self.entities)
    }

    // MARK: rules

    /// Recursion on one and on two names, negation above it, and bodies made at random.
    mutating func ruleTexts() -> [String] {
        var texts = ["[(edge ?x ?y) [?x :to ?y]]", "[(reach ?x ?y) (edge ?x ?y)]"]
        texts.append(
            pick([
                "[(reach ?x ?y) (edge ?x ?z) (reach ?z ?y)]", "[(reach ?x ?y) (reach ?x ?z) [?z :to ?y]]",
                "[(reach ?x ?y) (reach ?x ?z) (reach ?z ?y)]", "[(reach ?x ?y) (reach ?z ?y) [?x :kind ?z] [?z :n ?n]]",
            ]))
        texts += [
            "[(even ?x) [?x :n 0]]", "[(odd ?x) [?y :to ?x] (even ?y)]", "[(even ?x) [?y :to ?x] (odd ?y)]",
            "[(lonely ?x) [?x :n ?n] (not-join [?x] (reach ?x ?y))]",
            "[(pair ?x ?y) [?x :m ?n] [?y :m ?n] (not (edge ?x ?y))]",
        ]
        for name in ["mine", "other"] where chance(70) {
            var bound: [String] = []
            // A body calls names before its own only, so that no negation closes a cycle.
            let known = name == "mine" ? Array(Self.rules.prefix(6)) : Array(Self.rules.prefix(7))
            let body = clauses(Int.random(in: 1...3, using: &random), &bound, depth: 0, rules: known)
            let entities = bound.filter { $0.hasPrefix("?e") }
            guard let first = entities.first else { continue }
            let head = name == "mine" ? first : "\(first) \(pick(bound))"
            texts.append("[(\(name) \(head)) \(body)]")
        }
        return texts.map { "(rule \($0))" }
    }

    // MARK: queries

    mutating func query() -> String {
        var bound: [String] = []
        var body = clauses(Int.random(in: 1...4, using: &random), &bound, depth: 0, rules: Self.rules)
        while bound.isEmpty { body += " " + pattern(&bound, mayBind: true) }
        var find: [String] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) { find.append(pick(bound)) }
        let numbers = bound.filter { $0.hasPrefix("?n") }
        var with = ""
        if chance(30) {
            find = Array(find.prefix(Int.random(in: 0...1, using: &random)))
            find.append("(count \(pick(bound)))")
            if let number = numbers.first {
                find.append("(\(pick(["sum", "min", "max", "count-distinct"])) \(number))")
            }
            if chance(30) { with = " :with \(pick(bound))" }
        }
        return "(query [:find \(find.joined(separator: " "))\(with) :where \(body)])"
    }

    /// - Parameter bound: What is bound before, and then also by the clauses.
    private mutating func clauses(
        _ count: Int, _ bound: inout [String], depth: Int, rules: [String], isNegated: Bool = false
    ) -> String {
        var texts: [String] = []
        for _ in 0..<count {
            let roll = Int.random(in: 0..<100, using: &random)
            switch roll {
            case 0..<50: texts.append(pattern(&bound, mayBind: !isNegated))
            case 50..<65: texts.append(call(&bound, rules, mayBind: !isNegated))
            case 65..<78: if let text = expression(&bound, mayBind: !isNegated) { texts.append(text) }
            case 78..<88 where depth == 0 && !bound.isEmpty && !isNegated:
                var inner = bound
                texts.append("(not \(clauses(1, &inner, depth: 1, rules: rules, isNegated: true)))")
            case 88..<92 where depth == 0 && !bound.isEmpty && !isNegated:
                let shared = [pick(bound)]
                var inner = shared
                texts.append(
                    "(not-join [\(shared[0])] \(clauses(Int.random(in: 1...2, using: &random), &inner, depth: 1, rules: rules)))"
                )
            case 92..<100 where depth == 0 && !bound.isEmpty && !isNegated: texts.append(alternatives(&bound, rules))
            default: break
            }
        }
        if texts.isEmpty { texts.append(pattern(&bound, mayBind: !isNegated)) }
        return texts.joined(separator: " ")
    }

    private mutating func variable(_ prefix: String, _ bound: inout [String], mayBind: Bool) -> String {
        let known = bound.filter { $0.hasPrefix(prefix) }
        if !known.isEmpty, chance(60) || !mayBind { return pick(known) }
        if !mayBind { return "_" }
        let name = "\(prefix)\(Int.random(in: 0..<3, using: &random))"
        if !bound.contains(name) { bound.append(name) }
        return name
    }

    private mutating func pattern(_ bound: inout [String], mayBind: Bool) -> String {
        let attribute = pick(Self.attributes)
        let entity = chance(85) ? variable("?e", &bound, mayBind: mayBind) : pick(Self.entities)
        let prefix = attribute == ":n" || attribute == ":m" ? "?n" : "?e"
        let roll = Int.random(in: 0..<10, using: &random)
        var value = roll < 6 ? variable(prefix, &bound, mayBind: mayBind) : roll < 8 ? "_" : constant(attribute)
        // One variable twice compares exactly, which the plain definition does not.
        if value == entity { value = "_" }
        return "[\(entity) \(chance(92) ? attribute : "_") \(value)]"
    }

    private mutating func call(_ bound: inout [String], _ rules: [String], mayBind: Bool) -> String {
        let name = pick(rules)
        let isSingle = ["even", "odd", "lonely", "mine"].contains(name)
        var words: [String] = []
        for _ in 0..<(isSingle ? 1 : 2) {
            let word = chance(80) ? variable("?e", &bound, mayBind: mayBind) : pick(Self.entities)
            // As in a pattern, one variable twice compares exactly.
            words.append(words.contains(word) && word.hasPrefix("?") ? "_" : word)
        }
        return "(\(name) \(words.joined(separator: " ")))"
    }

    private mutating func expression(_ bound: inout [String], mayBind: Bool) -> String? {
        let numbers = bound.filter { $0.hasPrefix("?n") }
        guard !numbers.isEmpty else { return nil }
        let right = chance(50) ? pick(numbers) : "\(Int.random(in: 0..<4, using: &random))"
        if mayBind, chance(30) {
            // A name of its own: an output writes over what is bound.
            let output = "?n\(3 + bound.count)"
            let text = "[(\(pick(["+", "*"])) \(pick(numbers)) \(right)) \(output)]"
            bound.append(output)
            return text
        }
        return "[(\(pick(["<", ">", "=", "!="])) \(pick(numbers)) \(right))]"
    }

    private mutating func alternatives(_ bound: inout [String], _ rules: [String]) -> String {
        if chance(50) {
            let shared = pick(bound)
            var branches: [String] = []
            for _ in 0..<2 {
                var inner = [shared]
                branches.append(
                    "(and \(clauses(Int.random(in: 1...2, using: &random), &inner, depth: 1, rules: rules)))")
            }
            return "(or-join [\(shared)] \(branches.joined(separator: " ")))"
        }
        // Each branch binds the same new variable, or none.
        let entity = pick(bound.filter { $0.hasPrefix("?e") } + [pick(Self.entities)])
        let value = chance(60) ? "?e9" : "_"
        let branches = (0..<2).map { _ in "[\(entity) \(pick([":to", ":kind"])) \(value)]" }
        if value != "_", !bound.contains(value) { bound.append(value) }
        return "(or \(branches.joined(separator: " ")))"
    }
}
