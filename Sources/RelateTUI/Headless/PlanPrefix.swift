import CypherSyntax

/// `--format plan` shows the plan of every statement: those that ask for none are profiled.
enum PlanPrefix {
    static func added(to text: String) -> String {
        // Prefixes stand before all else: EXPLAIN, PROFILE, and CYPHER with its options.
        for token in Lexer.tokens(in: text) where token.kind == .word {
            if token.keyword == .explain || token.keyword == .profile { return text }
            if token.keyword != .cypher, token.keyword != nil { break }
        }
        return "PROFILE " + text
    }
}
