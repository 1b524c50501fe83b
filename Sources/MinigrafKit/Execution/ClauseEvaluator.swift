/// Runs a list of clauses over rows: the cheapest clause that may run next, until none is left.
final class ClauseEvaluator {
    let table: FactTable
    let view: TimeView
    let values: QueryValues
    let relations: RuleRelations
    let budget: MemoryBudget

    init(table: FactTable, view: TimeView, values: QueryValues, relations: RuleRelations, budget: MemoryBudget) {
        self.table = table
        self.view = view
        self.values = values
        self.relations = relations
        self.budget = budget
    }

    /// A rule call that reads only the tuples that the last round derived.
    struct Delta {
        let clause: Int
        let range: Range<Int>
    }

    func run(
        _ clauses: [BoundClause], over input: RowSet, bound outer: Set<Int>, delta: Delta? = nil
    ) throws(MiniGrafError) -> RowSet {
        var rows = input
        var bound = outer
        let waitsFor = Self.dependencies(clauses)
        var pending = Set(clauses.indices)
        if let delta, waitsFor[delta.clause].isEmpty {
            rows = try run(clauses[delta.clause], rows, bound, delta.range)
            bound.formUnion(clauses[delta.clause].outputs)
            pending.remove(delta.clause)
        }
        while !pending.isEmpty, rows.count > 0 {
            try budget.check()
            var best: (index: Int, cost: Double)?
            for index in pending where waitsFor[index].isDisjoint(with: pending) {
                let cost = cost(of: clauses[index], bound: bound)
                if best.map({ (cost, index) < ($0.cost, $0.index) }) ?? true { best = (index, cost) }
            }
            guard let next = best?.index else { break }
            rows = try run(clauses[next], rows, bound, delta?.clause == next ? delta?.range : nil)
            bound.formUnion(clauses[next].outputs)
            pending.remove(next)
        }
        return rows
    }

    /// For each clause those that must run before it.
    private static func dependencies(_ clauses: [BoundClause]) -> [Set<Int>] {
        let outputs = clauses.map(\.outputs)
        let mentions = clauses.map(\.mentions)
        return clauses.indices.map { index in
            var before: Set<Int> = []
            switch clauses[index] {
            case .pattern, .ruleCall: break
            case .pseudo(_, let version, _):
                for other in clauses.indices {
                    if case .pattern(let pattern) = clauses[other], pattern.versionSlot == version {
                        before.insert(other)
                    }
                }
            case .expression(let expression, let output):
                let inputs = expression.slots
                for other in 0..<index {
                    let isOverwritten = output.map { mentions[other].contains($0) } ?? false
                    if isOverwritten || !outputs[other].isDisjoint(with: inputs) { before.insert(other) }
                }
            case .or, .orJoin:
                for other in 0..<index where !outputs[other].isDisjoint(with: mentions[index]) {
                    before.insert(other)
                }
            case .not:
                for other in clauses.indices where !outputs[other].isDisjoint(with: mentions[index]) {
                    before.insert(other)
                }
            }
            // What an expression makes, later clauses join with.
            for other in 0..<index {
                if case .expression(_, let output?) = clauses[other], mentions[index].contains(output) {
                    before.insert(other)
                }
            }
            return before
        }
    }

    // MARK: costs

    private func cost(of clause: BoundClause, bound: Set<Int>) -> Double {
        switch clause {
        case .expression, .pseudo: return 0
        case .not(let clauses): return clauses.allSatisfy { $0.mentions.isSubset(of: bound) } ? 0.5 : 0.9
        case .orJoin: return 0.8
        case .or(let branches):
            return branches.reduce(0) { sum, branch in
                sum + (branch.map { cost(of: $0, bound: bound) }.min() ?? 0)
            }
        case .ruleCall(let name, let arguments, _):
            let size = Double(relations.size(of: name))
            let known = arguments.filter { isKnown($0, bound) }.count
            return known == 0 ? size : known == arguments.count ? 0.95 : max(1, size.squareRoot())
        case .pattern(let pattern): return cost(of: pattern, bound)
        }
    }

    private func isKnown(_ term: BoundTerm, _ bound: Set<Int>) -> Bool {
        switch term {
        case .constant, .nothing: true
        case .slot(let slot): bound.contains(slot)
        case .wildcard: false
        }
    }

