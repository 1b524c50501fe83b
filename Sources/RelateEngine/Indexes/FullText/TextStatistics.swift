/// What is known of a field over all segments of an index, without what was removed: what relevance is measured by.
struct TextStatistics {
    private let segments: [TextSegment]
    private let removed: [TextSegment]

    init(_ view: FullTextView) {
        segments = view.leaves.map(\.segment)
        removed = view.removed
    }

    private func sum(_ count: (TextSegment) -> Int) -> Int {
        segments.reduce(0) { $0 + count($1) } - removed.reduce(0) { $0 + count($1) }
    }

    /// Documents that have the field.
    func documentCount(_ field: Int) -> Int { sum { $0.fields[field].documentCount } }

    func averageLength(_ field: Int) -> Float {
        let count = documentCount(field)
        return count > 0 ? Float(Double(sum { $0.fields[field].totalLength }) / Double(count)) : 1
    }

    /// Documents that have the term.
    func frequency(of term: [UInt8], _ field: Int) -> Int { sum { $0.fields[field].frequency(of: term) } }
}

/// All of an index at one moment: its segments with the recent documents inverted.
struct FullTextView {
    struct Leaf {
        let segment: TextSegment
        /// Documents that count no more.
        let removed: RowBitmap
    }

    let leaves: [Leaf]
    let removed: [TextSegment]
    let analyzer: Analyzer

    init(_ index: FullTextIndex) {
        func inverted(_ recent: RecentDocuments) -> TextSegment? {
            recent.segment(index.analyzer, fieldCount: index.fieldCount)
        }
        var leaves = index.segments.map { Leaf(segment: $0.segment, removed: $0.removed) }
        if let recent = inverted(index.recent) { leaves.append(Leaf(segment: recent, removed: RowBitmap())) }
        self.leaves = leaves
        removed = index.segments.flatMap { living in
            living.removedTexts.segments + [inverted(living.removedTexts.recent)].compactMap { $0 }
        }
        analyzer = index.analyzer
    }
}
