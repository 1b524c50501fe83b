/// The slots of a graph by regions of their space, so that a search looks at few of them.
///
/// Each slot is in the cell whose centre is nearest to it. So what lies in another cell than the query lies beyond the plane
/// that is as far from one centre as from the other, and is no nearer to the query than that plane is. In many dimensions hardly
/// any neighbour lies straight in the direction of a plane: `reach` is the share of their distance that neighbours in other cells
/// lie in it, all but a few of a sample (`VectorReach`), and cells whose plane is farther away are passed over. With a reach of 1
/// nothing is missed. A query that lies farther from all centres than vectors do, or asks for many, is answered by a look at all.
/// Members of the first arrangement lie one behind the other, the outermost first, and are passed over where the triangle
/// inequality shows that they are too far away; those that came later are listed.
struct VectorCells: Sendable {
    struct Cell: Sendable {
        /// Slots that lie one behind the other.
        var slots: Range<Int>
        /// How far each of them is from the centre, never too little, the farthest first.
        var lengths: [Float]
        /// Slots that came later.
        var added: [UInt32] = []

        init(slots: Range<Int>, lengths: [Float]) {
            self.slots = slots
            self.lengths = lengths
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
    let centers: VectorCenters
    /// From 0 to 1, for the ten nearest and for the hundred nearest.
    var reach: Float = 1
    var wideReach: Float = 1
    /// How far vectors are from the nearest centre at most, squared.
    var usualSquare: Float = 0

    init(_ cells: [Cell], _ centers: VectorCenters) {
        self.cells = cells
        self.centers = centers
    }

    mutating func add(_ slot: UInt32, _ vector: UnsafePointer<Float>) {
        cells[centers.nearest(to: vector)].added.append(slot)
    }

    // MARK: Searching

    /// What a search knows once it has looked at the nearest cell.
    struct Nearest {
        let cell: Int
        /// Squared, as all distances here.
        let square: Float
    }

    /// - Parameter count: of vectors that lie nearer than the last of those wanted, that one included.
    /// - Returns: `nil` where all slots had better be looked at, one behind the other.
    func reach(_ nearest: Nearest, count: Int) -> Float? {
        if nearest.square > usualSquare || count > VectorReach.manyNeighbours { return nil }
        return count <= VectorReach.neighbours ? reach : wideReach
    }

    /// How far the query is from the plane between its cell and another, at least; below 0 where it is on the other's side.
    ///
    /// - Parameter square: the distance of the other's centre.
    func plane(_ nearest: Nearest, _ cell: Int, square: Float) -> Float {
        (square - nearest.square) / (2 * max(centers.length(between: nearest.cell, cell), .leastNormalMagnitude))
    }

    /// - Returns: a sentence for each rule that is broken.
    func brokenInvariants(_ reader: VectorGraph.Reader, slotCount: Int) -> [String] {
        var broken: [String] = []
        var seen = [Int](repeating: 0, count: slotCount)
        for (number, cell) in cells.enumerated() {
            for slot in cell.slots.map({ UInt32(truncatingIfNeeded: $0) }) + cell.added {
                seen[Int(slot)] += 1
                let vector = reader.vectors.floats(Int(slot))
                let length = centers.length(vector, number)
                let place = Int(slot) - cell.slots.lowerBound
                if cell.lengths.indices.contains(place), length > cell.lengths[place] {
                    broken.append("slot \(slot) lies outside of its cell \(number)")
                }
                if centers.length(vector, centers.nearest(to: vector)) * (1 + 1e-4) < length {
                    broken.append("slot \(slot) is nearer to another centre than that of its cell \(number)")
                }
            }
        }
        for (slot, count) in seen.enumerated() where count != 1 { broken.append("slot \(slot) is in \(count) cells") }
        return broken
    }
}
