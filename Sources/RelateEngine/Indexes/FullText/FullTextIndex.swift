/// The texts of an index's elements, inverted: immutable segments of growing size, and the latest documents as they came.
///
/// A new document waits among the recent ones, which are inverted when a query first needs them; full, they become a segment,
/// and segments of one size become one of the next. What is removed is a bit of its segment, with its text kept among the
/// segment's removed ones, so that counts of documents and terms are exact at all times. All of it is copied by reference.
struct FullTextIndex: IndexStructure {
    let analyzer: Analyzer
    let fieldCount: Int
    private(set) var segments: [LivingSegment] = []
    private(set) var recent = RecentDocuments()

    /// Documents that are inverted anew for the first query after a write: a tenth of a millisecond.
    static let recentLimit = 64
    /// Segments of one size that become one.
    static let fanOut = 8
    /// Words that a bulk load inverts at once.
    private static let bulkTokens = 8_000_000
    /// Segments beyond are left as they are: what they hold is addressed by 32 bits.
    private static let segmentBytesLimit = 1 << 30

    init(_ analyzer: Analyzer, fieldCount: Int) {
        self.analyzer = analyzer
        self.fieldCount = fieldCount
    }

    var entryCount: Int { segments.reduce(recent.documents.count) { $0 + $1.livingCount } }

    // MARK: Changes

    mutating func insert(_ element: UInt32, _ values: [Value]) {
        let document = TextDocument(element: element, values: values)
        guard document.hasText else { return }
        recent.insert(document)
        if recent.documents.count >= Self.recentLimit { flush() }
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        if recent.remove(element) { return }
        let document = TextDocument(element: element, values: values)
        guard document.hasText else { return }
        for index in segments.indices {
            guard let number = segments[index].living(element) else { continue }
            segments[index].remove(number, document, analyzer, fieldCount)
            if segments[index].isWorthRewriting { rewrite(index..<(index + 1)) }
            return
        }
    }

    /// Gives an empty index its documents, in the order of their elements.
    struct Loader {
        private var index: FullTextIndex
        private var builder: SegmentBuilder

        init(_ index: FullTextIndex) {
            self.index = index
            builder = SegmentBuilder(index.analyzer, fieldCount: index.fieldCount)
        }

        /// - Parameter check: called every few milliseconds; what it throws ends the work.
        mutating func add<Failure: Error>(
            _ document: TextDocument, _ check: () throws(Failure) -> Void
        ) throws(Failure) {
            guard document.hasText else { return }
            builder.add(document)
            if builder.tokenCount >= FullTextIndex.bulkTokens { try close(check) }
        }

        private mutating func close<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) {
            index.segments.append(LivingSegment(try builder.finished(check)))
            builder = SegmentBuilder(index.analyzer, fieldCount: index.fieldCount)
        }

        mutating func finished<Failure: Error>(
            _ check: () throws(Failure) -> Void
        ) throws(Failure) -> FullTextIndex {
            if !builder.isEmpty { try close(check) }
            return index
        }
    }

    private mutating func flush() {
        segments.append(
            LivingSegment(SegmentBuilder.segment(of: recent.documents, analyzer, fieldCount: fieldCount)))
        recent = RecentDocuments()
        // The last ones are the smallest; those of one size stand together.
        while let run = Tiers.run(segments.map(\.livingCount), fanOut: Self.fanOut) {
            guard segments[run].reduce(0, { $0 + $1.segment.byteCount }) < Self.segmentBytesLimit else { return }
            rewrite(run)
        }
    }

    private mutating func rewrite(_ range: Range<Int>) {
        let merged = SegmentMerge.segment(of: segments[range].map { ($0.segment, $0.removed) })
        segments.replaceSubrange(range, with: merged.documentCount > 0 ? [LivingSegment(merged)] : [])
    }

    // MARK: Invariants

    func brokenInvariants() -> [String] {
        var broken: [String] = []
        var seen = Set<UInt32>()
        let recentElements = recent.documents.map(\.element)
        for element in recentElements + segments.flatMap(\.livingElements) where !seen.insert(element).inserted {
            broken.append("element \(element) stands in it twice")
        }
        for (place, segment) in segments.enumerated() {
            if segment.livingCount < 0 || segment.removedTexts.count != segment.removed.count {
                broken.append("segment \(place) counts its removed documents wrong")
            }
        }
        return broken
    }

    /// Both as one segment have the same documents and the same terms with the same positions.
    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? FullTextIndex else { return false }
        return Self.hasSameContent(compacted(), other.compacted())
    }

    private func compacted() -> TextSegment {
        let recentSegment = SegmentBuilder.segment(of: recent.documents, analyzer, fieldCount: fieldCount)
        return SegmentMerge.segment(
            of: segments.map { ($0.segment, $0.removed) } + [(recentSegment, RowBitmap())])
    }

    private static func hasSameContent(_ left: TextSegment, _ right: TextSegment) -> Bool {
        left.elements == right.elements
            && zip(left.fields, right.fields).allSatisfy { left, right in
                left.norms == right.norms && left.termBytes == right.termBytes && left.termStarts == right.termStarts
                    && left.postings == right.postings && left.positions == right.positions
                    && left.totalLength == right.totalLength
            }
    }
}

