/// A set of small numbers, such as columns: those below 64 take no memory of their own.
struct BitSet: Hashable, Sendable {
    private var low: UInt64 = 0
    /// The numbers from 64 on, 64 a word; no zero word at its end, so that equal sets are equal here.
    private var high: [UInt64] = []

    init() {}

    init(_ members: some Sequence<Int>) {
        for member in members { insert(member) }
    }

    init(_ members: Range<Int>) {
        if members.lowerBound == 0, members.upperBound < 64 {
            low = 1 << UInt64(members.upperBound) - 1
        } else {
            for member in members { insert(member) }
        }
    }

    var isEmpty: Bool { low == 0 && high.isEmpty }

    var count: Int { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

    @inline(__always)
    func contains(_ member: Int) -> Bool {
        if member < 64 { return low >> UInt64(member) & 1 == 1 }
        let word = member / 64 - 1
        return word < high.count && high[word] >> UInt64(member % 64) & 1 == 1
    }

    @discardableResult
    mutating func insert(_ member: Int) -> (inserted: Bool, memberAfterInsert: Int) {
        if contains(member) { return (false, member) }
        if member < 64 {
            low |= 1 << UInt64(member)
        } else {
            let word = member / 64 - 1
            while high.count <= word { high.append(0) }
            high[word] |= 1 << UInt64(member % 64)
        }
        return (true, member)
    }

    mutating func remove(_ member: Int) {
        guard contains(member) else { return }
        if member < 64 {
            low &= ~(1 << UInt64(member))
        } else {
            high[member / 64 - 1] &= ~(1 << UInt64(member % 64))
            trim()
        }
    }

    mutating func formUnion(_ other: BitSet) {
        low |= other.low
        for (word, bits) in other.high.enumerated() {
            if word < high.count { high[word] |= bits } else { high.append(bits) }
        }
    }

    func union(_ other: BitSet) -> BitSet {
        var result = self
        result.formUnion(other)
        return result
    }

    func intersection(_ other: BitSet) -> BitSet {
        var result = self
        result.low &= other.low
        if !high.isEmpty {
            result.high = zip(high, other.high).map { $0 & $1 }
            result.trim()
        }
        return result
    }

    mutating func subtract(_ other: BitSet) {
        low &= ~other.low
        if high.isEmpty { return }
        for word in 0..<Swift.min(high.count, other.high.count) { high[word] &= ~other.high[word] }
        trim()
    }

    func subtracting(_ other: BitSet) -> BitSet {
        var result = self
        result.subtract(other)
        return result
    }

    func isDisjoint(with other: BitSet) -> Bool {
        low & other.low == 0 && zip(high, other.high).allSatisfy { $0 & $1 == 0 }
    }

    func isSubset(of other: BitSet) -> Bool { subtracting(other).isEmpty }

    private mutating func trim() {
        while high.last == 0 { high.removeLast() }
    }
}

extension BitSet: ExpressibleByArrayLiteral {
    init(arrayLiteral members: Int...) {
        self.init(members)
    }
}

/// The members, ascending.
extension BitSet: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate var bits: UInt64
        fileprivate var base = 0
        fileprivate var rest: ArraySlice<UInt64>

        mutating func next() -> Int? {
            while bits == 0 {
                guard let word = rest.popFirst() else { return nil }
                bits = word
                base += 64
            }
            let place = bits.trailingZeroBitCount
            bits &= bits - 1
            return base + place
        }
    }

    func makeIterator() -> Iterator { Iterator(bits: low, rest: high[...]) }
}
