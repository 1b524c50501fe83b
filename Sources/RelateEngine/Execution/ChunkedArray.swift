/// A list that grows without being copied: old and new are never there at once.
struct ChunkedArray<Element> {
    private var chunks: [[Element]] = []
    private(set) var count = 0

    private static var shift: Int { 12 }
    static var chunkCapacity: Int { 1 << shift }

    /// The next element begins a chunk.
    var isFull: Bool { count & (Self.chunkCapacity - 1) == 0 }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if isFull {
            chunks.append([])
            // The first may stay small.
            if count > 0 { chunks[chunks.count - 1].reserveCapacity(Self.chunkCapacity) }
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    /// - Precondition: `index < count`.
    subscript(index: Int) -> Element { chunks[index >> Self.shift][index & (Self.chunkCapacity - 1)] }
}
