/// An open-addressed hash table of numbers. What a number stands for, and whether it is the one meant, the owner says; a slot
/// holds 32 bits of the hash beside the number, so that strangers are hardly ever looked at.
struct HashSlots: Sendable {
    /// The hash above, the number plus one below; 0 is free.
    private var slots = PagedArray<UInt64>(repeating: 0, count: 16)
    private(set) var count = 0
    /// As of `PagedArray`.
    var isExclusive: Bool {
        get { slots.isExclusive }
        set { slots.isExclusive = newValue }
    }

    /// Where a number is or belongs, until the table changes.
    struct Place {
        fileprivate let slot: Int
        fileprivate let hash: UInt32
        /// `nil` where it is not there.
        let index: Int?
    }

    @inline(__always)
    func find(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> Place {
        let mask = slots.count - 1
        let short = UInt32(truncatingIfNeeded: hash)
        var slot = Int(short) & mask
        while true {
            let entry = slots[slot]
            if entry == 0 { return Place(slot: slot, hash: short, index: nil) }
            let index = Int(entry & 0xFFFF_FFFF) - 1
            if entry >> 32 == UInt64(short), isMeant(index) { return Place(slot: slot, hash: short, index: index) }
            slot = (slot + 1) & mask
        }
    }

    /// Reads the slot where a search for the hash begins, so that it is in the cache then. Of many searches that each miss the
    /// caches, the misses pass together if they are all touched first.
    ///
    /// - Returns: What stands there; whoever calls must use it, or the compiler leaves the reading out.
    @inline(__always)
    func touch(_ hash: UInt64) -> UInt64 { slots[Int(UInt32(truncatingIfNeeded: hash)) & (slots.count - 1)] }

    /// Puts a number where it was not found, or in the place of the one found.
    @inline(__always)
    mutating func put(_ index: Int, at place: Place) {
        slots[place.slot] = UInt64(place.hash) << 32 | UInt64(index + 1)
        guard place.index == nil else { return }
        count += 1
        if count * 4 >= slots.count * 3 { grow(to: slots.count * 2) }
    }

    /// Makes room for so many numbers.
    mutating func reserve(_ capacity: Int) {
        var size = slots.count
        while size * 3 < capacity * 4 { size *= 2 }
        if size > slots.count { grow(to: size) }
    }

    @inline(never)
    private mutating func grow(to size: Int) {
        let old = slots
        slots = PagedArray(repeating: 0, count: size)
        slots.isExclusive = old.isExclusive
        if count == 0 { return }
        let mask = size - 1
        for index in 0..<old.count where old[index] != 0 {
            var slot = Int(old[index] >> 32) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = old[index]
        }
    }
}
