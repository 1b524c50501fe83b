/// Goes through the documents of a term, a decoded block at a time.
struct PostingsCursor {
    let field: FieldPostings
    private let term: Int
    private var block: Int
    private let blockEnd: Int
    private var documents: [UInt32] = []
    private var counts: [UInt32] = []
    private var place = 0
    // Positions are decoded when they are asked for, up to the document asked of.
    private var positionByte = 0
    private var positionPlace = 0

    /// Before the first document.
    init(_ field: FieldPostings, term: Int) {
        self.field = field
        self.term = term
        block = Int(field.blockStarts[term]) - 1
        blockEnd = Int(field.blockStarts[term + 1])
        documents.reserveCapacity(FieldPostings.blockSize)
        counts.reserveCapacity(FieldPostings.blockSize)
    }

    /// Past the last one where there is none.
    static let end = Int.max

    /// The current document; before the first `next` there is none.
    @inline(__always)
    var document: Int { place < documents.count ? Int(documents[place]) : Self.end }
    @inline(__always)
    var frequency: Int { Int(counts[place]) }

    /// The block being read, for what is known of it.
    var currentBlock: FieldPostings.Block? { block >= 0 && block < blockEnd ? field.blocks[block] : nil }
    var blocks: ArraySlice<FieldPostings.Block> { field.blocks[Int(field.blockStarts[term])..<blockEnd] }

    @inline(__always)
    mutating func next() -> Int {
        place += 1
        if place < documents.count { return Int(documents[place]) }
        return load(block + 1)
    }

    /// The first document that is `target` or behind it.
    mutating func advance(to target: Int) -> Int {
        guard block < blockEnd else { return Self.end }
        if documents.isEmpty || Int(field.blocks[block].lastDocument) < target {
            var (low, high) = (block + 1, blockEnd)
            while low < high {
                let middle = (low + high) / 2
                if Int(field.blocks[middle].lastDocument) < target { low = middle + 1 } else { high = middle }
            }
            _ = load(low)
        }
        while document < target { place += 1 }
        return document
    }

    /// Goes to the first block from the next one on that is `wanted`, and to its first document.
    mutating func nextBlock(where wanted: (FieldPostings.Block) -> Bool) -> Int {
        var next = block + 1
        while next < blockEnd, !wanted(field.blocks[next]) { next += 1 }
        return load(next)
    }

    var isAtBlockEnd: Bool { place + 1 >= documents.count }

    private mutating func load(_ number: Int) -> Int {
        block = number
        place = 0
        documents.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        guard number < blockEnd else { return Self.end }
        let start = Int(field.blockStarts[term])
        let count = min(
            FieldPostings.blockSize, Int(field.frequencies[term]) - (number - start) * FieldPostings.blockSize)
        var byte = Int(field.blocks[number].postings)
        positionByte = Int(field.blocks[number].positions)
        positionPlace = 0
        var last: UInt32 = 0
        field.postings.withUnsafeBufferPointer { bytes in
            for _ in 0..<count {
                let code = Self.number(bytes, &byte)
                last &+= UInt32(truncatingIfNeeded: code >> 1)
                documents.append(last)
                counts.append(code & 1 == 1 ? 1 : UInt32(truncatingIfNeeded: Self.number(bytes, &byte)))
            }
        }
        return Int(documents[0])
    }

    /// Puts the positions of the current document into `positions`.
    mutating func readPositions(into positions: inout [UInt32]) {
        positions.removeAll(keepingCapacity: true)
        field.positions.withUnsafeBufferPointer { bytes in
            while positionPlace < place {
                for _ in 0..<counts[positionPlace] { _ = Self.number(bytes, &positionByte) }
                positionPlace += 1
            }
            guard positionPlace == place else { return }
            var last: UInt32 = 0
            for _ in 0..<counts[place] {
                last &+= UInt32(truncatingIfNeeded: Self.number(bytes, &positionByte))
                positions.append(last)
            }
            positionPlace += 1
        }
    }

    @inline(__always)
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            result |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return result
    }
}
