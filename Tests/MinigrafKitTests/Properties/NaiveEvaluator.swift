@testable import MinigrafKit

/// The language by its definition: nested loops over a replayed log, no index, no order of clauses, no interned values.
struct NaiveEvaluator {
    struct Version {
        let entity: Value
        let attribute: String
        let value: Value
        let from: Int64
        let to: Int64
        let txCount: Int64
        let isAssertion: Bool
    }

    struct Fact {
        let entity: Value
        let attribute: Value
        let value: Value
    }

    typealias Row = [String: Value]

    let rules: [Rule]
    private let facts: [Fact]
    private var relations: [String: Set<[Value]>] = [:]

    /// - Parameters:
    ///   - asOf: The last transaction that counts; `nil` for all.
    ///   - validAt: `nil` for any time.
    init(_ log: [Version], rules: [Rule], asOf: Int64?, validAt: Int64?) {
        self.rules = rules
        var last: [[Value]: Version] = [:]
        var order: [[Value]] = []
        for version in log where asOf.map({ version.txCount <= $0 }) ?? true {
            let triple = [version.entity, .keyword(version.attribute), version.value]
            if last[triple] == nil { order.append(triple) }
            last[triple] = version
        }
        facts = order.compactMap { triple in
            guard let version = last[triple], version.isAssertion else { return nil }
            if let validAt, validAt < version.from || validAt >= version.to { return nil }
            return Fact(entity: triple[0], attribute: triple[1], value: triple[2])
        }
        deriveRules()
    }

    /// The rows of `:find`, each value as what it matches.
    func answer(_ query: Query) -> [[Value]] {
        let rows = rows(query.clauses)
        let hasAggregate = query.find.contains { if case .aggregate = $0 { true } else { false } }
        if !hasAggregate {
            return rows.map { row in
                query.find.map { if case .variable(let name) = $0 { row[name]?.matching ?? .null } else { .null } }
            }
        }
        var keys: [String] = []
        for case .variable(let name) in query.find { keys.append(name) }
        var groups: [[Value]: [Row]] = [:]
        for row in rows { groups[(keys + query.with).map { row[$0]?.matching ?? .null }, default: []].append(row) }
        let countsOnly = query.find.allSatisfy {
            if case .aggregate(let function, _) = $0 { function.hasPrefix("count") } else { false }
        }
        if groups.isEmpty, countsOnly { return [query.find.map { _ in .int(0) }] }
        return groups.map { key, rows in
            query.find.map { specification in
                switch specification {
                case .variable(let name): key[keys.firstIndex(of: name) ?? 0]
                case .aggregate(let function, let name): Self.aggregate(function, rows.compactMap { $0[name] })
                case .window: .null
                }
            }
        }
    }

    private static func aggregate(_ function: String, _ values: [Value]) -> Value {
        let numbers = values.compactMap { if case .int(let number) = $0 { number } else { nil } }
        switch function {
        case "count": return .int(Int64(values.count))
        case "count-distinct": return .int(Int64(Set(values).count))
        case "sum": return .int(numbers.reduce(0, &+))
        case "min": return numbers.min().map { .int($0) } ?? .null
        default: return numbers.max().map { .int($0) } ?? .null
        }
    }

    // MARK: rules

    /// Groups of rules in the order of their names' strata, each until nothing is new.
    private mutating func deriveRules() {
        var done: Set<String> = []
        var pending = Set(rules.map(\.name))
        while !pending.isEmpty {
            // Names whose negated calls are all done; and of these, none that still calls a name left out.
            var ready = pending.filter { name in
                Self.calls(of: name, rules, negated: true).allSatisfy { done.contains($0) || !pending.contains($0) }
            }
            while let blocked = ready.first(where: { name in
                Self.calls(of: name, rules, negated: false).contains { pending.contains($0) && !ready.contains($0) }
            }) {
                ready.remove(blocked)
            }
            if ready.isEmpty { return }
            var isChanged = true
            while isChanged {
                isChanged = false
                for rule in rules where ready.contains(rule.name) {
                    for row in innerRows(rule.clauses, from: [:]) {
                        let tuple = rule.arguments.map { Self.value($0, row)?.matching ?? .null }
                        if relations[rule.name, default: []].insert(tuple).inserted { isChanged = true }
                    }
                }
            }
            done.formUnion(ready)
            pending.subtract(ready)
        }
    }

    private static func calls(of name: String, _ rules: [Rule], negated: Bool) -> Set<String> {
        Set(
            rules.filter { $0.name == name }.flatMap { RuleBook.calls(in: $0.clauses) }
                .filter { !negated || $0.isNegated }.map(\.name))
    }

