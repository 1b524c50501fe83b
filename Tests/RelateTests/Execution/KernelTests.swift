import CKernels
import Relate
import TestSupport
import Testing

/// Wide loops say what plain ones do.
@Suite struct KernelTests {
    @Test("a range test marks the numbers within its bounds, in every length and at the ends of INTEGER")
    func within() {
        var random = SplitMix(seed: 64)
        let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for count in [0, 1, 3, 63, 64, 65, 127, 128, 1000, 1024] {
            for _ in 0..<20 {
                let numbers = (0..<count).map { _ in
                    Bool.random(using: &random)
                        ? edges.randomElement(using: &random) ?? 0 : Int64.random(in: -50...50, using: &random)
                }
                let bounds = [
                    edges.randomElement(using: &random) ?? 0, Int64.random(in: -50...50, using: &random),
                ].sorted()
                let distance = UInt64(bitPattern: bounds[1] &- bounds[0])
                var words = [UInt64](repeating: .random(in: 0 ... .max, using: &random), count: 17)
                // Wide and widest: whatever other tests ask for meanwhile, each is right.
                relate_leave_widest(Bool.random(using: &random))
                relate_mask_within(numbers, count, bounds[0], distance, &words)
                var plain = [UInt64](repeating: 0, count: 17)
                relate_mask_within_plain(numbers, count, bounds[0], distance, &plain)
                for row in 0..<count {
                    let isMarked = words[row / 64] >> UInt64(row % 64) & 1 == 1
                    #expect(isMarked == (bounds[0] <= numbers[row] && numbers[row] <= bounds[1]), "\(random)")
                }
                let wordCount = (count + 63) / 64
                #expect(words[..<wordCount] == plain[..<wordCount], "\(random)")
            }
        }
    }

    @Test("groups are found up to the first number without one, wherever that stands")
    func groups() {
        var random = SplitMix(seed: 67)
        for count in [0, 1, 7, 8, 9, 63, 64, 200] {
            for _ in 0..<20 {
                let places = (0..<50).map { _ in
                    Int.random(in: 0..<40, using: &random) == 0 ? 0 : Int32.random(in: 1...9, using: &random)
                }
                let highest: UInt32 = Bool.random(using: &random) ? 49 : 51
                let numbers = (0..<count).map { _ in UInt32.random(in: 0...highest, using: &random) }
                let end = numbers.firstIndex { $0 >= 50 || places[Int($0)] == 0 } ?? count
                var groups = [Int32](repeating: -1, count: count)
                #expect(relate_find_groups(numbers, count, places, 50, &groups) == end, "\(random)")
                #expect(groups[..<end].elementsEqual(numbers[..<end].map { places[Int($0)] - 1 }), "\(random)")
            }
        }
    }

    @Test("range tests of few bits and what makes numbers narrow agree with those of integers")
    func narrow() {
        var random = SplitMix(seed: 66)
        for count in [0, 1, 63, 64, 65, 256, 1000, 1024] {
            for (span, isOfBytes): (Int64, Bool) in [(0, true), (255, true), (40_000, false), (65_535, false)] {
                let edges: [Int64] = [.min, -7, 0, .max - 65_535]
                let least = edges.randomElement(using: &random) ?? 0
                let numbers = (0..<count).map { _ in least + Int64.random(in: 0...span, using: &random) }
                let lower = UInt16.random(in: 0...UInt16(span), using: &random)
                let distance = UInt16.random(in: 0...(UInt16(span) - lower), using: &random)
                var wanted = [UInt64](repeating: 0, count: 17)
                relate_mask_within_plain(numbers, count, least + Int64(lower), UInt64(distance), &wanted)
                for leaves in [false, true] {
                    relate_leave_widest(leaves)
                    var (words, plain) = (wanted.map { ~$0 }, wanted.map { ~$0 })
                    if isOfBytes {
                        var distances = [UInt8](repeating: 0, count: count)
                        relate_narrow_bytes(numbers, count, least, &distances)
                        relate_mask_within_bytes(distances, count, UInt8(lower), UInt8(distance), &words)
                        relate_mask_within_bytes_plain(distances, count, UInt8(lower), UInt8(distance), &plain)
                    } else {
                        var distances = [UInt16](repeating: 0, count: count)
                        relate_narrow_shorts(numbers, count, least, &distances)
                        relate_mask_within_shorts(distances, count, lower, distance, &words)
                        relate_mask_within_shorts_plain(distances, count, lower, distance, &plain)
                    }
                    let wordCount = (count + 63) / 64
                    #expect(words[..<wordCount] == wanted[..<wordCount], "\(count) \(span), \(random)")
                    #expect(plain[..<wordCount] == wanted[..<wordCount], "\(count) \(span), \(random)")
                }
            }
        }
    }

