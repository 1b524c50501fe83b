/// A rule with its names resolved.
struct BoundRule {
    let name: String
    let head: [BoundTerm]
    let clauses: [BoundClause]
    let width: Int
    /// Calls of the rule's own group, by place among the clauses.
    let recursiveCalls: [(clause: Int, name: String)]
    /// A call of the group stands where no delta reaches it.
    let callsInside: Bool
    /// Why no tuple can be made of a row; said when the first one comes.
    let headProblem: String?
    /// The first argument is an entity whatever the facts are.
    let beginsWithEntity: Bool
}

/// Derives the tuples of rules when a call needs them: those with the values that the call knows, where the rules allow it,
/// else all of them, group by group, each round from what the round before found.
final class RuleEvaluator {
    struct Limits {
        /// New tuples of one round.
        var derivedFacts: Int64
        /// Tuples held in all.
        var results: Int64
        /// Rules are derived in full and at once, so that the limits count what they say.
        var areExplicit: Bool
    }

    private let book: RuleBook
    private unowned let evaluator: ClauseEvaluator
    private let predicates: [String: any MiniGrafPredicate]
    private let limits: Limits
    private var rules: [String: [BoundRule]] = [:]
    private var groups: [String: Set<String>] = [:]
    /// Names whose tuples are all there, or are being derived.
    private var derived: Set<String> = []
    private var demands: [String: RuleDemand?] = [:]
    private var total = 0

    init(
        book: RuleBook, evaluator: ClauseEvaluator, predicates: [String: any MiniGrafPredicate], limits: Limits
    ) {
        self.book = book
        self.evaluator = evaluator
        self.predicates = predicates
        self.limits = limits
    }

    /// Binds the rules that calls of these names need, and derives them where limits are explicit.
    func prepare(_ names: [String]) throws(MiniGrafError) {
        let strata = book.strata(for: names)
        for group in strata {
            for name in group.sorted() {
                groups[name] = group
                var bound: [BoundRule] = []
                for rule in book.rules[name] ?? [] { bound.append(try bind(rule, group)) }
                rules[name] = bound
            }
        }
        for group in strata {
            let rules = group.flatMap { self.rules[$0] ?? [] }
            // What may fail, fails whether or not the query comes to it.
            let mayFail = rules.contains { $0.headProblem != nil || !$0.beginsWithEntity }
            if limits.areExplicit || mayFail { try derive(group) }
        }
    }

    /// The tuples that a call over these rows joins with.
    func relations(for call: BoundCall, _ rows: RowSet, _ bound: BitSet) throws(MiniGrafError) -> [RuleRelation] {
        guard let group = groups[call.name] else { return [] }
        if !derived.contains(call.name) {
            if let demanded = try demanded(call, rows, bound) { return [demanded] }
            try derive(group)
        }
        return evaluator.relations.byName[call.name] ?? []
    }

    // MARK: what a call asks for

    private func demanded(
        _ call: BoundCall, _ rows: RowSet, _ bound: BitSet
    ) throws(MiniGrafError) -> RuleRelation? {
        for (column, argument) in call.arguments.enumerated() {
            let seeds: [ValueID]
            switch argument {
            case .constant(let id): seeds = [evaluator.values.matchID(id)]
            case .slot(let slot) where bound.contains(slot) && !call.decides.contains(slot):
                seeds = (0..<rows.count).map { evaluator.values.matchID(rows.data[$0 * rows.width + slot]) }
            default: continue
            }
            guard let demand = demand(call.name, column) else { continue }
            // -0.0 and 0.0 match and are two values; the full derivation keeps them apart.
            let isFloat = seeds.contains { if case .float = evaluator.values.value($0) { true } else { false } }
            if isFloat { return nil }
            try demand.extend(by: seeds)
            return demand.relation
        }
        return nil
    }

    private func demand(_ name: String, _ column: Int) -> RuleDemand? {
        let key = "\(column) \(name)"
        if let known = demands[key] { return known }
        let isAlone = groups[name]?.count == 1
        let demand =
            isAlone
            ? RuleDemand(rules[name] ?? [], column: column, evaluator: evaluator, count: countDerived)
            : nil
        demands[key] = .some(demand)
        return demand
    }

    private func countDerived(_ count: Int) throws(MiniGrafError) {
        total += count
        if Int64(total) > limits.results {
            throw .coded(
                "INT-020",
                "evaluator: iteration or result limit exceeded: Max query results (\(limits.results)) exceeded.")
        }
    }

    // MARK: all tuples of a group

