/// A set of slots, a bit each.
package struct SlotSet: Hashable, Sendable {
    private var words: [UInt64] = []

    package init() {}

    package init(_ slots: some Sequence<Slot>) {
        for slot in slots { insert(slot) }
    }

    package mutating func insert(_ slot: Slot) {
        let word = slot.index >> 6
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word - words.count + 1)) }
        words[word] |= 1 << UInt64(slot.index & 63)
    }

    package mutating func remove(_ slot: Slot) {
        let word = slot.index >> 6
        if word < words.count { words[word] &= ~(1 << UInt64(slot.index & 63)) }
    }

    package func contains(_ slot: Slot) -> Bool {
        let word = slot.index >> 6
        return word < words.count && words[word] >> UInt64(slot.index & 63) & 1 != 0
    }

    package mutating func formUnion(_ other: SlotSet) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    package func union(_ other: SlotSet) -> SlotSet {
        var result = self
        result.formUnion(other)
        return result
    }

    package mutating func subtract(_ other: SlotSet) {
        for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
    }

    package func intersection(_ other: SlotSet) -> SlotSet {
        var result = self
        for index in words.indices { result.words[index] &= index < other.words.count ? other.words[index] : 0 }
        return result
    }

    package func isSubset(of other: SlotSet) -> Bool {
        for (index, word) in words.enumerated() {
            if word & ~(index < other.words.count ? other.words[index] : 0) != 0 { return false }
        }
        return true
    }

    package func isDisjoint(with other: SlotSet) -> Bool {
        for index in 0..<min(words.count, other.words.count) where words[index] & other.words[index] != 0 {
            return false
        }
        return true
    }

    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Ascending.
    package var indices: [Int] {
        var result: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }

    package var slots: [Slot] { indices.map { Slot($0) } }
}
