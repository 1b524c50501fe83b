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
    private var slots: [UInt32] = [UInt32](repeating: 0, count: 16)

    init(width: Int) {
        self.width = width
    }

    func isEqual(_ index: Int, _ row: ArraySlice<UInt32>) -> Bool {
        let start = index * width
        var place = row.startIndex
        for offset in 0..<width {
            if data[start + offset] != row[place] { return false }
            place += 1
        }
        return true
    }

    private static func hash(_ row: ArraySlice<UInt32>) -> Int {
        var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
        for word in row {
            mixed = (mixed ^ UInt64(word)) &* 0xD6E8_FEB8_6659_FD93
            mixed ^= mixed >> 32
        }
        return Int(truncatingIfNeeded: mixed)
    }

    func index(of row: ArraySlice<UInt32>) -> Int? {
        let mask = slots.count - 1
        var slot = Self.hash(row) & mask
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if isEqual(index, row) { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The row's number, and whether it is new.
    @discardableResult
    mutating func insert(_ row: ArraySlice<UInt32>) -> (index: Int, isNew: Bool) {
        if count * 4 >= slots.count * 3 { grow() }
        let mask = slots.count - 1
        var slot = Self.hash(row) & mask
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if isEqual(index, row) { return (index, false) }
            slot = (slot + 1) & mask
        }
        data.append(contentsOf: row)
        count += 1
        slots[slot] = UInt32(truncatingIfNeeded: count)
        return (count - 1, true)
    }

    /// A row of three.
    mutating func insert(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> (index: Int, isNew: Bool) {
        insert([first, second, third])
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for index in 0..<count {
            var slot = Self.hash(data[(index * width)..<(index * width + width)]) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: index + 1)
        }
    }
}
