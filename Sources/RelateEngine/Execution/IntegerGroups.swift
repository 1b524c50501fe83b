import CKernels

/// Integers to groups: open addressing, half full at most.
final class IntegerGroups {
    private struct Entry {
        var number: Int64 = 0
        /// group + 1, 0 is free.
        var value: Int32 = 0
    }

    @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
    /// A power of two.
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private var count = 0

    init() {
        capacity = 64
        entries = Self.allocate(capacity)
    }

    deinit { entries.deallocate() }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        return entries
    }

    /// The group of the number; -1 without one.
    @inline(__always)
    func group(of number: Int64) -> Int32 { entries[place(of: number)].value &- 1 }

    /// The number, which has no group, gets one.
    @inline(__always)
    func insert(_ number: Int64, group: Int32) {
        if (count &+ 1) &* 2 > capacity { grow(toHold: count + 1) }
        entries[place(of: number)] = Entry(number: number, value: group &+ 1)
        count &+= 1
    }

    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self, byteCount: 48)
        memory.note(entries, byteCount: byteCount)
    }

    /// Has the number's place brought near.
    @inline(__always)
    func prefetch(_ number: Int64) { relate_prefetch(entries + (Self.hash(number) & (capacity &- 1))) }

    @inline(__always)
    private static func hash(_ number: Int64) -> Int {
        let product = UInt64(bitPattern: number).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }

    /// Where the number is, or where it would be.
    @inline(__always)
    private func place(of number: Int64) -> Int {
        let mask = capacity &- 1
        var place = Self.hash(number) & mask
        while entries[place].value != 0, entries[place].number != number { place = (place &+ 1) & mask }
        return place
    }

    /// Room for a first batch of so many rows, which are often all different.
    func reserve(_ rowCount: Int) {
        guard count == 0, rowCount * 2 > capacity else { return }
        // No more memory than they need: it is in no cache yet.
        var wanted = capacity
        while wanted < rowCount * 2 { wanted *= 2 }
        entries.deallocate()
        capacity = wanted
        entries = Self.allocate(capacity)
    }

    var byteCount: Int { capacity * MemoryLayout<Entry>.stride }

    /// What it will hold when so many more are put in that it has to grow, as a large one; else `nil`.
    func bytesToGrow(by more: Int) -> Int? {
        guard capacity >= 1 << 16, (count + more) * 2 > capacity else { return nil }
        return byteCount * 2
    }

    /// Room for so many more than there are.
    func grow(by more: Int) { grow(toHold: count + more) }

    /// As at the beginning.
    func removeAll() {
        guard count > 0 else { return }
        count = 0
        guard capacity <= 1 << 12 else {
            entries.deallocate()
            capacity = 64
            entries = Self.allocate(capacity)
            return
        }
        entries.update(repeating: Entry(), count: capacity)
    }

    @inline(never)
    private func grow(toHold needed: Int) {
        let (old, oldCapacity) = (entries, capacity)
        // Small ones grow at a great rate: to move entries costs more than room for some that do not come.
        while capacity < needed * 2 { capacity *= capacity < 1 << 16 ? 4 : 2 }
        entries = Self.allocate(capacity)
        for index in 0..<oldCapacity where old[index].value != 0 { entries[place(of: old[index].number)] = old[index] }
        old.deallocate()
    }
}
