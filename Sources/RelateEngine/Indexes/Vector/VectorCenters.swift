/// The centres of cells, found by a few rounds of Lloyd's algorithm over a sample.
final class VectorCenters: @unchecked Sendable {
    let width: Int
    let count: Int
    private let block: RowBlock
    private let codeBlock: RowBlock
    /// Of each centre half its square.
    private var halfSquares: [Float]

    /// What single precision rounds in a length, as a share.
    static let slack: Float = 1e-5
    /// Sampled vectors a centre.
    static let sampledPerCenter = 24
    private static let rounds = 4

    /// - Parameter sample: slots, at least `count`; the first centres are spread among them.
    init(count: Int, of sample: [UInt32], _ reader: VectorGraph.Reader) {
        width = reader.width
        self.count = count
        block = RowBlock(byteCount: count * reader.width * 4)
        codeBlock = RowBlock(byteCount: count * VectorCodes.rowBytes(reader.width))
        halfSquares = [Float](repeating: 0, count: count)
        for center in 0..<count {
            let slot = sample[center * sample.count / count]
            row(center).update(from: reader.vectors.floats(Int(slot)), count: width)
        }
        for _ in 0..<Self.rounds { improve(sample, reader) }
        noteSquares()
        for center in 0..<count {
            VectorCodes.encode(row(center), width, into: codeBlock.start + center * VectorCodes.rowBytes(width))
        }
    }

    @inline(__always)
    private func row(_ center: Int) -> UnsafeMutablePointer<Float> {
        (block.start + center * width * 4).assumingMemoryBound(to: Float.self)
    }

    private func noteSquares() {
        for center in 0..<count { halfSquares[center] = VectorKernel.dot(row(center), row(center), width) / 2 }
    }

    /// Each centre becomes the mean of the vectors that are nearest to it.
    private func improve(_ sample: [UInt32], _ reader: VectorGraph.Reader) {
        noteSquares()
        var sums = [Float](repeating: 0, count: count * width)
        var members = [Int](repeating: 0, count: count)
        for slot in sample {
            let vector = reader.vectors.floats(Int(slot))
            let center = nearestCenter(vector)
            members[center] += 1
            for index in 0..<width { sums[center * width + index] += vector[index] }
        }
        for center in 0..<count where members[center] > 0 {
            let row = row(center)
            let share = 1 / Float(members[center])
            for index in 0..<width { row[index] = sums[center * width + index] * share }
        }
    }

    /// By `|v - c|² = |v|² - 2 (v · c - |c|² / 2)`.
    private func nearestCenter(_ vector: UnsafePointer<Float>) -> Int {
        var (best, place) = (-Float.infinity, 0)
        halfSquares.withUnsafeBufferPointer { squares in
            for center in 0..<count {
                let nearness = VectorKernel.dot(vector, row(center), width) - squares[center]
                if nearness > best { (best, place) = (nearness, center) }
            }
        }
        return place
    }

    /// The centre that is nearest to the vector, or nearly, and their distance, never too small.
    func nearest(to vector: UnsafePointer<Float>) -> (center: Int, length: Float) {
        let center = nearestCenter(vector)
        let length = length(vector, center) * (1 + Self.slack)
        return (center, length.isFinite ? length : .infinity)
    }

    func length(_ vector: UnsafePointer<Float>, _ center: Int) -> Float {
        VectorKernel.squaredDistance(vector, row(center), width).squareRoot()
    }

    /// The codes of a centre.
    @inline(__always)
    func code(_ center: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(codeBlock.start + center * VectorCodes.rowBytes(width))
    }
}