    private func derive(_ group: Set<String>) throws(MiniGrafError) {
        if group.isSubset(of: derived) { return }
        derived.formUnion(group)
        let rules = group.sorted().flatMap { self.rules[$0] ?? [] }
        let relations = rules.map { evaluator.relations.relation($0.name, width: $0.head.count) }
        var done: [ObjectIdentifier: Int] = [:]
        var isFirst = true
        while true {
            var marks: [ObjectIdentifier: Int] = [:]
            for relation in relations { marks[ObjectIdentifier(relation)] = relation.count }
            var derivedNow = 0
            for (rule, relation) in zip(rules, relations) {
                if isFirst || rule.callsInside {
                    derivedNow += try apply(rule, relation, delta: nil)
                    continue
                }
                for call in rule.recursiveCalls {
                    for called in evaluator.relations.byName[call.name] ?? [] {
                        let id = ObjectIdentifier(called)
                        let from = done[id] ?? 0
                        let to = marks[id] ?? called.count
                        if from < to {
                            derivedNow += try apply(
                                rule, relation,
                                delta: .init(clause: call.clause, relation: called, range: from..<to))
                        }
                    }
                }
            }
            if Int64(derivedNow) > limits.derivedFacts {
                throw .coded(
                    "INT-020",
                    "evaluator: iteration or result limit exceeded: Max derived facts per iteration "
                        + "(\(limits.derivedFacts)) exceeded. Rule may be generating too many facts.")
            }
            try countDerived(derivedNow)
            if derivedNow == 0 { return }
            done = isFirst ? [:] : marks
            isFirst = false
        }
    }

    private func bind(_ rule: Rule, _ group: Set<String>) throws(MiniGrafError) -> BoundRule {
        let values = evaluator.values
        var binder = ClauseBinder(predicates: predicates) { term in
            if case .constant(let value) = term { values.id(of: value) } else { nil }
        }
        var names: ClauseBinder.Names = [:]
        let clauses = try binder.bind(rule.clauses, &names)
        let bound = BitSet(clauses.flatMap(\.outputs))
        var head: [BoundTerm] = []
        var problem = rule.arguments.isEmpty ? "Rule head must have at least 2 elements: (predicate ?arg1)" : nil
        for (argument, other) in zip(rule.arguments, rule.argumentProblems) {
            let term = binder.term(argument, &names)
            if case .slot(let slot) = term, !bound.contains(slot), case .variable(let name) = argument {
                problem = problem ?? "Unbound variable in rule head: \(name)"
            }
            problem = problem ?? other
            head.append(term)
        }
        // A rule with one argument says that it is true of it: a call with two arguments reads that.
        if head.count == 1 { head.append(.constant(values.id(of: .bool(true)))) }
        var calls: [(clause: Int, name: String)] = []
        for (index, clause) in clauses.enumerated() {
            if case .ruleCall(let call) = clause, group.contains(call.name) { calls.append((index, call.name)) }
        }
        let all = RuleBook.calls(in: rule.clauses).filter { group.contains($0.name) }
        return BoundRule(
            name: rule.name, head: head, clauses: clauses, width: binder.slotCount, recursiveCalls: calls,
            callsInside: all.count > calls.count, headProblem: problem,
            beginsWithEntity: head.first.map { beginsWithEntity($0, clauses) } ?? false)
    }

    private func beginsWithEntity(_ term: BoundTerm, _ clauses: [BoundClause]) -> Bool {
        switch term {
        case .constant(let id):
            switch evaluator.values.value(id) {
            case .keyword, .ref: return true
            default: return false
            }
        case .slot(let slot):
            var isGiven = false
            for clause in clauses {
                switch clause {
                case .pattern(let pattern):
                    if case .slot(slot) = pattern.entity { isGiven = true }
                case .ruleCall(let call):
                    if case .slot(slot)? = call.arguments.first { isGiven = true }
                default:
                    if clause.outputs.contains(slot) { return false }
                }
            }
            return isGiven
        case .wildcard, .nothing: return false
        }
    }

    private func checkEntity(_ id: ValueID) throws(MiniGrafError) {
        let value = evaluator.values.value(id)
        switch value {
        case .keyword, .ref: return
        default:
            throw .evaluator("Failed to convert entity: Expected keyword or UUID for entity, got \(Form(value))")
        }
    }

    private func apply(
        _ rule: BoundRule, _ relation: RuleRelation, delta: ClauseEvaluator.Delta?
    ) throws(MiniGrafError) -> Int {
        let rows = try evaluator.run(rule.clauses, over: .start(width: rule.width), bound: [], delta: delta)
        if rows.count > 0, let problem = rule.headProblem { throw .evaluator(problem) }
        var derived = 0
        if rule.head.isEmpty { return 0 }
        var tuple = [ValueID](repeating: 0, count: rule.head.count)
        for index in 0..<rows.count {
            if index & 1023 == 1023 { try evaluator.budget.check() }
            let start = index * rows.width
            var isComplete = true
            for (column, term) in rule.head.enumerated() {
                switch term {
                case .slot(let slot): tuple[column] = rows.data[start + slot]
                case .constant(let id): tuple[column] = id
                case .wildcard, .nothing: isComplete = false
                }
            }
            if !rule.beginsWithEntity, isComplete { try checkEntity(tuple[0]) }
            tuple[0] = evaluator.values.entityID(tuple[0])
            if isComplete, relation.insert(tuple[...]) {
                try evaluator.budget.hold(RuleRelation.byteCount(width: rule.head.count))
                derived += 1
            }
        }
        evaluator.budget.release(rows.byteCount)
        return derived
    }
}

extension QueryValues {
    /// A rule's first argument is an entity: a keyword there is the entity it names.
    func entityID(_ id: ValueID) -> ValueID {
        if case .keyword = value(id) { matchID(id) } else { id }
    }
}

extension RuleRelation {
    /// What a tuple of this width takes.
    static func byteCount(width: Int) -> Int { width * 4 + 12 }
}
