/// How much of a neighbour's distance may lie in the direction of another cell, and what a search then looks at: measured on a
/// sample of the vectors, each of them as a query for its own neighbours, which a scan of all finds.
struct VectorReach {
    /// Of the distance of the ten nearest, and of the hundred nearest.
    let share: Float
    let wideShare: Float
    /// How far a vector is from the nearest centre at most, squared.
    let usualSquare: Float
    /// Rows that a search for the ten nearest looks at on the average, centres among them.
    let rows: Double

    /// Vectors asked for.
    private static let probeCount = 256
    /// A search that is asked for fewer looks for as many: what was measured then holds for it.
    static let neighbours = 10
    static let manyNeighbours = 100
    /// Of the neighbours so many may be missed.
    private static let missedShare = 0.014
    /// What it costs to begin with a cell.
    private static let rowsPerCell = 16

    /// - Parameters:
    ///   - graph: arranged in the cells.
    ///   - check: called every few milliseconds; what it throws ends the work.
    init<Failure: Error>(
        _ graph: VectorGraph, _ cells: VectorCells, _ check: () throws(Failure) -> Void
    ) throws(Failure) {
        let reader = graph.reader
        let members = cells.cells.reduce(0) { $0 + $1.lengths.count }
        let step = max(1, members / Self.probeCount)
        var few = Shares()
        var many = Shares()
        var looked: [(planes: [Float], farthest: Float)] = []
        var usual: Float = 0
        for slot in stride(from: step / 2, to: members, by: step) {
            try check()
            let vector = reader.vectors.floats(slot)
            let squares = (0..<cells.cells.count).map { cell -> Float in
                let length = cells.centers.length(vector, cell)
                return length * length
            }
            guard let cell = squares.indices.min(by: { squares[$0] < squares[$1] }) else { continue }
            let nearest = VectorCells.Nearest(cell: cell, square: squares[cell])
            usual = max(usual, nearest.square)
            let planes = squares.indices.map { other -> Float in
                guard other != cell else { return 0 }
                let plane = cells.plane(nearest, other, square: squares[other])
                return plane.isNaN ? .greatestFiniteMagnitude : plane
            }
            var scan = VectorScan(
                vector, reader, graph.settings.similarity, count: Self.manyNeighbours + 1, admits: nil)
            scan.lookAtAll(from: 0, to: members)
            let found = scan.found.compactMap { graph.slot(of: $0.slot).map { Int($0) } }.filter { $0 != slot }
            let neighbours = found.map { other in
                let square = VectorKernel.squaredDistance(vector, reader.vectors.floats(other), reader.width)
                return (plane: planes[cells.cell(of: other)], length: square.squareRoot())
            }
            many.add(neighbours)
            looked.append((planes, few.add(neighbours.prefix(Self.neighbours))))
        }
        withExtendedLifetime(graph) {}
        // Directions of chance are thought of in any case.
        let likely = 2 / Float(graph.dimension).squareRoot()
        let share = few.share(missing: Self.missedShare, least: likely)
        self.share = share
        wideShare = many.share(missing: Self.missedShare, least: share)
        usualSquare = usual * 1.1
        let sum = looked.reduce(0) { sum, probe in
            sum
                + cells.cells.indices.reduce(0) { rows, cell in
                    probe.planes[cell] <= share * probe.farthest
                        ? rows + cells.cells[cell].slots.count + Self.rowsPerCell : rows
                }
        }
        rows = Double(sum) / Double(max(1, looked.count)) + Double(cells.cells.count)
    }

    /// What shares of the farthest neighbour's distance lie in the direction of the neighbours' cells.
    private struct Shares {
        private var shares: [Float] = []

        /// - Returns: the farthest one's distance.
        @discardableResult
        mutating func add(_ neighbours: some Collection<(plane: Float, length: Float)>) -> Float {
            let farthest = neighbours.reduce(0) { max($0, $1.length) }
            for neighbour in neighbours { shares.append(neighbour.plane / max(farthest, .leastNormalMagnitude)) }
            return farthest
        }

        /// All but so many of them are not above.
        func share(missing: Double, least: Float) -> Float {
            let sorted = shares.sorted(by: >)
            let place = Int(Double(sorted.count) * missing)
            return min(1, max(least, place < sorted.count ? sorted[place] : 0))
        }
    }
}

extension VectorCells {
    /// The cell of a slot of the first arrangement.
    fileprivate func cell(of slot: Int) -> Int {
        var (low, high) = (0, cells.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cells[middle].slots.upperBound <= slot { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
