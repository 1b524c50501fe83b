/// Makes a weighed query's cursors over one segment.
struct CursorBuilder {
    let segment: TextSegment
    let check: () throws(EngineError) -> Void

    /// `nil` where nothing of the segment matches.
    func cursor(of query: WeightedQuery) throws(EngineError) -> DocumentCursor? {
        switch query {
        case .none: return nil
        case .all(let score):
            var documents = [UInt64](repeating: .max, count: segment.documentCount / 64)
            let rest = segment.documentCount % 64
            if rest > 0 { documents.append((1 << UInt64(rest)) - 1) }
            return documents.isEmpty ? nil : ConstantCursor(documents, score: score)
        case .term(let field, let term, let weight, let inverses):
            let postings = segment.fields[field]
            return postings.number(of: term).map {
                TermCursor(postings, term: $0, weight: weight, inverses: inverses)
            }
        case .phrase(let field, let terms, let slop, let weight, let inverses):
            let postings = segment.fields[field]
            var numbered: [(term: Int, place: Int)] = []
            for term in terms {
                guard let number = postings.number(of: term.term) else { return nil }
                numbered.append((number, term.place))
            }
            return PhraseCursor(postings, numbered, slop: slop, weight: weight, inverses: inverses)
        case .pattern(let field, let pattern, let score): return try constant(field, pattern, score)
        case .boolean(let must, let should, let mustNot): return try boolean(must, should, mustNot)
        }
    }

    private func boolean(
        _ must: [WeightedQuery], _ should: [WeightedQuery], _ mustNot: [WeightedQuery]
    ) throws(EngineError) -> DocumentCursor? {
        var required: [DocumentCursor] = []
        for query in must {
            guard let cursor = try cursor(of: query) else { return nil }
            required.append(cursor)
        }
        let optional = try any(of: should)
        var result: DocumentCursor
        if let first = required.first {
            result = required.count > 1 ? ConjunctionCursor(required) : first
            if let optional { result = OptionalCursor(result, optional: optional) }
        } else {
            guard let optional else { return nil }
            result = optional
        }
        if let excluded = try any(of: mustNot) { result = ExclusionCursor(result, without: excluded) }
        return result
    }

    private func any(of queries: [WeightedQuery]) throws(EngineError) -> DocumentCursor? {
        var cursors: [DocumentCursor] = []
        for query in queries { if let cursor = try cursor(of: query) { cursors.append(cursor) } }
        return cursors.count > 1 ? DisjunctionCursor(cursors) : cursors.first
    }

    private func constant(
        _ field: Int, _ pattern: TermPattern, _ score: Float
    ) throws(EngineError) -> DocumentCursor? {
        let postings = segment.fields[field]
        var documents = [UInt64](repeating: 0, count: segment.documentCount / 64 + 1)
        if case .any = pattern {
            for (document, norm) in postings.norms.enumerated() where norm > 0 {
                documents[document >> 6] |= 1 << UInt64(document & 63)
            }
        } else {
            var terms: [Int] = []
            try TermMatching.forEach(pattern, in: postings, check) { terms.append($0) }
            for (index, term) in terms.enumerated() {
                if index & 255 == 255 { try check() }
                var cursor = PostingsCursor(postings, term: term)
                while cursor.next() != PostingsCursor.end {
                    documents[cursor.document >> 6] |= 1 << UInt64(cursor.document & 63)
                }
            }
        }
        return documents.contains { $0 != 0 } ? ConstantCursor(documents, score: score) : nil
    }
}
