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
    /// What keys hold beside their own 24 bytes.
    @exclusivity(unchecked) private var keyBytes = 0

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
    /// Numbers that were looked up, and how many of them the table is looked over again at.
    @exclusivity(unchecked) private var soughtCount = 0
    @exclusivity(unchecked) private var nextSoughtCount = 4096
    private let integers = IntegerGroups()
    /// By group, while all groups are of integers; then `keys` is empty. Of null it holds 0.
    @exclusivity(unchecked) private var integerKeys: [Int64] = []
    /// Of null, while a direct form is used.
    @exclusivity(unchecked) private var nullGroup: Int32 = -1

    /// So many look-ups ahead the place of a key is brought near.
    private static let prefetchDistance = 12

    /// What `find` writes for a row that it may not add.
    static let missing: Int32 = -1

    init(keyCount: Int) {
        self.keyCount = keyCount
        keys = [[Value]](repeating: [], count: keyCount)
    }

    /// The keys of some groups, one a row.
    func keys(_ index: Int, _ groups: Range<Int>) -> Vector {
        if directKind == .ints { return integerKeys(groups) }
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

    private func integerKeys(_ groups: Range<Int>) -> Vector {
        let hasNull = groups.contains(Int(nullGroup))
        let out = TypedVector<Int64>(capacity: groups.count, isNullable: hasNull)
        for (row, group) in groups.enumerated() {
            out.base[row] = integerKeys[group]
            if hasNull, group != Int(nullGroup) { out.setValid(row) }
        }
        return .ints(out)
    }

    func removeAll(_ context: ExecutionContext) {
        context.release(bytes)
        Disposal.free(&keys, leaving: [[Value]](repeating: [], count: keyCount), bytes: bytes)
        bytes = 0
        keyBytes = 0
        count = 0
        hashes.removeAll()
        table.removeAll()
        leaveDirectForm()
    }

    private func leaveDirectForm() {
        directKind = .none
        direct.removeAll()
        numbers.removeAll()
        integers.removeAll()
        integerKeys.removeAll()
        nullGroup = -1
    }

    /// What it holds is worth no more than the time to make it.
    var isSmall: Bool { count <= RowBatch.rowsLimit && direct.isHashed }

    /// What a run of few groups looks at.
    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self, byteCount: 192)
        memory.note(integerKeys)
        memory.note(numbers)
        direct.noteMemory(&memory)
        integers.noteMemory(&memory)
    }

    /// As `removeAll`, but memory is kept for the next use: what that costs grows with the groups there were.
    func reset(_ context: ExecutionContext) {
        direct.clear(numbers)
        numbers.removeAll(keepingCapacity: true)
        for index in keys.indices { keys[index].removeAll(keepingCapacity: true) }
        context.release(bytes)
        bytes = 0
        keyBytes = 0
        count = 0
        hashes.removeAll(keepingCapacity: true)
        table.removeAll()
        integers.removeAll()
        integerKeys.removeAll(keepingCapacity: true)
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
            try makeRoom(for: other.count, context)
            mergeDirect(other, &groups)
        } else {
            for table in [self, other] where table.directKind != .none {
                table.makeValues(context.strings)
                table.leaveDirectForm()
            }
            hashAll()
            try makeRoom(for: other.count, context)
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
            } else if isOfIntegers {
                groups.append(groupOfInteger(other.integerKeys[group], true))
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
        let before = count
        if adds { try makeRoom(for: rows.count, context) }
        if keyCount == 1, findDirect(vectors[0], rows, adds, &groups) {
            return try charge(before, context)
        }
        if directKind != .none {
            try context.growing(to: count * 56) {
                makeValues(context.strings)
                leaveDirectForm()
            }
        }
        hashAll()
        groups.removeAll(keepingCapacity: true)
        groups.reserveCapacity(rows.count)
        var row = [Value](repeating: .null, count: keyCount)
        rows.forEach { physical in
            for index in 0..<keyCount { row[index] = vectors[index].value(at: physical, context.strings) }
            groups.append(group(of: row, adds))
        }
        try charge(before, context)
    }

    private func charge(_ before: Int, _ context: ExecutionContext) throws(EngineError) {
        guard count > before else { return }
        if directKind != .ints, numbers.isEmpty {
            for key in keys { for group in before..<count { keyBytes &+= key[group].heapByteCount } }
        }
        let held = heldBytes
        guard held > bytes else { return }
        let more = held - bytes
        bytes = held
        try context.charge(more)
    }

    /// Of the room that there is for groups, and of what keys hold outside of it.
    private var heldBytes: Int {
        if directKind == .ints { return integers.byteCount &+ integerKeys.capacity &* 8 }
        if !numbers.isEmpty { return count &* 32 }
        let room = (keys.first?.capacity ?? 0) &* 24 &* keyCount
        return room &+ hashes.capacity &* 8 &+ table.count &* 4 &+ keyBytes
    }

    /// Lets what is large grow before so many rows come, which are perhaps all new, so that both the old and the new fit.
    private func makeRoom(for more: Int, _ context: ExecutionContext) throws(EngineError) {
        if directKind == .ints {
            if let new = integers.bytesToGrow(by: more) {
                try context.growing(to: new) { integers.grow(by: more) }
            }
            try Self.makeRoom(for: more, in: &integerKeys, context)
        } else if directKind == .none, count >= Self.largeCount {
            for index in keys.indices { try Self.makeRoom(for: more, in: &keys[index], context) }
            try Self.makeRoom(for: more, in: &hashes, context)
            let capacity = (count + more) * 4
            if table.count < (count + more) * 2 {
                try context.growing(to: table.count * 8) { rehash(capacity: min(capacity, table.count * 2)) }
            }
        } else {
            return
        }
        // What was made is held whether or not it is filled.
        let held = heldBytes
        guard held > bytes else { return }
        let grown = held - bytes
        bytes = held
        try context.charge(grown)
    }

    /// Groups of which smaller memory is not worth the count.
    private static let largeCount = 1 << 16

    private static func makeRoom<Element>(
        for more: Int, in array: inout [Element], _ context: ExecutionContext
    ) throws(EngineError) {
        let (needed, capacity) = (array.count + more, array.capacity)
        guard needed > capacity, capacity >= largeCount else { return }
        let new = max(needed, capacity + capacity / 2)
        try context.growing(to: new * MemoryLayout<Element>.stride) { array.reserveCapacity(new) }
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
            if nodes.areAllValid(rows) {
                findNumbers(nodes.base, rows.rows, rows.count, adds, &groups)
                return true
            }
            findNumbers(rows, adds, &groups, number: { nodes[$0] }, isValid: nodes.isValid)
        case .nodeSequence(let start) where serves(.nodes):
            findNumbers(
                rows, adds, &groups, number: { start &+ UInt32(truncatingIfNeeded: $0) }, isValid: { _ in true })
        case .relationships(let relationships) where serves(.relationships):
            findNumbers(rows, adds, &groups, number: { relationships[$0] }, isValid: relationships.isValid)
        case .pooled(let pooled) where serves(.pooled):
            if pooled.areAllValid(rows) {
                findNumbers(pooled.base, rows.rows, rows.count, adds, &groups)
                return true
            }
            findNumbers(rows, adds, &groups, number: { pooled[$0] }, isValid: pooled.isValid)
        case .ints(let ints) where serves(.ints):
            if adds { integers.reserve(rows.count) }
            resize(&groups, rows.count)
            groups.withUnsafeMutableBufferPointer { groups in
                for index in 0..<rows.count {
                    let later = index &+ Self.prefetchDistance
                    if later < rows.count { integers.prefetch(ints[rows.row(at: later)]) }
                    let row = rows.row(at: index)
                    groups[index] = ints.isValid(row) ? groupOfInteger(ints[row], adds) : groupOfNull(adds)
                }
            }
        default: return false
        }
        return true
    }

    @inline(__always)
    private func findNumbers(
        _ rows: Selection, _ adds: Bool, _ groups: inout [Int32], number: (Int) -> UInt32, isValid: (Int) -> Bool
    ) {
        resize(&groups, rows.count)
        groups.withUnsafeMutableBufferPointer { groups in
            for index in 0..<rows.count {
                let row = rows.row(at: index)
                groups[index] = isValid(row) ? groupOfNumber(number(row), adds) : numberOfNull(adds)
            }
        }
    }

    /// Likewise of the numbers in `rows`, or of the first `count`, none of which is null.
    private func findNumbers(
        _ numbers: UnsafePointer<UInt32>, _ rows: UnsafePointer<UInt16>?, _ count: Int, _ adds: Bool,
        _ groups: inout [Int32]
    ) {
        resize(&groups, count)
        if adds, self.count == 0 { direct.reserve(count) }
        groups.withUnsafeMutableBufferPointer { groups in
            guard let groups = groups.baseAddress else { return }
            if let rows {
                findNumbers(count, adds, groups) { numbers[Int(rows[$0])] }
            } else {
                findNumbers(count, adds, groups) {
                    numbers[$0]
                } together: {
                    direct.find(numbers, from: $0, to: count, into: groups)
                }
            }
        }
        noteSought(count)
    }

    /// Who asks often has few groups: those are found faster where each number has a place of its own.
    private func noteSought(_ count: Int) {
        soughtCount &+= count
        if soughtCount >= nextSoughtCount {
            nextSoughtCount = soughtCount &* 2
            direct.preferPages(bytesLimit: min(soughtCount &* 8, 1 << 20))
        }
    }

    /// - Parameter together: finds those from a place on, up to the first without a group, faster than one by one; `nil` where it
    ///   cannot.
    @inline(__always)
    private func findNumbers(
        _ count: Int, _ adds: Bool, _ groups: UnsafeMutablePointer<Int32>, _ number: (Int) -> UInt32,
        together: (Int) -> Int? = { _ in nil }
    ) {
        var index = 0
        while true {
            index = together(index) ?? direct.reader.find(from: index, to: count, into: groups, number)
            guard index < count else { return }
            groups[index] = groupOfNumber(number(index), adds)
            index &+= 1
        }
    }

    /// Writes the group of each string of a chunk in `rows`, or of the first `count`, all of which are there.
    ///
    /// - Returns: false, and nothing is done, where groups so far are of another kind.
    func find(
        strings: UnsafePointer<UInt32>, _ rows: UnsafePointer<UInt16>?, _ count: Int, into groups: inout [Int32],
        _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        guard keyCount == 1, directKind == .pooled || self.count == 0 else { return false }
        directKind = .pooled
        let before = self.count
        findNumbers(strings, rows, count, true, &groups)
        try charge(before, context)
        return true
    }

    /// Adds up counts and sums of the first `count` strings of a chunk, all of which are there, by their groups.
    ///
    /// - Parameter values: what is summed up beside the count.
    /// - Returns: false, and nothing is done, where groups are not found by the strings' places.
    func addUp(
        strings: UnsafePointer<UInt32>, _ count: Int, _ values: NarrowIntegers?, into totals: GroupTotals,
        _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        guard keyCount == 1, directKind == .pooled else { return false }
        let before = self.count
        let offset = GroupTotals.one &+ UInt64(bitPattern: values?.least ?? 0)
        var index = 0
        while true {
            totals.reserve(self.count)
            guard let end = direct.addUp(strings, from: index, to: count, values, offset, into: totals.words) else {
                return false
            }
            guard end < count else { break }
            let group = Int(groupOfNumber(strings[end], true))
            totals.reserve(self.count)
            totals.words[group] &+= offset &+ (values?.distance(end) ?? 0)
            index = end &+ 1
        }
        totals.note(count)
        noteSought(count)
        try charge(before, context)
        return true
    }

    /// As many places as there are rows; all of them are written afterwards.
    private func resize(_ groups: inout [Int32], _ rowCount: Int) {
        guard groups.count != rowCount else { return }
        groups.removeAll(keepingCapacity: true)
        groups.append(contentsOf: repeatElement(Self.missing, count: rowCount))
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
        let known = integers.group(of: number)
        guard known == Self.missing, adds else { return known }
        let group = newIntegerGroup(number)
        integers.insert(number, group: group)
        return group
    }

    private func newNumberGroup(_ number: UInt32) -> Int32 {
        numbers.append(number)
        count += 1
        return Int32(truncatingIfNeeded: count - 1)
    }

    /// Unboxed keys become values.
    private func makeValues(_ strings: StringPool) {
        for (group, number) in integerKeys.enumerated() {
            keys[0].append(group == Int(nullGroup) ? .null : .int(number))
        }
        integerKeys.removeAll()
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
        if nullGroup < 0, adds { nullGroup = newIntegerGroup(0) }
        return nullGroup
    }

    /// A group that no table knows yet.
    @inline(__always)
    private func newIntegerGroup(_ number: Int64) -> Int32 {
        integerKeys.append(number)
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
