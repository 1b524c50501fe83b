import Testing

@testable import Relate

@Suite struct OrderedIndexBuilderTests {
    private static func check(_ keys: [[UInt8]], _ name: String) throws {
        var builder = OrderedIndex.Builder()
        var inserted = OrderedIndex()
        for (element, key) in keys.enumerated() {
            builder.add(key, UInt32(element))
            inserted.insert(key, UInt32(element))
        }
        let built = builder.finished()
        try #require(built.brokenInvariants() == [], "\(name)")
        try #require(built.all.elementsEqual(inserted.all) { $0.key == $1.key && $0.element == $1.element }, "\(name)")
        #expect(built.count == inserted.count && built.distinctCount == inserted.distinctCount)
    }

    @Test("What is built at once is what one insertion after the other makes, whatever the keys", arguments: 1...4)
    func builds(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        func key(_ lengths: ClosedRange<Int>, _ bytes: ClosedRange<UInt8>) -> [UInt8] {
            (0..<Int.random(in: lengths, using: &generator)).map { _ in UInt8.random(in: bytes, using: &generator) }
        }
        for count in [0, 1, 2, 499, 501, 3000] {
            try Self.check((0..<count).map { _ in key(1...4, 0...254) }, "\(count) short")
            // Zeros behind a key are not the key's end.
            try Self.check((0..<count).map { _ in key(0...5, 0...1) }, "\(count) prefixes")
            try Self.check((0..<count).map { _ in key(14...19, 0...1) }, "\(count) about as long as two words")
            try Self.check((0..<count).map { _ in key(16...16, 7...9) }, "\(count) two words")
            try Self.check((0..<count).map { _ in [3] + key(0...40, 0...255) }, "\(count) of any length")
            try Self.check((0..<count).map { [UInt8($0 >> 8), UInt8($0 & 255)] }, "\(count) in order")
        }
    }

    @Test("Elements may come in any order")
    func elements() {
        var builder = OrderedIndex.Builder()
        var inserted = OrderedIndex()
        for number in 0..<2000 {
            let (key, element): ([UInt8], UInt32) = ([UInt8(number % 7)], UInt32(number * 7919 % 2000))
            builder.add(key, element)
            inserted.insert(key, element)
        }
        let built = builder.finished()
        #expect(built.all.elementsEqual(inserted.all) { $0.key == $1.key && $0.element == $1.element })
    }

    @Test("An integer's words are the bytes of its key")
    func words() throws {
        var generator = SplitMix(seed: 5)
        let edges: [Int64] = [0, 1, -1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1]
        var builder = OrderedIndex.Builder()
        for (element, integer) in (edges + (0..<1000).map { _ in Int64(truncatingIfNeeded: generator.next()) >> 20 })
            .enumerated()
        {
            let (words, length) = IndexKey.words(of: integer)
            let bytes = try #require(IndexKey([Value.int(integer)])).bytes
            let padded = bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
            #expect(Int(length) == bytes.count)
            #expect(withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian)) { Array($0) } == padded)
            builder.add(integer: integer, UInt32(element))
        }
        #expect(builder.finished().brokenInvariants() == [])
    }

    @Test("An index of integers is what one insertion after the other makes, at any distances", arguments: 1...3)
    func integers(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let edges: [Int64] = [0, 1, -1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1]
        for count in [0, 1, 2, 139, 140, 141, 3000] {
            for shift in [0, 1, 20, 31, 32, 33, 45, 53, 62] {
                let base = Int64(truncatingIfNeeded: generator.next()) >> 1
                var integers = (0..<count).map { _ in
                    base &+ Int64(truncatingIfNeeded: generator.next()) >> Int64(shift)
                }
                if shift == 0 { integers += edges }
                if shift == 1 { integers.sort() }
                // Some of them twice.
                integers += integers.prefix(count / 3)
                var entries = IntegerEntries()
                var inserted = OrderedIndex()
                for (element, integer) in integers.enumerated() {
                    entries.append(integer, UInt32(element * 2))
                    inserted.insert(try #require(IndexKey([Value.int(integer)])).bytes, UInt32(element * 2))
                }
                let built = OrderedIndex(entries)
                try #require(built.brokenInvariants() == [], "\(count) \(shift)")
                try #require(
                    built.all.elementsEqual(inserted.all) { $0.key == $1.key && $0.element == $1.element },
                    "\(count) \(shift)")
                #expect(built.count == inserted.count && built.distinctCount == inserted.distinctCount)
            }
        }
    }
}
