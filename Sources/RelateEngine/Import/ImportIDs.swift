import CKernels

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The nodes of one space of ids, found by id while relationships are read.
///
/// Threads may look ids up side by side while nobody adds one.
final class ImportIDs: @unchecked Sendable {
    /// Ids that are the shortest way to write an integer: those need no hashing of text.
    @exclusivity(unchecked) private var byInteger = IntegerTable()
    @exclusivity(unchecked) private var byText = TextTable()
    /// How many columns make up an id; `nil` until a header says so.
    var columnCount: Int?
    /// Which of those columns are of integers: an integer is the same id however it is written.
    var integerColumns: Set<Int> = []

    var isComposite: Bool { columnCount.map { $0 > 1 } ?? false }

    /// What `nodes` says of an id that no node has.
    static let unknown = UInt32.max

    subscript(integer: Int64) -> NodeID? { byInteger[integer].map { NodeID($0) } }

    subscript(id: String) -> NodeID? { id.withBytes { self[$0] } }

    subscript(id: UnsafeBufferPointer<UInt8>) -> NodeID? {
        if let integer = DecimalInteger.shortest(id) { return self[integer] }
        // A file of texts may share the space: its nodes are found as they are written.
        if let node = byText[id] { return NodeID(node) }
        guard !isComposite, integerColumns.contains(0) else { return nil }
        return ImportFormat.integer(String(decoding: id, as: UTF8.self)).flatMap { self[$0] }
    }

    subscript(id: CompositeID) -> NodeID? {
        if let node = self[id.key] { return node }
        return integerColumns.isEmpty ? nil : self[id.withIntegers(in: integerColumns).key]
    }

    /// - Returns: false, and nothing happens, where a node has the id already.
    func insert(_ integer: Int64, _ node: NodeID) -> Bool { byInteger.insert(integer, node.rawValue) }

    func insert(_ id: String, _ node: NodeID) -> Bool { id.withBytes { insert($0, node) } }

    func insert(_ id: UnsafeBufferPointer<UInt8>, _ node: NodeID) -> Bool {
        if let integer = DecimalInteger.shortest(id) { return insert(integer, node) }
        return byText.insert(id, node.rawValue)
    }

    /// The nodes of many ids; `unknown` where there is none.
    func nodes(of integers: [Int64]) -> [UInt32] { byInteger.values(of: integers) }
}

/// Integers to numbers of nodes: a hash table of one block, whose entries have half of a key's bits, since ids lie near each
/// other. A look-up mostly touches one line of memory.
private struct IntegerTable {
    /// Upper half: distance of the key to `origin`; lower half: value + 1, or 0 where it is free. A power of two of them.
    private var entries: [UInt64] = []
    private var count = 0
    private var shift: UInt64 = 64
    private var origin: Int64 = 0
    /// Of keys that lie too far from the first one.
    private var others: [Int64: UInt32] = [:]

    /// Look-ups that are begun before the first of them is finished.
    private static let ahead = 16

    subscript(key: Int64) -> UInt32? {
        guard let distance = distance(key) else { return others[key] }
        guard !entries.isEmpty else { return nil }
        return entries.withUnsafeBufferPointer { Self.value(of: distance, $0, shift) }
    }

