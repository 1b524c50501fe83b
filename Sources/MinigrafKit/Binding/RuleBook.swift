/// The rules a handle knows, and what each of them calls.
struct RuleBook: Sendable {
    private(set) var rules: [String: [Rule]] = [:]

    /// Adds a rule unless it closes a cycle through a negation.
    mutating func add(_ rule: Rule) throws(MiniGrafError) {
        var extended = self
        extended.rules[rule.name, default: []].append(rule)
        for (name, group) in extended.rules.sorted(by: { $0.key < $1.key }) {
            for called in group.flatMap({ Self.calls(in: $0.clauses) }) where called.isNegated {
                if extended.reachable(from: [called.name]).contains(name) {
                    throw .coded(
                        "INT-054",
                        "unstratifiable: predicate '\(name)' is involved in a negative cycle through "
                            + "'\(called.name)'")
                }
            }
        }
        self = extended
    }

    /// The names, and all that their rules call in turn.
    func reachable(from names: [String]) -> Set<String> {
        var found: Set<String> = []
        var pending = names
        while let name = pending.popLast() {
            guard found.insert(name).inserted else { continue }
            pending += (rules[name] ?? []).flatMap { Self.calls(in: $0.clauses).map(\.name) }
        }
        return found
    }

    /// The needed rules in groups that call each other, called groups first.
    func strata(for names: [String]) -> [Set<String>] {
        let needed = reachable(from: names).filter { rules[$0] != nil }
        var reach: [String: Set<String>] = [:]
        for name in needed {
            let called = (rules[name] ?? []).flatMap { Self.calls(in: $0.clauses).map(\.name) }
            reach[name] = reachable(from: called + [name]).intersection(needed)
        }
        var groups: [Set<String>] = []
        var placed: Set<String> = []
        for name in needed.sorted(by: { (reach[$0]?.count ?? 0, $0) < (reach[$1]?.count ?? 0, $1) })
        where !placed.contains(name) {
            let mutual = (reach[name] ?? []).filter { reach[$0]?.contains(name) ?? false }
            let group = mutual.union([name])
            placed.formUnion(group)
            groups.append(group)
        }
        return groups
    }

    static func calls(in clauses: [Clause], isNegated: Bool = false) -> [(name: String, isNegated: Bool)] {
        clauses.flatMap { clause -> [(name: String, isNegated: Bool)] in
            switch clause {
            case .pattern, .expression: []
            case .ruleCall(let name, _): [(name, isNegated)]
            case .not(let inner), .notJoin(_, let inner): calls(in: inner, isNegated: true)
            case .or(let branches), .orJoin(_, let branches):
                branches.flatMap { calls(in: $0, isNegated: isNegated) }
            }
        }
    }
}