/// A segment and what was removed of it.
struct LivingSegment: Sendable {
    let segment: TextSegment
    /// Documents by number.
    private(set) var removed = RowBitmap()
    /// Their texts, to be taken from the counts.
    private(set) var removedTexts = RemovedTexts()

    init(_ segment: TextSegment) { self.segment = segment }

    var livingCount: Int { segment.documentCount - removed.count }

    /// A fifth is gone.
    var isWorthRewriting: Bool {
        removed.count >= FullTextIndex.recentLimit && removed.count * 5 >= segment.documentCount
    }

    /// The element's document, if it is there and not removed.
    func living(_ element: UInt32) -> Int? {
        guard let document = segment.document(of: element) else { return nil }
        return removed.contains(UInt32(truncatingIfNeeded: document)) ? nil : document
    }

    var livingElements: [UInt32] {
        segment.elements.indices.filter { !removed.contains(UInt32(truncatingIfNeeded: $0)) }.map {
            segment.elements[$0]
        }
    }

    mutating func remove(_ number: Int, _ document: TextDocument, _ analyzer: Analyzer, _ fieldCount: Int) {
        removed.insert(UInt32(truncatingIfNeeded: number))
        removedTexts.insert(document, analyzer, fieldCount)
    }
}

/// Texts that count no more, inverted as others are.
struct RemovedTexts: Sendable {
    private(set) var segments: [TextSegment] = []
    private(set) var recent = RecentDocuments()

    var count: Int { segments.reduce(recent.documents.count) { $0 + $1.documentCount } }

    mutating func insert(_ document: TextDocument, _ analyzer: Analyzer, _ fieldCount: Int) {
        recent.insert(document)
        guard recent.documents.count >= FullTextIndex.recentLimit else { return }
        segments.append(SegmentBuilder.segment(of: recent.documents, analyzer, fieldCount: fieldCount))
        recent = RecentDocuments()
        while let run = Tiers.run(segments.map(\.documentCount), fanOut: FullTextIndex.fanOut) {
            let merged = SegmentMerge.segment(of: segments[run].map { ($0, RowBitmap()) })
            segments.replaceSubrange(run, with: [merged])
        }
    }
}

/// Which of several segments, the older ones first, should become one.
enum Tiers {
    /// The last `fanOut`, where none of them is much larger than the others together; `nil` where there is nothing to do.
    static func run(_ counts: [Int], fanOut: Int) -> Range<Int>? {
        guard counts.count >= fanOut else { return nil }
        let start = counts.count - fanOut
        let largest = counts[start...].max() ?? 0
        let sum = counts[start...].reduce(0, +)
        return largest * 2 <= sum ? start..<counts.count : nil
    }
}

/// The latest documents, inverted when first asked for.
struct RecentDocuments: Sendable {
    private(set) var documents: [TextDocument] = []
    /// Another one after each change.
    private var inverted = LazySegment()

    mutating func insert(_ document: TextDocument) {
        documents.append(document)
        inverted = LazySegment()
    }

    /// - Returns: whether it was there.
    mutating func remove(_ element: UInt32) -> Bool {
        guard let place = documents.lastIndex(where: { $0.element == element }) else { return false }
        documents.remove(at: place)
        inverted = LazySegment()
        return true
    }

    /// `nil` where there are none.
    func segment(_ analyzer: Analyzer, fieldCount: Int) -> TextSegment? {
        documents.isEmpty ? nil : inverted.segment(of: documents, analyzer, fieldCount: fieldCount)
    }
}

/// A segment that the first who needs it makes, for all.
final class LazySegment: @unchecked Sendable {
    private let lock = Lock()
    private var made: TextSegment?

    func segment(of documents: [TextDocument], _ analyzer: Analyzer, fieldCount: Int) -> TextSegment {
        lock.withLock {
            if let made { return made }
            let segment = SegmentBuilder.segment(of: documents, analyzer, fieldCount: fieldCount)
            made = segment
            return segment
        }
    }
}
