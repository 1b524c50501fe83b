import Relate
import Render

/// A statement's outcome in a few words: `3 rows, 2 nodes created, 0.4 ms`.
enum ResultSummary {
    static func text(of result: QueryResult) -> String {
        var parts: [String] = []
        if !result.columns.isEmpty, result.plan?.profiled != false {
            parts.append(result.rows.count == 1 ? "1 row" : "\(result.rows.count) rows")
        }
        for counter in result.stats.counters where counter.value > 0 {
            parts.append("\(counter.value) \(words(counter.name, counter.value))")
        }
        parts.append(Quantities.duration(ms: result.elapsedMs))
        return parts.joined(separator: ", ")
    }

    /// `nodesCreated` as `node created` or `nodes created`.
    private static func words(_ name: String, _ count: Int) -> String {
        var words = ""
        for character in name {
            if character.isUppercase {
                if count == 1, words.hasSuffix("s") { words.removeLast() }
                if count == 1, words.hasSuffix("propertie") { words = "property" }
                if count == 1, words.hasSuffix("indexe") { words = "index" }
                words += " " + character.lowercased()
            } else {
                words.append(character)
            }
        }
        return words
    }
}
