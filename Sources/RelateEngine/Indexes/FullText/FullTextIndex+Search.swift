extension FullTextIndex {
    /// The elements whose texts match a query, the best first; of equal ones the elder first.
    ///
    /// - Parameters:
    ///   - count: how many at most; `nil` for all.
    ///   - check: called from time to time in a long search.
    func matches(
        of query: TextQuery, count: Int?,
        check: @escaping () throws(EngineError) -> Void = { () throws(EngineError) in }
    ) throws(EngineError) -> [(element: UInt32, score: Float)] {
        guard count.map({ $0 > 0 }) ?? true else { return [] }
        let view = FullTextView(self)
        let weighed = try QueryWeigher(view, fieldCount: fieldCount, check).weighed(query)
        var best = BestMatches(count)
        for leaf in view.leaves {
            guard let cursor = try CursorBuilder(segment: leaf.segment, check: check).cursor(of: weighed) else {
                continue
            }
            let removed = leaf.removed.count > 0 ? leaf.removed.reader : nil
            var steps = 0
            cursor.scoreFloor = best.floor
            var document = cursor.next()
            while document != DocumentCursor.end {
                steps += 1
                if steps & 4095 == 0 { try check() }
                if !(removed?.contains(UInt32(truncatingIfNeeded: document)) ?? false) {
                    let score = cursor.score()
                    if score >= best.floor {
                        best.add(leaf.segment.elements[document], score)
                        cursor.scoreFloor = best.floor
                    }
                }
                document = cursor.next()
            }
        }
        return withExtendedLifetime(view) { best.sorted }
    }
}

/// The best matches seen so far, up to a number.
struct BestMatches {
    private let limit: Int?
    /// With a limit a heap with the worst on top.
    private var matches: [(element: UInt32, score: Float)] = []

    init(_ limit: Int?) { self.limit = limit }

    /// What is below need not be added.
    var floor: Float {
        guard let limit, matches.count >= limit, let worst = matches.first else { return 0 }
        return worst.score
    }

    private static func isBetter(
        _ left: (element: UInt32, score: Float), _ right: (element: UInt32, score: Float)
    ) -> Bool {
        left.score != right.score ? left.score > right.score : left.element < right.element
    }

    mutating func add(_ element: UInt32, _ score: Float) {
        guard let limit, matches.count >= limit else {
            matches.append((element, score))
            if limit != nil { rise(matches.count - 1) }
            return
        }
        guard Self.isBetter((element, score), matches[0]) else { return }
        matches[0] = (element, score)
        sink()
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard Self.isBetter(matches[parent], matches[place]) else { return }
            matches.swapAt(parent, place)
            place = parent
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var worst = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < matches.count && Self.isBetter(matches[worst], matches[child]) {
                worst = child
            }
            if worst == place { return }
            matches.swapAt(place, worst)
            place = worst
        }
    }

    var sorted: [(element: UInt32, score: Float)] { matches.sorted(by: Self.isBetter) }
}
