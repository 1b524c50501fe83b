/// An expression and where it stands. Parentheses are not kept; the span is that of the expression inside them.
public struct Expression: Hashable, Sendable {
    public var kind: Kind
    @Uncompared public var span: SourceSpan

    public init(_ kind: Kind, span: SourceSpan) {
        self.kind = kind
        self.span = span
    }

    /// Chains of one level of precedence are flat, so that 100,000 operands are no deeper than two.
    public indirect enum Kind: Hashable, Sendable {
        case null
        case boolean(Bool)
        case integer(Int64)
        /// NaN is equal to no tree, not even its own.
        case float(Double)
        case string(String)
        /// `s'text ${e}'`
        case interpolatedString([InterpolationSegment])
        case parameter(Parameter)
        case variable(Name)
        case list([Expression])
        case map([MapEntry])

        case property(Expression, Name)
        /// `e[index]`
        case subscriptOf(Expression, index: Expression)
        /// `e[from..to]`
        case slice(Expression, from: Expression?, to: Expression?)

        /// Two or more operands.
        case and([Expression])
        case or([Expression])
        case xor([Expression])
        case not(Expression)
        /// `a < b <= c`: each neighbouring pair.
        case comparison(Expression, [ComparisonLink])
        /// `+ - ||`, `* / %` or `^`, grouped from the left; one level of precedence a chain.
        case arithmetic(Expression, [ArithmeticLink])
        case negate(Expression)
        case unaryPlus(Expression)
        case stringPredicate(Expression, StringOperator, Expression)
        case isIn(Expression, Expression)
        case isNull(Expression, isNegated: Bool)
        case isTyped(Expression, TypeSyntax, isNegated: Bool)
        case isNormalized(Expression, form: NormalForm, isNegated: Bool)
        /// `e:A|B`, `e IS [NOT] [LABELED] A`
        case hasLabels(Expression, LabelSyntax, isNegated: Bool)

        case function(FunctionCall)
        case countStar
        /// `trim([[BOTH|LEADING|TRAILING] [characters] FROM] source)` with at least one of the words.
        case trim(TrimSide, characters: Expression?, source: Expression)
        /// A word in the place of an argument: `normalize(s, NFC)`, `vector(l, 3, FLOAT32)`, upper-cased.
        case keyword(String)

        case caseWhen(CaseExpression)
        /// The operand of the `CASE` around it: the left side of a test such as `WHEN < 3`.
        case caseOperand

        /// `[x IN list WHERE p | e]`
        case listComprehension(variable: Name, list: Expression, predicate: Expression?, projection: Expression?)
        /// `[[p =] pattern WHERE p | e]`
        case patternComprehension(PathPattern, predicate: Expression?, projection: Expression)
        /// `all(x IN list WHERE p)`; the predicate is missing where none is written.
        case quantifier(QuantifierKind, variable: Name, list: Expression, predicate: Expression?)
        case reduce(Reduction)
        /// `allReduce(acc = init, x IN list | step, predicate)`
        case allReduce(Reduction, predicate: Expression)
        case mapProjection(Name, [MapProjectionItem])

        case exists(Subquery)
        case count(Subquery)
        case collect(Subquery)
        /// A path pattern as a predicate, `exists(pattern)` included, and `shortestPath(pattern)`.
        case pattern(PathPattern)
    }

    public struct ComparisonLink: Hashable, Sendable {
        public var comparison: Comparison
        public var operand: Expression
        @Uncompared public var operatorSpan: SourceSpan
    }

    public enum Comparison: Hashable, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

    public struct ArithmeticLink: Hashable, Sendable {
        public var arithmetic: Arithmetic
        public var operand: Expression
        @Uncompared public var operatorSpan: SourceSpan
    }

    public enum Arithmetic: Hashable, Sendable { case add, subtract, multiply, divide, modulo, power, concatenate }

    public enum StringOperator: Hashable, Sendable { case startsWith, endsWith, contains, matches }

    public enum QuantifierKind: Hashable, Sendable { case all, any, none, single }

    public enum TrimSide: Hashable, Sendable { case both, leading, trailing }

    public enum NormalForm: String, Hashable, Sendable {
        case nfc = "NFC"
        case nfd = "NFD"
        case nfkc = "NFKC"
        case nfkd = "NFKD"
    }

    public enum InterpolationSegment: Hashable, Sendable {
        case text(String)
        case expression(Expression)
    }

    public struct MapEntry: Hashable, Sendable {
        public var key: Name
        public var value: Expression
    }

    public enum MapProjectionItem: Hashable, Sendable {
        /// `.key`
        case property(Name)
        /// `.*`
        case allProperties
        /// `name`, short for `name: name`
        case variable(Name)
        case entry(MapEntry)
    }

    public struct Reduction: Hashable, Sendable {
        public var accumulator: Name
        public var initial: Expression
        public var variable: Name
        public var list: Expression
        public var step: Expression
    }
}

/// `ns.name([DISTINCT|ALL] argument, …)`
public struct FunctionCall: Hashable, Sendable {
    /// The parts of the dotted name as written, at least one.
    public var name: [Name]
    public var isDistinct: Bool
    public var arguments: [Expression]

    public var dottedName: String {
        name.count == 1 ? name[0].text : name.map(\.text).joined(separator: ".")
    }

    public var nameSpan: SourceSpan {
        SourceSpan(name.first?.span.lowerBound ?? 0, name.last?.span.upperBound ?? 0)
    }
}

public struct CaseExpression: Hashable, Sendable {
    public var operand: Expression?
    public var branches: [Branch]
    public var otherwise: Expression?

    public struct Branch: Hashable, Sendable {
        /// Without an operand one test, a predicate; with an operand one or more.
        public var tests: [Test]
        public var value: Expression
    }

    public enum Test: Hashable, Sendable {
        /// Equal to the operand; without one: true.
        case value(Expression)
        /// A predicate that reads the operand as `.caseOperand`: `WHEN < 3`, `WHEN IS NULL`.
        case predicate(Expression)
    }
}

/// The body of `EXISTS { … }`, `COUNT { … }` and `COLLECT { … }`.
public struct Subquery: Hashable, Sendable {
    public var body: Body
    /// With the braces.
    @Uncompared public var span: SourceSpan

    public enum Body: Hashable, Sendable {
        /// `[mode] pattern, … [WHERE e]`, a `MATCH` without the word.
        case pattern(MatchClause)
        case query(Query)
    }
}
