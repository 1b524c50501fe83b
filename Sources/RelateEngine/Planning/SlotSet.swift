/// A set of slots, a bit each. The first 64, which few statements exceed, take no memory of their own; of the others the
/// words between the lowest and the highest are kept: the parts of a long statement each have slots of their own.
package struct SlotSet: Hashable, Sendable {
    private var first: UInt64 = 0
    /// The words of the slots from 64 on: `rest[0]` is the word of number `base`, and no word beyond either end has a bit.
    private var rest: [UInt64] = []
    private var base = 0

    package init() {}

    package init(_ slots: some Sequence<Slot>) {
        for slot in slots { insert(slot) }
    }

    private static func bit(_ slot: Slot) -> UInt64 { 1 << UInt64(slot.index & 63) }

    /// The word with a number, 0 where none is kept.
    private func word(_ number: Int) -> UInt64 {
        let place = number - base
        return place >= 0 && place < rest.count ? rest[place] : 0
    }

    /// Makes room for the words with numbers `lower ..< upper`.
    private mutating func makeRoom(_ lower: Int, _ upper: Int) {
        if rest.isEmpty { base = lower }
        if lower < base {
            rest.insert(contentsOf: repeatElement(0, count: base - lower), at: 0)
            base = lower
        }
        let missing = upper - base - rest.count
        if missing > 0 { rest.append(contentsOf: repeatElement(0, count: missing)) }
    }

    package mutating func insert(_ slot: Slot) {
        guard slot.index >= 64 else {
            first |= Self.bit(slot)
            return
        }
        let number = slot.index >> 6
        makeRoom(number, number + 1)
        rest[number - base] |= Self.bit(slot)
    }

    package mutating func remove(_ slot: Slot) {
        guard slot.index >= 64 else {
            first &= ~Self.bit(slot)
            return
        }
        let place = slot.index >> 6 - base
        if place >= 0, place < rest.count { rest[place] &= ~Self.bit(slot) }
    }

    package func contains(_ slot: Slot) -> Bool {
        if slot.index < 64 { return first & Self.bit(slot) != 0 }
        return word(slot.index >> 6) & Self.bit(slot) != 0
    }

    package mutating func formUnion(_ other: SlotSet) {
        first |= other.first
        if other.rest.isEmpty { return }
        makeRoom(other.base, other.base + other.rest.count)
        let shift = other.base - base
        for (index, word) in other.rest.enumerated() { rest[index + shift] |= word }
    }

    package func union(_ other: SlotSet) -> SlotSet {
        var result = self
        result.formUnion(other)
        return result
    }

    package mutating func subtract(_ other: SlotSet) {
        first &= ~other.first
        if other.rest.isEmpty { return }
        for index in rest.indices { rest[index] &= ~other.word(base + index) }
    }

    package func intersection(_ other: SlotSet) -> SlotSet {
        var result = self
        result.first &= other.first
        for index in rest.indices { result.rest[index] &= other.word(base + index) }
        return result
    }

    package func isSubset(of other: SlotSet) -> Bool {
        if first & ~other.first != 0 { return false }
        for (index, word) in rest.enumerated() where word & ~other.word(base + index) != 0 { return false }
        return true
    }

    package func isDisjoint(with other: SlotSet) -> Bool {
        if first & other.first != 0 { return false }
        if other.rest.isEmpty { return true }
        for (index, word) in rest.enumerated() where word & other.word(base + index) != 0 { return false }
        return true
    }

    package var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

    package static func == (left: SlotSet, right: SlotSet) -> Bool {
        left.isSubset(of: right) && right.isSubset(of: left)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        for (index, word) in rest.enumerated() where word != 0 {
            hasher.combine(base + index)
            hasher.combine(word)
        }
    }

    /// Ascending.
    package var indices: [Int] {
        var result: [Int] = []
        result.reserveCapacity(first.nonzeroBitCount)
        Self.append(first, from: 0, to: &result)
        for (index, word) in rest.enumerated() { Self.append(word, from: (base + index) << 6, to: &result) }
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
