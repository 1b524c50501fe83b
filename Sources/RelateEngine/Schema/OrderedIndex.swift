/// Elements by key, in order: a B+ tree that is copied on write, node by node.
///
/// A copy costs a reference; the first change after it copies one node of each of the three or four levels. Each entry is
/// in the tree once: a key's bytes with an element's number. How many entries lie in a range is known in the time of two
/// descents, since every node above the leaves knows how many lie below it.
struct OrderedIndex: Sendable {
    private var root: OrderedIndexNode?
    /// What finds this root's integers faster: shared by those that share the root.
    private var lookup = LookupPlace()
    /// Entries.
    private(set) var count = 0
    /// Different keys.
    private(set) var distinctCount = 0

    init() {}

    // MARK: Looking

    func rank(of place: IndexPlace) -> Int {
        guard let root else { return 0 }
        return place.key.withUnsafeBufferPointer { root.rank($0, place.element) }
    }

    /// Entries from one place to the other.
    func count(from lower: IndexPlace, to upper: IndexPlace) -> Int {
        max(0, rank(of: upper) - rank(of: lower))
    }

    /// Adds elements from `lower` to `upper` in order of their keys, at most `limit`, and moves `lower` behind the last.
    ///
    /// - Returns: whether there may be more.
    func append(
        to elements: inout [UInt32], from lower: inout IndexPlace, to upper: IndexPlace, limit: Int
    ) -> Bool {
        guard let root, limit > 0 else { return false }
        var taken = 0
        var last: IndexPlace?
        _ = lower.key.withUnsafeBufferPointer { key in
            root.forEach(from: key, lower.element) { key, element in
                guard Self.isBefore(key, element, upper) else { return false }
                elements.append(element)
                taken += 1
                guard taken == limit else { return true }
                last = IndexPlace(key: Array(key), element: UInt64(element) + 1)
                return false
            }
        }
        guard let last else { return false }
        lower = last
        return true
    }

    /// Adds the elements of the key in order, where there are no more than `limit`.
    ///
    /// - Returns: whether that is so; otherwise nothing is added.
    func appendAll(of key: [UInt8], to elements: inout [UInt32], limit: Int) -> Bool {
        guard let root else { return true }
        let before = elements.count
        var isWhole = true
        key.withUnsafeBufferPointer { key in
            if root.appendAllOfOneLeaf(key, to: &elements, limit: limit) { return }
            _ = root.forEach(from: key, 0) { other, element in
                guard IndexBytes.compare(other, key) == 0 else { return false }
                guard elements.count - before < limit else {
                    isWhole = false
                    return false
                }
                elements.append(element)
                return true
            }
        }
        if !isWhole { elements.removeLast(elements.count - before) }
        return isWhole
    }

    /// As `append`, from behind: moves `upper` before the last that was added.
    func appendBackward(
        to elements: inout [UInt32], from lower: IndexPlace, to upper: inout IndexPlace, limit: Int
    ) -> Bool {
        guard let root, limit > 0 else { return false }
        var taken = 0
        var last: IndexPlace?
        _ = upper.key.withUnsafeBufferPointer { key in
            root.forEachBackward(before: key, upper.element) { key, element in
                guard !Self.isBefore(key, element, lower) else { return false }
                elements.append(element)
                taken += 1
                guard taken == limit else { return true }
                last = IndexPlace(key: Array(key), element: UInt64(element))
                return false
            }
        }
        guard let last else { return false }
        upper = last
        return true
    }

    /// Calls `body` with each entry from one place to the other, in order, until it says no.
    func forEach(
        from lower: IndexPlace, to upper: IndexPlace,
        _ body: (_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) -> Bool
    ) {
        guard let root else { return }
        _ = lower.key.withUnsafeBufferPointer { key in
            root.forEach(from: key, lower.element) { key, element in
                Self.isBefore(key, element, upper) && body(key, element)
            }
        }
    }

    /// Every entry, in order: for tests and checks.
    var all: [(key: [UInt8], element: UInt32)] {
        var entries: [(key: [UInt8], element: UInt32)] = []
        forEach(from: .before([]), to: .behind([.max])) { key, element in
            entries.append((Array(key), element))
            return true
        }
        return entries
    }

    @inline(__always)
    private static func isBefore(
        _ key: UnsafeBufferPointer<UInt8>, _ element: UInt32, _ place: IndexPlace
    ) -> Bool {
        place.key.withUnsafeBufferPointer { other in
            let order = IndexBytes.compare(key, other)
            return order != 0 ? order < 0 : UInt64(element) < place.element
        }
    }

    /// Calls `body` with each entry whose key is one integer alone, or a float that equals one, in order, until it says no.
    func forEachInteger(_ body: (_ integer: Int64, _ element: UInt32) -> Bool) {
        forEach(from: .before([IndexKey.Tag.number.rawValue]), to: .behind([IndexKey.Tag.number.rawValue, .max])) {
            key, element in
            guard let integer = IndexKey.integer(of: key) else { return true }
            return body(integer, element)
        }
    }

    /// A table of the integers, once so many of them were looked up in this very state that it pays.
    ///
    /// - Parameter lookUps: how many are about to be looked up.
    func integerLookup(for lookUps: Int) -> IntegerLookup? {
        guard distinctCount == count else { return nil }
        return lookup.table(for: lookUps, entries: count) { IntegerLookup(self) }
    }

    /// That table where it is there: one line of memory instead of a descent.
    var knownIntegerLookup: IntegerLookup? { distinctCount == count ? lookup.table : nil }

    // MARK: Changing