    private func cost(of pattern: BoundPattern, _ bound: Set<Int>) -> Double {
        let hasEntity = isKnown(pattern.entity, bound)
        let hasValue = isKnown(pattern.value, bound)
        let total = Double(table.tripleCount)
        guard case .constant(let attribute) = pattern.attribute else {
            let hasAttribute = isKnown(pattern.attribute, bound)
            let entities = Double(max(1, table.byEntity.groupCount))
            return hasEntity ? total / entities : hasValue || hasAttribute ? total.squareRoot() : total
        }
        let size = Double(table.byAttribute.count(UInt64(attribute)))
        if hasEntity, hasValue { return min(0.9, size) }
        if hasEntity {
            if case .constant(let entity) = pattern.entity {
                return Double(table.byEntityAttribute.count(ChainIndex.key(values.matchID(entity), attribute)))
            }
            return size / Double(max(1, table.distinctEntities[attribute] ?? 1))
        }
        if hasValue {
            if case .constant(let value) = pattern.value {
                return Double(table.byAttributeValue.count(ChainIndex.key(attribute, values.matchID(value))))
            }
            return size / Double(max(1, table.distinctValues[attribute] ?? 1))
        }
        return size
    }

    // MARK: one clause

    private func run(
        _ clause: BoundClause, _ rows: RowSet, _ bound: Set<Int>, _ delta: Range<Int>?
    ) throws(MiniGrafError) -> RowSet {
        switch clause {
        case .pattern(let pattern):
            return PatternJoin(pattern: pattern, bound: bound, evaluator: self).run(over: rows)
        case .pseudo(let attribute, let version, let term):
            return pseudo(attribute, version, term, rows, bound)
        case .ruleCall(let name, let arguments, let decides):
            return relations.join(name, arguments, decides, rows, bound, delta, values)
        case .expression(let expression, let output):
            var result = RowSet(width: rows.width)
            for index in 0..<rows.count {
                let row = rows[index]
                guard let value = try ExpressionEvaluator.value(expression, row: row, values: values) else { continue }
                if let output {
                    result.append(row)
                    result.setLast(output, values.id(of: value))
                } else if ExpressionEvaluator.isTrue(value) {
                    result.append(row)
                }
            }
            return result
        case .not(let clauses): return try semiJoin([clauses], rows, bound, keepsMatched: false)
        case .orJoin(let branches): return try semiJoin(branches, rows, bound, keepsMatched: true)
        case .or(let branches):
            var seen = TupleTable(width: rows.width)
            var result = RowSet(width: rows.width)
            for branch in branches {
                let matched = try run(branch, over: rows, bound: bound)
                for index in 0..<matched.count where seen.insert(matched[index]).isNew {
                    try budget.hold(rows.width * 4 + 8)
                    result.append(matched[index])
                }
            }
            return result
        }
    }

    private func pseudo(
        _ attribute: PseudoAttribute, _ versionSlot: Int, _ term: BoundTerm, _ rows: RowSet, _ bound: Set<Int>
    ) -> RowSet {
        var result = RowSet(width: rows.width)
        for index in 0..<rows.count {
            let row = rows[index]
            let version = Int(row[row.startIndex + versionSlot])
            let value: Value
            switch attribute {
            case .validFrom: value = .int(table.validFrom[version])
            case .validTo: value = .int(table.validTo[version])
            case .txCount: value = .int(table.txCounts[Int(table.versionTransaction[version])])
            case .txID: value = .int(table.txIDs[Int(table.versionTransaction[version])])
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

    /// Keeps the rows for which some branch has an answer, or those for which none has. Each combination of the
    /// columns that the branches read is tried once.
    private func semiJoin(
        _ branches: [[BoundClause]], _ rows: RowSet, _ bound: Set<Int>, keepsMatched: Bool
    ) throws(MiniGrafError) -> RowSet {
        let read = Set(branches.flatMap { $0.flatMap(\.mentions) }).intersection(bound).sorted()
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
            let found = try run(branch, over: tagged, bound: Set(read))
            for index in 0..<found.count {
                isMatched[Int(found.data[index * width + rows.width])] = true
            }
        }
        var result = RowSet(width: rows.width)
        for index in 0..<rows.count where isMatched[keyOfRow[index]] == keepsMatched {
            result.append(rows[index])
        }
        return result
    }
}
