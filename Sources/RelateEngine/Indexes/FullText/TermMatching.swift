/// Terms of a field that a pattern or a number of edits matches.
enum TermMatching {
    /// Calls `body` with the numbers of the terms that match.
    ///
    /// - Parameter check: called from time to time in a long search.
    static func forEach(
        _ pattern: TermPattern, in field: FieldPostings, _ check: () throws(EngineError) -> Void,
        _ body: (Int) -> Void
    ) throws(EngineError) {
        switch pattern {
        case .any: for term in 0..<field.termCount { body(term) }
        case .prefix(let prefix):
            for term in terms(from: prefix, in: field) { body(term) }
        case .range(let lower, let upper):
            var first = lower.map { field.firstTerm(notBefore: $0.term) } ?? 0
            if let lower, !lower.isInclusive, field.number(of: lower.term) == first { first += 1 }
            var end = upper.map { field.firstTerm(notBefore: $0.term) } ?? field.termCount
            if let upper, upper.isInclusive, field.number(of: upper.term) == end { end += 1 }
            for term in first..<max(first, end) { body(term) }
        case .wildcard(let pieces):
            // What stands before the first sign leads to where such terms are.
            var start = String.UnicodeScalarView()
            for case .scalar(let scalar) in pieces.prefix(while: { if case .scalar = $0 { true } else { false } }) {
                start.append(scalar)
            }
            for term in terms(from: Array(String(start).utf8), in: field) {
                if term & 1023 == 1023 { try check() }
                if TermPattern.matches(pieces, field.scalars(term)) { body(term) }
            }
        case .regularExpression(let text):
            let expression = try RegularExpression(text)
            for term in 0..<field.termCount {
                if term & 1023 == 1023 { try check() }
                if try expression.matches(String(decoding: field.term(term), as: UTF8.self)) { body(term) }
            }
        }
    }

    private static func terms(from prefix: [UInt8], in field: FieldPostings) -> Range<Int> {
        let first = field.firstTerm(notBefore: prefix)
        var end = first
        // The first prefix that comes behind: the last byte below 255 one more.
        var next = prefix
        while let last = next.last, last == 255 { next.removeLast() }
        guard let last = next.last else { return first..<field.termCount }
        next[next.count - 1] = last + 1
        end = field.firstTerm(notBefore: next)
        return first..<max(first, end)
    }

    /// Calls `body` with each term that `edits` edits at most make of the word, and with how many.
    static func forEach(
        near word: [Unicode.Scalar], edits: Int, in field: FieldPostings, _ check: () throws(EngineError) -> Void,
        _ body: (_ term: Int, _ edits: Int, _ length: Int) -> Void
    ) throws(EngineError) {
        var distance = EditDistance(word, limit: edits)
        for term in 0..<field.termCount {
            if term & 1023 == 1023 { try check() }
            let bytes = Int(field.termStarts[term + 1] - field.termStarts[term])
            // A character has one to four bytes.
            guard bytes >= word.count - edits, bytes <= 4 * (word.count + edits) else { continue }
            let scalars = field.scalars(term)
            if let found = distance.distance(to: scalars) { body(term, found, scalars.count) }
        }
    }
}

extension FieldPostings {
    func scalars(_ term: Int) -> [Unicode.Scalar] {
        withTerm(term) { Array(String(decoding: $0, as: UTF8.self).unicodeScalars) }
    }
}

/// Edits between words: characters put in, left out or changed, and neighbours swapped.
struct EditDistance {
    private let word: [Unicode.Scalar]
    private let limit: Int
    // Rows of the table: the one before the last, the last, this one.
    private var older: [Int] = []
    private var old: [Int]
    private var row: [Int]

    init(_ word: [Unicode.Scalar], limit: Int) {
        self.word = word
        self.limit = limit
        old = Array(0...word.count)
        row = old
        older = old
    }

    /// `nil` beyond the limit.
    mutating func distance(to other: [Unicode.Scalar]) -> Int? {
        guard abs(other.count - word.count) <= limit else { return nil }
        for place in 0...word.count { old[place] = place }
        for (index, scalar) in other.enumerated() {
            row[0] = index + 1
            var least = row[0]
            for place in 0..<word.count {
                var best = old[place] + (word[place] == scalar ? 0 : 1)
                best = min(best, old[place + 1] + 1, row[place] + 1)
                if index > 0, place > 0, word[place] == other[index - 1], word[place - 1] == scalar {
                    best = min(best, older[place - 1] + 1)
                }
                row[place + 1] = best
                least = min(least, best)
            }
            if least > limit { return nil }
            (older, old, row) = (old, row, older)
        }
        return old[word.count] <= limit ? old[word.count] : nil
    }
}
