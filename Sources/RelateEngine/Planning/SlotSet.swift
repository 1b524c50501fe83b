/// A set of slots, a bit each. The first 64, which few statements exceed, take no memory of their own.
package struct SlotSet: Hashable, Sendable {
    private var first: UInt64 = 0
    /// The words of the slots from 64 on.
    private var rest: [UInt64] = []

    package init() {}

    package init(_ slots: some Sequence<Slot>) {
        for slot in slots { insert(slot) }
    }

    private static func bit(_ slot: Slot) -> UInt64 { 1 << UInt64(slot.index & 63) }

    package mutating func insert(_ slot: Slot) {
        guard slot.index >= 64 else {
            first |= Self.bit(slot)
            return
        }
        let word = slot.index >> 6 - 1
        if word >= rest.count { rest.append(contentsOf: repeatElement(0, count: word - rest.count + 1)) }
        rest[word] |= Self.bit(slot)
    }

    package mutating func remove(_ slot: Slot) {
        guard slot.index >= 64 else {
            first &= ~Self.bit(slot)
            return
        }
        let word = slot.index >> 6 - 1
        if word < rest.count { rest[word] &= ~Self.bit(slot) }
    }

    package func contains(_ slot: Slot) -> Bool {
        if slot.index < 64 { return first & Self.bit(slot) != 0 }
        let word = slot.index >> 6 - 1
        return word < rest.count && rest[word] & Self.bit(slot) != 0
    }

    package mutating func formUnion(_ other: SlotSet) {
        first |= other.first
        if other.rest.isEmpty { return }
        if other.rest.count > rest.count {
            rest.append(contentsOf: repeatElement(0, count: other.rest.count - rest.count))
        }
        for (index, word) in other.rest.enumerated() { rest[index] |= word }
    }

    package func union(_ other: SlotSet) -> SlotSet {
        var result = self
        result.formUnion(other)
        return result
    }

    package mutating func subtract(_ other: SlotSet) {
        first &= ~other.first
        for index in 0..<min(rest.count, other.rest.count) { rest[index] &= ~other.rest[index] }
    }

    package func intersection(_ other: SlotSet) -> SlotSet {
        var result = self
        result.first &= other.first
        for index in rest.indices { result.rest[index] &= index < other.rest.count ? other.rest[index] : 0 }
        return result
    }

    package func isSubset(of other: SlotSet) -> Bool {
        if first & ~other.first != 0 { return false }
        for (index, word) in rest.enumerated() {
            if word & ~(index < other.rest.count ? other.rest[index] : 0) != 0 { return false }
        }
        return true
    }

    package func isDisjoint(with other: SlotSet) -> Bool {
        if first & other.first != 0 { return false }
        for index in 0..<min(rest.count, other.rest.count) where rest[index] & other.rest[index] != 0 {
            return false
        }
        return true
    }

    package var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

    /// Ascending.
    package var indices: [Int] {
        var result: [Int] = []
        result.reserveCapacity(first.nonzeroBitCount)
        Self.append(first, from: 0, to: &result)
        for (index, word) in rest.enumerated() { Self.append(word, from: (index + 1) << 6, to: &result) }
        return result
    }

    private static func append(_ word: UInt64, from base: Int, to result: inout [Int]) {
        var bits = word
        while bits != 0 {
            result.append(base + bits.trailingZeroBitCount)
            bits &= bits - 1
        }
    }

    package var slots: [Slot] { indices.map { Slot($0) } }
}
