import CKernels

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A place among the entries of an ordered index: before those at or behind (`key`, `element`).
struct IndexPlace {
    var key: [UInt8]
    /// Beyond every element's number: behind all entries of the key.
    var element: UInt64

    static func before(_ key: [UInt8]) -> IndexPlace { IndexPlace(key: key, element: 0) }
    static func behind(_ key: [UInt8]) -> IndexPlace { IndexPlace(key: key, element: 1 << 32) }
}

/// A node of the tree of an `OrderedIndex`: entries in order, packed into one block of memory.
///
/// An entry is a key's bytes and an element's number. In a leaf they are what the index holds. Above, entry `i` says where
/// child `i` begins: nothing in it lies before.
///
/// Changed only while one tree holds it; a tree copies what it shares first.
final class OrderedIndexNode: @unchecked Sendable {
    static let leafLimit = 160
    static let innerLimit = 64
    /// A leaf of long keys is divided earlier.
    static let bytesLimit = 16 * 1024

    let isLeaf: Bool
    @exclusivity(unchecked) private(set) var count = 0
    /// The block: an inner node's children and totals, then elements, offsets and bytes.
    @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var byteCapacity: Int
    /// `count + 1` of them: entry `i` has the bytes from `offsets[i]` to `offsets[i + 1]`.
    @exclusivity(unchecked) private var offsets: UnsafeMutablePointer<UInt16>
    @exclusivity(unchecked) private var elements: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private var capacity: Int
    /// Of an inner node, one an entry: memory of the node's own, so that a descent counts no reference. None in a leaf.
    @exclusivity(unchecked) private var children: UnsafeMutablePointer<OrderedIndexNode>
    /// Entries in the leaves below each child.
    @exclusivity(unchecked) private var totals: UnsafeMutablePointer<Int>

    /// Of an inner node: one more than the limit, until it is divided.
    private static let childCapacity = innerLimit + 1

    init(isLeaf: Bool, capacity: Int = 16, byteCapacity: Int = 256) {
        self.isLeaf = isLeaf
        self.capacity = max(4, capacity)
        self.byteCapacity = max(64, byteCapacity)
        let block = Block(isLeaf: isLeaf, capacity: self.capacity, byteCapacity: self.byteCapacity)
        memory = block.memory
        children = block.children
        totals = block.totals
        elements = block.elements
        offsets = block.offsets
        bytes = block.bytes
        offsets[0] = 0
    }

    /// Memory for a node, and what lies where in it. A leaf has neither children nor totals.
    private struct Block {
        let memory: UnsafeMutableRawPointer
        let children: UnsafeMutablePointer<OrderedIndexNode>
        let totals: UnsafeMutablePointer<Int>
        let elements: UnsafeMutablePointer<UInt32>
        let offsets: UnsafeMutablePointer<UInt16>
        let bytes: UnsafeMutablePointer<UInt8>

        init(isLeaf: Bool, capacity: Int, byteCapacity: Int) {
            let childBytes = isLeaf ? 0 : childCapacity * MemoryLayout<Int>.stride
            memory = .allocate(
                byteCount: 2 * childBytes + capacity * 4 + (capacity + 1) * 2 + byteCapacity, alignment: 8)
            children = memory.assumingMemoryBound(to: OrderedIndexNode.self)
            totals = (memory + childBytes).assumingMemoryBound(to: Int.self)
            elements = (memory + 2 * childBytes).assumingMemoryBound(to: UInt32.self)
            offsets = (UnsafeMutableRawPointer(elements) + capacity * 4).assumingMemoryBound(to: UInt16.self)
            bytes = (UnsafeMutableRawPointer(offsets) + (capacity + 1) * 2).assumingMemoryBound(to: UInt8.self)
        }
    }

    /// A leaf of integers in order, each with its element; at most `leafLimit`.
    convenience init(leafOf integers: UnsafeBufferPointer<Int64>, _ elements: UnsafeBufferPointer<UInt32>) {
        let length = IndexKey.integerBytes
        let capacity = Self.leafLimit + 1
        self.init(isLeaf: true, capacity: capacity, byteCapacity: length * capacity)
        precondition(integers.count <= Self.leafLimit && integers.count == elements.count, "a leaf holds its entries")
        var key = UnsafeMutableRawPointer(bytes)
        for index in integers.indices {
            let (words, _) = IndexKey.words(of: integers[index])
            // The second word's bytes that count, behind those of the first one that stand there already.
            let last = words.0 << 24 | words.1 >> 40
            key.storeBytes(of: words.0.bigEndian, as: UInt64.self)
            (key + (length - 8)).storeBytes(of: last.bigEndian, as: UInt64.self)
            key += length
            offsets[index + 1] = UInt16(truncatingIfNeeded: (index + 1) * length)
            self.elements[index] = elements[index]
        }
        count = integers.count
    }

