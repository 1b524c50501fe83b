/// The beginning or the end of a transaction.
enum TransactionStep: Hashable, Sendable {
    case begin, commit, rollback

    /// `BEGIN`, `COMMIT` and `ROLLBACK`, in any case, with or without `TRANSACTION`; `nil` for other statements.
    init?(statement text: String) {
        // Longer ones cannot be meant, and need no look at all their words.
        guard text.utf8.count < 1000 else { return nil }
        // Nor does one that begins with another letter.
        guard let first = text.utf8.first(where: { $0 > 0x20 && $0 != UInt8(ascii: ";") }),
            first >= 0x80 || "BCR".utf8.contains(first & ~0x20)
        else { return nil }
        // Nor does one that begins with another word: most are of `CREATE` and `RETURN`.
        let word = text.utf8.drop { $0 <= 0x20 || $0 == UInt8(ascii: ";") }.prefix { $0 & ~0x20 >= UInt8(ascii: "A") }
        let isControl = ["BEGIN", "COMMIT", "ROLLBACK"].contains { control in
            word.elementsEqual(control.utf8) { $0 & ~0x20 == $1 }
        }
        guard isControl || word.contains(where: { $0 >= 0x80 }) else { return nil }
        var words = text.split { $0.isWhitespace || $0 == ";" }.map { $0.uppercased() }
        if words.count == 2, words[1] == "TRANSACTION" { words.removeLast() }
        switch words {
        case ["BEGIN"]: self = .begin
        case ["COMMIT"]: self = .commit
        case ["ROLLBACK"]: self = .rollback
        default: return nil
        }
    }
}
