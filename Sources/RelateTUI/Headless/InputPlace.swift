import Relate

/// Where a statement came from, for messages: `script.cypher:12`.
struct InputPlace: Equatable {
    let source: String
    /// From 1.
    let line: Int
    /// The character of the line at which the statement's text begins, from 1; `nil` where the text is not in the
    /// source as it is, as in a line of JSON.
    var column: Int?

    /// The failure's own place in the source, where the failure knows its place in the statement.
    func text(of failure: Failure) -> String {
        guard let column, let position = failure.engine?.position else { return "\(source):\(line)" }
        let start = position.line == 1 ? column - 1 : 0
        return "\(source):\(line + position.line - 1):\(start + position.column)"
    }
}
