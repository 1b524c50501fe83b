/// The entries of a range index: elements that have all its properties, in the order of their values.
struct RangeIndex: IndexStructure {
    private(set) var entries = OrderedIndex()

    init() {}
    init(_ entries: OrderedIndex) { self.entries = entries }

    mutating func insert(_ element: UInt32, _ values: [Value]) {
        if let key = IndexKey(values) { entries.insert(key.bytes, element) }
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        if let key = IndexKey(values) { entries.remove(key.bytes, element) }
    }

    var entryCount: Int { entries.count }

    func brokenInvariants() -> [String] { entries.brokenInvariants() }

    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? RangeIndex, other.entries.count == entries.count else { return false }
        return entries.all.elementsEqual(other.entries.all) { $0.key == $1.key && $0.element == $1.element }
    }
}
