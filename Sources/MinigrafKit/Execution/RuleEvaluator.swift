/// Derives the tuples of rules, group by group, each round from what the round before found.
struct RuleEvaluator {
    let book: RuleBook
    let evaluator: ClauseEvaluator
    let predicates: [String: any MiniGrafPredicate]
    let derivedFactsLimit: Int64
    let resultsLimit: Int64

    private struct BoundRule {
        let relation: RuleRelations.Relation
        let head: [BoundTerm]
        let clauses: [BoundClause]
        let width: Int
        /// Calls of the rule's own group, by place among the clauses.
        let recursiveCalls: [(clause: Int, name: String)]
        /// A call of the group stands where no delta reaches it.
        let callsInside: Bool
    }

    func derive(_ names: [String]) throws(MiniGrafError) {
        var total = 0
        for group in book.strata(for: names) { try derive(group, &total) }
    }

    private func derive(_ group: Set<String>, _ total: inout Int) throws(MiniGrafError) {
        var rules: [BoundRule] = []
        for name in group.sorted() {
            for rule in book.rules[name] ?? [] { rules.append(try bind(rule, group)) }
        }
        var done: [ObjectIdentifier: Int] = [:]
        var isFirst = true
        while true {
            var marks: [ObjectIdentifier: Int] = [:]
            for rule in rules { marks[ObjectIdentifier(rule.relation)] = rule.relation.count }
            var derived = 0
            for rule in rules {
                if isFirst || rule.callsInside {
                    derived += try apply(rule, delta: nil)
                    continue
                }
                for call in rule.recursiveCalls {
                    for relation in evaluator.relations.byName[call.name] ?? [] {
                        let id = ObjectIdentifier(relation)
                        let from = done[id] ?? 0
                        let to = marks[id] ?? relation.count
                        if from < to {
                            derived += try apply(rule, delta: .init(clause: call.clause, range: from..<to))
                        }
                    }
                }
            }
            if Int64(derived) > derivedFactsLimit {
                throw .coded(
                    "INT-020",
                    "evaluator: iteration or result limit exceeded: Max derived facts per iteration "
                        + "(\(derivedFactsLimit)) exceeded. Rule may be generating too many facts.")
            }
            total += derived
            if Int64(total) > resultsLimit {
                throw .coded(
                    "INT-020",
                    "evaluator: iteration or result limit exceeded: Max query results (\(resultsLimit)) exceeded.")
            }
            if derived == 0 { return }
            done = isFirst ? [:] : marks
            isFirst = false
        }
    }

    private func bind(_ rule: Rule, _ group: Set<String>) throws(MiniGrafError) -> BoundRule {
        if rule.arguments.isEmpty {
            throw .evaluator("Rule head must have at least 2 elements: (predicate ?arg1)")
        }
        var binder = ClauseBinder(
            values: evaluator.values, predicates: predicates, patternsDecideFirst: false)
        var names: ClauseBinder.Names = [:]
        let clauses = try binder.bind(rule.clauses, &names)
        let bound = Set(clauses.flatMap(\.outputs))
        var head: [BoundTerm] = []
        for argument in rule.arguments {
            let term = binder.term(argument, &names)
            if case .slot(let slot) = term, !bound.contains(slot), case .variable(let name) = argument {
                throw .evaluator("Unbound variable in rule head: \(name)")
            }
            if case .wildcard = term { throw .evaluator("Unbound variable in rule head: _") }
            head.append(term)
        }
        var calls: [(clause: Int, name: String)] = []
        for (index, clause) in clauses.enumerated() {
            if case .ruleCall(let name, _, _) = clause, group.contains(name) { calls.append((index, name)) }
        }
        let all = RuleBook.calls(in: rule.clauses).filter { group.contains($0.name) }
        return BoundRule(
            relation: evaluator.relations.relation(rule.name, width: head.count), head: head, clauses: clauses,
            width: binder.slotCount, recursiveCalls: calls, callsInside: all.count > calls.count)
    }

    private func apply(_ rule: BoundRule, delta: ClauseEvaluator.Delta?) throws(MiniGrafError) -> Int {
        let rows = try evaluator.run(rule.clauses, over: .start(width: rule.width), bound: [], delta: delta)
        var derived = 0
        var tuple = [ValueID](repeating: 0, count: rule.head.count)
        for index in 0..<rows.count {
            let row = rows[index]
            var isComplete = true
            for (column, term) in rule.head.enumerated() {
                switch term {
                case .slot(let slot): tuple[column] = row[row.startIndex + slot]
                case .constant(let id): tuple[column] = id
                case .wildcard, .nothing: isComplete = false
                }
            }
            // The first argument is an entity: a keyword there is the entity it names.
            if case .keyword = evaluator.values.value(tuple[0]) { tuple[0] = evaluator.values.matchID(tuple[0]) }
            if isComplete, rule.relation.insert(tuple[...]) {
                try evaluator.budget.hold(rule.head.count * 4 + 12)
                derived += 1
            }
        }
        return derived
    }
}
