/// The compiled patterns of a statement's `=~`, so that none is compiled again for every row.
///
/// Patterns nearly always are constants; where they come from rows, those used last are kept. One thread at a time.
package final class RegexCache {
    private static let patternsLimit = 32

    private var entries: [String: (expression: RegularExpression, lastUse: UInt64)] = [:]
    private var latest: (pattern: String, expression: RegularExpression)?
    private var useCount: UInt64 = 0

    package init() {}

    /// Whether the whole of `text` matches `pattern`.
    ///
    /// - Throws: `invalidRegularExpression`, or `regularExpressionTooCostly` when the text would take too long.
    package func matches(_ text: String, _ pattern: String) throws(EngineError) -> Bool {
        try expression(pattern).matches(text)
    }

    private func expression(_ pattern: String) throws(EngineError) -> RegularExpression {
        if let latest, latest.pattern.hasSameBytes(as: pattern) { return latest.expression }
        useCount += 1
        // Swift's strings are equal by canonical equivalence; patterns that differ in bytes must not share an entry.
        if let entry = entries[pattern], entry.expression.pattern.hasSameBytes(as: pattern) {
            entries[pattern]?.lastUse = useCount
            latest = (pattern, entry.expression)
            return entry.expression
        }
        let compiled = try RegularExpression(pattern)
        if entries.count >= Self.patternsLimit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        entries[pattern] = (compiled, useCount)
        latest = (pattern, compiled)
        return compiled
    }
}
