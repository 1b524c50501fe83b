import CKernels

/// How a vector index compares: what it keeps of a vector, and the score of a distance.
///
/// - Source: Cypher manual, "Vector indexes": scores, and which vectors an index takes.
enum VectorSimilarity: String, Sendable {
    case cosine, euclidean

    /// What the index keeps of these coordinates: single precision, of length 1 for `cosine`.
    ///
    /// `nil` for a vector that cannot be compared: a coordinate that is not finite in single precision, or for `cosine` a
    /// length of 0.
    func prepared(_ coordinates: [Double]) -> [Float]? {
        var scale = 1.0
        if self == .cosine {
            let length = VectorMath.dot(coordinates, coordinates).squareRoot()
            guard length > 0, length.isFinite else { return nil }
            scale = 1 / length
            // The reciprocal of a tiny length is not finite.
            guard scale.isFinite else { return nil }
        }
        var result: [Float] = []
        result.reserveCapacity(coordinates.count)
        for coordinate in coordinates {
            let kept = Float(coordinate * scale)
            guard kept.isFinite else { return nil }
            result.append(kept)
        }
        return result
    }

    /// The score of two vectors, from 0 to 1: exactly what the function of the same name says of them.
    ///
    /// - Precondition: the index takes both, and they have as many coordinates.
    func score(_ a: [Double], _ b: [Double]) -> Double {
        switch self {
        case .cosine:
            let lengths = (VectorMath.dot(a, a) * VectorMath.dot(b, b)).squareRoot()
            let cosine = min(1, max(-1, VectorMath.dot(a, b) / lengths))
            return Double(Float((1 + cosine) / 2))
        case .euclidean: return Double(Float(1 / (1 + VectorMath.squaredDistance(a, b))))
        }
    }

    /// Smaller is closer, never below 0: one less the cosine, or the squared distance.
    ///
    /// - Parameter count: of coordinates, a multiple of `VectorKernel.width`.
    @inline(__always)
    func distance(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
        switch self {
        case .cosine: max(0, 1 - VectorKernel.dot(a, b, count))
        case .euclidean: VectorKernel.squaredDistance(a, b, count)
        }
    }
}

/// Sums over coordinates in single precision, sixteen at a time.
enum VectorKernel {
    static let width = 16

    /// - Precondition: `count` is a multiple of `width`.
    @inline(__always)
    static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
        relate_dot(a, b, count)
    }

    @inline(__always)
    static func squaredDistance(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
        relate_squared_distance(a, b, count)
    }
}
