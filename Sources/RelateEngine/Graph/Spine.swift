import CKernels

/// A part of a column, an adjacency or a bitmap: 1,024 rows, copied before it is changed while another state holds it.
protocol SpineChunk: AnyObject, Sendable {
    func copied() -> Self
}

/// References to chunks, or to tables of them, in the memory of one object, so that a copy is one allocation and a look at
/// a reference goes one step.
///
/// It knows no type, so that all spines share its code: who writes once in a while finds none of it in the caches. Readers
/// and writers walk from table to table by `Unmanaged`, so that no reference count moves on the way: the table above keeps
/// the one below alive.
final class ReferenceTable: ManagedBuffer<Int, UnsafeRawPointer?> {
    static func make(capacity: Int) -> ReferenceTable {
        let table = unsafeDowncast(
            ReferenceTable.create(minimumCapacity: capacity) { _ in capacity }, to: ReferenceTable.self)
        table.slots.initialize(repeating: nil, count: capacity)
        return table
    }

    deinit {
        for index in 0..<slotCount {
            if let element = slots[index] { Unmanaged<AnyObject>.fromOpaque(element).release() }
        }
    }

    /// Each holds a count of what it refers to.
    @inline(__always)
    private var slots: UnsafeMutablePointer<UnsafeRawPointer?> { withUnsafeMutablePointerToElements { $0 } }

    /// How many references it has room for. By a pointer: the property itself would be guarded against overlapping accesses.
    @inline(__always)
    private(set) var slotCount: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee } }
        set { withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
    }

    /// The element without a change of its reference count.
    @inline(__always)
    func element<Element: AnyObject>(at index: Int) -> Unmanaged<Element>? {
        guard index < slotCount, let element = slots[index] else { return nil }
        return Unmanaged.fromOpaque(element)
    }

    /// Where the reference lies: an optional one is one word, zero where there is none.
    ///
    /// - Precondition: the index is below `slotCount`.
    @inline(__always)
    func slot<Element: AnyObject>(at index: Int) -> UnsafeMutablePointer<Element?> {
        UnsafeMutableRawPointer(slots + index).assumingMemoryBound(to: Element?.self)
    }

    /// The table in `place`, which nobody else holds from now on, with room for `index`: another one where it was shared or
    /// too small. Valid until the place changes.
    @inline(__always)
    static func unique(_ place: inout ReferenceTable?, toHold index: Int) -> Unmanaged<ReferenceTable> {
        if isKnownUniquelyReferenced(&place), let table = place, index < table.slotCount {
            return .passUnretained(table)
        }
        return replace(&place, toHold: index)
    }

    @inline(never)
    private static func replace(_ place: inout ReferenceTable?, toHold index: Int) -> Unmanaged<ReferenceTable> {
        let isOwn = isKnownUniquelyReferenced(&place)
        var capacity = place?.slotCount ?? 1
        while capacity <= index { capacity *= 2 }
        let new = make(capacity: capacity)
        if let old = place {
            if isOwn { new.takeReferences(of: old) } else { new.takeCopies(of: old) }
        }
        place = new
        return .passUnretained(new)
    }

    private func takeReferences(of other: ReferenceTable) {
        slots.update(from: other.slots, count: other.slotCount)
        other.slotCount = 0
    }

    private func takeCopies(of other: ReferenceTable) {
        let (source, target) = (other.slots, slots)
        // Counting a reference waits for the element's memory, and for all that was begun before: asked for first, all of
        // them come at once.
        for index in 0..<other.slotCount { relate_prefetch_for_write(source[index]) }
        for index in 0..<other.slotCount {
            guard let element = source[index] else { continue }
            target[index] = UnsafeRawPointer(Unmanaged<AnyObject>.fromOpaque(element).retain().toOpaque())
        }
    }
}

/// A growing array of chunks in two levels: tables of up to 32 chunks, and a table of those.
///
/// A copy costs one reference. The first change after it copies the root (a reference for every 32,768 rows), one
/// table, and one chunk.
struct Spine<Chunk: SpineChunk>: @unchecked Sendable {
    static var leafShift: Int { 5 }
    static var leafMask: Int { 31 }

    private var root: ReferenceTable?
    /// The spine for readers.
    private(set) var reader = SpineReader<Chunk>(root: nil)

    init() {}

    /// An upper bound of chunk indices, exclusive.
    var chunkCapacity: Int { (root?.slotCount ?? 0) << Self.leafShift }

    /// The chunk without a change of its reference count: valid while this spine, or a copy of it, lives unchanged.
    @inline(__always)
    func unmanagedChunk(at index: Int) -> Unmanaged<Chunk>? { reader.chunk(at: index) }

    @inline(__always)
    func chunk(at index: Int) -> Chunk? { unmanagedChunk(at: index)?.takeUnretainedValue() }

    /// The chunk, held by no other state from now on: a copy where it was shared, `make()` where there was none. Valid
    /// until this spine's next change.
    @inline(__always)
    mutating func uniqueChunk(at index: Int, orMake make: () -> Chunk) -> Unmanaged<Chunk> {
        let root = ReferenceTable.unique(&self.root, toHold: index >> Self.leafShift)
        reader = SpineReader(root: root)
        let offset = index & Self.leafMask
        let table = root._withUnsafeGuaranteedRef {
            ReferenceTable.unique(&$0.slot(at: index >> Self.leafShift).pointee, toHold: offset)
        }
        return table._withUnsafeGuaranteedRef { table in
            let slot: UnsafeMutablePointer<Chunk?> = table.slot(at: offset)
            if !isKnownUniquelyReferenced(&slot.pointee) { slot.pointee = slot.pointee?.copied() ?? make() }
            guard let chunk: Unmanaged<Chunk> = table.element(at: offset) else {
                preconditionFailure("a chunk was just made")
            }
            return chunk
        }
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
    fileprivate let root: Unmanaged<ReferenceTable>?

    @inline(__always)
    func chunk(at index: Int) -> Unmanaged<Chunk>? {
        guard let root,
            let leaf = root._withUnsafeGuaranteedRef({ root -> Unmanaged<ReferenceTable>? in
                root.element(at: index >> Spine<Chunk>.leafShift)
            })
        else { return nil }
        return leaf._withUnsafeGuaranteedRef { $0.element(at: index & Spine<Chunk>.leafMask) }
    }
}
