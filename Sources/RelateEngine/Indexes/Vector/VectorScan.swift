import CKernels

/// Looks at rows one after the other and keeps the elements nearest to a query. By codes it passes over what cannot be near
/// enough, and so it is exact.
struct VectorScan: ~Copyable {
    private let query: UnsafePointer<Float>
    private let coded: VectorCodes.Query
    private let reader: VectorGraph.Reader
    private let count: Int
    private let admits: ((UInt32) -> Bool)?
    private let similarity: VectorSimilarity
    /// By codes, of the rows at hand.
    private let least: UnsafeMutablePointer<Float>
    /// Of those the ones that may be near enough.
    private let near: UnsafeMutablePointer<UInt32>
    private static let rowsAtOnce = 256
    /// Of 64 bytes; what lies behind them follows by itself.
    private static let fetchedLines = 8
    private static let firstRows = 16
    /// Cells that are looked at in any case where too little is found in the first.
    private static let firstCells = 4
    /// Elements, the farthest on top.
    private var nearest = NearestHeap(farthestOnTop: true)
    /// What is farther is not wanted.
    private(set) var farthest = Float.infinity
    /// Rows since the last check.
    private var unchecked = 0
    private static let rowsPerCheck = 8192

    /// - Parameters:
    ///   - query: its coordinates, zeros up to the reader's width.
    ///   - admits: whether an element may be among them; `nil` for all.
    ///   - caution: as of `VectorCodes.Query`.
    init(
        _ query: UnsafePointer<Float>, _ reader: VectorGraph.Reader, _ similarity: VectorSimilarity, count: Int,
        admits: ((UInt32) -> Bool)?, caution: Float = 1
    ) {
        self.query = query
        self.reader = reader
        self.count = count
        self.admits = admits
        self.similarity = similarity
        coded = VectorCodes.Query(query, reader.width, similarity, caution: caution)
        least = .allocate(capacity: Self.rowsAtOnce)
        near = .allocate(capacity: Self.rowsAtOnce)
    }

    deinit {
        least.deallocate()
        near.deallocate()
    }

    /// The nearest elements first.
    var found: [NearSlot] { nearest.sorted }

    /// Slots from `start` to before `end`.
    mutating func look(
        from start: Int, to end: Int, _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        var slot = start
        while slot < end {
            // Few as long as all of them have to be looked at.
            let most = farthest == .infinity ? Self.firstRows : Self.rowsAtOnce
            let count = min(end - slot, most, reader.codes.rowsFollowing(slot))
            look(from: slot, count)
            slot += count
            try note(count, check)
        }
    }

    /// The same in one go.
    mutating func lookAtAll(from start: Int, to end: Int) {
        do throws(EngineError) {
            try look(from: start, to: end) { () throws(EngineError) in }
        } catch {}
    }

    /// - Precondition: their codes lie one behind the other, and they are at most `rowsAtOnce`.
    @inline(__always)
    private mutating func look(from slot: Int, _ count: Int) {
        coded.leastDistances(reader.codes[slot], count, into: least)
        // First all that may be near enough, so that their memory is fetched at once.
        var kept = 0
        for place in 0..<count where !(least[place] > farthest) {
            near[kept] = UInt32(truncatingIfNeeded: place)
            kept += 1
            relate_prefetch(reader.nodes[slot + place])
            let vector = reader.vectors[slot + place]
            for line in 0..<min(Self.fetchedLines, reader.width / 16) { relate_prefetch(vector + line * 64) }
        }
        for index in 0..<kept {
            let place = Int(near[index])
            if !(least[place] > farthest) { look(at: UInt32(truncatingIfNeeded: slot + place)) }
        }
    }

