/// Elements by the text in their strings: which contain, begin with, or end with some.
///
/// A string is taken between a byte that begins it and two that end it, which no UTF-8 has; every three bytes in a row are a
/// gram, and the index says in order which elements have which gram. A search reads the elements of its rarest grams; each is
/// tested then, since all grams of a text may be there without the text.
struct TextIndex: IndexStructure {
    private(set) var grams = OrderedIndex()
    private(set) var entryCount = 0

    static let begin: UInt8 = 0xFE
    static let end: UInt8 = 0xFF

    init() {}

    mutating func insert(_ element: UInt32, _ values: [Value]) {
        guard case .string(let text)? = values.first else { return }
        entryCount += 1
        for gram in Self.grams(of: text) { grams.insert(Self.bytes(gram), element) }
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        guard case .string(let text)? = values.first else { return }
        entryCount -= 1
        for gram in Self.grams(of: text) { grams.remove(Self.bytes(gram), element) }
    }

    /// Each once, as numbers of 24 bits.
    private static func grams(of text: String) -> Set<UInt32> {
        var grams: Set<UInt32> = []
        forEachGram(of: text) { grams.insert($0) }
        return grams
    }

    private static func forEachGram(of text: String, _ body: (UInt32) -> Void) {
        text.withBytes { bytes in
            var gram = UInt32(begin)
            var count = 1
            func add(_ byte: UInt8) {
                gram = (gram << 8 | UInt32(byte)) & 0xFF_FFFF
                count += 1
                if count >= 3 { body(gram) }
            }
            for byte in bytes { add(byte) }
            add(end)
            add(end)
        }
    }

    private static func bytes(_ gram: UInt32) -> [UInt8] {
        [UInt8(gram >> 16 & 0xFF), UInt8(gram >> 8 & 0xFF), UInt8(gram & 0xFF)]
    }

    // MARK: Searching

    /// The part of a text that must be in a string, with its beginning or end where the search says so.
    enum Place { case anywhere, atBegin, atEnd, whole }

    /// Elements that may have the text, in order of number, each once; every one that has it is among them.
    func candidates(_ text: String, _ place: Place) -> [UInt32] {
        // Every string has one gram that begins with its beginning.
        if text.isEmpty, place != .whole { return elements(beginning: [Self.begin]) }
        var wanted: [UInt8] = place == .atBegin || place == .whole ? [Self.begin] : []
        wanted += Array(text.utf8)
        if place == .atEnd || place == .whole { wanted += [Self.end, Self.end] }
        if wanted.count < 3 { return elements(beginning: wanted) }
        let rarest = Set((0..<(wanted.count - 2)).map { Array(wanted[$0..<($0 + 3)]) })
            .map { (gram: $0, count: grams.count(from: .before($0), to: .behind($0))) }
            .sorted { $0.count < $1.count }
        guard let first = rarest.first, first.count > 0 else { return [] }
        var found = elements(first.gram)
        // Another list is worth reading while it is not much longer than what it may spare to test.
        for next in rarest.dropFirst().prefix(3) where next.count < found.count * Self.readLimit {
            found = Self.intersection(found, elements(next.gram))
        }
        return found
    }

    /// How many entries of another gram are read for each candidate, which would have to be tested.
    private static let readLimit = 8

    /// How many elements may be found: those of the rarest gram.
    func estimate(_ text: String, _ place: Place) -> Int {
        if text.isEmpty, place != .whole { return entryCount }
        var wanted: [UInt8] = place == .atBegin || place == .whole ? [Self.begin] : []
        wanted += Array(text.utf8)
        if place == .atEnd || place == .whole { wanted += [Self.end, Self.end] }
        guard wanted.count >= 3 else {
            return min(entryCount, grams.count(from: .before(wanted), to: Self.behindAll(wanted)))
        }
        return (0..<(wanted.count - 2)).map { start in
            let gram = Array(wanted[start..<(start + 3)])
            return grams.count(from: .before(gram), to: .behind(gram))
        }.min() ?? 0
    }