    @Test("an equality test marks the numbers that are equal")
    func equal() {
        var random = SplitMix(seed: 65)
        for count in [0, 1, 63, 64, 65, 1000, 1024] {
            let numbers = (0..<count).map { _ in
                [0, 1, 7, UInt32(Int32.max), .max].randomElement(using: &random) ?? 0
            }
            for bound: UInt32 in [0, 7, 8, UInt32(Int32.max), .max] {
                var words = [UInt64](repeating: .max, count: 17)
                relate_leave_widest(Bool.random(using: &random))
                relate_mask_equal(numbers, count, bound, &words)
                var plain = [UInt64](repeating: 0, count: 17)
                relate_mask_equal_plain(numbers, count, bound, &plain)
                for row in 0..<count {
                    #expect((words[row / 64] >> UInt64(row % 64) & 1 == 1) == (numbers[row] == bound), "\(random)")
                }
                let wordCount = (count + 63) / 64
                #expect(words[..<wordCount] == plain[..<wordCount], "\(random)")
            }
        }
    }

    @Test("a survey finds the highest number and counts those within, also across the end of the numbers")
    func survey() {
        var random = SplitMix(seed: 67)
        let edges: [UInt32] = [0, 1, 15, 16, 1023, 1024, UInt32(Int32.max), UInt32(Int32.max) + 1, .max - 1, .max]
        for count in [0, 1, 7, 8, 15, 16, 17, 31, 32, 100, 1024] {
            let numbers = (0..<count).map { _ in edges.randomElement(using: &random) ?? 0 }
            for first in edges {
                for length in edges {
                    let expected = numbers.filter { $0 &- first < length }.count
                    for found in [
                        relate_survey(numbers, count, first, length),
                        relate_survey_plain(numbers, count, first, length),
                    ] {
                        #expect(found.highest == numbers.max() ?? 0 && found.within == expected, "\(random)")
                    }
                }
            }
        }
    }

    @Test("a test of degrees marks the rows whose offsets lie so far apart")
    func degrees() {
        var random = SplitMix(seed: 67)
        for count in [0, 1, 63, 64, 65, 1000, 1024] {
            var offsets: [UInt32] = [UInt32.random(in: 0...5, using: &random)]
            for _ in 0..<count {
                let degree: UInt32 = [0, 0, 1, 2, 9, 70_000].randomElement(using: &random) ?? 0
                offsets.append(offsets[offsets.count - 1] + degree)
            }
            for (lower, distance): (UInt32, UInt32) in [(0, 0), (1, .max - 1), (2, 7), (0, .max), (70_000, 1)] {
                var words = [UInt64](repeating: .max, count: 17)
                relate_leave_widest(Bool.random(using: &random))
                relate_mask_degrees(offsets, count, lower, distance, &words)
                var plain = [UInt64](repeating: 0, count: 17)
                relate_mask_degrees_plain(offsets, count, lower, distance, &plain)
                for row in 0..<count {
                    let degree = offsets[row + 1] - offsets[row]
                    let isWithin = degree >= lower && degree - lower <= distance
                    #expect((words[row / 64] >> UInt64(row % 64) & 1 == 1) == isWithin, "\(random)")
                }
                let wordCount = (count + 63) / 64
                #expect(words[..<wordCount] == plain[..<wordCount], "\(random)")
            }
        }
    }

    @Test("the least and the greatest of numbers are found in every length")
    func bounds() {
        var random = SplitMix(seed: 68)
        for count in [1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 1024] {
            for _ in 0..<20 {
                let numbers = (0..<count).map { _ in
                    Int.random(in: 0..<9, using: &random) == 0
                        ? Int64.random(in: .min ... .max, using: &random) : Int64.random(in: -9...9, using: &random)
                }
                var found: (Int64, Int64) = (0, 0)
                relate_bounds(numbers, count, &found.0, &found.1)
                #expect(found == (numbers.min() ?? 0, numbers.max() ?? 0), "\(numbers), \(random)")
                relate_bounds_plain(numbers, count, &found.0, &found.1)
                #expect(found == (numbers.min() ?? 0, numbers.max() ?? 0), "\(numbers), \(random)")
            }
        }
    }

