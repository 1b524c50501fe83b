/// A piece of a statement's text. Offsets are 32 bits wide: a text of 4 GiB and more is not lexed.
public struct Token: Hashable, Sendable {
    public var kind: Kind
    /// The keyword that a `.word` spells; it is a name all the same where the grammar wants one.
    public var keyword: Keyword?
    var lower: UInt32
    var upper: UInt32
    /// For a bracket, the index of the one that belongs to it among the tokens without trivia, 0 for none; for a word
    /// with `\uXXXX` in it, `hasEscapes`.
    var partner: UInt32

    static let hasEscapes: UInt32 = 1

    init(_ kind: Kind, _ lower: Int, _ upper: Int, keyword: Keyword? = nil) {
        self.kind = kind
        self.keyword = keyword
        self.lower = UInt32(truncatingIfNeeded: lower)
        self.upper = UInt32(truncatingIfNeeded: upper)
        partner = 0
    }

    public var span: SourceSpan { SourceSpan(Int(lower), Int(upper)) }

    public enum Kind: UInt8, Hashable, Sendable {
        /// A name or keyword without backticks.
        case word
        /// A name in backticks.
        case quotedName
        /// `$name`, `$0`, `` $`name` ``
        case parameter
        case integer, float
        /// A run that begins like a number and is none, such as `0x` or `12ab`.
        case malformedNumber
        case string
        /// `s'…${e}…'`
        case interpolatedString

        case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
        case comma, dot, dotDot, colon, doubleColon, semicolon
        case plus, plusEqual, minus, star, slash, percent, caret
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, matches, doubleArrow
        case bar, doubleBar, ampersand, exclamation, dollar
        /// `!=`, which other languages have.
        case exclamationEqual
        /// Unicode's other dashes and angle brackets, allowed in the arrows of patterns.
        case unicodeDash, unicodeLeftHead, unicodeRightHead

        case whitespace, lineComment, blockComment
        case unterminatedString, unterminatedName, unterminatedComment
        /// A character no token begins with.
        case unknown
        /// Behind the last token.
        case endOfText

        @inlinable
        public static func == (left: Kind, right: Kind) -> Bool { left.rawValue == right.rawValue }

        /// Comments and whitespace: what the parser never sees.
        public var isTrivia: Bool { self == .whitespace || self == .lineComment || self == .blockComment }
    }
}
