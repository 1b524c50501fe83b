/// Joins rows with the facts that a pattern matches, through the index that fits what is bound.
struct PatternJoin {
    private let pattern: BoundPattern
    private let table: FactTable
    private let view: TimeView
    private let values: QueryValues
    private let entity: Position
    private let attribute: Position
    private let value: Position
    private let bound: Set<Int>

    private enum Position {
        case constant(ValueID)
        case read(Int)
        case write(Int)
        case any
        case nothing
    }

    init(pattern: BoundPattern, bound: Set<Int>, evaluator: ClauseEvaluator) {
        self.pattern = pattern
        self.bound = bound
        table = evaluator.table
        view = evaluator.view
        values = evaluator.values
        func position(_ term: BoundTerm) -> Position {
            switch term {
            case .constant(let id): .constant(id)
            case .slot(let slot): bound.contains(slot) ? .read(slot) : .write(slot)
            case .wildcard: .any
            case .nothing: .nothing
            }
        }
        entity = position(pattern.entity)
        attribute = position(pattern.attribute)
        value = position(pattern.value)
    }

    func run(over rows: RowSet) -> RowSet {
        var result = RowSet(width: rows.width)
        for index in 0..<rows.count { join(rows[index], &result) }
        return result
    }

    private func known(_ position: Position, _ row: ArraySlice<ValueID>) -> ValueID? {
        switch position {
        case .constant(let id): id
        case .read(let slot): row[row.startIndex + slot]
        default: nil
        }
    }

    private func join(_ row: ArraySlice<ValueID>, _ result: inout RowSet) {
        if case .nothing = entity { return }
        if case .nothing = attribute { return }
        if case .nothing = value { return }
        let entityID = known(entity, row).map { values.matchID($0) }
        let attributeID = known(attribute, row)
        let valueID = known(value, row).map { values.matchID($0) }
        let local = QueryValues.localBit
        // What only the query knows, no fact holds.
        for case let id? in [entityID, attributeID, valueID] where id & local != 0 { return }
        if let entityID {
            if let attributeID {
                follow(
                    table.byEntityAttribute, ChainIndex.key(entityID, attributeID), row, valueID, &result)
            } else {
                follow(table.byEntity, UInt64(entityID), row, valueID, &result)
            }
        } else if let valueID {
            let candidates = attributeID.map { [$0] } ?? table.attributeList
            for candidate in candidates {
                follow(table.byAttributeValue, ChainIndex.key(candidate, valueID), row, nil, &result)
            }
        } else if let attributeID {
            follow(table.byAttribute, UInt64(attributeID), row, nil, &result)
        } else {
            for triple in 0..<table.tripleCount { take(UInt32(truncatingIfNeeded: triple), row, nil, &result) }
        }
    }

    @inline(__always)
    private func follow(
        _ index: ChainIndex, _ key: UInt64, _ row: ArraySlice<ValueID>, _ valueID: ValueID?,
        _ result: inout RowSet
    ) {
        var triple = index.first(key)
        while triple != ChainIndex.end {
            take(triple, row, valueID, &result)
            triple = index.next[Int(triple)]
        }
    }

    @inline(__always)
    private func take(_ triple: UInt32, _ row: ArraySlice<ValueID>, _ valueID: ValueID?, _ result: inout RowSet) {
        let place = Int(triple)
        let object = table.objects[place]
        if let valueID, table.values.matchIDs[Int(object)] != valueID { return }
        if case .slot(let entitySlot) = pattern.entity, case .slot(let valueSlot) = pattern.value,
            entitySlot == valueSlot, table.entities[place] != object
        {
            return
        }
        if case .slot(let attributeSlot) = pattern.attribute {
            let attributeID = table.attributes[place]
            if case .slot(attributeSlot) = pattern.value, attributeID != object { return }
            if case .slot(attributeSlot) = pattern.entity,
                table.values.matchIDs[Int(attributeID)] != table.entities[place]
            {
                return
            }
        }
        let version = table.visibleVersion(of: triple, in: view)
        if version == FactTable.none { return }
        result.append(row)
        write(pattern.entity, table.entities[place], &result)
        write(pattern.attribute, table.attributes[place], &result)
        write(pattern.value, object, &result)
        if let slot = pattern.versionSlot { result.setLast(slot, version) }
    }

    @inline(__always)
    private func write(_ term: BoundTerm, _ id: ValueID, _ result: inout RowSet) {
        guard case .slot(let slot) = term else { return }
        if !bound.contains(slot) || pattern.decides.contains(slot) { result.setLast(slot, id) }
    }
}
