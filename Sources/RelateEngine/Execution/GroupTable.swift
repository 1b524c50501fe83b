/// Numbers the distinct key rows that it meets, from 0, by equivalence.
///
/// A single key of nodes, relationships or pooled strings is found by its number in an array; any other by a hash table over
/// values. Keys are kept as values, by column.
final class GroupTable {
    private(set) var count = 0
    private let keyCount: Int
    private var keys: [[Value]]
    private var hashes: [UInt64] = []
    /// Open addressing: group + 1, 0 is free; a power of two.
    private var table: [Int32] = []
    /// Element or string number → group + 1, for a single key of the kind in `directKind`.
    private var direct: [Int32] = []
    private var directKind = DirectKind.none
    private var bytes = 0

    private enum DirectKind { case none, nodes, relationships, pooled }

    init(keyCount: Int) {
        self.keyCount = keyCount
        keys = [[Value]](repeating: [], count: keyCount)
    }

    func key(_ index: Int, of group: Int) -> Value { keys[index][group] }

    func keys(_ index: Int, _ groups: Range<Int>) -> [Value] { Array(keys[index][groups]) }

    func removeAll(_ context: ExecutionContext) {
        context.release(bytes)
        bytes = 0
        count = 0
        keys = [[Value]](repeating: [], count: keyCount)
        hashes.removeAll()
        table.removeAll()
        direct.removeAll()
        directKind = .none
    }

    /// Writes the group of each of `rows` to `groups`, in the order of `rows`.
    func find(
        _ vectors: [Vector], _ rows: Selection, into groups: inout [Int32], _ context: ExecutionContext
    ) throws(EngineError) {
        groups.removeAll(keepingCapacity: true)
        let before = count
        if keyCount == 1 {
            switch vectors[0] {
            case .nodes(let vector) where directKind == .nodes || count == 0:
                directKind = .nodes
                findDirect(rows, &groups, number: { vector[$0] }, isValid: vector.isValid) { .node(NodeID($0)) }
                return try charge(before, context)
            case .nodeSequence(let start) where directKind == .nodes || count == 0:
                directKind = .nodes
                findDirect(
                    rows, &groups, number: { start &+ UInt32(truncatingIfNeeded: $0) }, isValid: { _ in true }
                ) { .node(NodeID($0)) }
                return try charge(before, context)
            case .relationships(let vector) where directKind == .relationships || count == 0:
                directKind = .relationships
                findDirect(rows, &groups, number: { vector[$0] }, isValid: vector.isValid) {
                    .relationship(RelationshipID($0))
                }
                return try charge(before, context)
            case .pooled(let vector) where directKind == .pooled || count == 0:
                directKind = .pooled
                findDirect(rows, &groups, number: { vector[$0] }, isValid: vector.isValid) {
                    .string(context.strings.string(of: $0))
                }
                return try charge(before, context)
            default: directKind = .none
            }
        }
        if table.isEmpty { rehash(capacity: max(64, count * 2)) }
        var row = [Value](repeating: .null, count: keyCount)
        rows.forEach { physical in
            for index in 0..<keyCount { row[index] = vectors[index].value(at: physical, context.strings) }
            groups.append(Int32(truncatingIfNeeded: group(of: row)))
        }
        try charge(before, context)
    }

    private func charge(_ before: Int, _ context: ExecutionContext) throws(EngineError) {
        guard count > before else { return }
        var size = (count - before) * 32
        for index in 0..<keyCount {
            for group in before..<count { size &+= 24 &+ keys[index][group].heapByteCount }
        }
        bytes &+= size
        try context.charge(size)
    }

    @inline(__always)
    private func findDirect(
        _ rows: Selection, _ groups: inout [Int32], number: (Int) -> UInt32, isValid: (Int) -> Bool,
        _ value: (UInt32) -> Value
    ) {
        rows.forEach { row in
            guard isValid(row) else {
                groups.append(Int32(truncatingIfNeeded: group(of: [.null])))
                return
            }
            let place = Int(number(row))
            if place >= direct.count {
                direct.append(contentsOf: repeatElement(0, count: max(place + 1, direct.count * 2) - direct.count))
            }
            if direct[place] == 0 {
                let new = group(of: [value(number(row))])
                direct[place] = Int32(truncatingIfNeeded: new + 1)
            }
            groups.append(direct[place] - 1)
        }
    }

    /// The group of a key row, a new one if there was none.
    func group(of row: [Value]) -> Int {
        if table.count < (count + 1) * 2 { rehash(capacity: max(64, (count + 1) * 4)) }
        let hash = Equivalence.hash(row)
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0 {
            let group = Int(table[slot] - 1)
            if hashes[group] == hash, isSame(row, group) { return group }
            slot = (slot + 1) & mask
        }
        table[slot] = Int32(truncatingIfNeeded: count + 1)
        hashes.append(hash)
        for index in 0..<keyCount { keys[index].append(row[index]) }
        count += 1
        return count - 1
    }

    private func isSame(_ row: [Value], _ group: Int) -> Bool {
        for index in 0..<keyCount where !Equivalence.holds(row[index], keys[index][group]) { return false }
        return true
    }

    private func rehash(capacity: Int) {
        var size = 64
        while size < capacity { size *= 2 }
        table = [Int32](repeating: 0, count: size)
        for (group, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (size - 1)
            while table[slot] != 0 { slot = (slot + 1) & (size - 1) }
            table[slot] = Int32(truncatingIfNeeded: group + 1)
        }
    }
}
