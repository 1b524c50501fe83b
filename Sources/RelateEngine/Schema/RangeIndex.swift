/// The entries of a range index: elements that have all its properties, in the order of their values.
struct RangeIndex: IndexStructure {
    private(set) var entries = OrderedIndex()
    /// Entries whose key was cut: their order among each other is not that of their values.
    private(set) var cutCount = 0

    init() {}
    init(_ entries: OrderedIndex, cutCount: Int) {
        self.entries = entries
        self.cutCount = cutCount
    }

    mutating func insert(_ element: UInt32, _ values: [Value]) {
        guard let key = IndexKey(values), entries.insert(key.bytes, element) else { return }
        if key.isCut { cutCount += 1 }
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        guard let key = IndexKey(values), entries.remove(key.bytes, element) else { return }
        if key.isCut { cutCount -= 1 }
    }

    var entryCount: Int { entries.count }

    var asRange: RangeIndex? { self }

    func brokenInvariants() -> [String] { entries.brokenInvariants() }

    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? RangeIndex, other.entries.count == entries.count, other.cutCount == cutCount else {
            return false
        }
        return entries.all.elementsEqual(other.entries.all) { $0.key == $1.key && $0.element == $1.element }
    }
}