    deinit {
        if !isLeaf { children.deinitialize(count: count) }
        memory.deallocate()
    }

    func copied() -> OrderedIndexNode {
        let copy = OrderedIndexNode(isLeaf: isLeaf, capacity: capacity, byteCapacity: byteCapacity)
        copy.take(0..<count, of: self)
        return copy
    }

    /// Entries in the leaves here and below.
    var total: Int { isLeaf ? count : UnsafeBufferPointer(start: totals, count: count).reduce(0, +) }
    var byteCount: Int { Int(offsets[count]) }
    /// Of this node alone.
    var memoryBytes: Int {
        byteCapacity + (capacity + 1) * 2 + capacity * 4 + (isLeaf ? 0 : Self.childCapacity * 16)
            + MemoryLayout<UInt>.size * 12
    }

    @inline(__always)
    func key(at index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(offsets[index])
        return UnsafeBufferPointer(start: bytes + start, count: Int(offsets[index + 1]) - start)
    }

    @inline(__always)
    func element(at index: Int) -> UInt32 { elements[index] }

    // MARK: Looking

    /// Below, at or above 0 as entry `index` lies before, at or behind (`key`, `element`).
    @inline(__always)
    private func compare(_ index: Int, _ key: UnsafeBufferPointer<UInt8>, _ element: UInt64) -> Int {
        let order = IndexBytes.compare(self.key(at: index), key)
        if order != 0 { return order }
        let mine = UInt64(elements[index])
        return mine < element ? -1 : mine == element ? 0 : 1
    }

    /// The first entry at or behind the place.
    @inline(__always)
    func lowerBound(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) >> 1
            if compare(middle, key, element) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Has brought near, at once instead of one after the other, what a search for a key looks at here.
    @inline(__always)
    private func prefetch() {
        // Offsets and keys are asked for before it is known how many bytes those have: of integers they have nine.
        for line in stride(from: 0, to: count &* 2 &+ 2, by: 64) {
            relate_prefetch(UnsafeRawPointer(offsets) + line)
        }
        for line in stride(from: 0, to: min(byteCapacity, count &* 9), by: 64) { relate_prefetch(bytes + line) }
    }

    /// The child in which the place lies.
    @inline(__always)
    private func child(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt64) -> Int {
        let bound = lowerBound(key, element)
        if bound < count, compare(bound, key, element) == 0 { return bound }
        return max(0, bound - 1)
    }

    /// The child without a change of its reference count: this node keeps it.
    @inline(__always)
    private func unmanagedChild(_ index: Int) -> Unmanaged<OrderedIndexNode> {
        UnsafeMutableRawPointer(children).assumingMemoryBound(to: Unmanaged<OrderedIndexNode>.self)[index]
    }

    /// Of an inner node.
    func firstChild() -> OrderedIndexNode { children[0] }

    /// The leaf in which the place lies.
    @inline(__always)
    private func leaf(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt64) -> Unmanaged<OrderedIndexNode> {
        var node = Unmanaged.passUnretained(self)
        while true {
            let next: Unmanaged<OrderedIndexNode>? = node._withUnsafeGuaranteedRef { node in
                node.prefetch()
                return node.isLeaf ? nil : node.unmanagedChild(node.child(key, element))
            }
            guard let next else { return node }
            node = next
        }
    }

    /// Adds the elements of the key in order, where they lie in one leaf and are no more than `limit`.
    ///
    /// - Returns: whether that is so; otherwise nothing is added.
    func appendAllOfOneLeaf(_ key: UnsafeBufferPointer<UInt8>, to found: inout [UInt32], limit: Int) -> Bool {
        leaf(key, 0)._withUnsafeGuaranteedRef { leaf in
            let first = leaf.lowerBound(key, 0)
            var end = first
            while end < leaf.count, IndexBytes.compare(leaf.key(at: end), key) == 0 { end += 1 }
            // Behind the last entry there may be more in the next leaf.
            guard end < leaf.count, end - first <= limit else { return false }
            for index in first..<end { found.append(leaf.elements[index]) }
            return true
        }
    }

