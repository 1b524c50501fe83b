/// The nodes of one space of ids, found by id while relationships are read.
final class ImportIDs {
    /// Ids that are the shortest way to write an integer: those need no hashing of text.
    private var byInteger = IntegerTable()
    private var byText: [String: NodeID] = [:]
    /// How many columns make up an id; `nil` until a header says so.
    var columnCount: Int?

    var isComposite: Bool { columnCount.map { $0 > 1 } ?? false }

    subscript(integer: Int64) -> NodeID? {
        get { byInteger[integer].map { NodeID($0) } }
        set { if let newValue { byInteger.insert(integer, newValue.rawValue) } }
    }

    subscript(id: String) -> NodeID? {
        get { Self.integer(id).map { self[$0] } ?? byText[id] }
        set { if let number = Self.integer(id) { self[number] = newValue } else { byText[id] = newValue } }
    }

    private static func integer(_ text: String) -> Int64? {
        guard let first = text.utf8.first, first <= UInt8(ascii: "9"), let number = Int64(text) else { return nil }
        // 7 and 007 are two ids, and so are 0 and -0.
        let isShortest =
            first == UInt8(ascii: "0")
            ? text.utf8.count == 1
            : first != UInt8(ascii: "+")
                && !(first == UInt8(ascii: "-") && text.utf8.dropFirst().first == UInt8(ascii: "0"))
        return isShortest ? number : nil
    }
}

/// Integers to numbers of nodes: a hash table of one block, in which a look-up mostly touches one line of memory.
private struct IntegerTable {
    private struct Entry {
        var key: Int64
        var value: UInt32
    }

    /// No node has this number.
    private static let free = UInt32.max
    private var entries: [Entry] = []
    private var count = 0
    private var shift: UInt64 = 64

    subscript(key: Int64) -> UInt32? {
        guard !entries.isEmpty else { return nil }
        return entries.withUnsafeBufferPointer { entries in
            let entry = entries[Self.place(of: key, entries, shift)]
            return entry.value == Self.free ? nil : entry.value
        }
    }

    mutating func insert(_ key: Int64, _ value: UInt32) {
        if 4 * (count + 1) > 3 * entries.count { grow() }
        let place = entries.withUnsafeBufferPointer { Self.place(of: key, $0, shift) }
        if entries[place].value == Self.free { count += 1 }
        entries[place] = Entry(key: key, value: value)
    }

    /// The entry with the key, or the free one where it would be.
    @inline(__always)
    private static func place(of key: Int64, _ entries: UnsafeBufferPointer<Entry>, _ shift: UInt64) -> Int {
        // Ids in a row, or with a common factor, are spread by the upper bits of the product.
        var place = Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while entries[place].value != free, entries[place].key != key { place = (place &+ 1) & (entries.count &- 1) }
        return place
    }

    private mutating func grow() {
        let old = entries
        let capacity = max(16, old.count * 2)
        shift = UInt64(64 - capacity.trailingZeroBitCount)
        entries = [Entry](repeating: Entry(key: 0, value: Self.free), count: capacity)
        for entry in old where entry.value != Self.free {
            let place = entries.withUnsafeBufferPointer { Self.place(of: entry.key, $0, shift) }
            entries[place] = entry
        }
    }
}

/// An id that several columns make up.
struct CompositeID {
    private(set) var parts: [String] = []

    mutating func append(_ part: String) { parts.append(part) }

    mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

    /// Each part with its length before it: no two lists of parts have the same.
    var key: String { parts.map { "\($0.utf8.count):\($0)" }.joined() }

    /// For people.
    var text: String { parts.joined(separator: ", ") }
}
