import CKernels

/// Vectors in a byte a coordinate, to be scanned quickly, and how far a product of codes can be from that of the vectors.
///
/// A coordinate is a whole number of the vector's own step, from -63 to 63, stored with 63 added. What rounding takes from a
/// vector is known by its length, so that by Cauchy and Schwarz a product has a bound: a scan passes over whatever cannot be
/// near enough, looks at the few others themselves, and is exact.
enum VectorCodes {
    /// Before the codes of a row: step, length of what was lost, length of the vector, its square.
    static let headerBytes = 16
    static let offset: Int32 = 63
    /// Coordinates are a multiple of it.
    static let width = 32

    /// Of the rows of one block: a scan runs through each at the speed of memory only where it lies in few pieces.
    static let blockBytes = 1 << 18

    static func rowBytes(_ width: Int) -> Int { headerBytes + width }

    /// Writes a row. - Parameter count: of coordinates, a multiple of `width`.
    static func encode(_ vector: UnsafePointer<Float>, _ count: Int, into row: UnsafeMutableRawPointer) {
        _ = relate_code_vector(
            vector, count, largest, offset, (row + headerBytes).assumingMemoryBound(to: UInt8.self),
            row.assumingMemoryBound(to: Float.self))
    }

    private static let largest: Float = 63

    /// A query as codes that rows are compared with.
    struct Query: ~Copyable {
        private var query: relate_code_query
        private let codes: UnsafeMutablePointer<Int8>

        /// - Parameters:
        ///   - count: of coordinates, a multiple of `VectorCodes.width`.
        ///   - caution: 1 for distances that none is below; less of the bound where it is enough that hardly any is.
        init(_ vector: UnsafePointer<Float>, _ count: Int, _ similarity: VectorSimilarity, caution: Float = 1) {
            codes = .allocate(capacity: max(1, count))
            query = relate_code_query()
            let sum = withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { header in
                guard let base = header.baseAddress else { return Int32(0) }
                let sum = codes.withMemoryRebound(to: UInt8.self, capacity: max(1, count)) {
                    relate_code_vector(vector, count, VectorCodes.largest, 0, $0, base)
                }
                (query.step, query.lost, query.length, query.squared_length) = (base[0], base[1], base[2], base[3])
                return sum
            }
            query.codes = UnsafePointer(codes)
            query.width = count
            query.surplus = sum &* VectorCodes.offset
            query.caution = caution
            query.is_cosine = similarity == .cosine
        }

        deinit { codes.deallocate() }

        /// No distance of the query and the row's vector, as `VectorSimilarity` computes it, is below.
        func leastDistance(_ row: UnsafeRawPointer) -> Float {
            var distance: Float = 0
            leastDistances(row, 1, into: &distance)
            return distance
        }

        /// The least squared distances, whichever the similarity.
        func leastSquares(_ rows: UnsafeRawPointer, _ count: Int, into squares: UnsafeMutablePointer<Float>) {
            var query = query
            query.is_cosine = false
            relate_code_distances(&query, rows.assumingMemoryBound(to: UInt8.self), count, squares)
        }

        /// The same of rows that lie one behind the other.
        @inline(__always)
        func leastDistances(_ rows: UnsafeRawPointer, _ count: Int, into distances: UnsafeMutablePointer<Float>) {
            withUnsafePointer(to: query) {
                relate_code_distances($0, rows.assumingMemoryBound(to: UInt8.self), count, distances)
            }
        }
    }
}
