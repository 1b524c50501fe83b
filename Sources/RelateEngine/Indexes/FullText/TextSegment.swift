/// Documents of a full-text index, inverted: made once and never changed. A document's number in it follows the order of the
/// elements.
final class TextSegment: Sendable {
    /// By document, rising.
    let elements: [UInt32]
    let fields: [FieldPostings]

    init(elements: [UInt32], fields: [FieldPostings]) {
        self.elements = elements
        self.fields = fields
    }

    var documentCount: Int { elements.count }

    var byteCount: Int { fields.reduce(0) { $0 + $1.byteCount } }

    func document(of element: UInt32) -> Int? {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < elements.count && elements[low] == element ? low : nil
    }
}

/// A document before it is inverted: an element and the values of the index's properties.
struct TextDocument: Sendable {
    var element: UInt32
    var values: [Value]

    /// The texts of a property: a string is one, a list of strings several.
    static func forEachText(of value: Value, _ body: (String) -> Void) {
        switch value {
        case .string(let text): body(text)
        case .list(let items):
            for item in items { if case .string(let text) = item { body(text) } }
        default: break
        }
    }

    var hasText: Bool {
        values.contains { value in
            switch value {
            case .string: true
            case .list(let items): items.contains { if case .string = $0 { true } else { false } }
            default: false
            }
        }
    }
}

/// Inverts documents, given in the order of their elements.
struct SegmentBuilder {
    private let analyzer: Analyzer
    private var elements: [UInt32] = []
    private var fields: [Field]
    private(set) var tokenCount = 0

    /// All words of a field, one behind the other.
    private struct Field {
        var terms = TermTable()
        var words: [UInt32] = []
        var documents: [UInt32] = []
        var positions: [UInt32] = []
        var norms: [UInt8] = []
    }

    init(_ analyzer: Analyzer, fieldCount: Int) {
        self.analyzer = analyzer
        fields = Array(repeating: Field(), count: fieldCount)
    }

    static func segment(of documents: [TextDocument], _ analyzer: Analyzer, fieldCount: Int) -> TextSegment {
        var builder = SegmentBuilder(analyzer, fieldCount: fieldCount)
        for document in documents.sorted(by: { $0.element < $1.element }) { builder.add(document) }
        return builder.finished()
    }

    var isEmpty: Bool { elements.isEmpty }

    mutating func add(_ document: TextDocument) {
        let number = UInt32(truncatingIfNeeded: elements.count)
        elements.append(document.element)
        for index in fields.indices {
            let before = fields[index].words.count
            var position = 0
            if index < document.values.count {
                TextDocument.forEachText(of: document.values[index]) { text in
                    position = analyzer.forEachTerm(of: text, from: position) { term, place in
                        fields[index].words.append(fields[index].terms.intern(term))
                        fields[index].documents.append(number)
                        fields[index].positions.append(UInt32(truncatingIfNeeded: place))
                    }
                }
            }
            let length = fields[index].words.count - before
            fields[index].norms.append(LengthNorm.encode(length))
            tokenCount += length
        }
    }

    func finished() -> TextSegment { finished({}) }

    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    func finished<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) -> TextSegment {
        var inverted: [FieldPostings] = []
        for field in fields { inverted.append(try Self.invert(field, check)) }
        return TextSegment(elements: elements, fields: inverted)
    }

    private static func invert<Failure: Error>(
        _ field: Field, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> FieldPostings {
        // Words by term, in each by document, in each by position: they came in the order of the last two.
        var ends = [Int](repeating: 0, count: field.terms.count + 1)
        for word in field.words { ends[Int(word) + 1] += 1 }
        for term in 0..<field.terms.count { ends[term + 1] += ends[term] }
        var places = ends
        // Document and position of each, side by side: they are read together, one behind the other.
        var sorted = [UInt64](repeating: 0, count: field.words.count)
        try sorted.withUnsafeMutableBufferPointer { (sorted) throws(Failure) in
            for (index, word) in field.words.enumerated() {
                if index & 0xffff == 0 { try check() }
                sorted[places[Int(word)]] = UInt64(field.documents[index]) << 32 | UInt64(field.positions[index])
                places[Int(word)] += 1
            }
        }
        var writer = FieldWriter()
        var positions: [UInt32] = []
        let order = try field.terms.sortedNumbers(check)
        try field.terms.bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            for (number, term) in order.enumerated() {
                if number & 0x3f == 0 { try check() }
                var place = ends[Int(term)]
                let end = ends[Int(term) + 1]
                while place < end {
                    if place & 0xffff == 0 { try check() }
                    let document = UInt32(truncatingIfNeeded: sorted[place] >> 32)
                    positions.removeAll(keepingCapacity: true)
                    while place < end, UInt32(truncatingIfNeeded: sorted[place] >> 32) == document {
                        positions.append(UInt32(truncatingIfNeeded: sorted[place]))
                        place += 1
                    }
                    writer.add(document, norm: field.norms[Int(document)], positions[...])
                }
                writer.finish(field.terms.term(term, bytes))
            }
        }
        return FieldPostings(writer, norms: field.norms)
    }
}
