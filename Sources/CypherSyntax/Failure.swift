/// A syntax error on its way up: one word, so that the many functions it passes through stay small.
final class Failure: Error {
    let error: SyntaxError

    init(_ error: SyntaxError) { self.error = error }

    convenience init(
        _ kind: SyntaxError.Kind, _ detail: String, at span: SourceSpan, gqlStatus: String = "42N06",
        suggestion: String? = nil
    ) {
        self.init(SyntaxError(kind, detail, at: span, gqlStatus: gqlStatus, suggestion: suggestion))
    }

    static func nestingTooDeep(at span: SourceSpan) -> Failure {
        Failure(
            .nestingTooDeep,
            "The statement nests more than \(Parser.nestingDepthLimit) levels of brackets, subqueries or prefix operators",
            at: span)
    }
}

extension Parser {
    /// The current token fits no rule. The message says what could have stood there, where that was noted.
    func unexpected(_ kind: SyntaxError.Kind = .unexpectedSyntax) -> Failure {
        let token = current
        let span = token.span
        switch token.kind {
        case .unterminatedString:
            return Failure(
                .unexpectedSyntax, "The string that begins here has no closing quote", at: span, gqlStatus: "42I19")
        case .unterminatedComment:
            return Failure(
                .unexpectedSyntax, "The comment that begins here has no closing '*/'", at: span, gqlStatus: "42I02")
        case .unterminatedName:
            return Failure(.unexpectedSyntax, "The name that begins here has no closing backtick", at: span)
        case .unicodeDash, .unicodeLeftHead, .unicodeRightHead:
            return invalidCharacter(token, "It can stand only in the arrow of a pattern")
        case .unknown where source[Int(token.lower)] >= 0x80:
            return invalidCharacter(token, nil)
        default: break
        }
        let isHere = expectations?.position == position
        let written = excerpt(token)
        let suggestion = isHere && token.kind == .word ? expectations?.suggestion(for: written) : nil
        let expected = isHere ? expectations?.descriptions(suggestion: suggestion) ?? [] : []
        var detail = token.kind == .endOfText ? "Unexpected end of the statement" : "Invalid input '\(written)'"
        if !expected.isEmpty { detail += ": expected \(expected.joined(separator: ", "))" }
        if let suggestion { detail += ". Did you mean '\(suggestion)'?" }
        let isEnd = token.kind == .endOfText
        return Failure(
            SyntaxError(
                isEnd && kind == .unexpectedSyntax ? .incompleteQuery : kind, detail, at: span,
                gqlStatus: isEnd ? "42N45" : "42N06", expected: expected, suggestion: suggestion,
                isUnexpectedToken: true))
    }

    private func invalidCharacter(_ token: Token, _ advice: String?) -> Failure {
        let detail = "Invalid character '\(excerpt(token))'" + (advice.map { ". \($0)" } ?? "")
        return Failure(.invalidUnicodeCharacter, detail, at: token.span)
    }

    func malformedNumber(_ token: Token) -> Failure {
        Failure(
            .invalidNumberLiteral, "'\(excerpt(token))' is not a number", at: token.span, gqlStatus: "42I07")
    }

    /// The token's text, cut where it is long.
    func excerpt(_ token: Token) -> String {
        let text = text(token)
        return text.utf8.count <= 60 ? text : String(text.prefix(40)) + "…"
    }
}
