/// Triples in rings by a key: a hash table of the last triple of each key, and for each triple the one after it. What the key
/// of a triple is, the caller says.
struct TripleIndex: Sendable {
    static let end = UInt32.max

    /// The last triple of a key plus one; 0 is free.
    private var slots = PagedArray<UInt32>(repeating: 0, count: 64)
    /// The triple after, and behind the last one the first.
    private var next = PagedArray<UInt32>()
    private(set) var groupCount = 0

    @inline(__always)
    private func place(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != 0, !isMeant(Int(slots[place]) - 1) { place = (place + 1) & mask }
        return place
    }

    /// The last triple whose key is meant, or `end`.
    @inline(__always)
    func last(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> UInt32 {
        let place = place(hash, isMeant)
        return slots[place] == 0 ? Self.end : slots[place] - 1
    }

    /// The triple after `triple` in its ring.
    @inline(__always)
    func after(_ triple: UInt32) -> UInt32 { next[Int(triple)] }

    /// Adds the next triple. Returns whether its key is new.
    ///
    /// - Parameter hashOf: the hash of an earlier triple's key.
    @inline(__always)
    mutating func append(
        _ triple: UInt32, _ hash: UInt64, _ isMeant: (Int) -> Bool, hashOf: (Int) -> UInt64
    ) -> Bool {
        let place = place(hash, isMeant)
        let last = slots[place]
        if last != 0 {
            next.append(next[Int(last) - 1])
            next[Int(last) - 1] = triple
            slots[place] = triple + 1
            return false
        }
        next.append(triple)
        groupCount += 1
        slots[place] = triple + 1
        if groupCount * 4 >= slots.count * 3 { grow(hashOf) }
        return true
    }

    /// Makes room for so many keys, before there are any.
    mutating func reserve(_ keys: Int) {
        var size = 64
        while size * 3 < keys * 4 { size *= 2 }
        if size > slots.count, groupCount == 0 { slots = PagedArray(repeating: 0, count: size) }
    }

    private mutating func grow(_ hashOf: (Int) -> UInt64) {
        let old = slots
        slots = PagedArray(repeating: 0, count: old.count * 2)
        let mask = slots.count - 1
        for index in 0..<old.count where old[index] != 0 {
            var place = Int(truncatingIfNeeded: hashOf(Int(old[index]) - 1)) & mask
            while slots[place] != 0 { place = (place + 1) & mask }
            slots[place] = old[index]
        }
    }

    /// How many triples the ring of `last` has, counted no further than `limit`.
    func count(of last: UInt32, upTo limit: Int) -> Int {
        if last == Self.end { return 0 }
        var count = 1
        var triple = after(last)
        while triple != last, count < limit {
            count += 1
            triple = after(triple)
        }
        return count
    }
}
