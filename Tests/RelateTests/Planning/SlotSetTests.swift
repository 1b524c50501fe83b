import Testing

@testable import Relate

/// Sets of slots against sets of numbers.
@Suite("Slot sets") struct SlotSetTests {
    @Test("Sets of far slots are those that a set of numbers gives", arguments: 0..<50)
    func model(seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 5)
        func numbers() -> Set<Int> {
            let start = Int(random.next() % 4) * 700
            return Set((0..<Int(random.next() % 12)).map { _ in start + Int(random.next() % 300) })
        }
        func set(_ numbers: Set<Int>) -> SlotSet { SlotSet(numbers.map { Slot($0) }) }
        for _ in 0..<40 {
            var (a, b) = (numbers(), numbers())
            if random.next() % 3 == 0 { b.formUnion(a) }
            let (one, other) = (set(a), set(b))
            #expect(one.indices == a.sorted())
            #expect(one.union(other).indices == a.union(b).sorted())
            #expect(one.intersection(other).indices == a.intersection(b).sorted())
            #expect(one.isSubset(of: other) == a.isSubset(of: b))
            #expect(one.isDisjoint(with: other) == a.isDisjoint(with: b))
            #expect((one == other) == (a == b))
            var rest = one
            rest.subtract(other)
            #expect(rest.indices == a.subtracting(b).sorted() && rest.isEmpty == a.subtracting(b).isEmpty)
            // Equal sets are, whatever words they were made with.
            if a.subtracting(b) == a { #expect(rest == one && rest.hashValue == one.hashValue) }
            if let number = a.randomElement(using: &random) {
                var less = one
                less.remove(Slot(number))
                a.remove(number)
                #expect(!less.contains(Slot(number)) && less == set(a) && less.hashValue == set(a).hashValue)
            }
        }
    }
}
