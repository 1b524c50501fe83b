/// Elements by an index: for each row of the input, or once where there is none, those whose values fit.
final class IndexSeekOperator: Operator {
    private let seek: LogicalPlan.IndexSeek
    private let conditions: [Condition]
    /// Each property of the index is sought by one value.
    private let isWholeKey: Bool
    private var arguments: RowBatch?
    private var input: RowBatch?
    /// The conditions' values, those of each where it says.
    private var vectors: [Vector] = []
    private var source = Source.none
    private var state: GraphState?
    private var shape: IndexShape?
    private var key = IndexKey()
    /// Slots of the input's rows to hand on.
    private let copied: [Int]
    /// Of the input's rows, the next to be looked up.
    private var position = 0
    private var search: Search?
    // Found and not handed out yet: by which row, and what.
    private var parents: [UInt16] = []
    private var found: [UInt32] = []

    /// A condition's values as compiled expressions, in the order of `expressions`.
    struct Condition {
        let plan: LogicalPlan.IndexSeek.Condition
        let values: [VectorExpression]
        /// Where its values stand among those of all conditions.
        var first = 0
    }

    private enum Source {
        case none
        case ordered(RangeIndex)
        case text(TextIndex)
        case points(PointIndex)
    }

    /// What is left to look up for one row: runs of an ordered index, or elements that another one found.
    private final class Search {
        let row: Int
        let conditions: [IndexCondition]
        var ranges = IndexRanges([])
        var run = 0
        var candidates: [UInt32] = []
        var next = 0
        /// What the index lets through is tested by its values.
        var isExact = true
        /// All of a search in an ordered index lies in `candidates`, since keys that were cut do not tell its order.
        var isSorted = false

        init(row: Int, conditions: [IndexCondition]) {
            self.row = row
            self.conditions = conditions
        }
    }

    init(_ seek: LogicalPlan.IndexSeek, _ conditions: [Condition], _ inputs: [Operator], carried: [Int]) {
        self.seek = seek
        let own = seek.slots.map { $0.index }
        copied = carried.filter { !own.contains($0) }
        var conditions = conditions
        for index in conditions.indices.dropFirst() {
            conditions[index].first = conditions[index - 1].first + conditions[index - 1].values.count
        }
        self.conditions = conditions
        isWholeKey =
            conditions.count == seek.index.properties.count
            && conditions.allSatisfy { if case .equal = $0.plan { true } else { false } }
        super.init(inputs, carried: carried)
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        memory.note(self, byteCount: 320)
        memory.note(conditions)
        for condition in conditions {
            memory.note(condition.values)
            for value in condition.values { memory.note(value) }
        }
        memory.note(vectors)
        memory.note(parents)
        memory.note(found)
    }

