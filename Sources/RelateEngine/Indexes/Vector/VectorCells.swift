/// The slots of a graph by regions of their space, so that a search passes over regions that lie too far away.
///
/// A cell has a centre and a radius, the greatest distance of a member from it: by the triangle inequality no member is nearer
/// to a query than the centre is, less the radius. What is passed over cannot be among the nearest, so that a search stays
/// exact. Members of the first arrangement lie one behind the other; those that came later are listed.
struct VectorCells: Sendable {
    struct Cell: Sendable {
        /// Slots that lie one behind the other.
        var slots: Range<Int>
        /// Slots that came later.
        var added: [UInt32] = []
        var radius: Float
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
        let (cell, radius) = centers.nearest(to: vector)
        cells[cell].added.append(slot)
        cells[cell].radius = max(cells[cell].radius, radius)
    }

    // MARK: Searching

    /// A cell on the way of a search.
    struct Candidate {
        let cell: Int
        /// No member is nearer than that to the query, as a length.
        let least: Float
        /// About how far its centre is.
        let center: Float
    }

    /// All cells, with how far away they are at least.
    func candidates(_ query: UnsafePointer<Float>) -> [Candidate] {
        let coded = VectorCodes.Query(query, centers.width, .euclidean)
        var found: [Candidate] = []
        found.reserveCapacity(cells.count)
        for cell in cells.indices {
            let center = max(0, coded.leastDistance(centers.code(cell))).squareRoot()
            found.append(Candidate(cell: cell, least: center - cells[cell].radius, center: center))
        }
        return found
    }

    /// The same by the centre itself, not by its code.
    func exactly(_ candidate: Candidate, _ query: UnsafePointer<Float>) -> Candidate {
        let center = centers.length(query, candidate.cell)
        return Candidate(
            cell: candidate.cell, least: center * (1 - VectorCenters.slack) - cells[candidate.cell].radius,
            center: center)
    }

    /// Nothing in it is as near as `distance`, in the terms of the similarity.
    func isBeyond(_ distance: Float, _ candidate: Candidate) -> Bool {
        let squared = candidate.least * candidate.least
        guard candidate.least > 0 else { return false }
        // Beyond it, what single precision rounds in the distance itself.
        return switch similarity {
        case .cosine: squared / 2 - 1e-5 > distance
        case .euclidean: squared * (1 - 1e-5) > distance
        }
    }

    /// - Returns: a sentence for each rule that is broken.
    func brokenInvariants(_ reader: VectorGraph.Reader, slotCount: Int) -> [String] {
        var broken: [String] = []
        var seen = [Int](repeating: 0, count: slotCount)
        for (number, cell) in cells.enumerated() {
            for slot in cell.slots.map({ UInt32(truncatingIfNeeded: $0) }) + cell.added {
                seen[Int(slot)] += 1
                let length = centers.length(reader.vectors.floats(Int(slot)), number)
                if length > cell.radius { broken.append("slot \(slot) lies outside of its cell \(number)") }
            }
        }
        for (slot, count) in seen.enumerated() where count != 1 { broken.append("slot \(slot) is in \(count) cells") }
        return broken
    }
}
