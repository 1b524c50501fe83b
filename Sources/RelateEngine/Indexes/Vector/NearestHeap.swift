/// A slot and its distance in one word, which orders by distance, then by slot.
struct NearSlot: Comparable {
    let key: UInt64

    @inline(__always)
    init(key: UInt64) { self.key = key }

    /// - Precondition: the distance is not below 0, and a number.
    @inline(__always)
    init(_ distance: Float, _ slot: UInt32) { key = UInt64(distance.bitPattern) << 32 | UInt64(slot) }

    @inline(__always)
    var distance: Float { Float(bitPattern: UInt32(truncatingIfNeeded: key >> 32)) }
    @inline(__always)
    var slot: UInt32 { UInt32(truncatingIfNeeded: key) }

    @inline(__always)
    static func < (left: NearSlot, right: NearSlot) -> Bool { left.key < right.key }
}

/// Slots with the nearest on top, or with the farthest.
struct NearestHeap: ~Copyable {
    private var keys: UnsafeMutablePointer<UInt64>
    private var capacity: Int
    private(set) var count = 0
    /// A heap with the farthest on top holds its keys turned over.
    private let mask: UInt64

    init(farthestOnTop: Bool, capacity: Int = 64) {
        self.capacity = max(1, capacity)
        keys = .allocate(capacity: self.capacity)
        mask = farthestOnTop ? .max : 0
    }

    deinit { keys.deallocate() }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// - Precondition: not empty.
    @inline(__always)
    var top: NearSlot { NearSlot(key: keys[0] ^ mask) }

    @inline(__always)
    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func push(_ item: NearSlot) {
        if count == capacity { grow() }
        let key = item.key ^ mask
        var place = count
        count += 1
        while place > 0 {
            let parent = (place - 1) >> 1
            if keys[parent] <= key { break }
            keys[place] = keys[parent]
            place = parent
        }
        keys[place] = key
    }

    /// - Precondition: not empty.
    @inline(__always)
    mutating func pop() -> NearSlot {
        let result = NearSlot(key: keys[0] ^ mask)
        count -= 1
        if count > 0 { sink(keys[count]) }
        return result
    }

    /// Puts the item in the place of the one on top.
    ///
    /// - Precondition: not empty.
    @inline(__always)
    mutating func replaceTop(_ item: NearSlot) { sink(item.key ^ mask) }

    private mutating func sink(_ key: UInt64) {
        var place = 0
        while true {
            var child = 2 * place + 1
            if child >= count { break }
            if child + 1 < count, keys[child + 1] < keys[child] { child += 1 }
            if key <= keys[child] { break }
            keys[place] = keys[child]
            place = child
        }
        keys[place] = key
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: keys, count: count)
        keys.deallocate()
        keys = larger
        capacity *= 2
    }

    /// All of it, the nearest first.
    var sorted: [NearSlot] {
        var items: [NearSlot] = []
        items.reserveCapacity(count)
        for index in 0..<count { items.append(NearSlot(key: keys[index] ^ mask)) }
        items.sort()
        return items
    }
}
