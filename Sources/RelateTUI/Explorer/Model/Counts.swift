import Render

/// Counts with their nouns.
enum Counts {
    /// `12 480`.
    static func grouped(_ number: Int) -> String { ValueRendering.grouped(Int64(number)) }

    /// `1 row`, `12 480 rows`.
    static func of(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural(noun))"
    }

    /// `entities` of `entity`, `keys` of `key`.
    private static func plural(_ noun: String) -> String {
        guard noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) else {
            return noun + "s"
        }
        return noun.dropLast() + "ies"
    }
}
