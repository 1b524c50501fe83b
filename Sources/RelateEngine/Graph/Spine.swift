import CKernels

/// A part of a column, an adjacency or a bitmap: 1,024 rows, copied before it is changed while another state holds it.
protocol SpineChunk: AnyObject, Sendable {
    func copied() -> Self
}

/// References in one block of memory.
///
/// Readers and writers walk from table to table by `Unmanaged`, so that no reference count moves on the way: the table
/// above keeps the one below alive.
final class ReferenceTable<Element: AnyObject>: @unchecked Sendable {
    @exclusivity(unchecked) private(set) var slots: UnsafeMutablePointer<Element?>
    @exclusivity(unchecked) private(set) var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
    }

    // By hand, since the library's loops over optional references call a witness for each.

    deinit {
        for index in 0..<capacity { unmanagedSlots[index]?.release() }
        slots.deallocate()
    }

    func copied() -> ReferenceTable {
        let copy = ReferenceTable(capacity: capacity)
        // Counting a reference waits for the element's memory, and for all that was begun before: asked for first, all of
        // them come at once.
        for index in 0..<capacity { relate_prefetch_for_write(UnsafeRawPointer(bitPattern: words[index])) }
        for index in 0..<capacity { copy.unmanagedSlots[index] = unmanagedSlots[index]?.retain() }
        return copy
    }

    func grow(toHold index: Int) {
        var newCapacity = capacity
        while newCapacity <= index { newCapacity *= 2 }
        let newSlots = UnsafeMutablePointer<Element?>.allocate(capacity: newCapacity)
        newSlots.moveInitialize(from: slots, count: capacity)
        (newSlots + capacity).initialize(repeating: nil, count: newCapacity - capacity)
        slots.deallocate()
        slots = newSlots
        capacity = newCapacity
    }

    /// The same memory: an optional reference and an optional unmanaged one are one word.
    @inline(__always)
    private var unmanagedSlots: UnsafeMutablePointer<Unmanaged<Element>?> {
        UnsafeMutableRawPointer(slots).assumingMemoryBound(to: Unmanaged<Element>?.self)
    }

    /// The same memory: addresses.
    private var words: UnsafeMutablePointer<UInt> {
        UnsafeMutableRawPointer(slots).assumingMemoryBound(to: UInt.self)
    }

    /// The element without a change of its reference count.
    @inline(__always)
    func element(at index: Int) -> Unmanaged<Element>? { index < capacity ? unmanagedSlots[index] : nil }
}

/// A growing array of chunks in two levels: tables of up to 32 chunks, and a table of those.
///
/// A copy costs one reference. The first change after it copies the root (a reference for every 32,768 rows), one
/// table, and one chunk.
struct Spine<Chunk: SpineChunk>: Sendable {
    typealias Leaf = ReferenceTable<Chunk>

    static var leafShift: Int { 5 }
    static var leafMask: Int { 31 }

    private var root: ReferenceTable<Leaf>?
    /// The spine for readers.
    private(set) var reader = SpineReader<Chunk>(root: nil)

    init() {}

    /// An upper bound of chunk indices, exclusive.
    var chunkCapacity: Int { (root?.capacity ?? 0) << Self.leafShift }

    /// The chunk without a change of its reference count: valid while this spine, or a copy of it, lives unchanged.
    @inline(__always)
    func unmanagedChunk(at index: Int) -> Unmanaged<Chunk>? { reader.chunk(at: index) }

    @inline(__always)
    func chunk(at index: Int) -> Chunk? { unmanagedChunk(at: index)?.takeUnretainedValue() }

    /// The chunk, held by no other state from now on: a copy where it was shared, `make()` where there was none. Valid
    /// until this spine's next change.
    @inline(__always)
    mutating func uniqueChunk(at index: Int, orMake make: () -> Chunk) -> Unmanaged<Chunk> {
        if !isKnownUniquelyReferenced(&root) {
            let newRoot = root?.copied() ?? ReferenceTable(capacity: 1)
            root = newRoot
            reader = SpineReader(root: .passUnretained(newRoot))
        }
        guard let unmanagedRoot = reader.root else { preconditionFailure("a root was just made") }
        let leaf = unmanagedRoot._withUnsafeGuaranteedRef { Self.uniqueLeaf(of: $0, at: index >> Self.leafShift) }
        return leaf._withUnsafeGuaranteedRef { leaf in
            let offset = index & Self.leafMask
            if offset >= leaf.capacity { leaf.grow(toHold: offset) }
            let slot = leaf.slots + offset
            if !isKnownUniquelyReferenced(&slot.pointee) { slot.pointee = slot.pointee?.copied() ?? make() }
            guard let chunk = leaf.element(at: offset) else { preconditionFailure("a chunk was just made") }
            return chunk
        }
    }

    @inline(__always)
    private static func uniqueLeaf(of root: ReferenceTable<Leaf>, at index: Int) -> Unmanaged<Leaf> {
        if index >= root.capacity { root.grow(toHold: index) }
        let slot = root.slots + index
        if !isKnownUniquelyReferenced(&slot.pointee) {
            slot.pointee = slot.pointee?.copied() ?? ReferenceTable(capacity: 1)
        }
        guard let leaf = root.element(at: index) else { preconditionFailure("a table was just made") }
        return leaf
    }

    /// Visits every chunk in order of index.
    func forEachChunk(_ body: (Int, Chunk) -> Void) {
        for index in 0..<chunkCapacity {
            guard let chunk = chunk(at: index) else { continue }
            body(index, chunk)
        }
    }
}

/// A spine without its reference counts: plain words, valid while the spine, or a copy of it, lives unchanged.
///
/// Whoever reads holds the state that the spine belongs to. Loading a strong reference to read through it would cost two
/// atomic operations a look-up, about as much as the rest of it.
struct SpineReader<Chunk: SpineChunk>: @unchecked Sendable {
    fileprivate let root: Unmanaged<ReferenceTable<ReferenceTable<Chunk>>>?

    @inline(__always)
    func chunk(at index: Int) -> Unmanaged<Chunk>? {
        guard let root,
            let leaf = root._withUnsafeGuaranteedRef({ $0.element(at: index >> Spine<Chunk>.leafShift) })
        else { return nil }
        return leaf._withUnsafeGuaranteedRef { $0.element(at: index & Spine<Chunk>.leafMask) }
    }
}