    func values(of keys: [Int64]) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: keys.count) { values, count in
            count = keys.count
            entries.withUnsafeBufferPointer { entries in
                for (index, key) in keys.enumerated() {
                    if index + Self.ahead < keys.count, let start = entries.baseAddress,
                        let next = distance(keys[index + Self.ahead])
                    {
                        relate_prefetch(start + Self.place(of: next, shift))
                    }
                    guard let distance = distance(key), !entries.isEmpty else {
                        values[index] = others[key] ?? ImportIDs.unknown
                        continue
                    }
                    values[index] = Self.value(of: distance, entries, shift) ?? ImportIDs.unknown
                }
            }
        }
    }

    mutating func insert(_ key: Int64, _ value: UInt32) -> Bool {
        if entries.isEmpty, others.isEmpty { origin = key.subtractingReportingOverflow(1 << 31).partialValue }
        guard let distance = distance(key) else {
            if others[key] != nil { return false }
            others[key] = value
            return true
        }
        if 2 * (count + 1) > entries.count { grow() }
        return entries.withUnsafeMutableBufferPointer { entries in
            let place = Self.entry(of: distance, UnsafeBufferPointer(entries), shift)
            guard entries[place] == 0 else { return false }
            entries[place] = UInt64(distance) << 32 | (UInt64(value) + 1)
            count += 1
            return true
        }
    }

    /// `nil` where the key is among the others.
    @inline(__always)
    private func distance(_ key: Int64) -> UInt32? {
        let (distance, isTooFar) = key.subtractingReportingOverflow(origin)
        return isTooFar ? nil : UInt32(exactly: distance)
    }

    @inline(__always)
    private static func value(of distance: UInt32, _ entries: UnsafeBufferPointer<UInt64>, _ shift: UInt64) -> UInt32? {
        let entry = entries[entry(of: distance, entries, shift)]
        return entry == 0 ? nil : UInt32(truncatingIfNeeded: entry) &- 1
    }

    /// The place of the entry with the distance, or of the free one where it would be.
    @inline(__always)
    private static func entry(of distance: UInt32, _ entries: UnsafeBufferPointer<UInt64>, _ shift: UInt64) -> Int {
        var place = place(of: distance, shift)
        while entries[place] != 0, entries[place] >> 32 != distance { place = (place &+ 1) & (entries.count &- 1) }
        return place
    }

    @inline(__always)
    private static func place(of distance: UInt32, _ shift: UInt64) -> Int {
        // Ids in a row, or with a common factor, are spread by the upper bits of the product.
        Int(truncatingIfNeeded: (UInt64(distance) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private mutating func grow() {
        let old = entries
        let capacity = max(16, old.count * 2)
        shift = UInt64(64 - capacity.trailingZeroBitCount)
        entries = [UInt64](repeating: 0, count: capacity)
        entries.withUnsafeMutableBufferPointer { entries in
            for entry in old where entry != 0 {
                entries[Self.entry(of: UInt32(entry >> 32), UnsafeBufferPointer(entries), shift)] = entry
            }
        }
    }
}

/// Texts to numbers of nodes: told apart by their bytes, which lie one behind the other.
private struct TextTable {
    private struct Entry {
        var start: Int
        var length: Int
        var value: UInt32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// Upper half: hash; lower half: place in `entries` + 1, or 0 where it is free. A power of two of them.
    private var slots: [UInt64] = []
    private let hash = ByteHash()

    subscript(text: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard !slots.isEmpty else { return nil }
        let slot = slots[slot(of: text, hash(text))]
        return slot == 0 ? nil : entries[Self.place(slot)].value
    }

    /// - Returns: false, and nothing happens, where the text is there already.
    mutating func insert(_ text: UnsafeBufferPointer<UInt8>, _ value: UInt32) -> Bool {
        if 2 * (entries.count + 1) > slots.count { grow() }
        let hash = hash(text)
        let slot = slot(of: text, hash)
        guard slots[slot] == 0 else { return false }
        entries.append(Entry(start: bytes.count, length: text.count, value: value))
        bytes.append(contentsOf: text)
        slots[slot] = UInt64(hash) << 32 | UInt64(entries.count)
        return true
    }

    @inline(__always)
    private static func place(_ slot: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: slot)) - 1 }

    /// The slot of the text, or the free one where it would be.
    private func slot(of text: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
        slots.withUnsafeBufferPointer { slots in
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] != 0, !(slots[slot] >> 32 == hash && holds(text, entries[Self.place(slots[slot])])) {
                slot = (slot + 1) & (slots.count - 1)
            }
            return slot
        }
    }

    private func holds(_ text: UnsafeBufferPointer<UInt8>, _ entry: Entry) -> Bool {
        guard entry.length == text.count, let other = text.baseAddress else { return entry.length == text.count }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { memcmp($0 + entry.start, other, entry.length) == 0 } ?? true
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(16, old.count * 2))
        slots.withUnsafeMutableBufferPointer { slots in
            for entry in old where entry != 0 {
                var slot = Int(entry >> 32) & (slots.count - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
                slots[slot] = entry
            }
        }
    }
}

/// An id that several columns make up.
struct CompositeID {
    private(set) var parts: [String] = []

    mutating func append(_ part: String) { parts.append(part) }

    /// With the integers of these columns written in the shortest way.
    func withIntegers(in columns: Set<Int>) -> CompositeID {
        var id = self
        for column in columns where column < parts.count {
            if let integer = ImportFormat.integer(parts[column]) { id.parts[column] = String(integer) }
        }
        return id
    }

    mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

    /// Each part with its length before it: no two lists of parts have the same.
    var key: String { parts.map { "\($0.utf8.count):\($0)" }.joined() }

    /// For people.
    var text: String { parts.joined(separator: ", ") }
}
