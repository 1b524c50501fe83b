/// The order in which a list of clauses runs: each time the cheapest that may run next, by what is bound then.
struct ClauseOrder {
    let evaluator: ClauseEvaluator

    private var facts: FactSnapshot { evaluator.facts }

    struct Step {
        let clause: Int
        /// Rows that one row is expected to become.
        let cost: Double
    }

    /// - Parameter first: A clause that runs first if it may.
    func order(_ clauses: [BoundClause], bound outer: BitSet, first: Int? = nil) -> [Step] {
        if clauses.count == 1 { return [Step(clause: 0, cost: cost(of: clauses[0], bound: outer))] }
        let waitsFor = Self.dependencies(clauses, outer)
        var bound = outer
        var pending = BitSet(clauses.indices)
        var steps: [Step] = []
        func take(_ index: Int, _ cost: Double) {
            steps.append(Step(clause: index, cost: cost))
            bound.formUnion(clauses[index].outputs)
            pending.remove(index)
        }
        if let first, waitsFor[first].isEmpty { take(first, 1) }
        while !pending.isEmpty {
            var best: (index: Int, cost: Double)?
            for index in pending where waitsFor[index].isDisjoint(with: pending) {
                let cost = cost(of: clauses[index], bound: bound)
                if best.map({ (cost, index) < ($0.cost, $0.index) }) ?? true { best = (index, cost) }
            }
            // Clauses that wait for each other run as they are written.
            guard let next = best ?? pending.min().map({ ($0, 1) }) else { break }
            take(next.index, next.cost)
        }
        return steps
    }

    /// For each clause those that must run before it.
    private static func dependencies(_ clauses: [BoundClause], _ outer: BitSet) -> [BitSet] {
        let outputs = clauses.map(\.outputs)
        let mentions = clauses.map(\.mentions)
        return clauses.indices.map { index in
            var before: BitSet = []
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
                var missing = inputs.subtracting(outer)
                for other in 0..<index {
                    let isOverwritten = output.map { mentions[other].contains($0) } ?? false
                    if isOverwritten && !clauses[other].isNegation || !outputs[other].isDisjoint(with: inputs) {
                        before.insert(other)
                    }
                    missing.subtract(outputs[other])
                }
                // Inside negations and alternatives, what binds an input may come later.
                for other in clauses.indices.dropFirst(index + 1) where !outputs[other].isDisjoint(with: missing) {
                    if case .expression = clauses[other] { continue }
                    before.insert(other)
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

    private func cost(of clause: BoundClause, bound: BitSet) -> Double {
        switch clause {
        case .expression, .pseudo: return 0
        case .not(let clauses): return clauses.allSatisfy { $0.mentions.isSubset(of: bound) } ? 0.5 : 0.9
        case .orJoin: return 0.8
        case .or(let branches):
            return branches.reduce(0) { sum, branch in
                sum + (branch.map { cost(of: $0, bound: bound) }.min() ?? 0)
            }
        case .ruleCall(let call): return cost(of: call, bound)
        case .pattern(let pattern): return cost(of: pattern, bound)
        }
    }

    private func cost(of call: BoundCall, _ bound: BitSet) -> Double {
        let known = call.arguments.filter { Self.isKnown($0, bound) }.count
        // Tuples not derived yet may be as many as there are facts.
        let size = Double(max(1, evaluator.relations.size(of: call.name) ?? facts.table.tripleCount))
        return known == 0 ? size : known == call.arguments.count ? 0.95 : max(1, size.squareRoot())
    }

    private static func isKnown(_ term: BoundTerm, _ bound: BitSet) -> Bool {
        switch term {
        case .constant, .nothing: true
        case .slot(let slot): bound.contains(slot)
        case .wildcard: false
        }
    }

    /// How many triples are counted one by one; beyond that an average serves.
    private static let countLimit = 256

    private func cost(of pattern: BoundPattern, _ bound: BitSet) -> Double {
        let hasEntity = Self.isKnown(pattern.entity, bound)
        let hasValue = Self.isKnown(pattern.value, bound)
        let total = Double(facts.table.tripleCount)
        guard case .constant(let id) = pattern.attribute else {
            let hasAttribute = Self.isKnown(pattern.attribute, bound)
            return hasEntity
                ? total / Double(max(1, facts.table.entityCount))
                : hasValue || hasAttribute ? total.squareRoot() : total
        }
        guard let attribute = facts.table.attribute(id) else { return 0 }
        let size = Double(attribute.tripleCount)
        if hasEntity, hasValue { return min(0.9, size) }
        if hasEntity {
            let average = size / Double(max(1, attribute.entityCount))
            guard case .constant(let entity) = pattern.entity else { return average }
            return count(.entityAttribute(evaluator.values.matchID(entity), id), else: average)
        }
        if hasValue {
            let average = size / Double(max(1, attribute.valueCount))
            guard case .constant(let value) = pattern.value else { return average }
            return count(.attributeValue(id, evaluator.values.matchID(value)), else: average)
        }
        return size
    }

    private func count(_ ring: FactTable.Ring, else average: Double) -> Double {
        let count = facts.table.count(of: ring, upTo: Self.countLimit)
        return count < Self.countLimit ? Double(count) : max(average, Double(count))
    }
}
