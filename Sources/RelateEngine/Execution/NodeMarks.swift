/// A set of nodes as bits, those of one node's neighbours at a time.
struct NodeMarks: ~Copyable {
    private(set) var words: UnsafeMutablePointer<UInt64>
    private var wordCount = 1
    private var marked: [UInt32] = []
    private var owner: UInt32?
    /// A neighbour was added twice.
    private(set) var hasRepeated = false

    init() {
        words = .allocate(capacity: 1)
        words.initialize(to: 0)
    }

    deinit { words.deallocate() }

    @inline(__always)
    func contains(_ node: UInt32) -> Bool { words[Int(node >> 6)] >> UInt64(node & 63) & 1 != 0 }

    func isOf(_ node: UInt32) -> Bool { owner == node }

    /// No node is marked any more, and there is room for nodes below `rowCount`.
    mutating func clear(rowCount: Int) {
        unmark()
        reserve(rowCount: rowCount)
    }

    /// There is room for nodes below `rowCount`.
    func hasRoom(rowCount: Int) -> Bool { rowCount >> 6 < wordCount }

    /// - Precondition: no node is marked.
    mutating func reserve(rowCount: Int) {
        let needed = rowCount >> 6 + 1
        guard needed > wordCount else { return }
        words.deallocate()
        words = .allocate(capacity: needed)
        words.initialize(repeating: 0, count: needed)
        wordCount = needed
    }

    mutating func begin(_ node: UInt32) {
        unmark()
        owner = node
    }

    mutating func unmark() {
        for node in marked { words[Int(node >> 6)] = 0 }
        marked.removeAll(keepingCapacity: true)
        owner = nil
        hasRepeated = false
    }

    /// - Returns: whether the node was not marked before.
    @inline(__always)
    mutating func add(_ node: UInt32) -> Bool {
        let bit: UInt64 = 1 << UInt64(node & 63)
        guard words[Int(node >> 6)] & bit == 0 else { return false }
        words[Int(node >> 6)] |= bit
        marked.append(node)
        return true
    }

    @inline(__always)
    mutating func add(_ nodes: UnsafeBufferPointer<UInt32>) {
        marked.append(contentsOf: nodes)
        var repeated: UInt64 = 0
        for node in nodes {
            let bit: UInt64 = 1 << UInt64(node & 63)
            repeated |= words[Int(node >> 6)] & bit
            words[Int(node >> 6)] |= bit
        }
        if repeated != 0 { hasRepeated = true }
    }
}
