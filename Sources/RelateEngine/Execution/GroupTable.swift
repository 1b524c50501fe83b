/// Numbers the distinct key rows that it meets, from 0, by equivalence.
///
/// A single key of nodes, relationships or pooled strings is found by its number in a paged array, one of integers in a hash
/// table of integers; any other in a hash table over values. Keys are kept as values, by column, those of the first kind by
/// their numbers until values are asked for.
final class GroupTable {
    @exclusivity(unchecked) private(set) var count = 0
    private let keyCount: Int
    @exclusivity(unchecked) private var keys: [[Value]]
    private var bytes = 0

    /// Of the first groups; those that a direct form found are hashed when another form needs them.
    @exclusivity(unchecked) private var hashes: [UInt64] = []
    /// Open addressing: group + 1, 0 is free; a power of two.
    @exclusivity(unchecked) private var table: [Int32] = []

    private enum DirectKind { case none, nodes, relationships, pooled, ints }
    @exclusivity(unchecked) private var directKind = DirectKind.none
    /// By group, while all groups are of elements or pooled strings; then `keys` is empty.
    @exclusivity(unchecked) private var numbers: [UInt32] = []
    /// By element or string number.
    private let direct = NumberTable()
    @exclusivity(unchecked) private var integers = IntegerTable()
    /// Of null, while a direct form is used.
    @exclusivity(unchecked) private var nullGroup: Int32 = -1

    /// What `find` writes for a row that it may not add.
    static let missing: Int32 = -1

    init(keyCount: Int) {
        self.keyCount = keyCount
        keys = [[Value]](repeating: [], count: keyCount)
    }

    /// The keys of some groups, one a row.
    func keys(_ index: Int, _ groups: Range<Int>) -> Vector {
        guard !numbers.isEmpty else { return Array(keys[index][groups]).asVector }
        let hasNull = groups.contains(Int(nullGroup))
        let out = TypedVector<UInt32>(capacity: groups.count, isNullable: hasNull)
        for (row, group) in groups.enumerated() {
            out.base[row] = numbers[group]
            if hasNull, group != Int(nullGroup) { out.setValid(row) }
        }
        switch directKind {
        case .nodes: return .nodes(out)
        case .relationships: return .relationships(out)
        case .pooled, .ints, .none: return .pooled(out)
        }
    }

    func removeAll(_ context: ExecutionContext) {
        context.release(bytes)
        bytes = 0
        count = 0
        keys = [[Value]](repeating: [], count: keyCount)
        hashes.removeAll()
        table.removeAll()
        leaveDirectForm()
    }

    private func leaveDirectForm() {
        directKind = .none
        direct.removeAll()
        numbers.removeAll()
        integers = IntegerTable()
        nullGroup = -1
    }

    /// As `removeAll`, but memory is kept for the next use: what that costs grows with the groups there were.
    func reset(_ context: ExecutionContext) {
        direct.clear(numbers)
        numbers.removeAll(keepingCapacity: true)
        for index in keys.indices { keys[index].removeAll(keepingCapacity: true) }
        context.release(bytes)
        bytes = 0
        count = 0
        hashes.removeAll(keepingCapacity: true)
        table.removeAll()
        if directKind == .ints { integers = IntegerTable() }
        directKind = .none
        nullGroup = -1
    }

    /// Adds the groups of another table, in its order; writes the group that each of them is here.
    func merge(_ other: GroupTable, into groups: inout [Int32], _ context: ExecutionContext) throws(EngineError) {
        groups.removeAll(keepingCapacity: true)
        groups.reserveCapacity(other.count)
        guard other.count > 0 else { return }
        let before = count
        if other.directKind != .none, count == 0 || directKind == other.directKind {
            directKind = other.directKind
            mergeDirect(other, &groups)
        } else {
            for table in [self, other] where table.directKind != .none {
                table.makeValues(context.strings)
                table.leaveDirectForm()
            }
            hashAll()
            var row = [Value](repeating: .null, count: keyCount)
            for group in 0..<other.count {
                for index in 0..<keyCount { row[index] = other.keys[index][group] }
                groups.append(self.group(of: row, true))
            }
        }
        try charge(before, context)
    }

    private func mergeDirect(_ other: GroupTable, _ groups: inout [Int32]) {
        let isOfIntegers = directKind == .ints
        for group in 0..<other.count {
            if group == Int(other.nullGroup) {
                groups.append(isOfIntegers ? groupOfNull(true) : numberOfNull(true))
            } else if isOfIntegers, case .int(let number) = other.keys[0][group] {
                groups.append(groupOfInteger(number, true))
            } else {
                groups.append(groupOfNumber(other.numbers[group], true))
            }
        }
    }

