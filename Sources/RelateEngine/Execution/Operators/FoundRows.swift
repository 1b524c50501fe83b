/// Elements in memory that grows by doubling; what it held is kept for the next use.
final class ElementBuffer<Element: BitwiseCopyable> {
    @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<Element>
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var capacity: Int

    /// Most look-ups find fewer; what is large would be asked of another part of the heap.
    private static var usualCapacity: Int { 128 }

    init(capacity: Int = usualCapacity) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    func removeAll() { count = 0 }

    /// Empties it, and gives back memory beyond a batch's.
    func shrink() {
        count = 0
        guard capacity > RowBatch.rowsLimit else { return }
        base.deallocate()
        capacity = Self.usualCapacity
        base = .allocate(capacity: capacity)
    }

    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self, byteCount: 48)
        memory.note(base, byteCount: capacity * MemoryLayout<Element>.stride)
    }

    @inline(__always)
    private func reserve(_ more: Int) {
        if count &+ more > capacity { grow(toHold: count + more) }
    }

    @inline(never)
    private func grow(toHold needed: Int) {
        var larger = capacity
        while larger < needed { larger *= 2 }
        let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        new.update(from: base, count: count)
        base.deallocate()
        base = new
        capacity = larger
    }

    @inline(__always)
    func append(_ element: Element) {
        reserve(1)
        base[count] = element
        count &+= 1
    }

    @inline(__always)
    func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        reserve(elements.count)
        (base + count).update(from: source, count: elements.count)
        count &+= elements.count
    }

    @inline(__always)
    func append(repeating element: Element, count more: Int) {
        reserve(more)
        let target = base + count
        for index in 0..<more { target[index] = element }
        count &+= more
    }
}

/// Row numbers, nodes and relationships that were found and not handed out yet.
final class FoundRows {
    /// By row of the input that it was found from.
    let parents = ElementBuffer<UInt16>()
    let nodes = ElementBuffer<UInt32>()
    let relationships = ElementBuffer<UInt32>()
    /// Of a second relationship, where the operator finds two at once.
    let others = ElementBuffer<UInt32>()
    private var taken = 0

    /// Where each goes; what nobody reads has no slot and is not kept.
    let node: Slot?
    let relationship: Slot?
    let other: Slot?
    private let carried: [Int]

    init(node: Slot?, relationship: Slot, other: Slot? = nil, carried: [Int]) {
        func wanted(_ slot: Slot?) -> Slot? { slot.flatMap { carried.contains($0.index) ? $0 : nil } }
        self.node = wanted(node)
        self.relationship = wanted(relationship)
        self.other = wanted(other)
        // Slots that are filled here are not copied from the input.
        let own = [node, relationship, other].compactMap { $0?.index }
        self.carried = carried.filter { !own.contains($0) }
    }

    var count: Int { parents.count - taken }

    /// Bytes of memory beyond a batch's: what a hub's relationships take at once.
    var byteCount: Int { parents.capacity * 2 + 4 * (nodes.capacity + relationships.capacity + others.capacity) }

    func removeAll() {
        parents.removeAll()
        nodes.removeAll()
        relationships.removeAll()
        others.removeAll()
        taken = 0
    }

    /// As `ElementBuffer.shrink`.
    func shrink() {
        parents.shrink()
        nodes.shrink()
        relationships.shrink()
        others.shrink()
        taken = 0
    }

    @inline(__always)
    func append(parent: UInt16, node newNode: UInt32, relationship newRelationship: UInt32) {
        parents.append(parent)
        if node != nil { nodes.append(newNode) }
        if relationship != nil { relationships.append(newRelationship) }
    }

    @inline(__always)
    func append(
        parent: UInt16, _ newNodes: UnsafeBufferPointer<UInt32>, _ newRelationships: UnsafeBufferPointer<UInt32>
    ) {
        parents.append(repeating: parent, count: newNodes.count)
        if node != nil { nodes.append(contentsOf: newNodes) }
        if relationship != nil { relationships.append(contentsOf: newRelationships) }
    }

    func noteMemory(_ memory: inout TouchedMemory) {
        memory.note(self)
        parents.noteMemory(&memory)
        if node != nil { nodes.noteMemory(&memory) }
        if relationship != nil { relationships.noteMemory(&memory) }
        if other != nil { others.noteMemory(&memory) }
    }

    /// Up to a full batch of what was found, over the rows of `input` that it was found from.
    func take(from input: RowBatch, slotCount: Int) -> RowBatch {
        let length = min(count, RowBatch.rowsLimit)
        var columns = SlotColumns(slotCount: slotCount)
        let rows = UnsafeBufferPointer(start: parents.base + taken, count: length)
        for slot in carried { columns[slot] = input.columns[slot].gathered(rows) }
        if let node { columns[node.index] = .nodes(TypedVector(copying: nodes.base + taken, count: length)) }
        if let relationship {
            columns[relationship.index] = .relationships(
                TypedVector(copying: relationships.base + taken, count: length))
        }
        if let other { columns[other.index] = .relationships(TypedVector(copying: others.base + taken, count: length)) }
        taken += length
        if taken == parents.count { removeAll() }
        return RowBatch(columns: columns, rowCount: length)
    }
}
