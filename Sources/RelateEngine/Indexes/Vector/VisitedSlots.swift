/// Which slots a search has seen: a bit each.
struct VisitedSlots: ~Copyable {
    private let words: UnsafeMutablePointer<UInt64>
    private let wordCount: Int

    init(slotCount: Int) {
        wordCount = slotCount / 64 + 1
        words = .allocate(capacity: wordCount)
        words.initialize(repeating: 0, count: wordCount)
    }

    deinit { words.deallocate() }

    /// - Returns: whether it was not there before.
    @inline(__always)
    mutating func insert(_ slot: UInt32) -> Bool {
        let bit: UInt64 = 1 << UInt64(slot & 63)
        let word = words + Int(slot >> 6)
        if word.pointee & bit != 0 { return false }
        word.pointee |= bit
        return true
    }

    mutating func removeAll() { words.update(repeating: 0, count: wordCount) }
}
