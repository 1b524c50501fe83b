/// Points of the vectors' space, and which of them is nearest to a vector.
final class VectorCenters: @unchecked Sendable {
    let width: Int
    let count: Int
    private let block: RowBlock
    private let codeBlock: RowBlock
    /// Of each centre half its square.
    private var halfSquares: [Float]

    /// What single precision rounds in a length, as a share.
    static let slack: Float = 1e-5

    /// - Parameter rows: their coordinates, each with zeros up to `width`.
    init(_ rows: [[Float]], width: Int) {
        self.width = width
        count = rows.count
        block = RowBlock(byteCount: count * width * 4)
        codeBlock = RowBlock(byteCount: count * VectorCodes.rowBytes(width))
        halfSquares = [Float](repeating: 0, count: count)
        for (center, coordinates) in rows.enumerated() {
            let row = row(center)
            for (index, coordinate) in coordinates.prefix(width).enumerated() { row[index] = coordinate }
            halfSquares[center] = VectorKernel.dot(row, row, width) / 2
            VectorCodes.encode(row, width, into: codeBlock.start + center * VectorCodes.rowBytes(width))
        }
    }

    @inline(__always)
    private func row(_ center: Int) -> UnsafeMutablePointer<Float> {
        (block.start + center * width * 4).assumingMemoryBound(to: Float.self)
    }

    /// By `|v - c|² = |v|² - 2 (v · c - |c|² / 2)`.
    func nearest(to vector: UnsafePointer<Float>) -> Int {
        guard count > Self.fewCenters else { return nearest(to: vector, of: 0..<count) }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { squares in
            guard let base = squares.baseAddress else { return 0 }
            leastSquares(VectorCodes.Query(vector, width, .euclidean), into: base)
            return nearest(to: vector, squares: base)
        }
    }

    /// - Parameter squares: by `leastSquares`.
    func nearest(to vector: UnsafePointer<Float>, squares: UnsafeMutablePointer<Float>) -> Int {
        var first = 0
        for center in 1..<count where squares[center] < squares[first] { first = center }
        // Codes tell about how far it is, and never too much.
        var (best, place) = (VectorKernel.squaredDistance(vector, row(first), width), first)
        for center in 0..<count where squares[center] <= best && center != first {
            let square = VectorKernel.squaredDistance(vector, row(center), width)
            if square < best || square == best && center < place { (best, place) = (square, center) }
        }
        return place
    }

    /// So many are compared as they are.
    private static let fewCenters = 64

    private func nearest(to vector: UnsafePointer<Float>, of centers: Range<Int>) -> Int {
        var (best, place) = (-Float.infinity, 0)
        halfSquares.withUnsafeBufferPointer { squares in
            for center in centers {
                let nearness = VectorKernel.dot(vector, row(center), width) - squares[center]
                if nearness > best { (best, place) = (nearness, center) }
            }
        }
        return place
    }

    /// The distance of a centre.
    func length(_ vector: UnsafePointer<Float>, _ center: Int) -> Float {
        VectorKernel.squaredDistance(vector, row(center), width).squareRoot()
    }

    func length(between one: Int, _ other: Int) -> Float { length(row(one), other) }

    /// The same, never too small.
    func radius(_ vector: UnsafePointer<Float>, _ center: Int) -> Float {
        let length = length(vector, center) * (1 + Self.slack)
        return length.isFinite ? length : .infinity
    }

    /// How far each centre is at least, squared.
    func leastSquares(_ query: borrowing VectorCodes.Query, into squares: UnsafeMutablePointer<Float>) {
        query.leastSquares(UnsafeRawPointer(codeBlock.start), count, into: squares)
    }
}
