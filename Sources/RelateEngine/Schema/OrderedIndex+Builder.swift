extension OrderedIndex {
    /// Many entries at once, in any order, each once: sorted and packed into full leaves.
    struct Builder {
        /// Of keys that two words do not hold.
        private var bytes: [UInt8] = []
        private var entries: [Entry] = []

        private struct Entry {
            /// The key's first 16 bytes, zeros behind a shorter one: nearly every comparison ends here.
            var words: (UInt64, UInt64)
            /// In `bytes`.
            var offset: Int
            var length: UInt32
            var element: UInt32

            static let bytesInWords: UInt32 = 16
        }

        init() {}

        mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

        mutating func add(_ key: [UInt8], _ element: UInt32) {
            var words: (UInt64, UInt64) = (0, 0)
            for index in 0..<8 { words.0 = words.0 << 8 | (index < key.count ? UInt64(key[index]) : 0) }
            for index in 8..<16 { words.1 = words.1 << 8 | (index < key.count ? UInt64(key[index]) : 0) }
            entries.append(
                Entry(
                    words: words, offset: bytes.count, length: UInt32(truncatingIfNeeded: key.count), element: element))
            if key.count > Entry.bytesInWords { bytes.append(contentsOf: key) }
        }

        /// As `add` with the key of the integer alone.
        mutating func add(integer: Int64, _ element: UInt32) {
            let (words, length) = IndexKey.words(of: integer)
            entries.append(Entry(words: words, offset: 0, length: length, element: element))
        }

        consuming func finished() -> OrderedIndex {
            var entries: [Entry] = []
            swap(&entries, &self.entries)
            return bytes.withUnsafeBufferPointer { bytes in
                func key(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
                    UnsafeBufferPointer(rebasing: bytes[entry.offset..<(entry.offset + Int(entry.length))])
                }
                func isBefore(_ left: Entry, _ right: Entry) -> Bool {
                    if left.words.0 != right.words.0 { return left.words.0 < right.words.0 }
                    if left.words.1 != right.words.1 { return left.words.1 < right.words.1 }
                    if min(left.length, right.length) > Entry.bytesInWords {
                        let order = IndexBytes.compare(key(left), key(right))
                        if order != 0 { return order < 0 }
                    }
                    return left.length != right.length ? left.length < right.length : left.element < right.element
                }
                // Elements were often made in the order of their keys, and a sort would take memory to find out.
                if !(1..<max(1, entries.count)).allSatisfy({ isBefore(entries[$0 - 1], entries[$0]) }) {
                    if !(bytes.isEmpty && Self.sortByBytes(&entries)) { entries.sort(by: isBefore) }
                }
                var packer = Packer()
                for entry in entries {
                    if entry.length > Entry.bytesInWords {
                        packer.add(key(entry), entry.element)
                    } else {
                        withUnsafeBytes(of: (entry.words.0.bigEndian, entry.words.1.bigEndian)) { words in
                            let key = words.assumingMemoryBound(to: UInt8.self)
                            packer.add(UnsafeBufferPointer(rebasing: key[..<Int(entry.length)]), entry.element)
                        }
                    }
                }
                return packer.finished()
            }
        }

        /// Sorts entries whose keys are in their words: byte by byte from the last, where bytes differ at all. Entries of equal
        /// keys stay in their order.
        ///
        /// - Returns: whether that was done: many bytes take longer than comparing does, and elements must be in order.
        private static func sortByBytes(_ entries: inout [Entry]) -> Bool {
            guard let first = entries.first, entries.count > 500 else { return false }
            var differing: (UInt64, UInt64, UInt64) = (0, 0, 0)
            var last: UInt32 = 0
            for entry in entries {
                guard entry.element >= last else { return false }
                last = entry.element
                differing.0 |= entry.words.0 ^ first.words.0
                differing.1 |= entry.words.1 ^ first.words.1
                differing.2 |= UInt64(entry.length ^ first.length)
            }
            // A shorter key comes before what it begins: the length is as a byte behind the others.
            var passes: [(word: Int, shift: UInt64)] = differing.2 == 0 ? [] : [(2, 0)]
            for (word, bits) in [(1, differing.1), (0, differing.0)] {
                for shift in stride(from: UInt64(0), to: 64, by: 8) where (bits >> shift) & 0xFF != 0 {
                    passes.append((word, shift))
                }
            }
            guard passes.count <= 9 else { return false }
            let count = entries.count
            let scratch = UnsafeMutablePointer<Entry>.allocate(capacity: count)
            defer { scratch.deallocate() }
            entries.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                var (source, target) = (start, scratch)
                for pass in passes {
                    distribute(source, to: target, count: count) { entry in
                        let word =
                            pass.word == 0 ? entry.words.0 : pass.word == 1 ? entry.words.1 : UInt64(entry.length)
                        return Int(word >> pass.shift & 0xFF)
                    }
                    swap(&source, &target)
                }
                if source != start { start.update(from: source, count: count) }
            }
            return true
        }

        @inline(__always)
        private static func distribute(
            _ source: UnsafeMutablePointer<Entry>, to target: UnsafeMutablePointer<Entry>, count: Int,
            _ digit: (Entry) -> Int
        ) {
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 257) { places in
                places.initialize(repeating: 0)
                for index in 0..<count { places[digit(source[index]) + 1] += 1 }
                for value in 1...256 { places[value] += places[value - 1] }
                for index in 0..<count {
                    let value = digit(source[index])
                    (target + places[value]).initialize(to: source[index])
                    places[value] += 1
                }
            }
        }
    }
}
