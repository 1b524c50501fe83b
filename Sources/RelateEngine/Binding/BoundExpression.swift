import CypherSyntax

/// An expression over slots. Operators keep their operands' order; `AND` and `OR` are flat, so that a chain of 100,000
/// is no deeper than one.
package indirect enum BoundExpression: Sendable {
    case literal(Value)
    case parameter(Int)
    case slot(Slot)
    /// The same value, with its place: where a run may refuse it for what binding could not know.
    case placed(BoundExpression, SourceSpan)
    case property(of: BoundExpression, key: String, span: SourceSpan)
    /// `a[b]` on a list, map, node or relationship.
    case subscriptOf(BoundExpression, index: BoundExpression, span: SourceSpan)
    case slice(BoundExpression, from: BoundExpression?, to: BoundExpression?, span: SourceSpan)
    case list([BoundExpression])
    case map([(key: String, value: BoundExpression)])
    case and([BoundExpression])
    case or([BoundExpression])
    case xor([BoundExpression])
    case not(BoundExpression)
    case isNull(BoundExpression, negated: Bool)
    case compare(BoundExpression, ComparisonOperator, BoundExpression)
    /// `a < b <= c`: each pair once.
    case comparisonChain(first: BoundExpression, [(ComparisonOperator, BoundExpression)])
    case arithmetic(BoundExpression, ArithmeticOperator, BoundExpression, span: SourceSpan)
    /// `a + b + c …` of one operator kind with left grouping: flat, for the same reason.
    case arithmeticChain(first: BoundExpression, [(ArithmeticOperator, BoundExpression, SourceSpan)])
    case negate(BoundExpression, span: SourceSpan)
    case string(BoundExpression, StringOperator, BoundExpression, span: SourceSpan?)
    case isIn(BoundExpression, BoundExpression)
    case hasLabels(BoundExpression, LabelExpression)
    case isType(BoundExpression, StaticType, negated: Bool)
    case isNormalized(BoundExpression, form: String, negated: Bool)
    case function(FunctionDefinition, [BoundExpression], span: SourceSpan)
    case caseWhen(
        operand: BoundExpression?, branches: [(test: BoundCaseTest, value: BoundExpression)],
        otherwise: BoundExpression?)
    case listComprehension(
        element: Slot, list: BoundExpression, predicate: BoundExpression?, projection: BoundExpression?)
    case quantifier(QuantifierKind, element: Slot, list: BoundExpression, predicate: BoundExpression)
    case reduce(
        accumulator: Slot, initial: BoundExpression, element: Slot, list: BoundExpression, step: BoundExpression)
    /// `allReduce(acc = initial, x IN list | step, predicate)`: the predicate holds after every step.
    case allReduce(
        accumulator: Slot, initial: BoundExpression, element: Slot, list: BoundExpression, step: BoundExpression,
        predicate: BoundExpression)
    case mapProjection(BoundExpression, [MapProjectionItem])
    /// Subqueries; `arguments` are the outer slots read inside.
    case exists(BoundQuery, arguments: [Slot])
    case count(BoundQuery, arguments: [Slot])
    case collect(BoundQuery, column: Slot, arguments: [Slot])
    /// `[(a)-->(b) WHERE p | e]` in document order of matches: a match and what is collected of it.
    case patternComprehension(BoundMatch, projection: BoundExpression)
    /// A named path made of pattern elements: node and relationship slots in order.
    case path([Slot])
    /// A subquery (`source`) that Planning has planned: `plan` is its place among the operation's nested plans. Not made by
    /// Binding.
    case nested(NestedKind, plan: Int, column: Slot?, arguments: [Slot], source: BoundExpression)
    /// How many relationships a node has, 0 for null. Made by Planning of subqueries that ask for no more.
    case degree(of: Slot, types: [String]?, direction: PatternRelationship.Direction)

    package enum NestedKind: Sendable { case exists, count, collect }

    package enum QuantifierKind: Sendable { case all, any, none, single }
}

package enum BoundCaseTest: Sendable {
    /// `WHEN value` of a simple `CASE`, or a predicate of a generic one.
    case value(BoundExpression)
    /// `WHEN < 3`, `WHEN IS NULL`: a predicate over the operand, which it reads from this slot.
    case predicate(BoundExpression, operand: Slot)
}

package enum MapProjectionItem: Sendable {
    case property(String)
    case allProperties
    case entry(key: String, value: BoundExpression)
}

package enum ComparisonOperator: Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

package enum ArithmeticOperator: Sendable { case add, subtract, multiply, divide, modulo, power, concatenate }

package enum StringOperator: Sendable { case startsWith, endsWith, contains, matches }
