/// The rules on which variables must be bound where, checked when a statement is read.
enum ClauseSafety {
    /// - Parameter head: The variables of a rule's head, which negations take for bound.
    static func check(_ clauses: [Clause], head: Set<String> = []) throws(MiniGrafError) {
        let all = clauses.reduce(into: head) { all, clause in
            switch clause {
            case .orJoin(let variables, _): all.formUnion(variables)
            case .or(let branches):
                let bound = branches.map { Set($0.flatMap { bindings(of: $0) }) }
                if let first = bound.first { all.formUnion(bound.dropFirst().reduce(first) { $0.intersection($1) }) }
            default: all.formUnion(bindings(of: clause))
            }
        }
        for clause in clauses { if case .not = clause { try checkNegation(clause, all) } }
        for clause in clauses { if case .notJoin = clause { try checkNegation(clause, all) } }
        try checkOrder(clauses, bound: [])
    }

    /// What a negation would bind must be bound beside it, before or after. What its expressions read is checked with the
    /// other expressions.
    private static func checkNegation(_ clause: Clause, _ all: Set<String>) throws(MiniGrafError) {
        switch clause {
        case .not(let clauses):
            for clause in clauses {
                for name in orderedBindings(of: clause) where !all.contains(name) {
                    throw unbound(name, "variable", in: "(not ...)", by: "outer")
                }
            }
        case .notJoin(let variables, _):
            for name in variables where !all.contains(name) {
                throw unbound(name, "join variable", in: "(not-join ...)", by: "outer")
            }
        case .pattern, .ruleCall, .expression, .or, .orJoin: break
        }
    }

    /// What expressions and joins of alternatives read must be bound before them.
    private static func checkOrder(_ clauses: [Clause], bound outer: Set<String>) throws(MiniGrafError) {
        var earlier = outer
        for clause in clauses {
            try checkOrder(clause, earlier)
            earlier.formUnion(bindings(of: clause))
        }
    }

    private static func checkOrder(_ clause: Clause, _ earlier: Set<String>) throws(MiniGrafError) {
        switch clause {
        case .pattern, .ruleCall: break
        case .expression(let expression, _):
            for name in names(in: expression) where !earlier.contains(name) {
                throw unbound(name, "variable", in: "expression clause", by: "earlier")
            }
        case .not(let clauses), .notJoin(_, let clauses): try checkOrder(clauses, bound: earlier)
        case .or(let branches):
            for branch in branches { try checkOrder(branch, bound: earlier) }
            let new = branches.map { Set($0.flatMap { bindings(of: $0) }).subtracting(earlier) }
            if new.contains(where: { $0 != new[0] }) {
                throw .coded("PRS-057", "all branches of (or ...) must introduce the same set of new variables")
            }
        case .orJoin(let variables, let branches):
            for name in variables where !earlier.contains(name) {
                throw unbound(name, "join variable", in: "(or-join ...)", by: "earlier")
            }
            for branch in branches { try checkOrder(branch, bound: earlier) }
        }
    }

    /// Variables of `:find` and `:with` need a clause that binds them.
    static func checkFind(_ query: Query) throws(MiniGrafError) {
        let bound = Set(query.clauses.flatMap { bindings(of: $0) })
        let hasAggregate = query.find.contains { if case .aggregate = $0 { true } else { false } }
        for case .aggregate(_, let variable) in query.find where !bound.contains(variable) {
            throw .coded("PRS-023", "Aggregate variable \(variable) not bound in :where")
        }
        for variable in query.with where !bound.contains(variable) {
            throw .coded("PRS-022", "':with' variable \(variable) not bound in :where")
        }
        if !query.with.isEmpty, !hasAggregate {
            throw .coded("PRS-021", "':with' clause requires at least one aggregate in :find")
        }
    }

    /// Every variable that `:find` shows must be bound; asked only once the slots are known to be in order.
    static func checkBound(_ query: Query) throws(MiniGrafError) {
        if query.clauses.isEmpty { return }
        let bound = Set(query.clauses.flatMap { bindings(of: $0) })
        for specification in query.find {
            let names: [String?] =
                switch specification {
                case .variable(let name): [name]
                case .aggregate: []
                case .window(let window): [window.variable, window.partition, window.order]
                }
            for case let name? in names where !bound.contains(name) {
                throw .coded("PRS-080", "variable \(name) of :find is not bound in :where")
            }
        }
    }

    /// The variables a clause binds for the clauses beside it.
    static func bindings(of clause: Clause) -> Set<String> {
        switch clause {
        case .pattern(let entity, let attribute, let value): names(in: [entity, attribute, value])
        case .ruleCall(_, let arguments): names(in: arguments)
        case .expression(_, let output): output.map { Form.isWildcard($0) ? [] : [$0] } ?? []
        case .not, .notJoin, .orJoin: []
        case .or(let branches): Set(branches.flatMap { $0.flatMap { bindings(of: $0) } })
        }
    }

    /// As `bindings`, in the order written; of clauses that stand in negations.
    private static func orderedBindings(of clause: Clause) -> [String] {
        switch clause {
        case .pattern(let entity, let attribute, let value):
            [entity, attribute, value].compactMap { if case .variable(let name) = $0 { name } else { nil } }
        case .ruleCall(_, let arguments):
            arguments.compactMap { if case .variable(let name) = $0 { name } else { nil } }
        default: bindings(of: clause).sorted()
        }
    }

    static func names(in terms: [Term]) -> Set<String> {
        var names: Set<String> = []
        for case .variable(let name) in terms { names.insert(name) }
        return names
    }

    static func names(in expression: Expression) -> [String] {
        switch expression {
        case .constant, .slot: []
        case .variable(let name): [name]
        case .call(_, let arguments): arguments.flatMap { names(in: $0) }
        case .matches(let argument, _), .userPredicate(_, let argument): names(in: argument)
        }
    }

    private static func unbound(_ name: String, _ what: String, in place: String, by when: String) -> MiniGrafError {
        .coded("INT-018", "\(what) \(name) in \(place) is not bound by any \(when) clause")
    }
}