    private func elements(_ gram: [UInt8]) -> [UInt32] {
        var found: [UInt32] = []
        grams.forEach(from: .before(gram), to: .behind(gram)) { _, element in
            found.append(element)
            return true
        }
        return found
    }

    private func elements(beginning prefix: [UInt8]) -> [UInt32] {
        var found: [UInt32] = []
        grams.forEach(from: .before(prefix), to: Self.behindAll(prefix)) { _, element in
            found.append(element)
            return true
        }
        found.sort()
        var kept = 0
        for index in found.indices where kept == 0 || found[kept - 1] != found[index] {
            found[kept] = found[index]
            kept += 1
        }
        found.removeLast(found.count - kept)
        return found
    }

    /// Behind all grams that begin with the bytes.
    private static func behindAll(_ prefix: [UInt8]) -> IndexPlace {
        .behind(prefix + [UInt8](repeating: .max, count: max(0, 3 - prefix.count)))
    }

    private static func intersection(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var (one, other) = (0, 0)
        while one < left.count, other < right.count {
            if left[one] == right[other] {
                result.append(left[one])
                one += 1
                other += 1
            } else if left[one] < right[other] {
                one += 1
            } else {
                other += 1
            }
        }
        return result
    }

    // MARK: Building and checking

    /// Many strings at once.
    struct Builder {
        private var pairs: [UInt64] = []
        private var entryCount = 0

        init() {}

        mutating func add(_ text: String, _ element: UInt32) {
            entryCount += 1
            let first = pairs.count
            TextIndex.forEachGram(of: text) { pairs.append(UInt64($0) << 32 | UInt64(element)) }
            guard pairs.count - first > 1 else { return }
            // A gram that repeats in the string is one entry.
            pairs[first...].sort()
            var kept = first + 1
            for index in (first + 1)..<pairs.count where pairs[index] != pairs[kept - 1] {
                pairs[kept] = pairs[index]
                kept += 1
            }
            pairs.removeLast(pairs.count - kept)
        }

        consuming func finished() -> TextIndex { finished({}) }

        /// - Parameter check: called every few milliseconds; what it throws ends the work.
        consuming func finished<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) -> TextIndex {
            var pairs: [UInt64] = []
            swap(&pairs, &self.pairs)
            try Self.sort(&pairs, check)
            var index = TextIndex()
            index.entryCount = entryCount
            index.grams = try OrderedIndex(grams: pairs, check)
            return index
        }

        /// Byte by byte of the gram, from the last: pairs of one gram stay in the order they came in, which is that of their
        /// elements where strings were added so.
        private static func sort<Failure: Error>(
            _ pairs: inout [UInt64], _ check: () throws(Failure) -> Void
        ) throws(Failure) {
            var last: UInt32 = 0
            for pair in pairs {
                let element = UInt32(truncatingIfNeeded: pair)
                guard element >= last else { return try RunSort.sort(&pairs, check, by: <) }
                last = element
            }
            var other = [UInt64](repeating: 0, count: pairs.count)
            for shift in [32, 40, 48] as [UInt64] {
                var places = [Int](repeating: 0, count: 257)
                for pair in pairs { places[Int(pair >> shift & 0xFF) + 1] += 1 }
                for value in 1...256 { places[value] += places[value - 1] }
                for (number, pair) in pairs.enumerated() {
                    if number & 0xffff == 0 { try check() }
                    let value = Int(pair >> shift & 0xFF)
                    other[places[value]] = pair
                    places[value] += 1
                }
                swap(&pairs, &other)
            }
        }
    }

    var asText: TextIndex? { self }

    func brokenInvariants() -> [String] { grams.brokenInvariants() }

    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? TextIndex, other.entryCount == entryCount, other.grams.count == grams.count else {
            return false
        }
        return grams.all.elementsEqual(other.grams.all) { $0 == $1 }
    }
}
