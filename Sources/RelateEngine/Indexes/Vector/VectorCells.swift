/// The slots of a graph by regions of their space, so that a search passes over what lies too far away.
///
/// A cell has a centre, and its members are known by their distance from it: by the triangle inequality no member is nearer to a
/// query than the centre is, less that distance. What is passed over cannot be among the nearest, so that a search stays
/// exact. Members of the first arrangement lie one behind the other, the outermost first; those that came later are listed.
struct VectorCells: Sendable {
    struct Cell: Sendable {
        /// Slots that lie one behind the other.
        var slots: Range<Int>
        /// How far each of them is from the centre, never too little, the farthest first.
        var lengths: [Float]
        /// Slots that came later.
        var added: [UInt32] = []
        /// No member is farther from the centre.
        var radius: Float

        init(slots: Range<Int>, lengths: [Float]) {
            self.slots = slots
            self.lengths = lengths
            radius = lengths.first ?? 0
        }

        /// How many of the slots lie as far from the centre as that, or farther.
        func count(beyond length: Float) -> Int {
            var (low, high) = (0, lengths.count)
            while low < high {
                let middle = (low + high) / 2
                if lengths[middle] < length { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    private(set) var cells: [Cell]
    private let centers: VectorCenters
    private let similarity: VectorSimilarity

    init(_ cells: [Cell], _ centers: VectorCenters, _ similarity: VectorSimilarity) {
        self.cells = cells
        self.centers = centers
        self.similarity = similarity
    }

    mutating func add(_ slot: UInt32, _ vector: UnsafePointer<Float>) {
        let cell = centers.nearest(to: vector)
        cells[cell].added.append(slot)
        cells[cell].radius = max(cells[cell].radius, centers.radius(vector, cell))
    }

    // MARK: Searching

    /// A cell on the way of a search, and how far its centre is at least.
    struct Candidate {
        let cell: Int
        let center: Float
    }

    /// All cells.
    func candidates(_ query: UnsafePointer<Float>) -> [Candidate] {
        let coded = VectorCodes.Query(query, centers.width, .euclidean)
        return cells.indices.map { cell in
            Candidate(cell: cell, center: max(0, coded.leastDistance(centers.code(cell))).squareRoot())
        }
    }

    /// The same by the centre itself, not by its code.
    func exactly(_ candidate: Candidate, _ query: UnsafePointer<Float>) -> Candidate {
        Candidate(
            cell: candidate.cell, center: centers.length(query, candidate.cell) * (1 - VectorCenters.slack))
    }

    /// What is as near to a query as `distance`, in the terms of the similarity, is that far from the centre at least.
    func reach(_ distance: Float, _ candidate: Candidate) -> Float {
        // Beyond it, what single precision rounds in the distance itself.
        let squared = similarity == .cosine ? 2 * (distance + 1e-5) : distance * (1 + 1e-5)
        return candidate.center - squared.squareRoot() * (1 + VectorCenters.slack)
    }

    /// Nothing in it is as near as `distance`.
    func isBeyond(_ distance: Float, _ candidate: Candidate) -> Bool {
        reach(distance, candidate) > cells[candidate.cell].radius
    }

    /// - Returns: a sentence for each rule that is broken.
    func brokenInvariants(_ reader: VectorGraph.Reader, slotCount: Int) -> [String] {
        var broken: [String] = []
        var seen = [Int](repeating: 0, count: slotCount)
        for (number, cell) in cells.enumerated() {
            for slot in cell.slots.map({ UInt32(truncatingIfNeeded: $0) }) + cell.added {
                seen[Int(slot)] += 1
                let length = centers.length(reader.vectors.floats(Int(slot)), number)
                let place = Int(slot) - cell.slots.lowerBound
                let known = cell.lengths.indices.contains(place) ? cell.lengths[place] : cell.radius
                if length > known { broken.append("slot \(slot) lies outside of its cell \(number)") }
            }
        }
        for (slot, count) in seen.enumerated() where count != 1 { broken.append("slot \(slot) is in \(count) cells") }
        return broken
    }
}
