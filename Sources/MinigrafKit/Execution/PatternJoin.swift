/// Joins rows with the facts that a pattern matches, through the index that fits what is bound.
struct PatternJoin {
    private let pattern: BoundPattern
    private let facts: FactSnapshot
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

    init(pattern: BoundPattern, bound: BitSet, evaluator: ClauseEvaluator) {
        self.pattern = pattern
        facts = evaluator.facts
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
        let terms = [pattern.entity, pattern.attribute, pattern.value]
        let slotCount = terms.count { if case .slot = $0 { true } else { false } }
        comparesParts = BoundClause.slots(terms).count < slotCount
    }

    private var matchesNothing: Bool {
        for position in [entity, attribute, value] { if case .nothing = position { return true } }
        return false
    }

    /// - Parameter holds: Whether the rows made are held, so that they count.
    func run(over rows: RowSet, holds: Bool) throws(MiniGrafError) -> RowSet {
        if matchesNothing { return RowSet(width: rows.width) }
        let rings = entityRings(for: rows)
        let outcome: Result<RowSet, MiniGrafError> = withUnsafeTemporaryAllocation(
            of: ValueID.self, capacity: RowOutput.bufferedRows * max(1, rows.width)
        ) { space in
            rows.data.withUnsafeBufferPointer { input in
                var output = RowOutput(width: rows.width, space: space, budget: budget, holds: holds)
                for index in 0..<rows.count {
                    join(input, index * rows.width, rings, &output)
                    if index & 255 == 255 { output.check() }
                    if let problem = output.problem { return .failure(problem) }
                }
                output.finish()
                return output.problem.map { .failure($0) } ?? .success(output.rows)
            }
        }
        return try outcome.get()
    }

    // MARK: many rows

    /// Rows from which on `EntityRings` may be worth their making.
    private static let manyRows = 256

    private func entityRings(for rows: RowSet) -> EntityRings? {
        guard rows.count >= Self.manyRows, budget.isUnlimited, case .read = entity,
            case .constant(let attribute) = attribute, attribute & QueryValues.localBit == 0
        else { return nil }
        let (values, triples) = (facts.table.values.count, facts.table.attribute(attribute)?.tripleCount ?? 0)
        return rows.count * 8 >= values && rows.count * 8 >= triples ? EntityRings(of: attribute, facts.table) : nil
    }

    /// The last triple of each entity's ring of one attribute, by the entity's number: where almost every entity is looked up,
    /// one walk through the attribute costs less than a hash and its cache misses for each.
    private struct EntityRings {
        private var last: [UInt32]

        init(of attribute: ValueID, _ table: FactTable) {
            last = [UInt32](repeating: TripleIndex.end, count: table.values.count)
            last.withUnsafeMutableBufferPointer { last in
                table.forEach(in: .attribute(attribute)) { last[Int(table.entities[Int($0)])] = $0 }
            }
        }

        func last(of entity: ValueID) -> UInt32 { last[Int(entity)] }
    }

    // MARK: one row

    @inline(__always)
    private func known(_ position: Position, _ row: UnsafePointer<ValueID>) -> ValueID? {
        switch position {
        case .constant(let id): id
        case .read(let slot): row[slot]
        default: nil
        }
    }

    private func join(
        _ input: UnsafeBufferPointer<ValueID>, _ start: Int, _ rings: EntityRings?, _ output: inout RowOutput
    ) {
        guard let base = input.baseAddress else {
            // Rows without columns: there is nothing to read in them.
            return withUnsafeTemporaryAllocation(of: ValueID.self, capacity: 1) { none in
                if let base = none.baseAddress { join(UnsafePointer(base), rings, &output) }
            }
        }
        join(base + start, rings, &output)
    }

