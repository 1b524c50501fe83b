/// One command, read but not yet checked against a store.
enum Statement: Sendable {
    case transact([FactForm])
    case retract([FactForm])
    case query(Query)
    case rule(Rule)

    var commandName: String {
        switch self {
        case .transact: "transact"
        case .retract: "retract"
        case .query: "query"
        case .rule: "rule"
        }
    }
}

/// A fact of a `transact` or `retract`, with the window it names.
struct FactForm: Sendable {
    var entity: Form
    var attribute: Form
    var value: Form
    var validFrom: Int64?
    var validTo: Int64?
}

struct Query: Sendable {
    var find: [FindSpecification] = []
    var clauses: [Clause] = []
    var with: [String] = []
    var asOf: AsOf?
    var validAt: ValidAt?
    var derivedFactsLimit: Int64?
    var resultsLimit: Int64?

    enum AsOf: Sendable {
        case txCount(Int64)
        case timestamp(Int64)
        case slot(String)
    }

    enum ValidAt: Sendable {
        case timestamp(Int64)
        case anyTime
        case slot(String)
    }
}

extension Query {
    /// The query at a point in time, which stands above its own.
    func at(_ time: QueryTime) -> Query {
        var query = self
        if let count = time.txCount { query.asOf = .txCount(count) }
        switch time.validAt {
        case .instant(let instant): query.validAt = .timestamp(instant)
        case .anyTime: query.validAt = .anyTime
        case nil: break
        }
        return query
    }
}

/// `(rule [(name args...) clause...])`
struct Rule: Sendable {
    var name: String
    /// Two at most.
    var arguments: [Term]
    var clauses: [Clause]
    /// Of each argument why no tuple can be made with it; said when the first one would be.
    var argumentProblems: [String?]
}

enum FindSpecification: Sendable {
    case variable(String)
    case aggregate(function: String, variable: String)
    case window(WindowSpecification)

    /// The column's name in the result.
    var columnName: String {
        switch self {
        case .variable(let name): name
        case .aggregate(let function, let variable): "(\(function) \(variable))"
        case .window(let window):
            window.variable.map { "(\(window.function) \($0) :over ...)" } ?? "(\(window.function) :over ...)"
        }
    }
}

struct WindowSpecification: Sendable {
    var function: String
    var variable: String?
    var partition: String?
    var order: String
    var isDescending = false
}

/// A position of a pattern or an argument of a rule call.
enum Term: Sendable {
    case variable(String)
    case wildcard
    case constant(Value)
    case slot(String)
    /// A form that no fact can hold: it is accepted and matches nothing.
    case nothing
}

indirect enum Clause: Sendable {
    case pattern(entity: Term, attribute: Term, value: Term)
    case ruleCall(name: String, arguments: [Term])
    case expression(Expression, output: String?)
    case not([Clause])
    case notJoin(variables: [String], clauses: [Clause])
    case or([[Clause]])
    case orJoin(variables: [String], branches: [[Clause]])
}

indirect enum Expression: Sendable {
    case constant(Value)
    case variable(String)
    case slot(String)
    case call(Operator, [Expression])
    case matches(Expression, RegularExpression)
    case userPredicate(name: String, Expression)

    enum Operator: String, Sendable {
        case less = "<"
        case greater = ">"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case equal = "="
        case notEqual = "!="
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case startsWith = "starts-with?"
        case endsWith = "ends-with?"
        case contains = "contains?"
        case isMember = "in?"
        case isString = "string?"
        case isInteger = "integer?"
        case isFloat = "float?"
        case isBoolean = "boolean?"
        case isNull = "nil?"

        var argumentCount: Int {
            switch self {
            case .isString, .isInteger, .isFloat, .isBoolean, .isNull: 1
            default: 2
            }
        }
    }
}

/// The attributes that describe the matched fact instead of being stored.
enum PseudoAttribute: String, Sendable {
    case validFrom = ":db/valid-from"
    case validTo = ":db/valid-to"
    case txCount = ":db/tx-count"
    case txID = ":db/tx-id"
    case validAt = ":db/valid-at"
}
