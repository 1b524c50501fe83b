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
        var (best, place) = (-Float.infinity, 0)
        halfSquares.withUnsafeBufferPointer { squares in
            for center in 0..<count {
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

    /// The same, never too small.
    func radius(_ vector: UnsafePointer<Float>, _ center: Int) -> Float {
        let length = length(vector, center) * (1 + Self.slack)
        return length.isFinite ? length : .infinity
    }

    /// The codes of a centre.
    @inline(__always)
    func code(_ center: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(codeBlock.start + center * VectorCodes.rowBytes(width))
    }
}
