import CKernels
import Synchronization

/// The values of one property of 1,024 elements, all of one kind, with a bit for each that is there.
///
/// Memory is one block: 16 words of presence, then the values. It holds rows up to a power of two beyond the highest
/// that was ever set, so that a key of few elements costs little.
package final class PropertyChunk: SpineChunk, @unchecked Sendable {
    package enum Kind: UInt8, Sendable {
        case int, double, bool
        /// A number of the store's `StringPool`.
        case string
        /// Any `Value`: lists, temporal values, or kinds mixed.
        case boxed
    }

    // What a look at a value needs comes first, within as few lines of memory as can be.
    @exclusivity(unchecked) package private(set) var kind: Kind
    /// A boxed value here may point to memory of its own. While none does (dates, times, numbers of both kinds), a copy
    /// is a copy of bytes.
    @exclusivity(unchecked) private var holdsReferences = false
    /// Rows that the values' memory holds: at or beyond it no value is present. An absent row below it holds zero.
    @exclusivity(unchecked) package private(set) var rowCapacity: Int
    @exclusivity(unchecked) package private(set) var presentCount: Int
    @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer
    /// Whose the memory is, where it is not the chunk's own: it is copied before it is changed.
    @exclusivity(unchecked) private var owner: (AnyObject & Sendable)?

    /// Where the memory has packed integers behind the presence: they are unpacked when somebody first asks for all of
    /// them. Never beside memory of its own.
    @exclusivity(unchecked) private(set) var packed: PackedIntegers?
    private let unpacked = Atomic<UnsafeMutablePointer<Int64>?>(nil)

    /// The least and the greatest of the integers, once somebody asked for them and until one is changed.
    private let least = Atomic<Int64>(0)
    private let greatest = Atomic<Int64>(0)
    private let knowsBounds = Atomic<Bool>(false)
    /// Found with the bounds, where they are near each other.
    private let narrowed = Atomic<UnsafeMutableRawPointer?>(nil)

    private static let presenceBytes = 128

    init(kind: Kind, toHold row: Int) {
        self.kind = kind
        rowCapacity = Self.capacity(toHold: row)
        presentCount = 0
        memory = Self.allocate(kind, rowCapacity)
    }

    /// A chunk as a file holds it.
    ///
    /// - Parameters:
    ///   - presence: 128 bytes; no row at or beyond `rowCapacity` is present.
    ///   - values: those of the memory, `rowCapacity` of them; not for boxed ones, which are set afterwards.
    init(kind: Kind, rowCapacity: Int, presence: UnsafeRawBufferPointer, values: UnsafeRawBufferPointer) {
        self.kind = kind
        self.rowCapacity = rowCapacity
        let isBoxed = kind == .boxed
        memory = isBoxed ? Self.allocate(kind, rowCapacity) : Self.uninitialized(kind, rowCapacity)
        memory.copyMemory(from: presence.baseAddress ?? UnsafeRawPointer(memory), byteCount: Self.presenceBytes)
        if !isBoxed, let start = values.baseAddress {
            (memory + Self.presenceBytes).copyMemory(from: start, byteCount: values.count)
        }
        presentCount = 0
        for word in 0..<16 { presentCount += words[word].nonzeroBitCount }
    }

    /// A chunk that stays where it was read to, in a file's image or beside other chunks.
    ///
    /// - Parameters:
    ///   - image: presence and values as the memory has them, at a multiple of 8.
    ///   - packedWidth: not 0 for integers that are packed there, at that many bytes a row.
    ///   - owner: keeps that memory.
    init(
        kind: Kind, rowCapacity: Int, image: UnsafeRawPointer, packedWidth: Int = 0, owner: AnyObject & Sendable
    ) {
        self.kind = kind
        self.rowCapacity = rowCapacity
        if packedWidth != 0 { packed = PackedIntegers(image + Self.presenceBytes, width: packedWidth) }
        // Nothing writes to it: `takeOver` comes first.
        memory = UnsafeMutableRawPointer(mutating: image)
        self.owner = owner
        presentCount = 0
        for word in 0..<16 { presentCount += words[word] == .max ? 64 : words[word].nonzeroBitCount }
    }

    /// A boxed value of a chunk that is being loaded.
    func load(_ value: Value, atRow row: Int) {
        if value.holdsReference { holdsReferences = true }
        mutableBoxed[row] = value
    }

    private init(copying other: PropertyChunk) {
        kind = other.kind
        rowCapacity = other.rowCapacity
        presentCount = other.presentCount
        let byteCount = Self.presenceBytes + Self.stride(of: other.kind) * other.rowCapacity
        memory = .allocate(byteCount: byteCount, alignment: 16)
        holdsReferences = other.holdsReferences
        if other.packed != nil {
            memory.copyMemory(from: other.memory, byteCount: Self.presenceBytes)
            other.copyInts(to: mutable(Int64.self))
        } else if holdsReferences {
            memory.copyMemory(from: other.memory, byteCount: Self.presenceBytes)
            let (source, target) = (other.mutableBoxed, mutableBoxed)
            for row in 0..<rowCapacity { (target + row).initialize(to: source[row]) }
        } else {
            memory.copyMemory(from: other.memory, byteCount: byteCount)
        }
    }

    deinit {
        release()
        unpacked.load(ordering: .relaxed)?.deallocate()
        narrowed.load(ordering: .relaxed)?.deallocate()
    }

    func copied() -> PropertyChunk { PropertyChunk(copying: self) }

    // MARK: Reading

    /// Has the beginning of the memory brought near, and of each page of it: a loop over all of it then waits for nothing.
    ///
    /// - Parameter isNarrow: distances are read instead, where there are.
    func prefetch(isNarrow: Bool = false) {
        if isNarrow, let distances = narrowed.load(ordering: .relaxed) {
            relate_prefetch(memory)
            relate_prefetch(memory + 64)
            let width = greatest.load(ordering: .relaxed) &- least.load(ordering: .relaxed) <= 0xff ? 1 : 2
            for offset in Swift.stride(from: 0, to: width &* rowCapacity, by: 64) {
                relate_prefetch(distances + offset)
            }
            return
        }
        guard packed == nil else { return }
        let byteCount = Self.presenceBytes + Self.stride(of: kind) * rowCapacity
        for offset in Swift.stride(from: 0, to: min(byteCount, 256), by: 64) { relate_prefetch(memory + offset) }
        var page = 4096 - Int(bitPattern: memory) & 4095
        while page < byteCount {
            relate_prefetch(memory + page)
            relate_prefetch(memory + page + 64)
            page += 4096
        }
    }

    /// 16 words, lowest row first.
    @inline(__always)
    package var presence: UnsafePointer<UInt64> { UnsafePointer(words) }
    /// Of kind `.int`, `rowCapacity` of them; likewise below.
    @inline(__always)
    package var ints: UnsafePointer<Int64> {
        if packed == nil { return values(of: Int64.self) }
        if let ints = unpacked.load(ordering: .acquiring) { return UnsafePointer(ints) }
        return unpack()
    }
    /// Of kind `.int`: no integer lies outside of it; a row without a value counts as 0. Threads may ask at the same time.
    var integerBounds: ClosedRange<Int64> {
        if !knowsBounds.load(ordering: .acquiring) { findBounds() }
        return least.load(ordering: .relaxed)...greatest.load(ordering: .relaxed)
    }
    /// Of kind `.int`: the integers in few bits, where they lie near each other; a row without a value counts as 0. Valid until
    /// one of them is changed.
    var narrowIntegers: NarrowIntegers? {
        let bounds = integerBounds
        guard let distances = narrowed.load(ordering: .acquiring) else { return nil }
        return NarrowIntegers(bounds, distances)
    }
    @inline(__always)
    package var doubles: UnsafePointer<Double> { values(of: Double.self) }
    /// 0 or 1.
    @inline(__always)
    package var bools: UnsafePointer<UInt8> { values(of: UInt8.self) }
    /// Numbers in the store's `StringPool`.
    @inline(__always)
    package var strings: UnsafePointer<UInt32> { values(of: UInt32.self) }
    /// `.null` where absent.
    @inline(__always)
    package var boxed: UnsafePointer<Value> { UnsafePointer(mutableBoxed) }

    /// Each of 1,024 rows has a value.
    @inline(__always)
    var isFull: Bool { presentCount == 1024 }

    @inline(__always)
    package func isPresent(_ row: Int) -> Bool { (words[row >> 6] >> UInt64(row & 63)) & 1 != 0 }

    /// `.null` where absent.
    package func value(atRow row: Int, pool: StringPool) -> Value {
        guard isPresent(row) else { return .null }
        if kind == .int { return .int(ints[row]) }
        switch kind {
        case .int: return .int(ints[row])
        case .double: return .float(doubles[row])
        case .bool: return .bool(bools[row] != 0)
        case .string: return .string(pool.string(of: strings[row]))
        case .boxed: return boxed[row]
        }
    }

    /// Bytes this chunk holds, without what boxed values point to.
    package var byteCount: Int { 64 + Self.presenceBytes + Self.stride(of: kind) * rowCapacity }

    // MARK: Writing, by the state that owns this chunk alone

    /// - Returns: whether the row had no value before.
    func set(_ value: Value, atRow row: Int, pool: StringPool) -> Bool {
        if owner != nil { takeOver() }
        forgetBounds()
        let wanted = Kind(of: value)
        if wanted != kind {
            if presentCount == 0 {
                retype(to: wanted, toHold: row)
            } else if kind != .boxed {
                box(pool: pool)
            }
        }
        if row >= rowCapacity { grow(toHold: row) }
        switch kind {
        case .int: if case .int(let int) = value { mutable(Int64.self)[row] = int }
        case .double: if case .float(let double) = value { mutable(Double.self)[row] = double }
        case .bool: if case .bool(let bool) = value { mutable(UInt8.self)[row] = bool ? 1 : 0 }
        case .string: if case .string(let string) = value { mutable(UInt32.self)[row] = pool.intern(string) }
        case .boxed:
            if !holdsReferences && value.holdsReference { holdsReferences = true }
            mutableBoxed[row] = value
        }
        let bit: UInt64 = 1 << UInt64(row & 63)
        let isNew = words[row >> 6] & bit == 0
        words[row >> 6] |= bit
        presentCount += isNew ? 1 : 0
        return isNew
    }

    /// Values of rows that follow each other and have none yet.
    ///
    /// - Parameters:
    ///   - values: a word of `kind` each; of those that are absent, zero.
    ///   - absent: places among them without a value, from 0, ascending.
    /// - Returns: false, and nothing is written, where the chunk holds values of another kind.
    func setFirst<Word>(
        _ values: UnsafeBufferPointer<Word>, of wanted: Kind, from row: Int, absent: some Sequence<Int>
    ) -> Bool {
        guard wanted == kind || presentCount == 0, wanted != .boxed else { return false }
        assert(Self.stride(of: wanted) == MemoryLayout<Word>.stride)
        if owner != nil { takeOver() }
        forgetBounds()
        let end = row + values.count
        if wanted != kind { retype(to: wanted, toHold: end - 1) }
        if end > rowCapacity { grow(toHold: end - 1) }
        guard let start = values.baseAddress else { return true }
        (mutable(Word.self) + row).update(from: start, count: values.count)
        forEachWord(of: row..<end) { word, mask in words[word] |= mask }
        presentCount += values.count
        for place in absent {
            words[(row + place) >> 6] &= ~(1 << UInt64((row + place) & 63))
            presentCount -= 1
        }
        return true
    }

    /// - Precondition: the row has a value.
    func remove(atRow row: Int) {
        if owner != nil { takeOver() }
        forgetBounds()
        words[row >> 6] &= ~(1 << UInt64(row & 63))
        presentCount -= 1
        switch kind {
        case .int: mutable(Int64.self)[row] = 0
        case .double: mutable(Double.self)[row] = 0
        case .bool: mutable(UInt8.self)[row] = 0
        case .string: mutable(UInt32.self)[row] = 0
        case .boxed: mutableBoxed[row] = .null
        }
    }

    // MARK: Bounds

    @inline(never)
    private func findBounds() {
        var (low, high): (Int64, Int64) = (0, 0)
        relate_bounds(ints, rowCapacity, &low, &high)
        narrow(low...high)
        // Whoever asks at the same time finds and writes the same.
        least.store(low, ordering: .relaxed)
        greatest.store(high, ordering: .relaxed)
        knowsBounds.store(true, ordering: .releasing)
    }

    private func narrow(_ bounds: ClosedRange<Int64>) {
        guard narrowed.load(ordering: .relaxed) == nil,
            let width = NarrowIntegers.width(bounds, rowCount: rowCapacity)
        else { return }
        let distances = UnsafeMutableRawPointer.allocate(byteCount: rowCapacity * width, alignment: 64)
        let narrow = NarrowIntegers(bounds, distances)
        if width == 1 {
            relate_narrow_bytes(ints, rowCapacity, bounds.lowerBound, narrow.bytes)
        } else {
            relate_narrow_shorts(ints, rowCapacity, bounds.lowerBound, narrow.shorts)
        }
        let (isFirst, _) = narrowed.compareExchange(expected: nil, desired: distances, ordering: .acquiringAndReleasing)
        if !isFirst { distances.deallocate() }
    }

    /// Before a value is changed: nobody else reads the chunk then.
    @inline(__always)
    private func forgetBounds() {
        guard knowsBounds.load(ordering: .relaxed) else { return }
        knowsBounds.store(false, ordering: .relaxed)
        narrowed.exchange(nil, ordering: .relaxed)?.deallocate()
    }

    // MARK: Memory

    /// Copies what is another's into memory of its own.
    @inline(never)
    private func takeOver() {
        let own = Self.uninitialized(kind, rowCapacity)
        if packed != nil {
            own.copyMemory(from: memory, byteCount: Self.presenceBytes)
            copyInts(to: (own + Self.presenceBytes).bindMemory(to: Int64.self, capacity: rowCapacity))
            packed = nil
        } else {
            own.copyMemory(from: memory, byteCount: Self.presenceBytes + Self.stride(of: kind) * rowCapacity)
        }
        memory = own
        owner = nil
    }

    /// Of packed integers.
    private func copyInts(to target: UnsafeMutablePointer<Int64>) {
        if let ints = unpacked.load(ordering: .acquiring) {
            target.update(from: ints, count: rowCapacity)
        } else {
            packed?.unpack(rowCapacity, presence: presence, into: target)
        }
    }

    /// All of packed integers, kept for whoever asks next; threads may ask at the same time.
    @inline(never)
    private func unpack() -> UnsafePointer<Int64> {
        let ints = UnsafeMutablePointer<Int64>.allocate(capacity: rowCapacity)
        copyInts(to: ints)
        let (isFirst, other) = unpacked.compareExchange(
            expected: nil, desired: ints, ordering: .acquiringAndReleasing)
        guard !isFirst, let other else { return UnsafePointer(ints) }
        ints.deallocate()
        return UnsafePointer(other)
    }

    private var words: UnsafeMutablePointer<UInt64> {
        @inline(__always) get { memory.assumingMemoryBound(to: UInt64.self) }
    }

    private var mutableBoxed: UnsafeMutablePointer<Value> {
        @inline(__always) get { (memory + Self.presenceBytes).assumingMemoryBound(to: Value.self) }
    }

    @inline(__always)
    private func mutable<Element>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
        (memory + Self.presenceBytes).assumingMemoryBound(to: type)
    }

    @inline(__always)
    private func values<Element>(of type: Element.Type) -> UnsafePointer<Element> {
        UnsafePointer((memory + Self.presenceBytes).assumingMemoryBound(to: type))
    }

    static func stride(of kind: Kind) -> Int {
        switch kind {
        case .int, .double: 8
        case .bool: 1
        case .string: 4
        case .boxed: MemoryLayout<Value>.stride
        }
    }

    private static func capacity(toHold row: Int) -> Int {
        var capacity = 8
        while capacity <= row { capacity *= 2 }
        return capacity
    }

    private static func uninitialized(_ kind: Kind, _ rowCapacity: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: presenceBytes + stride(of: kind) * rowCapacity, alignment: 16)
    }

    private static func allocate(_ kind: Kind, _ rowCapacity: Int) -> UnsafeMutableRawPointer {
        let byteCount = presenceBytes + stride(of: kind) * rowCapacity
        let memory = uninitialized(kind, rowCapacity)
        if kind == .boxed {
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: presenceBytes)
            (memory + presenceBytes).initializeMemory(as: Value.self, repeating: .null, count: rowCapacity)
        } else {
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }
        return memory
    }

    private func release() {
        guard owner == nil else { return }
        if holdsReferences { mutableBoxed.deinitialize(count: rowCapacity) }
        memory.deallocate()
    }

    private func retype(to newKind: Kind, toHold row: Int) {
        release()
        holdsReferences = false
        kind = newKind
        rowCapacity = Self.capacity(toHold: row)
        memory = Self.allocate(kind, rowCapacity)
    }

    private func box(pool: StringPool) {
        let newMemory = Self.allocate(.boxed, rowCapacity)
        newMemory.copyMemory(from: memory, byteCount: Self.presenceBytes)
        let newValues = (newMemory + Self.presenceBytes).assumingMemoryBound(to: Value.self)
        for row in 0..<rowCapacity where isPresent(row) { newValues[row] = value(atRow: row, pool: pool) }
        let isOfStrings = kind == .string
        release()
        holdsReferences = isOfStrings
        kind = .boxed
        memory = newMemory
    }

    private func grow(toHold row: Int) {
        let newCapacity = Self.capacity(toHold: row)
        let newMemory = Self.allocate(kind, newCapacity)
        newMemory.copyMemory(from: memory, byteCount: Self.presenceBytes)
        if holdsReferences {
            (newMemory + Self.presenceBytes).assumingMemoryBound(to: Value.self)
                .update(from: mutableBoxed, count: rowCapacity)
        } else {
            (newMemory + Self.presenceBytes)
                .copyMemory(from: memory + Self.presenceBytes, byteCount: Self.stride(of: kind) * rowCapacity)
        }
        release()
        memory = newMemory
        rowCapacity = newCapacity
    }
}

extension Value {
    /// A copy of its bytes alone would not do.
    fileprivate var holdsReference: Bool {
        switch self {
        case .null, .bool, .int, .float, .node, .relationship, .date, .time, .localTime, .localDateTime: false
        case .string, .list, .map, .path, .dateTime, .duration, .point, .vector: true
        }
    }
}

extension PropertyChunk.Kind {
    /// How a chunk of such values alone holds them.
    init(of value: Value) {
        switch value {
        case .int: self = .int
        case .float: self = .double
        case .bool: self = .bool
        case .string: self = .string
        default: self = .boxed
        }
    }
}
