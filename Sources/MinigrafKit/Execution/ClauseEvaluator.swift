/// Runs a list of clauses over rows, in an order chosen beforehand: each time the cheapest clause that may run next.
final class ClauseEvaluator {
    let facts: FactSnapshot
    let view: TimeView
    let values: QueryValues
    let relations: RuleRelations
    let budget: MemoryBudget
    /// Derives the tuples of rules when a call needs them.
    var rules: RuleEvaluator?

    init(facts: FactSnapshot, view: TimeView, values: QueryValues, relations: RuleRelations, budget: MemoryBudget) {
        self.facts = facts
        self.view = view
        self.values = values
        self.relations = relations
        self.budget = budget
    }

    /// A rule call that reads only the tuples that the last round derived.
    struct Delta {
        let clause: Int
        let relation: RuleRelation
        let range: Range<Int>
    }

    /// Runs the clauses in an order chosen now.
    ///
    /// - Returns: Rows that count as held: whoever is done with them releases `byteCount` of them.
    func run(
        _ clauses: [BoundClause], over input: RowSet, bound outer: BitSet, delta: Delta? = nil
    ) throws(MiniGrafError) -> RowSet {
        let order = ClauseOrder(evaluator: self).order(clauses, bound: outer, first: delta?.clause)
        return try run(clauses, order: order.map(\.clause), over: input, bound: outer, delta: delta)
    }

    /// - Parameters:
    ///   - holdsResult: Whether the last rows count as held; those that leave the query do not.
    ///   - recorder: Takes what each clause did.
    func run(
        _ clauses: [BoundClause], order: [Int], over input: RowSet, bound outer: BitSet, delta: Delta? = nil,
        holdsResult: Bool = true, recorder: PlanRecorder? = nil
    ) throws(MiniGrafError) -> RowSet {
        var rows = input
        var bound = outer
        for (position, index) in order.enumerated() {
            if rows.count == 0, position > 0 { break }
            try budget.check()
            let start = recorder?.now() ?? 0
            let holds = holdsResult || position < order.count - 1
            let next = try run(
                clauses[index], rows, bound, delta.flatMap { $0.clause == index ? $0 : nil }, holds: holds)
            recorder?.finish(position, rows: next.count, since: start)
            if position > 0 { budget.release(rows.byteCount) }
            rows = next
            bound.formUnion(clauses[index].outputs)
        }
        if order.isEmpty, holdsResult { try budget.hold(rows.byteCount) }
        return rows
    }

    // MARK: one clause

    private func run(
        _ clause: BoundClause, _ rows: RowSet, _ bound: BitSet, _ delta: Delta?, holds: Bool
    ) throws(MiniGrafError) -> RowSet {
        let result: RowSet
        switch clause {
        case .pattern(let pattern):
            return try PatternJoin(pattern: pattern, bound: bound, evaluator: self).run(over: rows, holds: holds)
        case .pseudo(let attribute, let version, let term):
            result = pseudo(attribute, version, term, rows, bound)
        case .ruleCall(let call):
            var tuples: [RuleRelation] = []
            if let delta {
                tuples = [delta.relation]
            } else if let rules {
                tuples = try rules.relations(for: call, rows, bound)
            }
            result = try RuleJoin(call: call, bound: bound, values: values, budget: budget)
                .run(over: rows, with: tuples, range: delta?.range)
        case .expression(let expression, let output):
            result = try apply(expression, output, rows)
        case .not(let clauses): result = try semiJoin([clauses], rows, bound, keepsMatched: false)
        case .orJoin(let branches): result = try semiJoin(branches, rows, bound, keepsMatched: true)
        case .or(let branches):
            result = try union(branches, rows, bound)
        }
        if holds { try budget.hold(result.byteCount) }
        return result
    }

    /// Says of a value that its rows go; no value has this number.
    private static let dropped = ValueID.max - 1

    private func apply(
        _ expression: BoundExpression, _ output: Int?, _ rows: RowSet
    ) throws(MiniGrafError) -> RowSet {
        var result = RowSet(width: rows.width)
        // What an expression over one column says of a value is said once.
        let slots = expression.slots
        let single = slots.count == 1 && !expression.callsUser ? slots.min() : nil
        var known = IDMap()
        let knownLimit = 1 << 16
        for index in 0..<rows.count {
            if index & 1023 == 1023 { try budget.check() }
            let start = index * rows.width
            let key = single.map { rows.data[start + $0] }
            if let key, let outcome = known[key] {
                if outcome == Self.dropped { continue }
                result.append(from: rows, at: start)
                if let output { result.setLast(output, outcome) }
                continue
            }
            let value = try ExpressionEvaluator.value(expression, row: rows[index], values: values)
            var outcome: ValueID?
            if let value {
                if output != nil {
                    outcome = values.id(of: value)
                } else if ExpressionEvaluator.isTrue(value) {
                    outcome = 0
                }
            }
            if let key, known.count < knownLimit { known.insert(key, outcome ?? Self.dropped) }
            guard let outcome else { continue }
            result.append(from: rows, at: start)
            if let output { result.setLast(output, outcome) }
        }
        return result
    }

