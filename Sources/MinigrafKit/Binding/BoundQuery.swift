/// A query whose names are resolved: all that its runs share, whatever their constants are.
final class BoundQuery: Sendable {
    let query: Query
    let names: ClauseBinder.Names
    let columns: [String]
    /// Columns of the rows that clauses make.
    let width: Int
    /// Names of the rules it calls.
    let ruleCalls: [String]
    /// The constants in it are places in `constants`.
    private let template: [BoundClause]
    private let constants: [Constant]

    private enum Constant {
        case value(Value)
        /// A place among a run's parameters.
        case parameter(Int)
    }

    /// Checks a query and resolves its names. Slots named by a number stand for the parameters of a run; others match nothing.
    init(_ query: Query, _ functions: FunctionRegistry) throws(MiniGrafError) {
        try Projection.check(query, functions.aggregates)
        if query.clauses.isEmpty {
            throw .coded(
                "INT-027",
                "query has no :where clause, rules, or aggregates — nothing binds the variables. Add a :where clause "
                    + "(e.g., [:find ?e ?a ?v :where [?e ?a ?v]]) or use an aggregate.")
        }
        try ClauseSafety.checkBound(query)
        try Self.checkTime(query)
        let collected = Collector()
        var binder = ClauseBinder(predicates: functions.predicates, constant: collected.add)
        var names: ClauseBinder.Names = [:]
        template = try binder.bind(query.clauses, &names, isWhole: true)
        self.query = query
        self.names = names
        columns = query.find.map(\.columnName)
        width = binder.slotCount
        ruleCalls = RuleBook.calls(in: query.clauses).map(\.name)
        constants = collected.constants
    }

    private final class Collector {
        var constants: [Constant] = []

        func add(_ term: Term) -> ValueID? {
            switch term {
            case .constant(let value): constants.append(.value(value))
            case .slot(let name):
                guard let place = Int(name) else { return nil }
                constants.append(.parameter(place))
            case .variable, .wildcard, .nothing: return nil
            }
            return ValueID(truncatingIfNeeded: constants.count - 1)
        }
    }

    /// The clauses with the numbers that their constants have among `values`.
    func clauses(_ values: QueryValues, parameters: [ValueID]) -> [BoundClause] {
        if constants.isEmpty { return template }
        let ids = constants.map { constant in
            switch constant {
            case .value(let value): values.id(of: value)
            case .parameter(let place): parameters[place]
            }
        }
        return template.map { $0.replacingConstants(ids) }
    }

    // MARK: time

    func view(now: Int64) -> TimeView {
        var view = TimeView(validAt: now)
        switch query.asOf {
        case .txCount(let count): view.txCount = count
        case .timestamp(let instant): view.txID = instant
        case .slot, nil: break
        }
        switch query.validAt {
        case .timestamp(let instant): view.validAt = instant
        case .anyTime: view.validAt = nil
        case .slot, nil: break
        }
        return view
    }

    private static func checkTime(_ query: Query) throws(MiniGrafError) {
        if case .anyTime = query.validAt { return }
        if readsVersions(query.clauses) {
            throw .coded(
                "INT-026",
                "temporal pseudo-attributes :db/valid-from, :db/valid-to, :db/tx-count, and :db/tx-id require "
                    + ":any-valid-time; add :any-valid-time to your query")
        }
    }

    private static func readsVersions(_ clauses: [Clause]) -> Bool {
        clauses.contains { clause in
            switch clause {
            case .pattern(_, .constant(.keyword(let name)), _):
                PseudoAttribute(rawValue: name).map { $0 != .validAt } ?? false
            case .pattern, .ruleCall, .expression: false
            case .not(let inner), .notJoin(_, let inner): readsVersions(inner)
            case .or(let branches), .orJoin(_, let branches): branches.contains { readsVersions($0) }
            }
        }
    }
}

extension BoundTerm {
    /// - Parameter ids: The numbers that stand for the places a template's constants are.
    fileprivate func replacingConstant(_ ids: [ValueID]) -> BoundTerm {
        if case .constant(let place) = self { .constant(ids[Int(place)]) } else { self }
    }
}

extension BoundClause {
    fileprivate func replacingConstants(_ ids: [ValueID]) -> BoundClause {
        switch self {
        case .pattern(var pattern):
            pattern.entity = pattern.entity.replacingConstant(ids)
            pattern.attribute = pattern.attribute.replacingConstant(ids)
            pattern.value = pattern.value.replacingConstant(ids)
            return .pattern(pattern)
        case .pseudo(let attribute, let version, let value):
            return .pseudo(attribute, version: version, value: value.replacingConstant(ids))
        case .ruleCall(var call):
            call.arguments = call.arguments.map { $0.replacingConstant(ids) }
            return .ruleCall(call)
        case .expression: return self
        case .not(let clauses): return .not(clauses.map { $0.replacingConstants(ids) })
        case .or(let branches): return .or(branches.map { $0.map { $0.replacingConstants(ids) } })
        case .orJoin(let branches): return .orJoin(branches.map { $0.map { $0.replacingConstants(ids) } })
        }
    }
}
