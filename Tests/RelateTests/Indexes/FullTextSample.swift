@testable import Relate

/// A full-text index over a few texts, and the elements that a query finds there.
struct FullTextSample {
    var index: FullTextIndex
    let fields: [String]

    init(
        _ documents: [[String?]] = [], analyzer: String = AnalyzerCatalog.defaultName, fields: [String] = ["text"]
    ) {
        index = FullTextIndex(
            AnalyzerCatalog.analyzer(named: analyzer) ?? Analyzer("none", "", .standard), fieldCount: fields.count)
        self.fields = fields
        for (element, texts) in documents.enumerated() {
            index.insert(UInt32(element), texts.map { $0.map { .string($0) } ?? .null })
        }
    }

    func hits(_ query: String, count: Int? = nil) throws -> [(element: UInt32, score: Float)] {
        let parsed = try TextQueryParser.query(query, fields: fields, index.analyzer)
        return try index.matches(of: parsed, count: count)
    }

    func found(_ query: String) throws -> [UInt32] { try hits(query).map(\.element).sorted() }
}
