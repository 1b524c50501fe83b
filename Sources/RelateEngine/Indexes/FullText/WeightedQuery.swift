/// A query with what each part of it weighs in an index: for all its segments.
indirect enum WeightedQuery {
    case none
    case all(Float)
    case term(field: Int, [UInt8], weight: Float, inverses: [Float])
    case phrase(field: Int, [(term: [UInt8], place: Int)], slop: Int, weight: Float, inverses: [Float])
    case pattern(field: Int, TermPattern, score: Float)
    case boolean(must: [WeightedQuery], should: [WeightedQuery], mustNot: [WeightedQuery])
}

/// Weighs a query: inverse frequencies, boosts, and the terms that a number of edits leads to.
struct QueryWeigher {
    private let view: FullTextView
    private let statistics: TextStatistics
    private let inverses: [[Float]]
    private let check: () throws(EngineError) -> Void

    /// Terms that a fuzzy one becomes at most, the nearest: as Lucene has it.
    private static let fuzzyTermsLimit = 50

    init(_ view: FullTextView, fieldCount: Int, _ check: @escaping () throws(EngineError) -> Void) {
        self.view = view
        let statistics = TextStatistics(view)
        self.statistics = statistics
        inverses = (0..<fieldCount).map {
            RelevanceScore.inverses(averageLength: statistics.averageLength($0))
        }
        self.check = check
    }

    func weighed(_ query: TextQuery, boost: Float = 1) throws(EngineError) -> WeightedQuery {
        switch query {
        case .none: return .none
        case .all: return .all(boost)
        case .boosted(let inner, let factor): return try weighed(inner, boost: boost * factor)
        case .term(let field, let term):
            return .term(
                field: field, term, weight: boost * inverseFrequency(term, field), inverses: inverses[field])
        case .phrase(let field, let terms, let slop):
            let frequency = terms.reduce(Float(0)) { $0 + inverseFrequency($1.term, field) }
            return .phrase(field: field, terms, slop: slop, weight: boost * frequency, inverses: inverses[field])
        case .pattern(let field, let pattern): return .pattern(field: field, pattern, score: boost)
        case .fuzzy(let field, let word, let edits): return try fuzzy(field, word, edits, boost)
        case .boolean(let clauses): return try boolean(clauses, boost)
        }
    }

    private func inverseFrequency(_ term: [UInt8], _ field: Int) -> Float {
        RelevanceScore.inverseFrequency(
            of: statistics.frequency(of: term, field), in: statistics.documentCount(field))
    }

    private func boolean(_ clauses: [TextQuery.Clause], _ boost: Float) throws(EngineError) -> WeightedQuery {
        var must: [WeightedQuery] = []
        var should: [WeightedQuery] = []
        var mustNot: [WeightedQuery] = []
        for clause in clauses {
            let query = try weighed(clause.query, boost: boost)
            switch clause.occurrence {
            case .must: must.append(query)
            case .mustNot: mustNot.append(query)
            case .should:
                // One list of alternatives within another is the same as one of all: so the best of all are known at once.
                if case .boolean(let innerMust, let inner, let innerNot) = query, innerMust.isEmpty, innerNot.isEmpty {
                    should += inner
                } else {
                    should.append(query)
                }
            }
        }
        return .boolean(must: must, should: should, mustNot: mustNot)
    }

    /// The nearest terms, each weighing by its likeness; all as if they were as frequent as the most frequent of them, so that
    /// a rare misspelling does not come before the word.
    private func fuzzy(
        _ field: Int, _ word: [Unicode.Scalar], _ edits: Int, _ boost: Float
    ) throws(EngineError) -> WeightedQuery {
        var likeness: [[UInt8]: Float] = [:]
        for leaf in view.leaves {
            let postings = leaf.segment.fields[field]
            try TermMatching.forEach(near: word, edits: edits, in: postings, check) { term, found, length in
                let share = found == 0 ? 1 : 1 - Float(found) / Float(max(1, min(length, word.count)))
                likeness[postings.term(term)] = share
            }
        }
        // A term that only removed documents have is none.
        let present = likeness.filter { $0.value > 0 && statistics.frequency(of: $0.key, field) > 0 }
        let nearest = present.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }.prefix(Self.fuzzyTermsLimit)
        let most = nearest.map { statistics.frequency(of: $0.key, field) }.max() ?? 0
        let weight = RelevanceScore.inverseFrequency(of: most, in: statistics.documentCount(field))
        return .boolean(
            must: [],
            should: nearest.map { term, share in
                .term(field: field, term, weight: boost * share * weight, inverses: inverses[field])
            }, mustNot: [])
    }
}
