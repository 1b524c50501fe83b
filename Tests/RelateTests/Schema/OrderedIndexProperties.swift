import Testing

@testable import Relate

@Suite struct OrderedIndexProperties {
    private struct Entry: Comparable {
        var key: [UInt8]
        var element: UInt32

        static func < (left: Entry, right: Entry) -> Bool {
            left.key == right.key ? left.element < right.element : left.key.lexicographicallyPrecedes(right.key)
        }
    }

    private static func key(_ generator: inout SplitMix, wide: Bool) -> [UInt8] {
        let length = wide ? Int.random(in: 0...900, using: &generator) : Int.random(in: 0...3, using: &generator)
        return (0..<length).map { _ in UInt8.random(in: 0...3, using: &generator) }
    }

    @Test("A tree agrees with a sorted list after random insertions and removals, and copies stay", arguments: 1...12)
    func agreesWithList(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var index = OrderedIndex()
        var model: Set<[UInt32]> = []
        func entries() -> [Entry] {
            model.map { Entry(key: $0.dropLast().map { UInt8($0) }, element: $0[$0.count - 1]) }.sorted()
        }
        var copies: [(OrderedIndex, [Entry])] = []
        for round in 0..<8 {
            // It grows, then shrinks to little or nothing.
            let isGrowing = round % 4 < 2
            for _ in 0..<1500 {
                if Int.random(in: 0..<10, using: &generator) < (isGrowing ? 8 : 1) {
                    let key = Self.key(&generator, wide: seed % 4 == 0)
                    let element = UInt32.random(in: 0..<200, using: &generator)
                    let isNew = model.insert(key.map { UInt32($0) } + [element]).inserted
                    let wasInserted = index.insert(key, element)
                    #expect(wasInserted == isNew)
                } else if let some = model.randomElement(using: &generator) {
                    model.remove(some)
                    let wasThere = index.remove(some.dropLast().map { UInt8($0) }, some[some.count - 1])
                    #expect(wasThere)
                } else {
                    let wasThere = index.remove([9, 9], 1)
                    #expect(!wasThere)
                }
            }
            #expect(index.brokenInvariants().isEmpty, "seed \(seed), round \(round)")
            copies.append((index, entries()))
        }
        for (copy, expected) in copies {
            let isSame = copy.all.map { Entry(key: $0.key, element: $0.element) } == expected
            #expect(isSame, "seed \(seed)")
            #expect(copy.count == expected.count)
            #expect(copy.distinctCount == Set(expected.map(\.key)).count)
            for _ in 0..<50 {
                let bounds = [Self.key(&generator, wide: false), Self.key(&generator, wide: false)]
                    .sorted { $0.lexicographicallyPrecedes($1) }
                let wanted = expected.filter {
                    !$0.key.lexicographicallyPrecedes(bounds[0]) && $0.key.lexicographicallyPrecedes(bounds[1])
                }
                #expect(copy.count(from: .before(bounds[0]), to: .before(bounds[1])) == wanted.count)
                var found: [UInt32] = []
                var lower = IndexPlace.before(bounds[0])
                while copy.append(to: &found, from: &lower, to: .before(bounds[1]), limit: 7) {}
                let isSame = found == wanted.map(\.element)
                #expect(isSame, "seed \(seed), from \(bounds[0]) to \(bounds[1])")
                let key = bounds[0]
                let ofKey = expected.filter { $0.key == key }.map(\.element)
                found = []
                #expect(copy.appendAll(of: key, to: &found, limit: ofKey.count))
                #expect(found == ofKey, "seed \(seed), of \(key)")
                if !ofKey.isEmpty {
                    #expect(!copy.appendAll(of: key, to: &found, limit: ofKey.count - 1))
                    #expect(found == ofKey)
                }
            }
        }
    }

    @Test("Every key of one entry is found, the first and the last of each leaf too", arguments: [1, 160, 161, 20_000])
    func findsEachKey(count: Int) {
        var index = OrderedIndex()
        // Numbers as the index has them: 11 bytes, which differ early or late.
        func key(_ number: Int) -> [UInt8] { IndexKey([.int(Int64(number) &* 0x1_0000_0001)])?.bytes ?? [] }
        for number in 0..<count { index.insert(key(number), UInt32(number)) }
        for number in -1...count {
            var found: [UInt32] = []
            #expect(index.appendAll(of: key(number), to: &found, limit: 1))
            #expect(found == (0..<count ~= number ? [UInt32(number)] : []))
        }
    }

    @Test("A tree built at once holds what one does that grew", arguments: [0, 1, 139, 140, 141, 5000, 20_000])
    func builds(count: Int) {
        var generator = SplitMix(seed: UInt64(count))
        var builder = OrderedIndex.Builder()
        var grown = OrderedIndex()
        for element in 0..<UInt32(count) {
            let key = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                UInt8.random(in: 0...9, using: &generator)
            }
            builder.add(key, element)
            grown.insert(key, element)
        }
        var built = builder.finished()
        #expect(built.brokenInvariants() == [])
        #expect(built.count == count && built.distinctCount == grown.distinctCount)
        #expect(built.all.elementsEqual(grown.all) { $0 == $1 })
        for element in 0..<UInt32(count) { built.insert([5], element) }
        #expect(built.brokenInvariants() == [])
    }
}
