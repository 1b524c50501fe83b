extension Model {
    /// A path as it is typed behind a command: quotes round the whole of it are no part of it.
    ///
    /// - Returns: `nil` where there is none, which is said.
    mutating func needPath(_ argument: String, _ what: String) -> String? {
        guard need(argument, what) else { return nil }
        let path = argument.withoutQuotes
        if path.isEmpty { message = .error("An empty name is no path: type \(what)") }
        return path.isEmpty ? nil : path
    }
}

extension String {
    /// Without the quotes that stand round the whole of it.
    var withoutQuotes: String {
        guard count > 1, let quote = first, quote == "\"" || quote == "'", last == quote else { return self }
        return String(dropFirst().dropLast())
    }
}