    /// Writes the group of each of `rows` to `groups`, in the order of `rows`.
    ///
    /// - Parameter adds: rows of a new key make a group; else they are `missing`.
    func find(
        _ vectors: [Vector], _ rows: Selection, adds: Bool = true, into groups: inout [Int32],
        _ context: ExecutionContext
    ) throws(EngineError) {
        groups.removeAll(keepingCapacity: true)
        groups.reserveCapacity(rows.count)
        let before = count
        if keyCount == 1, findDirect(vectors[0], rows, adds, &groups) {
            return try charge(before, context)
        }
        if directKind != .none {
            makeValues(context.strings)
            leaveDirectForm()
        }
        hashAll()
        var row = [Value](repeating: .null, count: keyCount)
        rows.forEach { physical in
            for index in 0..<keyCount { row[index] = vectors[index].value(at: physical, context.strings) }
            groups.append(group(of: row, adds))
        }
        try charge(before, context)
    }

    private func charge(_ before: Int, _ context: ExecutionContext) throws(EngineError) {
        guard count > before else { return }
        var size = (count - before) * 32
        for index in 0..<keyCount where numbers.isEmpty {
            for group in before..<count { size &+= 24 &+ keys[index][group].heapByteCount }
        }
        bytes &+= size
        try context.charge(size)
    }

    // MARK: A single key of one unboxed kind

    /// - Returns: whether there is a direct form for the vector, and all groups so far are of it.
    private func findDirect(
        _ vector: Vector, _ rows: Selection, _ adds: Bool, _ groups: inout [Int32]
    ) -> Bool {
        func serves(_ kind: DirectKind) -> Bool {
            guard directKind == kind || count == 0 else { return false }
            directKind = kind
            return true
        }
        switch vector {
        case .nodes(let nodes) where serves(.nodes):
            if rows.rows == nil, nodes.areAllValid(rows) {
                findNumbers(nodes.base, rows.count, adds, &groups)
                return true
            }
            findNumbers(rows, adds, &groups, number: { nodes[$0] }, isValid: nodes.isValid)
        case .nodeSequence(let start) where serves(.nodes):
            findNumbers(
                rows, adds, &groups, number: { start &+ UInt32(truncatingIfNeeded: $0) }, isValid: { _ in true })
        case .relationships(let relationships) where serves(.relationships):
            findNumbers(rows, adds, &groups, number: { relationships[$0] }, isValid: relationships.isValid)
        case .pooled(let pooled) where serves(.pooled):
            if rows.rows == nil, pooled.areAllValid(rows) {
                findNumbers(pooled.base, rows.count, adds, &groups)
                return true
            }
            findNumbers(rows, adds, &groups, number: { pooled[$0] }, isValid: pooled.isValid)
        case .ints(let ints) where serves(.ints):
            if adds { integers.reserve(rows.count) }
            rows.forEach { row in
                groups.append(ints.isValid(row) ? groupOfInteger(ints[row], adds) : groupOfNull(adds))
            }
        default: return false
        }
        return true
    }

    @inline(__always)
    private func findNumbers(
        _ rows: Selection, _ adds: Bool, _ groups: inout [Int32], number: (Int) -> UInt32, isValid: (Int) -> Bool
    ) {
        groups.append(contentsOf: repeatElement(Self.missing, count: rows.count))
        groups.withUnsafeMutableBufferPointer { groups in
            for index in 0..<rows.count {
                let row = rows.row(at: index)
                groups[index] = isValid(row) ? groupOfNumber(number(row), adds) : numberOfNull(adds)
            }
        }
    }

    /// Likewise of numbers that follow each other in memory, none of them null.
    private func findNumbers(
        _ numbers: UnsafePointer<UInt32>, _ count: Int, _ adds: Bool, _ groups: inout [Int32]
    ) {
        groups.append(contentsOf: repeatElement(Self.missing, count: count))
        groups.withUnsafeMutableBufferPointer { groups in
            var reader = direct.reader
            for index in 0..<count {
                let known = reader.value(of: numbers[index])
                if known != 0 {
                    groups[index] = known &- 1
                } else {
                    groups[index] = groupOfNumber(numbers[index], adds)
                    reader = direct.reader
                }
            }
        }
    }

    @inline(__always)
    private func groupOfNumber(_ number: UInt32, _ adds: Bool) -> Int32 {
        if let place = direct.place(of: number), place.pointee != 0 { return place.pointee &- 1 }
        guard adds else { return Self.missing }
        let group = newNumberGroup(number)
        direct.madePlace(of: number).pointee = group + 1
        return group
    }

