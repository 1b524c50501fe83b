/// Triples in rings by a key: a hash table of the last triple of each key, and for each triple the one after it. What the key
/// of a triple is, the caller says.
struct TripleIndex: Sendable {
    static let end = UInt32.max

    private var slots = HashSlots()
    /// The triple after, and behind the last one the first.
    private var next = PagedArray<UInt32>()

    var groupCount: Int { slots.count }
    /// As of `PagedArray`.
    var isExclusive: Bool {
        get { next.isExclusive }
        set {
            next.isExclusive = newValue
            slots.isExclusive = newValue
        }
    }

    /// The last triple whose key is meant, or `end`.
    @inline(__always)
    func last(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> UInt32 {
        slots.find(hash, isMeant).index.map { UInt32(truncatingIfNeeded: $0) } ?? Self.end
    }

    @inline(__always)
    func place(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> HashSlots.Place { slots.find(hash, isMeant) }

    /// As `HashSlots.touch`.
    @inline(__always)
    func touch(_ hash: UInt64) -> UInt64 { slots.touch(hash) }

    /// The triple after `triple` in its ring.
    @inline(__always)
    func after(_ triple: UInt32) -> UInt32 { next[Int(triple)] }

    /// Adds the next triple, where its key was looked for. Returns whether the key is new.
    @inline(__always)
    @discardableResult
    mutating func append(_ triple: UInt32, at place: HashSlots.Place) -> Bool {
        if let last = place.index {
            next.append(next[last])
            next[last] = triple
        } else {
            next.append(triple)
        }
        slots.put(Int(triple), at: place)
        return place.index == nil
    }

    /// Makes room for so many keys.
    mutating func reserve(_ keys: Int) { slots.reserve(keys) }

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
