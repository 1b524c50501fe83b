#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// BM25 as Lucene computes it: `boost · idf · tf / (tf + k1 · (1 − b + b · length / average length))`, in single precision.
enum RelevanceScore {
    static let k1: Float = 1.2
    static let b: Float = 0.75

    /// How much it tells that a document has the term: `ln(1 + (N − n + 0.5) / (n + 0.5))`.
    ///
    /// - Parameters:
    ///   - frequency: documents with the term.
    ///   - count: documents with the field.
    static func inverseFrequency(of frequency: Int, in count: Int) -> Float {
        Float(log(1 + (Double(count) - Double(frequency) + 0.5) / (Double(frequency) + 0.5)))
    }

    /// By length norm, what a frequency is multiplied by in `score`.
    static func inverses(averageLength: Float) -> [Float] {
        LengthNorm.lengths.map { 1 / (k1 * ((1 - b) + b * $0 / averageLength)) }
    }

    @inline(__always)
    static func score(_ frequency: Float, weight: Float, inverse: Float) -> Float {
        weight - weight / (1 + frequency * inverse)
    }
}
