/// Why a text is no statement, and where.
public struct SyntaxError: Error, Hashable, Sendable {
    public var kind: Kind
    /// A sentence or two for people, without the place.
    public var detail: String
    public var span: SourceSpan
    /// The five-character GQLSTATUS.
    public var gqlStatus: String
    /// What could have stood there, as in the detail: words in quotes, or kinds such as `an expression`.
    public var expected: [String]
    /// A word that may have been meant.
    public var suggestion: String?
    /// The detail is about a token at which no rule goes on: a second run can say what it expected.
    var isUnexpectedToken: Bool

    /// The openCypher TCK's names for what is wrong, and our own where it has none.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case unexpectedSyntax = "UnexpectedSyntax"
        case incompleteQuery = "IncompleteQuery"
        case invalidNumberLiteral = "InvalidNumberLiteral"
        case integerOverflow = "IntegerOverflow"
        case floatingPointOverflow = "FloatingPointOverflow"
        case invalidUnicodeLiteral = "InvalidUnicodeLiteral"
        case invalidUnicodeCharacter = "InvalidUnicodeCharacter"
        case invalidStringLiteral = "InvalidStringLiteral"
        case invalidRelationshipPattern = "InvalidRelationshipPattern"
        case invalidLabelExpression = "InvalidLabelExpression"
        case invalidParameterUse = "InvalidParameterUse"
        case invalidClauseComposition = "InvalidClauseComposition"
        case invalidQuantifier = "InvalidQuantifier"
        case nestingTooDeep = "NestingTooDeep"
    }

    public init(
        _ kind: Kind, _ detail: String, at span: SourceSpan, gqlStatus: String = "42N06", expected: [String] = [],
        suggestion: String? = nil
    ) {
        self.init(
            kind, detail, at: span, gqlStatus: gqlStatus, expected: expected, suggestion: suggestion,
            isUnexpectedToken: false)
    }

    init(
        _ kind: Kind, _ detail: String, at span: SourceSpan, gqlStatus: String, expected: [String],
        suggestion: String?, isUnexpectedToken: Bool
    ) {
        self.kind = kind
        self.detail = detail
        self.span = span
        self.gqlStatus = gqlStatus
        self.expected = expected
        self.suggestion = suggestion
        self.isUnexpectedToken = isUnexpectedToken
    }
}
