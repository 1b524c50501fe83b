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
    @exclusivity(unchecked) private(set) var byteCount = 0

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        if lists.count < groupCount {
            byteCount &+= 32 * (groupCount - lists.count)
            lists.append(contentsOf: repeatElement([], count: groupCount - lists.count))
        }
        guard let vector = arguments.first else { return }
        var index = 0
        if case .ints(let ints) = vector {
            rows.forEach { row in
                let group = groups.map { Int($0[index]) } ?? 0
                index &+= 1
                guard ints.isValid(row) else { return }
                byteCount &+= 24
                lists[group].append(.int(ints[row]))
            }
            return
        }
        rows.forEach { row in
            let group = groups.map { Int($0[index]) } ?? 0
            index &+= 1
            let value = vector.value(at: row, context.strings)
            if case .null = value { return }
            byteCount &+= 24 &+ value.heapByteCount
            lists[group].append(value)
        }
    }

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? CollectAggregate else { return }
        if lists.count < groupCount { lists.append(contentsOf: repeatElement([], count: groupCount - lists.count)) }
        for (from, list) in other.lists.enumerated() { lists[Int(groups[from])].append(contentsOf: list) }
        byteCount &+= other.byteCount
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        guard group < lists.count else { return .list([]) }
        defer { lists[group] = [] }
        return .list(lists[group])
    }
}
