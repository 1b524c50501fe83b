/// A set of slots, a bit each. The first 64, which few statements exceed, take no memory of their own; of the others those
/// words are kept that have a bit: the parts of a long statement each have slots of their own, and Planning adds some at its end.
package struct SlotSet: Hashable, Sendable {
    private var first: UInt64 = 0
    /// The slots from 64 on, by ascending numbers of their words; none is without a bit.
    private var rest: [Word] = []

    private struct Word: Hashable, Sendable {
        let number: Int
        var bits: UInt64
    }

    package init() {}

    package init(_ slots: some Sequence<Slot>) {
        for slot in slots { insert(slot) }
    }

    private static func bit(_ slot: Slot) -> UInt64 { 1 << UInt64(slot.index & 63) }

    /// Where the word with a number stands in `rest`, or would.
    private func place(of number: Int) -> Int {
        // Slots mostly come in their order.
        guard let last = rest.last, number <= last.number else { return rest.count }
        var low = 0
        var high = rest.count - 1
        while low < high {
            let middle = (low + high) / 2
            if rest[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The word with a number, 0 where none is kept.
    private func bits(_ number: Int) -> UInt64 {
        let place = place(of: number)
        return place < rest.count && rest[place].number == number ? rest[place].bits : 0
    }

    private mutating func add(_ word: Word) {
        let place = place(of: word.number)
        if place < rest.count, rest[place].number == word.number {
            rest[place].bits |= word.bits
        } else {
            rest.insert(word, at: place)
        }
    }

    /// Each word of `rest` put through `change`, which is told the word of `other` with the same number.
    private mutating func changeWords(by other: SlotSet, _ change: (UInt64, UInt64) -> UInt64) {
        var kept: [Word] = []
        kept.reserveCapacity(rest.count)
        var place = 0
        for word in rest {
            while place < other.rest.count, other.rest[place].number < word.number { place += 1 }
            let isThere = place < other.rest.count && other.rest[place].number == word.number
            let bits = change(word.bits, isThere ? other.rest[place].bits : 0)
            if bits != 0 { kept.append(Word(number: word.number, bits: bits)) }
        }
        rest = kept
    }

    package mutating func insert(_ slot: Slot) {
        if slot.index < 64 {
            first |= Self.bit(slot)
        } else {
            add(Word(number: slot.index >> 6, bits: Self.bit(slot)))
        }
    }

    package mutating func remove(_ slot: Slot) {
        guard slot.index >= 64 else {
            first &= ~Self.bit(slot)
            return
        }
        let place = place(of: slot.index >> 6)
        guard place < rest.count, rest[place].number == slot.index >> 6 else { return }
        rest[place].bits &= ~Self.bit(slot)
        if rest[place].bits == 0 { rest.remove(at: place) }
    }

    package func contains(_ slot: Slot) -> Bool {
        (slot.index < 64 ? first : bits(slot.index >> 6)) & Self.bit(slot) != 0
    }

    package mutating func formUnion(_ other: SlotSet) {
        first |= other.first
        guard !rest.isEmpty else {
            rest = other.rest
            return
        }
        // A few come into many.
        guard other.rest.count > 4 else {
            for word in other.rest { add(word) }
            return
        }
        var merged: [Word] = []
        merged.reserveCapacity(rest.count + other.rest.count)
        var place = 0
        for word in rest {
            while place < other.rest.count, other.rest[place].number < word.number {
                merged.append(other.rest[place])
                place += 1
            }
            var word = word
            if place < other.rest.count, other.rest[place].number == word.number {
                word.bits |= other.rest[place].bits
                place += 1
            }
            merged.append(word)
        }
        merged.append(contentsOf: other.rest[place...])
        rest = merged
    }

    package func union(_ other: SlotSet) -> SlotSet {
        var result = self
        result.formUnion(other)
        return result
    }

    package mutating func subtract(_ other: SlotSet) {
        first &= ~other.first
        if rest.isEmpty || other.rest.isEmpty { return }
        changeWords(by: other) { $0 & ~$1 }
    }

    package func intersection(_ other: SlotSet) -> SlotSet {
        var result = self
        result.first &= other.first
        if !rest.isEmpty { result.changeWords(by: other) { $0 & $1 } }
        return result
    }

    package func isSubset(of other: SlotSet) -> Bool {
        first & ~other.first == 0 && rest.allSatisfy { $0.bits & ~other.bits($0.number) == 0 }
    }

    package func isDisjoint(with other: SlotSet) -> Bool {
        guard first & other.first == 0 else { return false }
        if rest.count > other.rest.count { return other.isDisjoint(with: self) }
        return rest.allSatisfy { $0.bits & other.bits($0.number) == 0 }
    }

    package var isEmpty: Bool { first == 0 && rest.isEmpty }

    /// Ascending.
    package var indices: [Int] {
        var result: [Int] = []
        result.reserveCapacity(first.nonzeroBitCount)
        Self.append(first, from: 0, to: &result)
        for word in rest { Self.append(word.bits, from: word.number << 6, to: &result) }
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
