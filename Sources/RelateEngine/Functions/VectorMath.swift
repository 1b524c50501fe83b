/// Distances and lengths over coordinates of equal count.
package enum VectorMath {
    package static func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for index in 0..<min(a.count, b.count) { sum += a[index] * b[index] }
        return sum
    }

    package static func squaredDistance(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for index in 0..<min(a.count, b.count) {
            let difference = a[index] - b[index]
            sum += difference * difference
        }
        return sum
    }

    /// Of the angle between both.
    package static func cosine(_ a: [Double], _ b: [Double], for function: String) throws(EngineError) -> Double {
        let lengths = (dot(a, a) * dot(b, b)).squareRoot()
        guard lengths > 0, lengths.isFinite else {
            throw .invalidArgument("\(function)() needs vectors of a positive, finite length")
        }
        return min(1, max(-1, dot(a, b) / lengths))
    }

    static func distance(_ a: [Double], _ b: [Double], metric: String) throws(EngineError) -> Double {
        switch metric.uppercased() {
        case "EUCLIDEAN": return squaredDistance(a, b).squareRoot()
        case "EUCLIDEAN_SQUARED": return squaredDistance(a, b)
        case "MANHATTAN": return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1).magnitude }
        case "COSINE": return 1 - (try cosine(a, b, for: "vector_distance"))
        case "DOT": return -dot(a, b)
        case "HAMMING": return Double(zip(a, b).count { $0 != $1 })
        default:
            throw .invalidArgument(
                "'\(metric)' is no metric: EUCLIDEAN, EUCLIDEAN_SQUARED, MANHATTAN, COSINE, DOT or HAMMING",
                gqlStatus: "42I62")
        }
    }

    static func norm(_ values: [Double], metric: String) throws(EngineError) -> Double {
        switch metric.uppercased() {
        case "EUCLIDEAN": return dot(values, values).squareRoot()
        case "MANHATTAN": return values.reduce(0) { $0 + $1.magnitude }
        default:
            throw .invalidArgument(
                "'\(metric)' is no metric of a length: EUCLIDEAN or MANHATTAN", gqlStatus: "42I62")
        }
    }
}