    // MARK: clauses

    /// All rows of a list of clauses: what binds, as it is written; negations last.
    private func rows(_ clauses: [Clause], from start: [Row] = [[:]]) -> [Row] {
        var rows = start
        for clause in clauses where !Self.isNegation(clause) { rows = rows.flatMap { step(clause, $0) } }
        for clause in clauses where Self.isNegation(clause) { rows = rows.filter { !step(clause, $0).isEmpty } }
        return rows
    }

    /// As `rows`, of clauses within others or in a rule: facts and tuples come first.
    private func innerRows(_ clauses: [Clause], from row: Row) -> [Row] {
        func isSource(_ clause: Clause) -> Bool {
            switch clause {
            case .pattern, .ruleCall: true
            default: false
            }
        }
        return rows(clauses.filter(isSource) + clauses.filter { !isSource($0) }, from: [row])
    }

    private static func isNegation(_ clause: Clause) -> Bool {
        switch clause {
        case .not, .notJoin: true
        default: false
        }
    }

    private func step(_ clause: Clause, _ row: Row) -> [Row] {
        switch clause {
        case .pattern(let entity, let attribute, let value):
            return facts.compactMap { fact in
                var found: Row? = row
                Self.match(entity, fact.entity, &found)
                Self.match(attribute, fact.attribute, &found)
                Self.match(value, fact.value, &found)
                return found
            }
        case .ruleCall(let name, let arguments):
            return (relations[name] ?? []).compactMap { tuple in
                var found: Row? = row
                for (term, value) in zip(arguments, tuple) { Self.match(term, value, &found) }
                return found
            }
        case .expression(let expression, let output):
            guard let value = Self.value(expression, row) else { return [] }
            guard let output else { return ExpressionEvaluator.isTrue(value) ? [row] : [] }
            return [row.merging([output: value]) { $1 }]
        case .not(let clauses): return innerRows(clauses, from: row).isEmpty ? [row] : []
        case .notJoin(let names, let clauses):
            return innerRows(clauses, from: row.filter { names.contains($0.key) }).isEmpty ? [row] : []
        case .or(let branches):
            var seen: Set<Row> = []
            return branches.flatMap { innerRows($0, from: row) }.filter { found in
                seen.insert(found.mapValues(\.matching)).inserted
            }
        case .orJoin(let names, let branches):
            let start = row.filter { names.contains($0.key) }
            return branches.contains { Self.joins($0, names) && !innerRows($0, from: start).isEmpty } ? [row] : []
        }
    }

    /// A branch with facts or tuples counts if it names all shared variables, one with expressions alone if it names any.
    private static func joins(_ branch: [Clause], _ shared: [String]) -> Bool {
        var named: Set<String> = []
        var hasFacts = false
        for clause in branch {
            named.formUnion(ClauseSafety.bindings(of: clause))
            if case .expression(let expression, _) = clause {
                named.formUnion(ClauseSafety.names(in: expression))
            } else {
                hasFacts = true
            }
        }
        return hasFacts ? named.isSuperset(of: shared) : shared.isEmpty || !named.isDisjoint(with: shared)
    }

    private static func match(_ term: Term, _ value: Value, _ row: inout Row?) {
        switch term {
        case .wildcard: return
        case .constant(let constant): if constant.matching != value.matching { row = nil }
        case .variable(let name):
            guard let bound = row?[name] else {
                row?[name] = value
                return
            }
            if bound.matching != value.matching { row = nil }
        case .slot, .nothing: row = nil
        }
    }

    private static func value(_ term: Term, _ row: Row) -> Value? {
        switch term {
        case .constant(let value): value
        case .variable(let name): row[name]
        case .wildcard, .slot, .nothing: nil
        }
    }

    private static func value(_ expression: Expression, _ row: Row) -> Value? {
        switch expression {
        case .constant(let value): return value
        case .variable(let name): return row[name]
        case .call(let operation, let arguments):
            guard arguments.count == 2, let left = value(arguments[0], row), let right = value(arguments[1], row) else {
                return nil
            }
            switch operation {
            case .equal: return .bool(left.matching == right.matching)
            case .notEqual: return .bool(left.matching != right.matching)
            default: break
            }
            guard case .int(let a) = left, case .int(let b) = right else { return nil }
            switch operation {
            case .less: return .bool(a < b)
            case .greater: return .bool(a > b)
            case .add: return .int(a &+ b)
            case .multiply: return .int(a &* b)
            default: return nil
            }
        case .slot, .matches, .userPredicate: return nil
        }
    }
}
