/// A part of a column, an adjacency or a bitmap: 1,024 rows, copied before it is changed while another state holds it.
protocol SpineChunk: AnyObject, Sendable {
    func copied() -> Self
}

/// References in one block of memory. They are held by hand, so that a reader walks through tables to a chunk's memory
/// without touching a reference count.
final class ReferenceTable<Element: AnyObject>: @unchecked Sendable {
    private(set) var slots: UnsafeMutablePointer<Unmanaged<Element>?>
    private(set) var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
    }

    deinit {
        for index in 0..<capacity { slots[index]?.release() }
        slots.deallocate()
    }

    func copied() -> ReferenceTable {
        let copy = ReferenceTable(capacity: capacity)
        for index in 0..<capacity {
            guard let element = slots[index] else { continue }
            copy.slots[index] = element.retain()
        }
        return copy
    }

    func grow(toHold index: Int) {
        guard index >= capacity else { return }
        var newCapacity = capacity
        while newCapacity <= index { newCapacity *= 2 }
        let newSlots = UnsafeMutablePointer<Unmanaged<Element>?>.allocate(capacity: newCapacity)
        newSlots.update(from: slots, count: capacity)
        (newSlots + capacity).initialize(repeating: nil, count: newCapacity - capacity)
        slots.deallocate()
        slots = newSlots
        capacity = newCapacity
    }

    @inline(__always)
    func element(at index: Int) -> Unmanaged<Element>? { index < capacity ? slots[index] : nil }

    /// Puts the table's own reference where `isKnownUniquelyReferenced` can see it, replaces it by what `body` leaves.
    @inline(__always)
    func update(at index: Int, _ body: (inout Element?) -> Void) {
        var element = slots[index]?.takeRetainedValue()
        body(&element)
        slots[index] = element.map { Unmanaged.passRetained($0) }
    }
}

/// A growing array of chunks in two levels: tables of up to 64 chunks, and a table of those.
///
/// A copy costs one reference. The first change after it copies the root (a reference for every 65,536 rows), one
/// table, and one chunk.
struct Spine<Chunk: SpineChunk>: Sendable {
    typealias Leaf = ReferenceTable<Chunk>

    static var leafShift: Int { 6 }
    static var leafMask: Int { 63 }

    private var root: ReferenceTable<Leaf>?

    init() {}

    /// An upper bound of chunk indices, exclusive.
    var chunkCapacity: Int { (root?.capacity ?? 0) << Self.leafShift }

    /// The chunk without a change of its reference count: valid while this spine, or a copy of it, lives unchanged.
    @inline(__always)
    func unmanagedChunk(at index: Int) -> Unmanaged<Chunk>? {
        guard let root, let leaf = root.element(at: index >> Self.leafShift) else { return nil }
        return leaf._withUnsafeGuaranteedRef { $0.element(at: index & Self.leafMask) }
    }

    @inline(__always)
    func chunk(at index: Int) -> Chunk? { unmanagedChunk(at: index)?.takeUnretainedValue() }

    /// The chunk, held by no other state from now on: a copy where it was shared, `make()` where there was none.
    mutating func uniqueChunk(at index: Int, orMake make: () -> Chunk) -> Chunk {
        if root == nil {
            root = ReferenceTable(capacity: 1)
        } else if !isKnownUniquelyReferenced(&root) {
            root = root?.copied()
        }
        var result: Chunk?
        guard let root else { return make() }
        root.grow(toHold: index >> Self.leafShift)
        root.update(at: index >> Self.leafShift) { (leaf: inout Leaf?) in
            if leaf == nil {
                leaf = ReferenceTable(capacity: 1)
            } else if !isKnownUniquelyReferenced(&leaf) {
                leaf = leaf?.copied()
            }
            leaf?.grow(toHold: index & Self.leafMask)
            leaf?.update(at: index & Self.leafMask) { (chunk: inout Chunk?) in
                if chunk == nil {
                    chunk = make()
                } else if !isKnownUniquelyReferenced(&chunk) {
                    chunk = chunk?.copied()
                }
                result = chunk
            }
        }
        return result ?? make()
    }

    /// Visits every chunk in order of index.
    func forEachChunk(_ body: (Int, Chunk) -> Void) {
        for index in 0..<chunkCapacity {
            guard let chunk = chunk(at: index) else { continue }
            body(index, chunk)
        }
    }
}
