/// Vectors in a byte a coordinate, to be scanned quickly, and how far a product of codes can be from that of the vectors.
///
/// A coordinate is a whole number of the vector's own step, from -63 to 63, stored with 63 added. What rounding takes from a
/// vector is known by its length, so that by Cauchy and Schwarz a product has a bound: a scan passes over whatever cannot be
/// near enough, looks at the few others themselves, and is exact.
enum VectorCodes {
    /// Before the codes of a row: step, length of what was lost, length of the vector, its square.
    static let headerBytes = 16
    static let offset: Int32 = 63
    /// Coordinates that one turn takes: sixteen words of two codes.
    static let width = 32
    /// Turns after which the sums of 16 bits must be taken up: 8 products of at most 126 by 31 each.
    private static let turnsPerSum = 8

    struct Header {
        var step: Float
        var lost: Float
        var length: Float
        var squaredLength: Float
    }

    /// Of the rows of one block: a scan runs through each at the speed of memory only where it lies in few pieces.
    static let blockBytes = 1 << 18

    static func rowBytes(_ width: Int) -> Int { headerBytes + width }

    /// Writes a row.
    static func encode(_ vector: UnsafePointer<Float>, _ count: Int, into row: UnsafeMutableRawPointer) {
        let (step, codes, lost) = rounded(vector, count, largest: 63)
        let squaredLength = squaredLength(vector, count)
        let header = Header(
            step: step, lost: lost, length: squaredLength.squareRoot() * (1 + 1e-6), squaredLength: squaredLength)
        row.storeBytes(of: header, as: Header.self)
        for (index, code) in codes.enumerated() {
            row.storeBytes(
                of: UInt8(truncatingIfNeeded: code + offset), toByteOffset: headerBytes + index, as: UInt8.self)
        }
    }

    private static func squaredLength(_ vector: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum = 0.0
        for index in 0..<count { sum += Double(vector[index]) * Double(vector[index]) }
        return Float(sum)
    }

    /// Whole numbers of a step, and the length of the difference, rounded up.
    private static func rounded(
        _ vector: UnsafePointer<Float>, _ count: Int, largest: Float
    ) -> (step: Float, codes: [Int32], lost: Float) {
        var magnitude: Float = 0
        for index in 0..<count { magnitude = max(magnitude, vector[index].magnitude) }
        let step = magnitude / largest
        // So small that it has no step: all of it is lost.
        guard step > .leastNormalMagnitude else {
            let lost = Double(squaredLength(vector, count)).squareRoot()
            return (0, [Int32](repeating: 0, count: count), Float(lost * (1 + 1e-6)) + .leastNormalMagnitude)
        }
        var codes: [Int32] = []
        codes.reserveCapacity(count)
        var lost = 0.0
        for index in 0..<count {
            let code = max(-largest, min(largest, (vector[index] / step).rounded()))
            codes.append(Int32(code))
            let difference = Double(vector[index]) - Double(step) * Double(code)
            lost += difference * difference
        }
        return (step, codes, Float(lost.squareRoot() * (1 + 1e-6)))
    }

    /// A query as words that a row's codes are multiplied by.
    struct Query: ~Copyable {
        private let words: UnsafeMutablePointer<SIMD16<Int16>>
        private let turns: Int
        private let similarity: VectorSimilarity
        private let header: Header
        /// What the offset of a row's codes adds to every sum.
        private let surplus: Int32

        /// - Parameter count: of coordinates, a multiple of `VectorCodes.width`.
        init(_ vector: UnsafePointer<Float>, _ count: Int, _ similarity: VectorSimilarity) {
            self.similarity = similarity
            turns = count / VectorCodes.width
            words = .allocate(capacity: max(1, 2 * turns))
            let (step, codes, lost) = VectorCodes.rounded(vector, count, largest: 31)
            for turn in 0..<turns {
                var (even, odd) = (SIMD16<Int16>.zero, SIMD16<Int16>.zero)
                for lane in 0..<16 {
                    even[lane] = Int16(truncatingIfNeeded: codes[turn * VectorCodes.width + 2 * lane])
                    odd[lane] = Int16(truncatingIfNeeded: codes[turn * VectorCodes.width + 2 * lane + 1])
                }
                (words + 2 * turn).initialize(to: even)
                (words + 2 * turn + 1).initialize(to: odd)
            }
            let squaredLength = VectorCodes.squaredLength(vector, count)
            header = Header(
                step: step, lost: lost, length: squaredLength.squareRoot() * (1 + 1e-6), squaredLength: squaredLength)
            surplus = codes.reduce(0, &+) &* VectorCodes.offset
        }

        deinit { words.deallocate() }

        /// No distance of the query and the row's vector, as `VectorSimilarity` computes it, is below.
        @inline(__always)
        func leastDistance(_ row: UnsafeRawPointer) -> Float {
            let other = row.assumingMemoryBound(to: Header.self).pointee
            let product = Float(sum(row + VectorCodes.headerBytes) &- surplus) * (header.step * other.step)
            let bound = (header.length + header.lost) * other.lost + header.lost * other.length
            // Beyond it, what single precision rounds, here and in the distance itself.
            switch similarity {
            case .cosine: return 1 - product - bound - 1e-5
            case .euclidean:
                let squares = header.squaredLength + other.squaredLength
                return squares - 2 * (product + bound) - 1e-5 * squares
            }
        }

        @inline(__always)
        private func sum(_ codes: UnsafeRawPointer) -> Int32 {
            var total = SIMD8<Int32>.zero
            var turn = 0
            while turn < turns {
                var (even, odd) = (SIMD16<Int16>.zero, SIMD16<Int16>.zero)
                let end = min(turns, turn &+ VectorCodes.turnsPerSum)
                while turn < end {
                    let pair = codes.loadUnaligned(
                        fromByteOffset: turn &* VectorCodes.width, as: SIMD16<UInt16>.self)
                    even &+= SIMD16<Int16>(truncatingIfNeeded: pair & 0xff) &* words[2 &* turn]
                    odd &+= SIMD16<Int16>(truncatingIfNeeded: pair &>> 8) &* words[2 &* turn &+ 1]
                    turn &+= 1
                }
                total &+= Self.widened(even) &+ Self.widened(odd)
            }
            return total.wrappedSum()
        }

        @inline(__always)
        private static func widened(_ sums: SIMD16<Int16>) -> SIMD8<Int32> {
            let pairs = unsafeBitCast(sums, to: SIMD8<Int32>.self)
            return (pairs &>> 16) &+ ((pairs &<< 16) &>> 16)
        }
    }
}
