/// Documents that have several terms at their places relative to each other, or out of place by a slop together.
///
/// A match that is out of place by `n` counts as one in `n + 1`.
final class PhraseCursor: DocumentCursor {
    private var postings: [PostingsCursor]
    private let places: [Int]
    /// Positions have to be distinct where a term stands in the phrase more than once.
    private let hasRepeats: Bool
    private let slop: Int
    private let weight: Float
    private let inverses: [Float]
    private var positions: [[UInt32]]
    private var frequency: Float = 0

    init(
        _ field: FieldPostings, _ terms: [(term: Int, place: Int)], slop: Int, weight: Float, inverses: [Float]
    ) {
        postings = terms.map { PostingsCursor(field, term: $0.term) }
        places = terms.map(\.place)
        hasRepeats = Set(terms.map(\.term)).count < terms.count
        positions = Array(repeating: [], count: terms.count)
        self.slop = slop
        self.weight = weight
        self.inverses = inverses
    }

    override var highestScore: Float { weight }

    override func next() -> Int { seek(document + 1) }

    override func advance(to target: Int) -> Int { seek(target) }

    private func seek(_ target: Int) -> Int {
        var candidate = target
        search: while true {
            for index in postings.indices {
                var found = postings[index].document
                if found == Self.end || found < candidate { found = postings[index].advance(to: candidate) }
                if found == Self.end {
                    document = found
                    return found
                }
                if found > candidate {
                    candidate = found
                    continue search
                }
            }
            for index in postings.indices { postings[index].readPositions(into: &positions[index]) }
            frequency = slop == 0 ? exactFrequency() : sloppyFrequency()
            if frequency > 0 {
                document = candidate
                return candidate
            }
            candidate += 1
        }
    }

    override func score() -> Float {
        let norm = postings[0].field.norms[document]
        return RelevanceScore.score(frequency, weight: weight, inverse: inverses[Int(norm)])
    }

    private func exactFrequency() -> Float {
        var heads = [Int](repeating: 0, count: positions.count)
        var count = 0
        search: for start in positions[0] {
            let base = Int(start) - places[0]
            for index in positions.indices.dropFirst() {
                let wanted = base + places[index]
                while heads[index] < positions[index].count, Int(positions[index][heads[index]]) < wanted {
                    heads[index] += 1
                }
                guard heads[index] < positions[index].count else { break search }
                if Int(positions[index][heads[index]]) != wanted { continue search }
            }
            count += 1
        }
        return Float(count)
    }

    /// Each term's positions less its place: a match is a window over one of each, as wide as they are out of place.
    private func sloppyFrequency() -> Float {
        var heads = [Int](repeating: 0, count: positions.count)
        func shifted(_ index: Int) -> Int { Int(positions[index][heads[index]]) - places[index] }
        var sum: Float = 0
        while true {
            var (first, end) = (0, shifted(0))
            for index in positions.indices.dropFirst() {
                if shifted(index) < shifted(first) { first = index }
                end = max(end, shifted(index))
            }
            // As near to the others as the first can come without passing the next one.
            let second = positions.indices.filter { $0 != first }.map(shifted).min() ?? end
            var width = end - shifted(first)
            var isDistinct = hasDistinctPositions(heads)
            while heads[first] + 1 < positions[first].count {
                let ahead = Int(positions[first][heads[first] + 1]) - places[first]
                guard ahead <= second else { break }
                heads[first] += 1
                if max(end, ahead) - ahead <= width || !isDistinct {
                    width = max(end, ahead) - ahead
                    isDistinct = hasDistinctPositions(heads)
                }
            }
            if width <= slop, isDistinct { sum += 1 / Float(1 + width) }
            heads[first] += 1
            guard heads[first] < positions[first].count else { return sum }
        }
    }

    private func hasDistinctPositions(_ heads: [Int]) -> Bool {
        guard hasRepeats else { return true }
        return Set(positions.indices.map { positions[$0][heads[$0]] }).count == heads.count
    }
}
