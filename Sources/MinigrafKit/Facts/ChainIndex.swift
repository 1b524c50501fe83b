/// Members in chains by a key of two numbers: a hash table whose groups keep their members in order of arrival.
struct ChainIndex: Sendable {
    static let end = UInt32.max

    private var slots: [UInt32] = [UInt32](repeating: 0, count: 16)
    private var keys: [UInt64] = []
    private var tails: [UInt32] = []
    private var heads: [UInt32] = []
    private(set) var counts: [UInt32] = []
    private(set) var next: [UInt32] = []

    var groupCount: Int { keys.count }

    static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(first) << 32 | UInt64(second)
    }

    private static func hash(_ key: UInt64) -> UInt64 {
        var mixed = key &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 32
        mixed = mixed &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }

    /// The group of a key, or `nil`.
    @inline(__always)
    func group(_ key: UInt64) -> Int? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(key)) & mask
        while slots[slot] != 0 {
            let group = Int(slots[slot]) - 1
            if keys[group] == key { return group }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The first member of a key's chain, or `end`.
    @inline(__always)
    func first(_ key: UInt64) -> UInt32 {
        group(key).map { heads[$0] } ?? Self.end
    }

    func count(_ key: UInt64) -> Int {
        group(key).map { Int(counts[$0]) } ?? 0
    }

    func head(ofGroup group: Int) -> UInt32 { heads[group] }

    /// Adds `member`, which must be the number of members added before. Returns the group, and whether it is new.
    @discardableResult
    mutating func append(_ member: UInt32, key: UInt64) -> (group: Int, isNew: Bool) {
        assert(Int(member) == next.count)
        next.append(Self.end)
        if let group = group(key) {
            next[Int(tails[group])] = member
            tails[group] = member
            counts[group] &+= 1
            return (group, false)
        }
        if keys.count * 4 >= slots.count * 3 { grow() }
        keys.append(key)
        heads.append(member)
        tails.append(member)
        counts.append(1)
        place(keys.count - 1)
        return (keys.count - 1, true)
    }

    private mutating func place(_ group: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(keys[group])) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: group + 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for group in keys.indices { place(group) }
    }
}

/// A set of rows of one width, each numbered in order of arrival.
struct TupleTable: Sendable {
    let width: Int
    private(set) var data: [UInt32] = []
    private(set) var count = 0
    /// The hash above, the row's number plus one below; 0 is free.
    private var slots: [UInt64] = []

    init(width: Int) {
        self.width = width
    }

    @inline(__always)
    private func hash(_ row: UnsafePointer<UInt32>) -> UInt64 {
        var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
        for column in 0..<width {
            mixed = (mixed ^ UInt64(row[column])) &* 0xD6E8_FEB8_6659_FD93
            mixed ^= mixed >> 32
        }
        return mixed
    }

    @inline(__always)
    private func isEqual(_ index: Int, _ row: UnsafePointer<UInt32>) -> Bool {
        for column in 0..<width where data[index * width + column] != row[column] { return false }
        return true
    }

    /// The row's number, and whether it is new.
    @discardableResult
    mutating func insert(_ row: UnsafePointer<UInt32>) -> (index: Int, isNew: Bool) {
        if count * 4 >= slots.count * 3 { grow() }
        let mask = slots.count - 1
        let hash = hash(row)
        let short = hash >> 32
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = slots[slot]
            let index = Int(entry & 0xFFFF_FFFF) - 1
            if entry >> 32 == short, isEqual(index, row) { return (index, false) }
            slot = (slot + 1) & mask
        }
        data.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
        count += 1
        slots[slot] = short << 32 | UInt64(count)
        return (count - 1, true)
    }

    /// - Parameter row: `width` numbers.
    @discardableResult
    mutating func insert(_ row: ArraySlice<UInt32>) -> (index: Int, isNew: Bool) {
        row.withUnsafeBufferPointer { row in
            if let base = row.baseAddress { return insert(base) }
            // A row without columns is there once.
            let isNew = count == 0
            count = 1
            return (0, isNew)
        }
    }

    private mutating func grow() {
        let size = max(16, slots.count * 2)
        slots = [UInt64](repeating: 0, count: size)
        data.withUnsafeBufferPointer { data in
            guard let base = data.baseAddress else { return }
            for index in 0..<count {
                let hash = hash(base + index * width)
                var slot = Int(truncatingIfNeeded: hash) & (size - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
            }
        }
    }
}

/// A number for each of some ids; without memory of its own while it is empty.
struct IDMap {
    /// The id above, its number plus one below; 0 is free.
    private var slots: [UInt64] = []
    private(set) var count = 0

    @inline(__always)
    private func place(of id: UInt32) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: UInt64(id) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
        while slots[slot] != 0, slots[slot] >> 32 != UInt64(id) { slot = (slot + 1) & mask }
        return slot
    }

    @inline(__always)
    subscript(id: UInt32) -> UInt32? {
        if count == 0 { return nil }
        let entry = slots[place(of: id)]
        return entry == 0 ? nil : UInt32(truncatingIfNeeded: entry) - 1
    }

    /// - Parameter number: less than `UInt32.max`.
    mutating func insert(_ id: UInt32, _ number: UInt32) {
        if count * 4 >= slots.count * 3 { grow() }
        let slot = place(of: id)
        if slots[slot] == 0 { count += 1 }
        slots[slot] = UInt64(id) << 32 | UInt64(number + 1)
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(16, old.count * 2))
        for entry in old where entry != 0 { slots[place(of: UInt32(truncatingIfNeeded: entry >> 32))] = entry }
    }
}