    @Test("bits that are not in both others go, and those that are left are counted")
    func keep() {
        var random = SplitMix(seed: 69)
        for count in [0, 1, 16] {
            let words = (0..<3).map { _ in (0..<16).map { _ in UInt64.random(in: 0 ... .max, using: &random) } }
            let wanted = (0..<16).map { $0 < count ? words[0][$0] & words[1][$0] & words[2][$0] : words[0][$0] }
            for keep in [relate_keep, relate_keep_plain] {
                var kept = words[0]
                let left = keep(&kept, words[1], words[2], count)
                #expect(kept == wanted)
                #expect(left == wanted[..<count].reduce(0) { $0 + $1.nonzeroBitCount })
            }
        }
    }

    @Test("sums over vectors and distances by codes are those of plain loops, and codes stay in their bounds")
    func vectors() {
        var random = SplitMix(seed: 67)
        for width in [32, 64, 96, 128, 1536] {
            let bytes = 16 + width
            let count = 11
            func vector(_ scale: Float) -> [Float] {
                (0..<width).map { _ in Float.random(in: -1...1, using: &random) * scale }
            }
            let scales: [Float] = [0, 1e-38, 1e-6, 1, 1000]
            var rows = [UInt8](repeating: 0, count: count * bytes)
            for row in 0..<count {
                let vector = vector(scales[row % scales.count])
                rows.withUnsafeMutableBytes { rows in
                    guard let base = rows.baseAddress else { return }
                    let header = (base + row * bytes).assumingMemoryBound(to: Float.self)
                    let codes = (base + row * bytes + 16).assumingMemoryBound(to: UInt8.self)
                    let sum = relate_code_vector(vector, width, 63, 63, codes, header)
                    #expect((0..<width).allSatisfy { codes[$0] <= 126 })
                    #expect((0..<width).reduce(Int32(0)) { $0 + Int32(codes[$1]) - 63 } == sum)
                    let lost = zip(0..<width, vector).reduce(0) { lost, part in
                        let rounded = Double(header[0]) * (Double(codes[part.0]) - 63)
                        return lost + (Double(part.1) - rounded) * (Double(part.1) - rounded)
                    }
                    #expect(Double(header[1]) >= lost.squareRoot() && header[1].isFinite)
                }
            }
            for isCosine in [false, true] {
                let own = vector(1)
                var codes = [UInt8](repeating: 0, count: width)
                var header = [Float](repeating: 0, count: 4)
                let sum = relate_code_vector(own, width, 63, 0, &codes, &header)
                let signed = codes.map { Int8(bitPattern: $0) }
                signed.withUnsafeBufferPointer { signed in
                    guard let base = signed.baseAddress else { return }
                    var query = relate_code_query(
                        codes: base, width: width, step: header[0], lost: header[1], length: header[2],
                        squared_length: header[3], surplus: sum * 63, caution: 1, is_cosine: isCosine)
                    for rowCount in 0...count {
                        var wide = [Float](repeating: -1, count: count)
                        var plain = wide
                        relate_code_distances(&query, rows, rowCount, &wide)
                        relate_code_distances_plain(&query, rows, rowCount, &plain)
                        for row in 0..<count {
                            let scale = max(1, abs(plain[row]))
                            #expect(abs(wide[row] - plain[row]) <= 1e-4 * scale, "\(width) \(row)")
                            #expect(row < rowCount || wide[row] == -1)
                        }
                    }
                }
                let other = vector(1)
                #expect(abs(relate_dot(own, other, width) - relate_dot_plain(own, other, width)) < 1e-3)
                let square = relate_squared_distance(own, other, width)
                #expect(abs(square - relate_squared_distance_plain(own, other, width)) < 1e-3 * square)
                #expect(relate_squared_distance(own, own, width) == 0)
            }
        }
    }

    @Test("a part is found wherever it stands, and only there")
    func contains() {
        var random = SplitMix(seed: 66)
        for _ in 0..<3000 {
            let letters: [UInt8] = [97, 98, 99, 0xC3, 0xA4]
            let whole = (0..<Int.random(in: 0...120, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? 97
            }
            var part = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? 97
            }
            if Bool.random(using: &random), part.count <= whole.count {
                let start = Int.random(in: 0...(whole.count - part.count), using: &random)
                part = Array(whole[start..<(start + part.count)])
            }
            let isThere =
                part.count <= whole.count
                && (0...(whole.count - part.count)).contains { Array(whole[$0..<($0 + part.count)]) == part }
            #expect(relate_contains(whole, whole.count, part, part.count) == isThere, "\(whole) \(part), \(random)")
            #expect(
                relate_contains_plain(whole, whole.count, part, part.count) == isThere, "\(whole) \(part), \(random)")
        }
    }
}
