import Render

/// Counts with their nouns.
enum Counts {
    /// `12 480`.
    static func grouped(_ number: Int) -> String { ValueRendering.grouped(Int64(number)) }

    /// `1 row`, `12 480 rows`.
    static func of(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }
}
