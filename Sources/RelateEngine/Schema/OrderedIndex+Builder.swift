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

        consuming func finished() -> OrderedIndex { finished({}) }

        /// - Parameter check: called every few milliseconds; what it throws ends the work.
        consuming func finished<Failure: Error>(
            _ check: () throws(Failure) -> Void
        ) throws(Failure) -> OrderedIndex {
            var entries: [Entry] = []
            swap(&entries, &self.entries)
            var bytes: [UInt8] = []
            swap(&bytes, &self.bytes)
            // Elements were often made in the order of their keys, and a sort would take memory to find out.
            if !Self.isSorted(entries, bytes) {
                let isDone = bytes.isEmpty ? try Self.sortByBytes(&entries, check) : false
                if !isDone { try RunSort.sort(&entries, check) { Self.isBefore($0, $1, bytes) } }
            }
            var packer = Packer()
            for (number, entry) in entries.enumerated() {
                if number & 0x3fff == 0 { try check() }
                if entry.length > Entry.bytesInWords {
                    Self.withKey(of: entry, bytes) { packer.add($0, entry.element) }
                } else {
                    withUnsafeBytes(of: (entry.words.0.bigEndian, entry.words.1.bigEndian)) { words in
                        let key = words.assumingMemoryBound(to: UInt8.self)
                        packer.add(UnsafeBufferPointer(rebasing: key[..<Int(entry.length)]), entry.element)
                    }
                }
            }
            return packer.finished()
        }

        @inline(__always)
        private static func withKey<Result>(
            of entry: Entry, _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Result
        ) -> Result {
            bytes.withUnsafeBufferPointer { bytes in
                body(UnsafeBufferPointer(rebasing: bytes[entry.offset..<(entry.offset + Int(entry.length))]))
            }
        }

        private static func isSorted(_ entries: [Entry], _ bytes: [UInt8]) -> Bool {
            for index in 1..<max(1, entries.count) where !isBefore(entries[index - 1], entries[index], bytes) {
                return false
            }
            return true
        }

        @inline(__always)
        private static func isBefore(_ left: Entry, _ right: Entry, _ bytes: [UInt8]) -> Bool {
            if left.words.0 != right.words.0 { return left.words.0 < right.words.0 }
            if left.words.1 != right.words.1 { return left.words.1 < right.words.1 }
            if min(left.length, right.length) > Entry.bytesInWords {
                let order = withKey(of: left, bytes) { one in
                    withKey(of: right, bytes) { IndexBytes.compare(one, $0) }
                }
                if order != 0 { return order < 0 }
            }
            return left.length != right.length ? left.length < right.length : left.element < right.element
        }

        /// Sorts entries whose keys are in their words: byte by byte from the last, where bytes differ at all. Entries of equal
        /// keys stay in their order.
        ///
        /// - Returns: whether that was done: many bytes take longer than comparing does, and elements must be in order.
        private static func sortByBytes<Failure: Error>(
            _ entries: inout [Entry], _ check: () throws(Failure) -> Void
        ) throws(Failure) -> Bool {
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
            try entries.withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
                guard let start = buffer.baseAddress else { return }
                var (source, target) = (start, scratch)
                for pass in passes {
                    try distribute(source, to: target, count: count, check) { entry in
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
        private static func distribute<Failure: Error>(
            _ source: UnsafeMutablePointer<Entry>, to target: UnsafeMutablePointer<Entry>, count: Int,
            _ check: () throws(Failure) -> Void, _ digit: (Entry) -> Int
        ) throws(Failure) {
            var places = [Int](repeating: 0, count: 257)
            for index in 0..<count { places[digit(source[index]) + 1] += 1 }
            for value in 1...256 { places[value] += places[value - 1] }
            for index in 0..<count {
                if index & 0xffff == 0 { try check() }
                let value = digit(source[index])
                (target + places[value]).initialize(to: source[index])
                places[value] += 1
            }
        }
    }
}