    override var isReusable: Bool { conditions.allSatisfy { $0.values.allSatisfy(\.isReusable) } }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        clear()
        if inputs.isEmpty { self.arguments = arguments }
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                try look(input, context)
                let isDone = search == nil && position >= input.selection.count
                if !found.isEmpty {
                    defer { if isDone { release() } }
                    return take(input, context)
                }
            }
            guard let next = try nextInput(context) else { return nil }
            input = next
            try begin(next, context)
        }
    }

    private func nextInput(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if inputs.isEmpty {
            defer { arguments = nil }
            return arguments
        }
        return try inputs[0].next(context)
    }

    /// The graph as the input's rows left it: an operator before this one may have written.
    private func begin(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let state = context.transaction.state
        guard let live = state.liveIndex(id: seek.index.id) else {
            throw .internalError("a plan reads the index \(seek.index.name), which is gone")
        }
        live.shape.usage.noteReads(batch.selection.count)
        self.state = state
        if let range = live.range {
            source = .ordered(range)
        } else if let text = live.text {
            source = .text(text)
        } else if let points = live.points {
            source = .points(points)
        }
        shape = live.shape
        vectors.removeAll(keepingCapacity: true)
        for condition in conditions {
            for value in condition.values { vectors.append(try value.evaluate(batch, batch.selection, context)) }
        }
        position = 0
        search = nil
    }

    /// Lets go of the graph before rows are handed on: whoever writes to it meanwhile would copy what is held here.
    private func release() {
        input = nil
        state = nil
        shape = nil
        source = .none
        vectors.removeAll(keepingCapacity: true)
    }

    /// Gathers up to a batch of elements.
    private func look(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let limit = RowBatch.rowsLimit / (isMirrored ? 2 : 1)
        if search == nil, isWholeKey, seek.order == nil, case .ordered(let index) = source {
            lookUpIntegers(batch, index.entries, limit: limit, context)
            lookUp(batch, index.entries, limit: limit, context)
            try context.checkInterrupt()
        }
        while found.count < limit {
            if search == nil {
                guard position < batch.selection.count else { return }
                let row = batch.selection.row(at: position)
                position += 1
                guard let conditions = try values(at: row, context) else { continue }
                search = begin(conditions, row)
            }
            guard let current = search else { return }
            let before = found.count
            guard step(current, limit: limit - before) else {
                search = nil
                continue
            }
            context.statistics.nodeReads &+= found.count - before
            if !current.isExact { test(current, from: before) }
            while parents.count < found.count { parents.append(UInt16(truncatingIfNeeded: current.row)) }
            try context.checkInterrupt()
        }
    }

    /// Rows that ask for one key each, as far as that key tells all and has few elements: the others are left to a search.
    private func lookUp(_ batch: RowBatch, _ index: OrderedIndex, limit: Int, _ context: ExecutionContext) {
        let before = found.count
        rows: while found.count < limit, position < batch.selection.count {
            let row = batch.selection.row(at: position)
            key.removeAll()
            for vector in vectors {
                let value = vector.value(at: row, context.strings)
                // Null equals nothing, and neither does NaN.
                guard value.isInteger || Equality.equals(value, value) == true else {
                    position += 1
                    continue rows
                }
                key.append(value)
            }
            guard key.bytes.count < IndexKey.bytesLimit, key.isExact,
                index.appendAll(of: key.bytes, to: &found, limit: limit - found.count)
            else { break }
            position += 1
            while parents.count < found.count { parents.append(UInt16(truncatingIfNeeded: row)) }
        }
        context.statistics.nodeReads &+= found.count - before
    }

    /// Rows that ask for one integer each, all at once, up to the first that asks for something else.
    private func lookUpIntegers(_ batch: RowBatch, _ index: OrderedIndex, limit: Int, _ context: ExecutionContext) {
        let rowCount = min(batch.selection.count - position, limit - found.count)
        guard vectors.count == 1,
            let table = rowCount >= Self.togetherCount ? index.integerLookup(for: rowCount) : index.knownIntegerLookup
        else { return }
        let wanted = vectors[0]
        let before = found.count
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: rowCount) { integers in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: rowCount) { elements in
                var count = 0
                while count < rowCount, let integer = wanted.integer(at: batch.selection.row(at: position + count)) {
                    integers[count] = integer
                    count += 1
                }
                guard count > 0, let first = elements.baseAddress else { return }
                table.look(UnsafeBufferPointer(rebasing: integers[..<count]), into: first)
                for place in 0..<count where elements[place] != IntegerLookup.absent {
                    found.append(elements[place])
                    parents.append(UInt16(truncatingIfNeeded: batch.selection.row(at: position + place)))
                }
                position += count
            }
        }
        context.statistics.nodeReads &+= found.count - before
    }

    /// Fewer rows take a table that is there.
    private static let togetherCount = 16

    private func begin(_ conditions: [IndexCondition], _ row: Int) -> Search {
        let search = Search(row: row, conditions: conditions)
        switch source {
        case .none: break
        case .ordered(let index):
            search.ranges = isWholeKey ? IndexRanges(wholeKey: conditions) : IndexRanges(conditions)
            search.isExact = search.ranges.isExact
            if seek.order?.isDescending ?? false { search.run = search.ranges.all.count - 1 }
            if seek.order != nil, index.cutCount > 0 { sort(search, index) }
        case .text(let text):
            search.isExact = false
            search.candidates = text.candidates(conditions.first) ?? allElements
        case .points(let points):
            search.candidates = points.candidates(conditions.first) ?? allElements
        }
        return search
    }

    /// All that may have the property, in the index or not.
    private var allElements: [UInt32] {
        guard let state, let shape = state.liveIndex(id: seek.index.id)?.shape else { return [] }
        return IndexBuilder(state: state, tokens: shape.tokens, keys: shape.keys).elements(seek.index.entity)
    }

    private func sort(_ search: Search, _ index: RangeIndex) {
        guard let state, let shape, let order = seek.order,
            let place = seek.index.properties.firstIndex(where: { $0.hasSameBytes(as: order.property) })
        else { return }
        var all: [UInt32] = []
        for run in search.ranges.all {
            index.entries.forEach(from: run.lower, to: run.upper) { _, element in
                all.append(element)
                return true
            }
        }
        let key = PropertyKeyID(shape.keys[place])
        let isOfNodes = seek.index.entity == .node
        let sorted = all.map { element in
            (
                value: isOfNodes
                    ? state.property(key, of: NodeID(element)) : state.property(key, of: RelationshipID(element)),
                element: element
            )
        }.sorted { left, right in
            let byValue = Ordering.compare(left.value, right.value)
            return order.isDescending ? byValue > 0 : byValue < 0
        }
        search.candidates = sorted.map(\.element)
        search.isSorted = true
    }

    /// Takes up to `limit` elements of the search.
    ///
    /// - Returns: whether there was anything left to take.
    private func step(_ search: Search, limit: Int) -> Bool {
        if case .ordered(let index) = source, !search.isSorted {
            guard search.ranges.all.indices.contains(search.run) else { return false }
            var run = search.ranges.all[search.run]
            if seek.order?.isDescending ?? false {
                if index.entries.appendBackward(to: &found, from: run.lower, to: &run.upper, limit: limit) {
                    search.ranges.moveUpper(of: search.run, to: run.upper)
                } else {
                    search.run -= 1
                }
            } else if index.entries.append(to: &found, from: &run.lower, to: run.upper, limit: limit) {
                search.ranges.moveLower(of: search.run, to: run.lower)
            } else {
                search.run += 1
            }
            return true
        }
        guard search.next < search.candidates.count else { return false }
        let end = min(search.candidates.count, search.next + limit)
        found += search.candidates[search.next..<end]
        search.next = end
        return true
    }

    /// Removes what the keys let through and the values do not.
    private func test(_ search: Search, from first: Int) {
        guard let state, let shape else { return }
        var kept = first
        for index in first..<found.count {
            let element = found[index]
            let isWanted = zip(search.conditions, shape.keys).allSatisfy { condition, key in
                switch seek.target {
                case .node: condition.holds(state.property(PropertyKeyID(key), of: NodeID(element)))
                case .relationship: condition.holds(state.property(PropertyKeyID(key), of: RelationshipID(element)))
                }
            }
            guard isWanted else { continue }
            found[kept] = element
            kept += 1
        }
        found.removeLast(found.count - kept)
    }

    /// The conditions with the row's values; `nil` where one of them holds of nothing.
    private func values(at row: Int, _ context: ExecutionContext) throws(EngineError) -> [IndexCondition]? {
        var result: [IndexCondition] = []
        result.reserveCapacity(conditions.count)
        for condition in conditions {
            func value(_ index: Int) -> Value { vectors[condition.first + index].value(at: row, context.strings) }
            switch condition.plan {
            case .equal:
                let wanted = value(0)
                if wanted.isNull { return nil }
                result.append(.equal(wanted))
            case .isIn:
                let span = condition.values[0].span
                guard let items = try ElementBatches.elements(value(0), of: "IN", at: span) else { return nil }
                result.append(.isIn(items))
            case .startsWith: result.append(.startsWith(value(0)))
            case .endsWith: result.append(.endsWith(value(0)))
            case .contains: result.append(.contains(value(0)))
            case .within: result.append(.boxes(PointSearch.boxes(from: value(0), to: value(1))))
            case .near: result.append(.boxes(PointSearch.boxes(around: value(0), distance: value(1))))
            case .exists: result.append(.exists)
            case .range(let lower, let upper):
                let low = lower.map { IndexCondition.Bound(value: value(0), isInclusive: $0.isInclusive) }
                let high = upper.map {
                    IndexCondition.Bound(value: value(lower == nil ? 0 : 1), isInclusive: $0.isInclusive)
                }
                result.append(.range(lower: low, upper: high))
            }
        }
        return result
    }

    private var isMirrored: Bool {
        if case .relationship(_, _, _, isDirected: false) = seek.target { return true }
        return false
    }

    /// What was found as a batch over the input's rows.
    private func take(_ input: RowBatch, _ context: ExecutionContext) -> RowBatch {
        defer {
            parents.removeAll(keepingCapacity: true)
            found.removeAll(keepingCapacity: true)
        }
        if case .relationship(_, let from, let to, let isDirected) = seek.target, let state {
            return ends(from, to, isDirected, state, input, context)
        }
        return batch(input, found, parents, context)
    }

    private func batch(
        _ input: RowBatch, _ elements: [UInt32], _ parents: [UInt16], _ context: ExecutionContext
    ) -> RowBatch {
        var columns = SlotColumns(slotCount: context.slotCount)
        if !copied.isEmpty {
            parents.withUnsafeBufferPointer { rows in
                for slot in copied { columns[slot] = input.columns[slot].gathered(rows) }
            }
        }
        let out = TypedVector<UInt32>(capacity: elements.count)
        for index in 0..<elements.count { out.base[index] = elements[index] }
        switch seek.target {
        case .node(let slot): columns[slot.index] = .nodes(out)
        case .relationship(let slot, _, _, _): columns[slot.index] = .relationships(out)
        }
        return RowBatch(columns: columns, rowCount: elements.count)
    }

    /// Relationships with their ends; where not directed each from either end, one from a node to itself once.
    private func ends(
        _ from: Slot, _ to: Slot, _ isDirected: Bool, _ state: GraphState, _ input: RowBatch,
        _ context: ExecutionContext
    ) -> RowBatch {
        var elements: [UInt32] = []
        var rows: [UInt16] = []
        var starts: [UInt32] = []
        var ends: [UInt32] = []
        func add(_ relationship: UInt32, _ row: UInt16, _ start: NodeID, _ end: NodeID) {
            elements.append(relationship)
            rows.append(row)
            starts.append(start.rawValue)
            ends.append(end.rawValue)
        }
        for (relationship, row) in zip(found, parents) {
            let start = state.start(of: RelationshipID(relationship))
            let end = state.end(of: RelationshipID(relationship))
            add(relationship, row, start, end)
            if !isDirected, start != end { add(relationship, row, end, start) }
        }
        context.statistics.hops &+= found.count
        let batch = batch(input, elements, rows, context)
        let startVector = TypedVector<UInt32>(capacity: elements.count)
        let endVector = TypedVector<UInt32>(capacity: elements.count)
        for index in elements.indices {
            startVector.base[index] = starts[index]
            endVector.base[index] = ends[index]
        }
        batch[from] = .nodes(startVector)
        batch[to] = .nodes(endVector)
        return batch
    }

    private func clear() {
        arguments = nil
        input = nil
        search = nil
        state = nil
        shape = nil
        source = .none
        vectors.removeAll(keepingCapacity: true)
        parents.removeAll(keepingCapacity: true)
        found.removeAll(keepingCapacity: true)
    }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        if key.bytes.count > 1 << 10 { key = IndexKey() }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        clear()
    }
}