    /// Entries before the place.
    func rank(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt64) -> Int {
        if isLeaf { return lowerBound(key, element) }
        let index = child(key, element)
        var rank = 0
        for before in 0..<index { rank += totals[before] }
        return rank + unmanagedChild(index)._withUnsafeGuaranteedRef { $0.rank(key, element) }
    }

    /// Calls `body` with the entries at or behind the place, in order, until it says no.
    ///
    /// - Returns: whether it never did.
    func forEach(
        from key: UnsafeBufferPointer<UInt8>, _ element: UInt64,
        _ body: (_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) -> Bool
    ) -> Bool {
        if isLeaf {
            for index in lowerBound(key, element)..<count where !body(self.key(at: index), elements[index]) {
                return false
            }
            return true
        }
        let first = child(key, element)
        guard unmanagedChild(first)._withUnsafeGuaranteedRef({ $0.forEach(from: key, element, body) }) else {
            return false
        }
        for index in (first + 1)..<max(first + 1, count) where !children[index].forEach(body) { return false }
        return true
    }

    /// As `forEach`, with the entries before the place, from behind.
    func forEachBackward(
        before key: UnsafeBufferPointer<UInt8>, _ element: UInt64,
        _ body: (_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) -> Bool
    ) -> Bool {
        if isLeaf {
            for index in (0..<lowerBound(key, element)).reversed() where !body(self.key(at: index), elements[index]) {
                return false
            }
            return true
        }
        let last = child(key, element)
        guard children[last].forEachBackward(before: key, element, body) else { return false }
        for index in (0..<last).reversed() where !children[index].forEachBackward(body) { return false }
        return true
    }

    private func forEachBackward(_ body: (_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) -> Bool) -> Bool {
        if isLeaf {
            for index in (0..<count).reversed() where !body(key(at: index), elements[index]) { return false }
            return true
        }
        for index in (0..<count).reversed() where !children[index].forEachBackward(body) { return false }
        return true
    }

    private func forEach(_ body: (_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) -> Bool) -> Bool {
        if isLeaf {
            for index in 0..<count where !body(key(at: index), elements[index]) { return false }
            return true
        }
        for index in 0..<count where !children[index].forEach(body) { return false }
        return true
    }

    // MARK: Changing

    enum Insertion {
        case present
        case inserted
        /// What was in this node is now in it and the one to its right.
        case divided(OrderedIndexNode)
    }

    /// Where a node stands in its level: whether its neighbours are known.
    struct Position {
        var isFirst = true
        var isLast = true

        func child(_ index: Int, of count: Int) -> Position {
            Position(isFirst: isFirst && index == 0, isLast: isLast && index == count - 1)
        }
    }

    /// Whether another entry beside the one at `index` has its key; `nil` where that would be in another node.
    private func isShared(_ key: UnsafeBufferPointer<UInt8>, around index: Int, _ position: Position) -> Bool? {
        if index > 0, IndexBytes.compare(self.key(at: index - 1), key) == 0 { return true }
        if index < count, IndexBytes.compare(self.key(at: index), key) == 0 { return true }
        return (index > 0 || position.isFirst) && (index < count || position.isLast) ? false : nil
    }

    /// - Parameter isShared: is set to whether the key was there before, where that is known here.
    /// - Precondition: no other tree holds this node.
    func insert(
        _ key: UnsafeBufferPointer<UInt8>, _ element: UInt32, _ position: Position, _ isShared: inout Bool?
    ) -> Insertion {
        guard !isLeaf else {
            let index = lowerBound(key, UInt64(element))
            if index < count, compare(index, key, UInt64(element)) == 0 { return .present }
            isShared = self.isShared(key, around: index, position)
            put(key, element, at: index)
            guard count > Self.leafLimit || (byteCount > Self.bytesLimit && count > 1) else { return .inserted }
            return .divided(divide(isAppending: index == count - 1))
        }
        let index = child(key, UInt64(element))
        if index == 0, compare(0, key, UInt64(element)) > 0 {
            // The first child begins earlier now; a part that it is divided into may, too.
            drop(0)
            put(key, element, at: 0)
        }
        makeUnique(index)
        let insertion = children[index].insert(key, element, position.child(index, of: count), &isShared)
        switch insertion {
        case .present: return .present
        case .inserted:
            totals[index] += 1
            return .inserted
        case .divided(let right):
            totals[index] = children[index].total
            adopt(right, at: index + 1)
            guard count > Self.innerLimit || (byteCount > Self.bytesLimit && count > 2) else { return .inserted }
            return .divided(divide(isAppending: index == count - 2))
        }
    }

