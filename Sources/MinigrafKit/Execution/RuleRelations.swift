/// The tuples of a rule name, of one width.
final class RuleRelation {
    private(set) var tuples: TupleTable
    /// Tuples by the matched value of one column; made when first asked for, kept up after that.
    private var indexes: [Int: ChainIndex] = [:]

    init(width: Int) {
        tuples = TupleTable(width: width)
    }

    var count: Int { tuples.count }
    var width: Int { tuples.width }

    func insert(_ tuple: ArraySlice<ValueID>) -> Bool {
        tuples.insert(tuple).isNew
    }

    func index(on column: Int, _ values: QueryValues) -> ChainIndex {
        var index = indexes.removeValue(forKey: column) ?? ChainIndex()
        for tuple in index.next.count..<max(index.next.count, tuples.count) {
            let match = values.matchID(tuples.data[tuple * tuples.width + column])
            index.append(UInt32(truncatingIfNeeded: tuple), key: UInt64(match))
        }
        indexes[column] = index
        return index
    }
}

/// The tuples that rules have derived in full, by rule name and width.
final class RuleRelations {
    private(set) var byName: [String: [RuleRelation]] = [:]

    func relation(_ name: String, width: Int) -> RuleRelation {
        if let known = byName[name]?.first(where: { $0.width == width }) { return known }
        let relation = RuleRelation(width: width)
        byName[name, default: []].append(relation)
        return relation
    }

    /// `nil` where no tuple is there: none may be derived yet.
    func size(of name: String) -> Int? {
        let count = (byName[name] ?? []).reduce(0) { $0 + $1.count }
        return count == 0 ? nil : count
    }
}

/// Joins rows with the tuples of a rule call; a call with fewer arguments than columns looks at the first ones.
struct RuleJoin {
    let call: BoundCall
    let bound: BitSet
    let values: QueryValues
    let budget: MemoryBudget

    /// - Parameter range: The tuples that count; `nil` for all.
    func run(over rows: RowSet, with relations: [RuleRelation], range: Range<Int>?) throws(MiniGrafError) -> RowSet {
        var result = RowSet(width: rows.width)
        for relation in relations where relation.width >= call.arguments.count {
            let range = (range ?? 0..<relation.count).clamped(to: 0..<relation.count)
            let column = call.arguments.indices.first { isKnown(call.arguments[$0]) }
            guard let column, range.count > 8 || rows.count > 8 else {
                for row in 0..<rows.count {
                    if row & 255 == 255 { try budget.check() }
                    for tuple in range { take(relation, tuple, rows, row * rows.width, &result) }
                }
                continue
            }
            let index = relation.index(on: column, values)
            for row in 0..<rows.count {
                if row & 255 == 255 { try budget.check() }
                let start = row * rows.width
                guard let id = id(call.arguments[column], rows, start) else { continue }
                var tuple = index.first(UInt64(values.matchID(id)))
                while tuple != ChainIndex.end {
                    if range.contains(Int(tuple)) { take(relation, Int(tuple), rows, start, &result) }
                    tuple = index.next[Int(tuple)]
                }
            }
        }
        return result
    }

    private func isKnown(_ term: BoundTerm) -> Bool {
        switch term {
        case .constant: true
        case .slot(let slot): bound.contains(slot)
        default: false
        }
    }

    private func id(_ term: BoundTerm, _ rows: RowSet, _ start: Int) -> ValueID? {
        switch term {
        case .constant(let id): id
        case .slot(let slot): rows.data[start + slot]
        default: nil
        }
    }

    private func take(
        _ relation: RuleRelation, _ tuple: Int, _ rows: RowSet, _ rowStart: Int, _ result: inout RowSet
    ) {
        let start = tuple * relation.width
        for (column, argument) in call.arguments.enumerated() {
            let id = relation.tuples.data[start + column]
            switch argument {
            case .wildcard: continue
            case .nothing: return
            case .constant(let expected): if values.matchID(expected) != values.matchID(id) { return }
            case .slot(let slot):
                if bound.contains(slot), values.matchID(rows.data[rowStart + slot]) != values.matchID(id) { return }
                // One variable twice compares exactly, as in a pattern.
                if case .slot(slot)? = call.arguments.first, relation.tuples.data[start] != id { return }
            }
        }
        result.append(from: rows, at: rowStart)
        for (column, argument) in call.arguments.enumerated() {
            if case .slot(let slot) = argument, !bound.contains(slot) || call.decides.contains(slot) {
                result.setLast(slot, relation.tuples.data[start + column])
            }
        }
    }
}
