/// Joins rows with the facts that a pattern matches, through the index that fits what is bound.
struct PatternJoin {
    private let pattern: BoundPattern
    private let table: FactTable
    private let view: TimeView
    private let values: QueryValues
    private let budget: MemoryBudget
    private let entity: Position
    private let attribute: Position
    private let value: Position
    /// Where the parts of a matched fact go, where they go anywhere.
    private let entitySlot: Int?
    private let attributeSlot: Int?
    private let valueSlot: Int?
    private let comparesParts: Bool

    private enum Position {
        case constant(ValueID)
        case read(Int)
        case write(Int)
        case any
        case nothing
    }

    init(pattern: BoundPattern, bound: Set<Int>, evaluator: ClauseEvaluator) {
        self.pattern = pattern
        table = evaluator.table
        view = evaluator.view
        values = evaluator.values
        budget = evaluator.budget
        func position(_ term: BoundTerm) -> Position {
            switch term {
            case .constant(let id): .constant(id)
            case .slot(let slot): bound.contains(slot) ? .read(slot) : .write(slot)
            case .wildcard: .any
            case .nothing: .nothing
            }
        }
        func written(_ term: BoundTerm) -> Int? {
            guard case .slot(let slot) = term else { return nil }
            return !bound.contains(slot) || pattern.decides.contains(slot) ? slot : nil
        }
        entity = position(pattern.entity)
        attribute = position(pattern.attribute)
        value = position(pattern.value)
        entitySlot = written(pattern.entity)
        attributeSlot = written(pattern.attribute)
        valueSlot = written(pattern.value)
        var slots: [Int] = []
        for case .slot(let slot) in [pattern.entity, pattern.attribute, pattern.value] { slots.append(slot) }
        comparesParts = Set(slots).count < slots.count
    }

    /// - Parameter holds: Whether the rows made are held, so that they count.
    func run(over rows: RowSet, holds: Bool) throws(MiniGrafError) -> RowSet {
        var result = RowSet(width: rows.width)
        if case .nothing = entity { return result }
        if case .nothing = attribute { return result }
        if case .nothing = value { return result }
        var held = 0
        for index in 0..<rows.count {
            join(rows, index * rows.width, &result)
            if index & 255 == 255 || result.data.count - held > 1 << 16 {
                if holds { try budget.hold((result.data.count - held) * 4) }
                held = result.data.count
                try budget.check()
            }
        }
        if holds { try budget.hold((result.data.count - held) * 4) }
        return result
    }

    @inline(__always)
    private func known(_ position: Position, _ rows: RowSet, _ start: Int) -> ValueID? {
        switch position {
        case .constant(let id): id
        case .read(let slot): rows.data[start + slot]
        default: nil
        }
    }

    private func join(_ rows: RowSet, _ start: Int, _ result: inout RowSet) {
        let entityID = known(entity, rows, start).map { values.matchID($0) }
        let attributeID = known(attribute, rows, start)
        let valueID = known(value, rows, start).map { values.matchID($0) }
        // What only the query knows, no fact holds.
        let local = QueryValues.localBit
        if (entityID ?? 0) & local != 0 || (attributeID ?? 0) & local != 0 || (valueID ?? 0) & local != 0 { return }
        if let entityID {
            let ring: FactTable.Ring =
                attributeID.map { .entityAttribute(entityID, $0) } ?? .entity(entityID)
            table.forEach(in: ring) { take($0, rows, start, valueID, &result) }
        } else if let valueID {
            if let attributeID {
                table.forEach(in: .attributeValue(attributeID, valueID)) { take($0, rows, start, nil, &result) }
            } else {
                for candidate in table.attributeList {
                    table.forEach(in: .attributeValue(candidate.id, valueID)) { take($0, rows, start, nil, &result) }
                }
            }
        } else if let attributeID {
            table.forEach(in: .attribute(attributeID)) { take($0, rows, start, nil, &result) }
        } else {
            for triple in 0..<table.tripleCount {
                take(UInt32(truncatingIfNeeded: triple), rows, start, nil, &result)
            }
        }
    }

    @inline(__always)
    private func take(_ triple: UInt32, _ rows: RowSet, _ start: Int, _ valueID: ValueID?, _ result: inout RowSet) {
        let place = Int(triple)
        let object = table.objects[place]
        if let valueID, table.values.matchIDs[Int(object)] != valueID { return }
        if comparesParts, !partsAgree(place) { return }
        let version = table.visibleVersion(of: triple, in: view)
        if version == FactTable.none { return }
        result.append(from: rows, at: start)
        if let entitySlot { result.setLast(entitySlot, table.entities[place]) }
        if let attributeSlot { result.setLast(attributeSlot, table.attributes[place]) }
        if let valueSlot { result.setLast(valueSlot, object) }
        if let slot = pattern.versionSlot { result.setLast(slot, version) }
    }

    /// One variable in two positions: entity and value compare exactly, an attribute as the entity it names.
    private func partsAgree(_ place: Int) -> Bool {
        let (entity, attribute, object) = (table.entities[place], table.attributes[place], table.objects[place])
        if case .slot(let first) = pattern.entity, case .slot(first) = pattern.value, entity != object { return false }
        if case .slot(let first) = pattern.attribute {
            if case .slot(first) = pattern.value, attribute != object { return false }
            if case .slot(first) = pattern.entity, table.values.matchIDs[Int(attribute)] != entity { return false }
        }
        return true
    }
}
