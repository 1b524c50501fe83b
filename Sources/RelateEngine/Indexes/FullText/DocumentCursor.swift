/// Goes through the documents of a segment that match a part of a query, in order, and says how well.
class DocumentCursor {
    /// The current one; `end` behind the last, -1 before the first.
    final var document = -1
    static let end = Int.max

    /// An upper bound of `score`.
    var highestScore: Float { .infinity }

    /// What scores below is not wanted: a cursor may pass over it. Grows only.
    final var scoreFloor: Float = 0

    /// The next document, `end` where there is none.
    func next() -> Int { Self.end }

    /// The first document from the next one on that is not before `target`.
    ///
    /// - Precondition: `target` is behind the current document.
    func advance(to target: Int) -> Int { Self.end }

    /// Of the current document.
    func score() -> Float { 0 }
}

/// Documents of a term.
final class TermCursor: DocumentCursor {
    private var postings: PostingsCursor
    private let weight: Float
    private let inverses: [Float]
    private let bound: Float

    init(_ field: FieldPostings, term: Int, weight: Float, inverses: [Float]) {
        postings = PostingsCursor(field, term: term)
        self.weight = weight
        self.inverses = inverses
        bound = postings.blocks.reduce(0) { max($0, Self.bound($1, weight, inverses)) }
    }

    override var highestScore: Float { bound }

    /// What no document of the block is above.
    private static func bound(_ block: FieldPostings.Block, _ weight: Float, _ inverses: [Float]) -> Float {
        if block.highestFrequency == .max { return weight }
        return RelevanceScore.score(
            Float(block.highestFrequency), weight: weight, inverse: inverses[Int(block.shortestNorm)])
    }

    override func next() -> Int {
        if scoreFloor > 0, postings.isAtBlockEnd {
            document = postings.nextBlock { Self.bound($0, weight, inverses) >= scoreFloor }
        } else {
            document = postings.next()
        }
        return document
    }

    override func advance(to target: Int) -> Int {
        document = postings.advance(to: target)
        return document
    }

    override func score() -> Float {
        let norm = postings.field.norms[document]
        return RelevanceScore.score(Float(postings.frequency), weight: weight, inverse: inverses[Int(norm)])
    }
}

/// Documents of a set, all of one score.
final class ConstantCursor: DocumentCursor {
    private let documents: [UInt64]
    private let value: Float

    init(_ documents: [UInt64], score: Float) {
        self.documents = documents
        value = score
    }

    override var highestScore: Float { value }

    override func next() -> Int { advance(to: document + 1) }

    override func advance(to target: Int) -> Int {
        var word = target >> 6
        var bits = word < documents.count ? documents[word] & (.max << UInt64(target & 63)) : 0
        while bits == 0 {
            word += 1
            guard word < documents.count else {
                document = Self.end
                return document
            }
            bits = documents[word]
        }
        document = word << 6 + bits.trailingZeroBitCount
        return document
    }

    override func score() -> Float { value }
}

/// Documents that all of several cursors have.
final class ConjunctionCursor: DocumentCursor {
    private let cursors: [DocumentCursor]

    init(_ cursors: [DocumentCursor]) { self.cursors = cursors }

    override var highestScore: Float { cursors.reduce(0) { $0 + $1.highestScore } }

    override func next() -> Int { align(cursors[0].next()) }

    override func advance(to target: Int) -> Int { align(cursors[0].advance(to: target)) }

    private func align(_ first: Int) -> Int {
        var candidate = first
        search: while candidate != Self.end {
            for cursor in cursors.dropFirst() where cursor.document < candidate {
                let found = cursor.advance(to: candidate)
                if found > candidate {
                    candidate = found == Self.end ? found : cursors[0].advance(to: found)
                    continue search
                }
            }
            if cursors.dropFirst().allSatisfy({ $0.document == candidate }) { break }
            // Another one stands further on already.
            let furthest = cursors.reduce(candidate) { max($0, $1.document) }
            candidate = furthest == Self.end ? furthest : cursors[0].advance(to: furthest)
        }
        document = candidate
        return candidate
    }

    override func score() -> Float { Float(cursors.reduce(0.0) { $0 + Double($1.score()) }) }
}

/// Documents that any of several cursors has; the score is the sum over those that have it.
///
/// With a floor, the weak cursors, those whose bounds together stay below it, lead to no document: they are asked about those
/// that the others find.
///
/// - Source: Turtle and Flood, "Query evaluation: strategies and optimizations" (MaxScore).
final class DisjunctionCursor: DocumentCursor {
    /// The weakest first.
    private let cursors: [DocumentCursor]
    /// Of each, its bound and those of the ones before.
    private let bounds: [Double]
    private var leadStart = 0

    init(_ cursors: [DocumentCursor]) {
        self.cursors = cursors.sorted { $0.highestScore < $1.highestScore }
        var sum = 0.0
        bounds = self.cursors.map {
            sum += Double($0.highestScore)
            return sum
        }
    }

    override var highestScore: Float { Float(bounds.last ?? 0) }

    override func next() -> Int { seek(document + 1) }

    override func advance(to target: Int) -> Int { seek(target) }

    private func seek(_ target: Int) -> Int {
        // Sums in another order differ in their last bits.
        while leadStart < cursors.count, bounds[leadStart] < Double(scoreFloor) * 0.9999 { leadStart += 1 }
        var least = Self.end
        for index in leadStart..<max(leadStart, cursors.count) {
            var found = cursors[index].document
            if found < target { found = cursors[index].advance(to: target) }
            least = min(least, found)
        }
        document = least
        return least
    }

    override func score() -> Float {
        var sum = 0.0
        for (index, cursor) in cursors.enumerated() {
            if index < leadStart, cursor.document < document { _ = cursor.advance(to: document) }
            if cursor.document == document { sum += Double(cursor.score()) }
        }
        return Float(sum)
    }
}

/// Documents of one cursor; where others have them too, those add to the score.
final class OptionalCursor: DocumentCursor {
    private let required: DocumentCursor
    private let optional: DocumentCursor

    init(_ required: DocumentCursor, optional: DocumentCursor) {
        self.required = required
        self.optional = optional
    }

    override var highestScore: Float { required.highestScore + optional.highestScore }

    override func next() -> Int {
        document = required.next()
        return document
    }

    override func advance(to target: Int) -> Int {
        document = required.advance(to: target)
        return document
    }

    override func score() -> Float {
        if optional.document < document { _ = optional.advance(to: document) }
        let more = optional.document == document ? Double(optional.score()) : 0
        return Float(Double(required.score()) + more)
    }
}

/// Documents of one cursor that another has not.
final class ExclusionCursor: DocumentCursor {
    private let included: DocumentCursor
    private let excluded: DocumentCursor

    init(_ included: DocumentCursor, without excluded: DocumentCursor) {
        self.included = included
        self.excluded = excluded
    }

    override var highestScore: Float { included.highestScore }

    override func next() -> Int { skip(included.next()) }

    override func advance(to target: Int) -> Int { skip(included.advance(to: target)) }

    private func skip(_ first: Int) -> Int {
        var candidate = first
        while candidate != Self.end {
            if excluded.document < candidate { _ = excluded.advance(to: candidate) }
            if excluded.document != candidate { break }
            candidate = included.next()
        }
        document = candidate
        return candidate
    }

    override func score() -> Float { included.score() }
}