    /// - Returns: whether the entry was not there.
    @discardableResult
    mutating func insert(_ key: [UInt8], _ element: UInt32) -> Bool {
        makeUnique()
        guard let top = root else { return false }
        var isShared: Bool?
        switch key.withUnsafeBufferPointer({ top.insert($0, element, OrderedIndexNode.Position(), &isShared) }) {
        case .present: return false
        case .inserted: break
        case .divided(let right):
            let newRoot = OrderedIndexNode(isLeaf: false)
            newRoot.append(top)
            newRoot.append(right)
            root = newRoot
        }
        count += 1
        if !(isShared ?? (count(from: .before(key), to: .behind(key)) > 1)) { distinctCount += 1 }
        return true
    }

    /// - Returns: whether the entry was there.
    @discardableResult
    mutating func remove(_ key: [UInt8], _ element: UInt32) -> Bool {
        makeUnique()
        var isShared: Bool?
        guard let top = root,
            key.withUnsafeBufferPointer({ top.remove($0, element, OrderedIndexNode.Position(), &isShared) })
        else { return false }
        count -= 1
        if top.count == 0 { root = nil }
        while let top = root, !top.isLeaf, top.count == 1 { root = top.firstChild() }
        if !(isShared ?? (count(from: .before(key), to: .behind(key)) > 0)) { distinctCount -= 1 }
        return true
    }

    private mutating func makeUnique() {
        if isKnownUniquelyReferenced(&root) {
            lookup.removeAll()
        } else {
            root = root?.copied() ?? OrderedIndexNode(isLeaf: true)
            lookup = LookupPlace()
        }
    }

    /// A sentence for each rule that is broken.
    func brokenInvariants() -> [String] {
        guard let root else { return count == 0 ? [] : ["an empty index counts \(count) entries"] }
        var broken = root.brokenInvariants(isRoot: true)
        if root.total != count { broken.append("an index of \(root.total) entries counts \(count)") }
        var distinct = 0
        var previous: [UInt8]?
        forEach(from: .before([]), to: .behind([.max])) { key, _ in
            if previous.map({ !$0.elementsEqual(key) }) ?? true {
                distinct += 1
                previous = Array(key)
            }
            return true
        }
        if distinct != distinctCount { broken.append("an index of \(distinct) keys counts \(distinctCount)") }
        return broken
    }
}

// MARK: - Building

extension OrderedIndex {
    /// Of grams of three bytes, each with an element below it in one number, in order, each once.
    ///
    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    init<Failure: Error>(grams pairs: [UInt64], _ check: () throws(Failure) -> Void) throws(Failure) {
        var packer = Packer()
        var number = 0
        while number < pairs.count {
            try check()
            let end = min(pairs.count, number + 0x3fff)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3) { key in
                for pair in pairs[number..<end] {
                    key[0] = UInt8(truncatingIfNeeded: pair >> 48)
                    key[1] = UInt8(truncatingIfNeeded: pair >> 40)
                    key[2] = UInt8(truncatingIfNeeded: pair >> 32)
                    packer.add(UnsafeBufferPointer(key), UInt32(truncatingIfNeeded: pair))
                }
            }
            number = end
        }
        self = packer.finished()
    }

    /// Packs entries that come in order into full nodes.
    struct Packer {
        private var leaves: [OrderedIndexNode] = []
        private var count = 0
        private var distinctCount = 0

        init() {}

        mutating func add(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) {
            let last = leaves.last
            if last.map({ IndexBytes.compare($0.key(at: $0.count - 1), key) != 0 }) ?? true { distinctCount += 1 }
            count += 1
            if let last, last.count < OrderedIndexNode.leafLimit * 7 / 8,
                last.byteCount + key.count <= OrderedIndexNode.bytesLimit
            {
                last.append(key, element)
                return
            }
            let leaf = OrderedIndexNode(
                isLeaf: true, capacity: OrderedIndexNode.leafLimit + 1,
                byteCapacity: min(OrderedIndexNode.bytesLimit, key.count * (OrderedIndexNode.leafLimit + 1)))
            leaf.append(key, element)
            leaves.append(leaf)
        }

        /// Entries of integers alone, where there are no others.
        mutating func add(integers: UnsafeBufferPointer<Int64>, _ elements: UnsafeBufferPointer<UInt32>) {
            count += integers.count
            for index in integers.indices where index == 0 || integers[index] != integers[index - 1] {
                distinctCount += 1
            }
            let leafCount = OrderedIndexNode.leafLimit * 7 / 8
            for start in stride(from: 0, to: integers.count, by: leafCount) {
                let range = start..<min(start + leafCount, integers.count)
                leaves.append(
                    OrderedIndexNode(
                        leafOf: UnsafeBufferPointer(rebasing: integers[range]),
                        UnsafeBufferPointer(rebasing: elements[range])))
            }
        }

        func finished() -> OrderedIndex {
            var tree = OrderedIndex()
            tree.count = count
            tree.distinctCount = distinctCount
            var level = leaves
            while level.count > 1 {
                var above: [OrderedIndexNode] = []
                for node in level {
                    if let last = above.last, last.count < OrderedIndexNode.innerLimit * 7 / 8,
                        last.byteCount + node.key(at: 0).count <= OrderedIndexNode.bytesLimit
                    {
                        last.append(node)
                    } else {
                        let inner = OrderedIndexNode(isLeaf: false, capacity: OrderedIndexNode.innerLimit + 1)
                        inner.append(node)
                        above.append(inner)
                    }
                }
                level = above
            }
            tree.root = level.first
            return tree
        }
    }
}