    private func join(_ row: UnsafePointer<ValueID>, _ rings: EntityRings?, _ output: inout RowOutput) {
        let entityID = known(entity, row).map { values.matchID($0) }
        var attributeID = known(attribute, row)
        if case .read = attribute, let id = attributeID {
            // What was bound elsewhere may be the entity that the attribute's keyword names.
            attributeID = facts.table.attribute(id)?.id
            if attributeID == nil { return }
        }
        let valueID = known(value, row).map { values.matchID($0) }
        // What only the query knows, no fact holds.
        let local = QueryValues.localBit
        if (entityID ?? 0) & local != 0 || (attributeID ?? 0) & local != 0 || (valueID ?? 0) & local != 0 { return }
        if let entityID {
            if let rings {
                let last = rings.last(of: entityID)
                if last == TripleIndex.end { return }
                facts.table.forEachOfEntityAttribute(endingAt: last) { take($0, row, valueID, &output) }
                return
            }
            let ring: FactTable.Ring =
                attributeID.map { .entityAttribute(entityID, $0) } ?? .entity(entityID)
            facts.table.forEach(in: ring) { take($0, row, valueID, &output) }
        } else if let valueID {
            if let attributeID {
                facts.table.forEach(in: .attributeValue(attributeID, valueID)) { take($0, row, nil, &output) }
            } else {
                for candidate in facts.table.attributeList {
                    facts.table.forEach(in: .attributeValue(candidate.id, valueID)) { take($0, row, nil, &output) }
                }
            }
        } else if let attributeID {
            facts.table.forEach(in: .attribute(attributeID)) { take($0, row, nil, &output) }
        } else {
            for triple in 0..<facts.table.tripleCount {
                take(UInt32(truncatingIfNeeded: triple), row, nil, &output)
            }
        }
    }

    @inline(__always)
    private func take(
        _ triple: UInt32, _ row: UnsafePointer<ValueID>, _ valueID: ValueID?, _ output: inout RowOutput
    ) {
        let place = Int(triple)
        let object = facts.table.objects[place]
        if let valueID, facts.table.matches[place] != valueID { return }
        if comparesParts, !partsAgree(place) { return }
        let version = facts.table.visibleVersion(of: triple, in: view)
        if version == FactTable.none { return }
        guard let new = output.add(row) else { return }
        if let entitySlot { new[entitySlot] = facts.table.entities[place] }
        if let attributeSlot { new[attributeSlot] = facts.table.attributes[place] }
        if let valueSlot { new[valueSlot] = object }
        if let slot = pattern.versionSlot { new[slot] = version }
    }

    /// One variable in two positions compares exactly, so that an entity is never its attribute's keyword.
    private func partsAgree(_ place: Int) -> Bool {
        let table = facts.table
        let (entity, attribute, object) = (table.entities[place], table.attributes[place], table.objects[place])
        if case .slot(let first) = pattern.entity, case .slot(first) = pattern.value, entity != object { return false }
        if case .slot(let first) = pattern.attribute {
            if case .slot(first) = pattern.entity { return false }
            if case .slot(first) = pattern.value, attribute != object { return false }
        }
        return true
    }
}

/// Rows on their way into a `RowSet`, some at a time.
private struct RowOutput {
    static let bufferedRows = 64

    private(set) var rows: RowSet
    /// Why no more rows are taken.
    private(set) var problem: MiniGrafError?
    private let space: UnsafeMutableBufferPointer<ValueID>
    private var used = 0
    private let budget: MemoryBudget
    private let holds: Bool

    init(width: Int, space: UnsafeMutableBufferPointer<ValueID>, budget: MemoryBudget, holds: Bool) {
        rows = RowSet(width: width)
        self.space = space
        self.budget = budget
        self.holds = holds
    }

    /// Adds a copy of a row; its columns may be set until the next is added.
    @inline(__always)
    mutating func add(_ row: UnsafePointer<ValueID>) -> UnsafeMutablePointer<ValueID>? {
        if used == Self.bufferedRows { flush() }
        guard problem == nil, let base = space.baseAddress else { return nil }
        let new = base + used * rows.width
        for column in 0..<rows.width { new[column] = row[column] }
        used += 1
        return new
    }

    @inline(never)
    private mutating func flush() {
        rows.append(UnsafeBufferPointer(rebasing: space[..<(used * rows.width)]), count: used)
        let bytes = used * rows.width * 4
        used = 0
        do throws(MiniGrafError) {
            try budget.check()
            if holds { try budget.hold(bytes) }
        } catch {
            problem = error
        }
    }

    mutating func check() {
        do throws(MiniGrafError) {
            try budget.check()
        } catch {
            problem = error
        }
    }

    mutating func finish() {
        if used > 0 { flush() }
        check()
    }
}
