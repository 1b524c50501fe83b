/// The tuples that rules have derived, by rule name and width.
final class RuleRelations {
    final class Relation {
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

    private(set) var byName: [String: [Relation]] = [:]

    func relation(_ name: String, width: Int) -> Relation {
        if let known = byName[name]?.first(where: { $0.width == width }) { return known }
        let relation = Relation(width: width)
        byName[name, default: []].append(relation)
        return relation
    }

    func size(of name: String) -> Int {
        (byName[name] ?? []).reduce(0) { $0 + $1.count }
    }

    /// Joins rows with the tuples of a rule; a call with fewer arguments than columns looks at the first ones.
    func join(
        _ name: String, _ arguments: [BoundTerm], _ decides: Set<Int>, _ rows: RowSet, _ bound: Set<Int>,
        _ delta: Range<Int>?,
        _ values: QueryValues
    ) -> RowSet {
        var result = RowSet(width: rows.width)
        for relation in byName[name] ?? [] where relation.width >= arguments.count {
            let range = delta ?? 0..<relation.count
            let column = arguments.indices.first { known(arguments[$0], bound) }
            guard let column, range.count > 8 || rows.count > 8 else {
                for row in 0..<rows.count {
                    for tuple in range { take(relation, tuple, arguments, decides, rows[row], bound, values, &result) }
                }
                continue
            }
            let index = relation.index(on: column, values)
            for position in 0..<rows.count {
                let row = rows[position]
                guard let id = id(arguments[column], row) else { continue }
                var tuple = index.first(UInt64(values.matchID(id)))
                while tuple != ChainIndex.end {
                    if range.contains(Int(tuple)) {
                        take(relation, Int(tuple), arguments, decides, row, bound, values, &result)
                    }
                    tuple = index.next[Int(tuple)]
                }
            }
        }
        return result
    }

    private func known(_ term: BoundTerm, _ bound: Set<Int>) -> Bool {
        switch term {
        case .constant: true
        case .slot(let slot): bound.contains(slot)
        default: false
        }
    }

    private func id(_ term: BoundTerm, _ row: ArraySlice<ValueID>) -> ValueID? {
        switch term {
        case .constant(let id): id
        case .slot(let slot): row[row.startIndex + slot]
        default: nil
        }
    }

    private func take(
        _ relation: Relation, _ tuple: Int, _ arguments: [BoundTerm], _ decides: Set<Int>,
        _ row: ArraySlice<ValueID>, _ bound: Set<Int>,
        _ values: QueryValues, _ result: inout RowSet
    ) {
        let start = tuple * relation.width
        for (column, argument) in arguments.enumerated() {
            let id = relation.tuples.data[start + column]
            switch argument {
            case .wildcard: continue
            case .nothing: return
            case .constant(let expected): if values.matchID(expected) != values.matchID(id) { return }
            case .slot(let slot):
                if bound.contains(slot) {
                    if values.matchID(row[row.startIndex + slot]) != values.matchID(id) { return }
                } else if case .slot(slot)? = arguments.first, column > 0,
                    values.matchID(relation.tuples.data[start]) != values.matchID(id)
                {
                    return
                }
            }
        }
        result.append(row)
        for (column, argument) in arguments.enumerated() {
            if case .slot(let slot) = argument, !bound.contains(slot) || decides.contains(slot) {
                result.setLast(slot, relation.tuples.data[start + column])
            }
        }
    }
}