    /// - Parameter isShared: is set to whether the key is still there, where that is known here.
    /// - Returns: whether it was there.
    func remove(
        _ key: UnsafeBufferPointer<UInt8>, _ element: UInt32, _ position: Position, _ isShared: inout Bool?
    ) -> Bool {
        guard !isLeaf else {
            let index = lowerBound(key, UInt64(element))
            guard index < count, compare(index, key, UInt64(element)) == 0 else { return false }
            drop(index)
            isShared = self.isShared(key, around: index, position)
            return true
        }
        let index = child(key, UInt64(element))
        makeUnique(index)
        guard children[index].remove(key, element, position.child(index, of: count), &isShared) else { return false }
        totals[index] -= 1
        if children[index].count == 0 {
            abandon(index)
        } else {
            join(index)
        }
        return true
    }

    /// Adds a child behind the others, while a tree is built.
    func append(_ child: OrderedIndexNode) { adopt(child, at: count) }

    /// Adds an entry behind the others, while a tree is built.
    func append(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32) { put(key, element, at: count) }

    private func makeUnique(_ index: Int) {
        if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copied() }
    }

    private func adopt(_ child: OrderedIndexNode, at index: Int) {
        adopt(child, at: index, beginning: child.key(at: 0), child.element(at: 0))
    }

    private func adopt(
        _ child: OrderedIndexNode, at index: Int, beginning key: UnsafeBufferPointer<UInt8>, _ element: UInt32
    ) {
        precondition(count < Self.childCapacity, "a node is divided before it has more children")
        reserve(entries: count + 1, bytes: byteCount + key.count)
        (children + index + 1).moveInitialize(from: children + index, count: count - index)
        (children + index).initialize(to: child)
        (totals + index + 1).moveInitialize(from: totals + index, count: count - index)
        (totals + index).initialize(to: child.total)
        put(key, element, at: index)
    }

    /// Lets go of a child, and of its entry.
    private func abandon(_ index: Int) {
        (children + index).deinitialize(count: 1)
        (children + index).moveInitialize(from: children + index + 1, count: count - index - 1)
        (totals + index).moveInitialize(from: totals + index + 1, count: count - index - 1)
        drop(index)
    }

    /// A small child takes in its neighbour where both together are no more than half a node.
    private func join(_ index: Int) {
        guard count > 1 else { return }
        let left = index + 1 < count ? index : index - 1
        let limit = children[left].isLeaf ? Self.leafLimit : Self.innerLimit
        guard children[left].count + children[left + 1].count <= limit / 2,
            children[left].byteCount + children[left + 1].byteCount <= Self.bytesLimit / 2
        else { return }
        makeUnique(left)
        let right = children[left + 1]
        if right.isLeaf {
            children[left].take(0..<right.count, of: right)
        } else {
            // The right node's first child may have gone since: its own entry here says where it begins.
            let end = children[left].count
            children[left].adopt(right.children[0], at: end, beginning: key(at: left + 1), element(at: left + 1))
            children[left].take(1..<right.count, of: right)
        }
        totals[left] += totals[left + 1]
        abandon(left + 1)
    }

    /// Moves the upper entries into a new node. Keys that come in order fill the lower one.
    private func divide(isAppending: Bool) -> OrderedIndexNode {
        let middle = isAppending ? max(1, count - count / 16 - 1) : count / 2
        let right = OrderedIndexNode(
            isLeaf: isLeaf, capacity: (isLeaf ? Self.leafLimit : Self.innerLimit) + 1, byteCapacity: byteCapacity)
        right.take(middle..<count, of: self)
        if !isLeaf { (children + middle).deinitialize(count: count - middle) }
        count = middle
        return right
    }

    /// Adds another node's entries, with their children, behind the own ones.
    private func take(_ range: Range<Int>, of other: OrderedIndexNode) {
        let start = Int(other.offsets[range.lowerBound])
        let length = Int(other.offsets[range.upperBound]) - start
        let base = byteCount
        reserve(entries: count + range.count, bytes: base + length)
        memcpy(bytes + base, other.bytes + start, length)
        memcpy(elements + count, other.elements + range.lowerBound, range.count * 4)
        for index in 0..<range.count {
            offsets[count + index + 1] = UInt16(
                truncatingIfNeeded: base + Int(other.offsets[range.lowerBound + index + 1]) - start)
        }
        if !isLeaf {
            precondition(count + range.count <= Self.childCapacity, "a node has no more children than it may")
            // Counting a reference waits for the child's memory: asked for first, all of them come at once.
            for index in range { relate_prefetch_for_write(other.unmanagedChild(index).toOpaque()) }
            (children + count).initialize(from: other.children + range.lowerBound, count: range.count)
            (totals + count).initialize(from: other.totals + range.lowerBound, count: range.count)
        }
        count += range.count
    }

    private func put(_ key: UnsafeBufferPointer<UInt8>, _ element: UInt32, at index: Int) {
        let end = byteCount
        reserve(entries: count + 1, bytes: end + key.count)
        let start = Int(offsets[index])
        memmove(bytes + start + key.count, bytes + start, end - start)
        if let source = key.baseAddress { memcpy(bytes + start, source, key.count) }
        memmove(elements + index + 1, elements + index, (count - index) * 4)
        elements[index] = element
        let length = UInt16(truncatingIfNeeded: key.count)
        var place = count
        while place >= index {
            offsets[place + 1] = offsets[place] &+ length
            place -= 1
        }
        count += 1
    }

    private func drop(_ index: Int) {
        let start = Int(offsets[index])
        let end = Int(offsets[index + 1])
        memmove(bytes + start, bytes + end, byteCount - end)
        memmove(elements + index, elements + index + 1, (count - index - 1) * 4)
        let length = UInt16(truncatingIfNeeded: end - start)
        for place in index..<count { offsets[place] = offsets[place + 1] &- length }
        count -= 1
    }

    private func reserve(entries: Int, bytes byteTotal: Int) {
        guard entries > capacity || byteTotal > byteCapacity else { return }
        let newCapacity = entries > capacity ? max(entries, capacity * 2) : capacity
        let newByteCapacity = byteTotal > byteCapacity ? max(byteTotal, byteCapacity * 2) : byteCapacity
        let block = Block(isLeaf: isLeaf, capacity: newCapacity, byteCapacity: newByteCapacity)
        // Children as bytes, with room that none has: while an entry is replaced there is one more of them than of entries.
        if !isLeaf { memcpy(block.memory, memory, 2 * Self.childCapacity * MemoryLayout<Int>.stride) }
        memcpy(block.elements, elements, count * 4)
        memcpy(block.offsets, offsets, (count + 1) * 2)
        memcpy(block.bytes, bytes, byteCount)
        memory.deallocate()
        memory = block.memory
        children = block.children
        totals = block.totals
        elements = block.elements
        offsets = block.offsets
        bytes = block.bytes
        capacity = newCapacity
        byteCapacity = newByteCapacity
    }

    // MARK: Invariants

    /// A sentence for each rule that is broken at this node or below.
    func brokenInvariants(isRoot: Bool) -> [String] {
        var broken: [String] = []
        if count == 0 && !isRoot { broken.append("an index node is empty") }
        for index in 1..<max(1, count) where compare(index - 1, key(at: index), UInt64(elements[index])) >= 0 {
            broken.append("entries \(index - 1) and \(index) of an index node are out of order")
        }
        guard !isLeaf else { return broken }
        for index in 0..<count {
            let child = children[index]
            if totals[index] != child.total { broken.append("child \(index) has \(child.total), not \(totals[index])") }
            if child.count > 0, compare(index, child.key(at: 0), UInt64(child.element(at: 0))) > 0 {
                broken.append("child \(index) begins before its entry")
            }
            if index + 1 < count, child.count > 0 {
                let last = child.count - 1
                if compare(index + 1, child.key(at: last), UInt64(child.element(at: last))) <= 0 {
                    broken.append("child \(index) ends behind the next one's beginning")
                }
            }
            broken += child.brokenInvariants(isRoot: false)
        }
        return broken
    }
}
