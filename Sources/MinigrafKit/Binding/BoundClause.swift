/// A position of a pattern: a column of the rows, a value, anything, or something that no fact can hold.
enum BoundTerm: Sendable {
    case slot(Int)
    case constant(ValueID)
    case wildcard
    case nothing
}

indirect enum BoundExpression: Sendable {
    case constant(Value)
    case slot(Int)
    case call(Expression.Operator, [BoundExpression])
    case matches(BoundExpression, RegularExpression)
    case user(name: String, any MiniGrafPredicate, BoundExpression)
}

struct BoundPattern: Sendable {
    var entity: BoundTerm
    var attribute: BoundTerm
    var value: BoundTerm
    /// The column that takes the matched version, where a pseudo-attribute asks for it.
    var versionSlot: Int?
    /// Columns whose spelling this pattern decides: it is the first that names the variable.
    var decides: BitSet = []
}

struct BoundCall: Sendable {
    var name: String
    var arguments: [BoundTerm]
    /// As for a pattern.
    var decides: BitSet = []
}

indirect enum BoundClause: Sendable {
    case pattern(BoundPattern)
    case pseudo(PseudoAttribute, version: Int, value: BoundTerm)
    case ruleCall(BoundCall)
    case expression(BoundExpression, output: Int?)
    case not([BoundClause])
    case or([[BoundClause]])
    case orJoin([[BoundClause]])
}

extension BoundClause {
    /// Columns that are there after the clause.
    var outputs: BitSet {
        switch self {
        case .pattern(let pattern):
            var slots = Self.slots([pattern.entity, pattern.attribute, pattern.value])
            if let version = pattern.versionSlot { slots.insert(version) }
            return slots
        case .pseudo(_, _, let value): return Self.slots([value])
        case .ruleCall(let call): return Self.slots(call.arguments)
        case .expression(_, let output): return output.map { [$0] } ?? []
        case .not, .orJoin: return []
        case .or(let branches): return BitSet(branches.flatMap { $0.flatMap(\.outputs) })
        }
    }

    /// Columns it reads or writes.
    var mentions: BitSet {
        switch self {
        case .pattern, .ruleCall: return outputs
        case .pseudo(_, let version, _): return outputs.union([version])
        case .expression(let expression, _): return outputs.union(expression.slots)
        case .not(let clauses): return BitSet(clauses.flatMap(\.mentions))
        case .or(let branches), .orJoin(let branches): return BitSet(branches.flatMap { $0.flatMap(\.mentions) })
        }
    }

    /// The column in which it leaves the version that it matched.
    var versionSlot: Int? {
        if case .pattern(let pattern) = self { pattern.versionSlot } else { nil }
    }

    var isNegation: Bool {
        if case .not = self { true } else { false }
    }

    static func slots(_ terms: [BoundTerm]) -> BitSet {
        var slots: BitSet = []
        for case .slot(let slot) in terms { slots.insert(slot) }
        return slots
    }
}

extension BoundExpression {
    /// A function of the user is called anew for each row.
    var callsUser: Bool {
        switch self {
        case .constant, .slot: false
        case .call(_, let arguments): arguments.contains { $0.callsUser }
        case .matches(let argument, _): argument.callsUser
        case .user: true
        }
    }

    var slots: BitSet {
        switch self {
        case .constant: []
        case .slot(let slot): [slot]
        case .call(_, let arguments): BitSet(arguments.flatMap(\.slots))
        case .matches(let argument, _), .user(_, _, let argument): argument.slots
        }
    }
}