    private func pseudo(
        _ attribute: PseudoAttribute, _ versionSlot: Int, _ term: BoundTerm, _ rows: RowSet, _ bound: BitSet
    ) -> RowSet {
        var result = RowSet(width: rows.width)
        for index in 0..<rows.count {
            let row = rows[index]
            let version = Int(row[row.startIndex + versionSlot])
            let value: Value
            switch attribute {
            case .validFrom: value = .int(facts.table.validFrom[version])
            case .validTo: value = .int(facts.table.validTo[version])
            case .txCount: value = .int(facts.table.txCounts[Int(facts.table.versionTransaction[version])])
            case .txID: value = .int(facts.table.txIDs[Int(facts.table.versionTransaction[version])])
            case .validAt: value = view.validAt.map { .int($0) } ?? .null
            }
            let id = values.id(of: value)
            switch term {
            case .wildcard: result.append(row)
            case .nothing: break
            case .constant(let expected): if expected == id { result.append(row) }
            case .slot(let slot):
                if bound.contains(slot) {
                    if row[row.startIndex + slot] == id { result.append(row) }
                } else {
                    result.append(row)
                    result.setLast(slot, id)
                }
            }
        }
        return result
    }

    /// What the branches make of each row, without repeats. Rows that are equal stay as many as they were: the last column
    /// tells them apart.
    private func union(
        _ branches: [[BoundClause]], _ rows: RowSet, _ bound: BitSet
    ) throws(MiniGrafError) -> RowSet {
        let width = rows.width + 1
        var numbered = RowSet(width: width)
        numbered.data.reserveCapacity(width * rows.count)
        for index in 0..<rows.count {
            numbered.appendRow { column in
                column < rows.width ? rows.data[index * rows.width + column] : ValueID(truncatingIfNeeded: index)
            }
        }
        var seen = TupleTable(width: width)
        var merged = RowSet(width: rows.width)
        for branch in branches {
            var matched = try run(branch, over: numbered, bound: bound)
            // Which versions a branch met is its own affair: they tell no rows apart.
            let versions = branch.compactMap(\.versionSlot)
            for index in 0..<(versions.isEmpty ? 0 : matched.count) {
                for slot in versions { matched.data[index * width + slot] = RowSet.unbound }
            }
            for index in 0..<matched.count where seen.insert(matched[index]).isNew {
                try budget.hold(width * 4 + 8)
                merged.append(from: matched, at: index * width)
            }
            budget.release(matched.byteCount)
        }
        budget.release(merged.count * (width * 4 + 8))
        return merged
    }

    /// Keeps the rows for which some branch has an answer, or those for which none has. Each combination of the
    /// columns that the branches read is tried once.
    private func semiJoin(
        _ branches: [[BoundClause]], _ rows: RowSet, _ bound: BitSet, keepsMatched: Bool
    ) throws(MiniGrafError) -> RowSet {
        let read = BitSet(branches.flatMap { $0.flatMap(\.mentions) }).intersection(bound).sorted()
        let width = rows.width + 1
        var keys = TupleTable(width: read.count)
        var tagged = RowSet(width: width)
        var keyOfRow: [Int] = []
        keyOfRow.reserveCapacity(rows.count)
        for index in 0..<rows.count {
            let row = rows[index]
            let (key, isNew) = keys.insert(ArraySlice(read.map { row[row.startIndex + $0] }))
            keyOfRow.append(key)
            if isNew {
                try budget.hold(read.count * 4 + 8)
                tagged.append(row + [ValueID(truncatingIfNeeded: key)])
            }
        }
        var isMatched = [Bool](repeating: false, count: keys.count)
        for branch in branches {
            let found = try run(branch, over: tagged, bound: BitSet(read))
            for index in 0..<found.count {
                isMatched[Int(found.data[index * width + rows.width])] = true
            }
            budget.release(found.byteCount)
        }
        var result = RowSet(width: rows.width)
        for index in 0..<rows.count where isMatched[keyOfRow[index]] == keepsMatched {
            result.append(from: rows, at: index * rows.width)
        }
        budget.release(keys.count * (read.count * 4 + 8))
        return result
    }
}