    private func numberOfNull(_ adds: Bool) -> Int32 {
        if nullGroup < 0, adds { nullGroup = newNumberGroup(0) }
        return nullGroup
    }

    @inline(__always)
    private func groupOfInteger(_ number: Int64, _ adds: Bool) -> Int32 {
        let place = integers.place(of: number)
        guard integers.groups[place] == 0, adds else { return integers.groups[place] - 1 }
        integers.insert(number, at: place, group: newGroup(.int(number)))
        return Int32(truncatingIfNeeded: count - 1)
    }

    private func newNumberGroup(_ number: UInt32) -> Int32 {
        numbers.append(number)
        count += 1
        return Int32(truncatingIfNeeded: count - 1)
    }

    /// Keys by number become values.
    private func makeValues(_ strings: StringPool) {
        guard !numbers.isEmpty else { return }
        for (group, number) in numbers.enumerated() {
            if group == Int(nullGroup) {
                keys[0].append(.null)
                continue
            }
            switch directKind {
            case .nodes: keys[0].append(.node(NodeID(number)))
            case .relationships: keys[0].append(.relationship(RelationshipID(number)))
            case .pooled, .ints, .none: keys[0].append(.string(strings.string(of: number)))
            }
        }
        numbers.removeAll()
    }

    private func groupOfNull(_ adds: Bool) -> Int32 {
        if nullGroup < 0, adds { nullGroup = newGroup(.null) }
        return nullGroup
    }

    /// A group that no table knows yet.
    private func newGroup(_ value: Value) -> Int32 {
        keys[0].append(value)
        count += 1
        return Int32(truncatingIfNeeded: count - 1)
    }

    // MARK: Any keys

    /// The group of a key row, a new one if there was none and `adds`.
    private func group(of row: [Value], _ adds: Bool) -> Int32 {
        if table.count < (count + 1) * 2 { rehash(capacity: max(64, (count + 1) * 4)) }
        let hash = Equivalence.hash(row)
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0 {
            let group = Int(table[slot] - 1)
            if hashes[group] == hash, isSame(row, group) { return Int32(truncatingIfNeeded: group) }
            slot = (slot + 1) & mask
        }
        guard adds else { return Self.missing }
        table[slot] = Int32(truncatingIfNeeded: count + 1)
        hashes.append(hash)
        for index in 0..<keyCount { keys[index].append(row[index]) }
        count += 1
        return Int32(truncatingIfNeeded: count - 1)
    }

    private func isSame(_ row: [Value], _ group: Int) -> Bool {
        for index in 0..<keyCount where !Equivalence.holds(row[index], keys[index][group]) { return false }
        return true
    }

    /// Groups that a direct form made are hashed too.
    private func hashAll() {
        guard hashes.count < count || table.isEmpty else { return }
        for group in hashes.count..<count { hashes.append(Equivalence.hash((0..<keyCount).map { keys[$0][group] })) }
        rehash(capacity: max(64, count * 4))
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

/// Integers to groups: open addressing, half full at most.
private struct IntegerTable {
    private var numbers = [Int64](repeating: 0, count: 64)
    /// group + 1, 0 is free.
    private(set) var groups = [Int32](repeating: 0, count: 64)
    private var count = 0

    /// Where the number is, or where it would be.
    @inline(__always)
    func place(of number: Int64) -> Int {
        let mask = numbers.count &- 1
        let product = UInt64(bitPattern: number).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        var place = Int(truncatingIfNeeded: product.high ^ product.low) & mask
        while groups[place] != 0, numbers[place] != number { place = (place &+ 1) & mask }
        return place
    }

    mutating func insert(_ number: Int64, at place: Int, group: Int32) {
        numbers[place] = number
        groups[place] = group + 1
        count += 1
        if count * 2 > numbers.count { grow() }
    }

    /// Room for a first batch of so many rows, which are often all different.
    mutating func reserve(_ rowCount: Int) {
        guard count == 0, rowCount * 2 > numbers.count else { return }
        var capacity = numbers.count
        while capacity < rowCount * 2 { capacity *= 2 }
        numbers = [Int64](repeating: 0, count: capacity)
        groups = [Int32](repeating: 0, count: capacity)
    }

    private mutating func grow() {
        let (oldNumbers, oldGroups) = (numbers, groups)
        numbers = [Int64](repeating: 0, count: oldNumbers.count * 2)
        groups = [Int32](repeating: 0, count: oldNumbers.count * 2)
        for (number, group) in zip(oldNumbers, oldGroups) where group != 0 {
            let place = place(of: number)
            numbers[place] = number
            groups[place] = group
        }
    }
}
