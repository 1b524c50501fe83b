/// Makes one segment of several, without the documents that were removed.
struct SegmentMerge {
    private let sources: [Source]
    private let elements: [UInt32]

    /// A segment with the numbers that its documents have in the outcome.
    private struct Source {
        let segment: TextSegment
        /// `nil` where the document was removed.
        var numbers: [UInt32?]
    }

    static func segment(of sources: [(segment: TextSegment, removed: RowBitmap)]) -> TextSegment {
        SegmentMerge(sources).merged()
    }

    private init(_ given: [(segment: TextSegment, removed: RowBitmap)]) {
        var living: [(element: UInt32, source: Int, document: Int)] = []
        for (source, (segment, removed)) in given.enumerated() {
            for document in segment.elements.indices where !removed.contains(UInt32(truncatingIfNeeded: document)) {
                living.append((segment.elements[document], source, document))
            }
        }
        living.sort { $0.element < $1.element }
        var sources = given.map {
            Source(segment: $0.segment, numbers: Array(repeating: nil, count: $0.segment.documentCount))
        }
        for (number, place) in living.enumerated() {
            sources[place.source].numbers[place.document] = UInt32(truncatingIfNeeded: number)
        }
        self.sources = sources
        elements = living.map(\.element)
    }

    private func merged() -> TextSegment {
        let fieldCount = sources.first?.segment.fields.count ?? 0
        return TextSegment(elements: elements, fields: (0..<fieldCount).map(field))
    }

    private func field(_ index: Int) -> FieldPostings {
        var norms = [UInt8](repeating: 0, count: elements.count)
        for source in sources {
            for (document, number) in source.numbers.enumerated() {
                if let number { norms[Int(number)] = source.segment.fields[index].norms[document] }
            }
        }
        var writer = FieldWriter()
        var heads = [Int](repeating: 0, count: sources.count)
        var documents: [(number: UInt32, range: Range<Int>)] = []
        var all: [UInt32] = []
        var positions: [UInt32] = []
        while let first = leastTerm(heads, index) {
            documents.removeAll(keepingCapacity: true)
            all.removeAll(keepingCapacity: true)
            let term = sources[first].segment.fields[index].term(heads[first])
            for (source, head) in heads.enumerated() {
                let postings = sources[source].segment.fields[index]
                guard head < postings.termCount, isTerm(term, postings, head) else { continue }
                heads[source] += 1
                var cursor = PostingsCursor(postings, term: head)
                while cursor.next() != PostingsCursor.end {
                    guard let number = sources[source].numbers[cursor.document] else { continue }
                    cursor.readPositions(into: &positions)
                    documents.append((number, all.count..<(all.count + positions.count)))
                    all.append(contentsOf: positions)
                }
            }
            documents.sort { $0.number < $1.number }
            for document in documents {
                writer.add(document.number, norm: norms[Int(document.number)], all[document.range])
            }
            term.withUnsafeBufferPointer { writer.finish($0) }
        }
        return FieldPostings(writer, norms: norms)
    }

    private func isTerm(_ term: [UInt8], _ postings: FieldPostings, _ number: Int) -> Bool {
        postings.withTerm(number) { other in term.withUnsafeBufferPointer { IndexBytes.compare($0, other) == 0 } }
    }

    /// The source whose next term comes first; `nil` where none has one.
    private func leastTerm(_ heads: [Int], _ index: Int) -> Int? {
        var least: Int?
        for (source, head) in heads.enumerated() {
            let postings = sources[source].segment.fields[index]
            guard head < postings.termCount else { continue }
            guard let best = least else {
                least = source
                continue
            }
            let other = sources[best].segment.fields[index]
            let isBefore = postings.withTerm(head) { term in
                other.withTerm(heads[best]) { IndexBytes.compare(term, $0) < 0 }
            }
            if isBefore { least = source }
        }
        return least
    }
}