    /// From the nearest cell on, as long as something in the next could be near enough.
    ///
    /// - Parameter wanted: how many of all vectors are as near as those that are admitted and wanted.
    mutating func look(
        at cells: VectorCells, of slotCount: Int, wanted: Int, _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        let centers = cells.centers
        let squares = UnsafeMutablePointer<Float>.allocate(capacity: centers.count)
        defer { squares.deallocate() }
        centers.leastSquares(coded, into: squares)
        let first = centers.nearest(to: query, squares: squares)
        let length = centers.length(query, first)
        let nearest = VectorCells.Nearest(cell: first, square: length * length)
        guard let share = cells.reach(nearest, count: wanted) else {
            try look(from: 0, to: slotCount, check)
            return
        }
        squares[first] = .infinity
        try look(at: cells.cells[first], reach: -.infinity, check)
        // The next ones until there is something to compare with.
        for _ in 0..<Self.firstCells where farthest == .infinity {
            var next = 0
            for cell in 1..<centers.count where squares[cell] < squares[next] { next = cell }
            guard squares[next] < .infinity else { return }
            squares[next] = .infinity
            try look(at: cells.cells[next], reach: -.infinity, check)
        }
        // The plane is half as far as the centre is farther than the nearest one, or farther.
        let limit = length + 2 * share * farthestLength
        let square = limit * limit
        var rest: [NearSlot] = []
        // Squares of huge coordinates may be no numbers: such are not passed over.
        for cell in 0..<centers.count where !(squares[cell] > square) && squares[cell] != .infinity {
            let length = centers.length(query, cell)
            squares[cell] = length * length
            let plane = cells.plane(nearest, cell, square: squares[cell])
            guard !(plane > share * farthestLength) else { continue }
            rest.append(NearSlot(plane > 0 ? plane : 0, UInt32(truncatingIfNeeded: cell)))
        }
        rest.sort()
        for (index, candidate) in rest.enumerated() {
            if index + 1 < rest.count { fetch(cells.cells[Int(rest[index + 1].slot)].slots.lowerBound) }
            guard !(candidate.distance > share * farthestLength) else { break }
            let cell = Int(candidate.slot)
            let reach = squares[cell].squareRoot() * (1 - VectorCenters.slack) - farthestLength
            try look(at: cells.cells[cell], reach: reach, check)
        }
    }

    /// Has the codes of the slots from there on brought near.
    private func fetch(_ slot: Int) {
        guard let row = reader.codes.find(slot) else { return }
        for line in 0..<(2 * Self.fetchedLines) { relate_prefetch(row + line * 64) }
    }

    /// The members of a cell that are at least as far from its centre as `reach`.
    private mutating func look(
        at cell: VectorCells.Cell, reach: Float, _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        let first = cell.slots.lowerBound
        try look(from: first, to: first + cell.count(beyond: reach), check)
        if !cell.added.isEmpty { try look(at: cell.added, check) }
    }

    /// The distance beyond which nothing is wanted, as that of a cell's centre is.
    private var farthestLength: Float {
        (similarity == .cosine ? 2 * (farthest + 1e-5) : farthest * (1 + 1e-5)).squareRoot()
            * (1 + VectorCenters.slack)
    }

    private mutating func look(
        at slots: [UInt32], _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        for slot in slots where !(coded.leastDistance(reader.codes[Int(slot)]) > farthest) { look(at: slot) }
        if !slots.isEmpty { try note(slots.count, check) }
    }

    private mutating func note(_ rows: Int, _ check: () throws(EngineError) -> Void) throws(EngineError) {
        unchecked += rows
        guard unchecked > Self.rowsPerCheck else { return }
        unchecked = 0
        try check()
    }

    private mutating func look(at slot: UInt32) {
        guard reader.isLive(slot) else { return }
        let element = reader.element(slot)
        let candidate = NearSlot(reader.distance(query, slot), element)
        if nearest.count >= count, candidate > nearest.top { return }
        if let admits, !admits(element) { return }
        take(candidate)
    }

    /// An element that is admitted.
    mutating func take(_ candidate: NearSlot) {
        if nearest.count < count {
            nearest.push(candidate)
        } else if candidate < nearest.top {
            nearest.replaceTop(candidate)
        }
        if nearest.count == count { farthest = nearest.top.distance }
    }
}
