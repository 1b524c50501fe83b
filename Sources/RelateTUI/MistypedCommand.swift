/// A first word that was meant for a command, and would become a store of that name.
enum MistypedCommand {
    private static let commands = ["info", "check", "clone", "import", "export"]
    /// Words that are options here.
    private static let options = ["help": "--help", "version": "--version"]

    /// - Parameter isThere: Whether something has that path: then it is a store, however it is called.
    /// - Throws: for a plain word without slash or ending that is a slip away from a command, or from `help` or `version`.
    static func refuse(_ words: [String], isThere: (String) -> Bool = NewStore.isThere) throws(UsageError) {
        guard let word = words.first, word.utf8.count < 40, !word.contains(where: { "/.:".contains($0) }),
            !word.hasPrefix("-")
        else { return }
        let known = commands + options.keys.sorted()
        guard let meant = known.first(where: { isSlip(from: $0, to: word.lowercased()) }), !isThere(word) else {
            return
        }
        throw UsageError(
            "there is no command \(word); did you mean \(options[meant] ?? meant)? A new store of that name is written "
                + "./\(word)")
    }

    /// One letter more, less or another, or two neighbours exchanged.
    private static func isSlip(from word: String, to other: String) -> Bool {
        var (left, right) = (Array(word.utf8)[...], Array(other.utf8)[...])
        while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
        while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
        return switch (left.count, right.count) {
        case (0, 0), (0, 1), (1, 0), (1, 1): true
        case (2, 2): left.first == right.last && left.last == right.first
        default: false
        }
    }
}
