/// Derives those tuples of a rule that have a known value in one column, and no others.
///
/// It serves rules that call themselves at most once each, in one of two ways. Either a step passes the other column on as it
/// is, as in `(reach ?x ?y)` from `[?x :to ?z] (reach ?z ?y)` with `?x` known: then the values to ask for spread from the known
/// one, and the rules without a call answer for all of them. Or it keeps the known column, as in `(reach ?x ?z) [?z :to ?y]`:
/// then answers spread from those of the rules without a call. Both take one visit an edge and known value, where deriving
/// everything takes one an edge and any value.
final class RuleDemand {
    let relation: RuleRelation

    private enum Spread {
        /// Steps lead from a known value to another to ask for.
        case questions
        /// Steps lead from an answer to another.
        case answers
    }

    /// The clauses of a rule but its call of itself, entered with one column known.
    private struct Body {
        let clauses: [BoundClause]
        /// One more than the rule has: the last column holds the known value that a row is about.
        let width: Int
        let from: Int
        let to: BoundTerm
        let order: [Int]

        var tag: Int { width - 1 }
    }

    private let column: Int
    private let evaluator: ClauseEvaluator
    private let count: (Int) throws(MiniGrafError) -> Void
    private let spread: Spread
    private var exits: [Body] = []
    private var steps: [Body] = []
    private var asked: Set<ValueID> = []

    private static let batchRows = 4096

    /// - Parameter count: Is told how many tuples are new.
    /// - Returns: `nil` for rules of another shape.
    init?(
        _ rules: [BoundRule], column: Int, evaluator: ClauseEvaluator,
        count: @escaping (Int) throws(MiniGrafError) -> Void
    ) {
        guard !rules.isEmpty,
            rules.allSatisfy({
                $0.head.count == 2 && !$0.callsInside && $0.headProblem == nil && $0.beginsWithEntity
            })
        else {
            return nil
        }
        relation = RuleRelation(width: 2)
        self.column = column
        self.evaluator = evaluator
        self.count = count
        var spread: Spread?
        var (exits, steps): ([Body], [Body]) = ([], [])
        for rule in rules {
            guard case .slot(let known) = rule.head[column] else { return nil }
            let other = rule.head[1 - column]
            if case .slot(known) = other { return nil }
            guard let call = rule.recursiveCalls.first else {
                guard let body = Self.body(rule, without: nil, from: known, to: other, evaluator) else { return nil }
                exits.append(body)
                continue
            }
            guard rule.recursiveCalls.count == 1, case .ruleCall(let inner) = rule.clauses[call.clause],
                inner.arguments.count == 2, case .slot(let innerKnown) = inner.arguments[column],
                case .slot(let innerOther) = inner.arguments[1 - column], innerKnown != innerOther
            else { return nil }
            let rest = BitSet(rule.clauses.indices.filter { $0 != call.clause }.flatMap { rule.clauses[$0].mentions })
            let kind: Spread
            let body: Body?
            if case .slot(innerOther) = other, innerKnown != known, !rest.contains(innerOther) {
                kind = .questions
                body = Self.body(rule, without: call.clause, from: known, to: .slot(innerKnown), evaluator)
            } else if innerKnown == known, !rest.contains(known) {
                if case .slot(innerOther) = other { continue }
                kind = .answers
                body = Self.body(
                    rule, without: call.clause, from: innerOther, to: other, evaluator, isDecided: true)
            } else {
                return nil
            }
            guard let body, spread == nil || spread == kind else { return nil }
            spread = kind
            steps.append(body)
        }
        self.spread = spread ?? .questions
        self.exits = exits
        self.steps = steps
    }

    /// - Parameter isDecided: Whether `from` has its value from elsewhere; else a pattern or call of the body must give it.
    private static func body(
        _ rule: BoundRule, without call: Int?, from: Int, to: BoundTerm, _ evaluator: ClauseEvaluator,
        isDecided: Bool = false
    ) -> Body? {
        let clauses = rule.clauses.indices.filter { $0 != call }.map { rule.clauses[$0] }
        if clauses.contains(where: { $0.assigns(from) }) { return nil }
        let isGiven = clauses.contains { clause in
            switch clause {
            case .pattern, .ruleCall: clause.outputs.contains(from)
            default: false
            }
        }
        guard isDecided || isGiven else { return nil }
        if case .slot(let slot) = to, slot != from, !clauses.contains(where: { $0.outputs.contains(slot) }) {
            return nil
        }
        let order = ClauseOrder(evaluator: evaluator).order(clauses, bound: [from])
        guard order.count == clauses.count else { return nil }
        return Body(clauses: clauses, width: rule.width + 1, from: from, to: to, order: order.map(\.clause))
    }

    /// Derives the tuples of these known values, given by the numbers they match under.
    func extend(by seeds: [ValueID]) throws(MiniGrafError) {
        let new = seeds.filter { asked.insert($0).inserted }
        if new.isEmpty { return }
        try evaluator.budget.hold(new.count * 16)
        switch spread {
        case .questions: try spreadQuestions(new)
        case .answers: try spreadAnswers(new)
        }
    }

