/// `count(DISTINCT x)` over all rows as one group.
final class DistinctCountAggregate: GroupAggregate {
    private let table = GroupTable(keyCount: 1)
    private var groups: [Int32] = []

    /// The table charges what it holds by itself.
    var byteCount: Int { 0 }

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let vector = arguments.first else { return }
        let present = rows.filtered { !vector.isNull(at: $0) }
        try table.find([vector], present, into: &self.groups, context)
    }

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? DistinctCountAggregate else { return }
        try table.merge(other.table, into: &self.groups, context)
        other.table.removeAll(context)
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        defer { table.removeAll(context) }
        return .int(Int64(table.count))
    }
}

/// `collect(x)`: the values of each group, in the order of rows.
final class CollectAggregate: GroupAggregate {
    @exclusivity(unchecked) private var lists: [[Value]] = []
    /// Of all lists: the room that they have for values, and what the values hold outside of it.
    @exclusivity(unchecked) private(set) var byteCount = 0

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        if lists.count < groupCount {
            byteCount &+= 32 * (groupCount - lists.count)
            lists.append(contentsOf: repeatElement([], count: groupCount - lists.count))
        }
        guard let vector = arguments.first else { return }
        if groups == nil { try reserve(rows.count, in: 0, context) }
        var index = 0
        if case .ints(let ints) = vector {
            try rows.forEach { row throws(EngineError) in
                let group = groups.map { Int($0[index]) } ?? 0
                index &+= 1
                guard ints.isValid(row) else { return }
                if lists[group].count == lists[group].capacity { try reserve(1, in: group, context) }
                lists[group].append(.int(ints[row]))
            }
            return
        }
        try rows.forEach { row throws(EngineError) in
            let group = groups.map { Int($0[index]) } ?? 0
            index &+= 1
            let value = vector.value(at: row, context.strings)
            if case .null = value { return }
            if lists[group].count == lists[group].capacity { try reserve(1, in: group, context) }
            byteCount &+= value.heapByteCount
            lists[group].append(value)
        }
    }

    /// Makes room for more values of a group: twice as much as there was, and of long lists half as much again.
    private func reserve(_ more: Int, in group: Int, _ context: ExecutionContext) throws(EngineError) {
        let (count, old) = (lists[group].count, lists[group].capacity)
        guard count + more > old else { return }
        let new = max(count + more, old < 1 << 20 ? old * 2 : old + old / 2)
        try context.growing(to: new * 24) { lists[group].reserveCapacity(new) }
        byteCount &+= (new - old) * 24
    }

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? CollectAggregate else { return }
        if lists.count < groupCount { lists.append(contentsOf: repeatElement([], count: groupCount - lists.count)) }
        for (from, list) in other.lists.enumerated() {
            let group = Int(groups[from])
            try reserve(list.count, in: group, context)
            lists[group].append(contentsOf: list)
            // The room for them is counted.
            byteCount &-= list.capacity * 24
        }
        byteCount &+= other.byteCount
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        guard group < lists.count else { return .list([]) }
        defer { lists[group] = [] }
        return .list(lists[group])
    }
}