    private func spreadQuestions(_ seeds: [ValueID]) throws(MiniGrafError) {
        for exit in exits {
            try run(exit, from: seeds.map { (RowSet.unbound, $0) }) { (row) throws(MiniGrafError) in
                _ = try insert(row[exit.from], row[exit.to])
            }
        }
        if steps.isEmpty { return }
        var pairs = TupleTable(width: 2)
        for step in steps {
            try run(step, from: seeds.map { (RowSet.unbound, $0) }) { (row) throws(MiniGrafError) in
                try add(spelled(row[step.from]), row[step.to], to: &pairs)
            }
        }
        var done = 0
        while done < pairs.count {
            let end = pairs.count
            let level = (done..<end).map { (pairs.data[$0 * 2], pairs.data[$0 * 2 + 1]) }
            done = end
            for step in steps {
                try run(step, from: level) { (row) throws(MiniGrafError) in
                    try add(row[step.tag], row[step.to], to: &pairs)
                }
            }
            for exit in exits {
                try run(exit, from: level) { (row) throws(MiniGrafError) in
                    _ = try insert(row[exit.tag], row[exit.to])
                }
            }
        }
        evaluator.budget.release(pairs.count * 16)
    }

    private func add(_ known: ValueID, _ next: ValueID, to pairs: inout TupleTable) throws(MiniGrafError) {
        if pairs.insert([known, evaluator.values.matchID(next)]).isNew { try evaluator.budget.hold(16) }
    }

    private func spreadAnswers(_ seeds: [ValueID]) throws(MiniGrafError) {
        var level: [(ValueID, ValueID)] = []
        for exit in exits {
            try run(exit, from: seeds.map { (RowSet.unbound, $0) }) { (row) throws(MiniGrafError) in
                let known = spelled(row[exit.from])
                if let answer = try insert(known, row[exit.to]) { level.append((known, answer)) }
            }
        }
        while !level.isEmpty {
            var next: [(ValueID, ValueID)] = []
            for step in steps {
                try run(step, from: level) { (row) throws(MiniGrafError) in
                    let known = row[step.tag]
                    if let answer = try insert(known, row[step.to]) { next.append((known, answer)) }
                }
            }
            level = next
        }
    }

    /// As the known value stands in tuples.
    private func spelled(_ id: ValueID) -> ValueID {
        column == 0 ? evaluator.values.entityID(id) : id
    }

    /// The answer as it stands in the tuple, where the tuple is new.
    private func insert(_ known: ValueID, _ answer: ValueID) throws(MiniGrafError) -> ValueID? {
        let known = spelled(known)
        let answer = column == 1 ? evaluator.values.entityID(answer) : answer
        guard relation.insert(column == 0 ? [known, answer] : [answer, known]) else { return nil }
        try evaluator.budget.hold(RuleRelation.byteCount(width: relation.width))
        try count(1)
        return answer
    }

    /// One row of a body's result, by term.
    private struct Row {
        let rows: RowSet
        let start: Int

        subscript(slot: Int) -> ValueID { rows.data[start + slot] }

        subscript(term: BoundTerm) -> ValueID {
            switch term {
            case .slot(let slot): rows.data[start + slot]
            case .constant(let id): id
            case .wildcard, .nothing: RowSet.unbound
            }
        }
    }

    /// Runs a body for pairs of a known value, or nothing yet, and the value to begin with.
    private func run(
        _ body: Body, from pairs: [(known: ValueID, start: ValueID)], _ take: (Row) throws(MiniGrafError) -> Void
    ) throws(MiniGrafError) {
        if case .nothing = body.to { return }
        for first in stride(from: 0, to: pairs.count, by: Self.batchRows) {
            var rows = RowSet(width: body.width)
            rows.data.reserveCapacity(body.width * min(Self.batchRows, pairs.count))
            for pair in pairs[first..<min(pairs.count, first + Self.batchRows)] {
                rows.appendUnbound()
                rows.setLast(body.from, pair.start)
                rows.setLast(body.tag, pair.known)
            }
            let found = try evaluator.run(body.clauses, order: body.order, over: rows, bound: [body.from, body.tag])
            for row in 0..<found.count { try take(Row(rows: found, start: row * found.width)) }
            evaluator.budget.release(found.byteCount)
        }
    }
}

extension BoundClause {
    /// An expression of the clause writes the column, whatever stood there.
    fileprivate func assigns(_ slot: Int) -> Bool {
        switch self {
        case .expression(_, let output): output == slot
        case .pattern, .pseudo, .ruleCall: false
        case .not(let clauses): clauses.contains { $0.assigns(slot) }
        case .or(let branches), .orJoin(let branches): branches.contains { $0.contains { $0.assigns(slot) } }
        }
    }
}
