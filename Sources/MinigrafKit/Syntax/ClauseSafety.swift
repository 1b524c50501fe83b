/// The rules on which variables must be bound where, checked when a statement is read.
enum ClauseSafety {
    static func check(_ clauses: [Clause], bound outer: Set<String> = []) throws(MiniGrafError) {
        var earlier = outer
        let all = outer.union(clauses.flatMap { bindings(of: $0) })
        for clause in clauses {
            try check(clause, earlier: earlier, all: all)
            earlier.formUnion(bindings(of: clause))
        }
    }

    /// Variables of `:find` and `:with` need a clause that binds them.
    static func checkFind(_ query: Query) throws(MiniGrafError) {
        let bound = Set(query.clauses.flatMap { bindings(of: $0) })
        let hasAggregate = query.find.contains { if case .aggregate = $0 { true } else { false } }
        if !query.with.isEmpty, !hasAggregate {
            throw .coded("PRS-021", "':with' clause requires at least one aggregate in :find")
        }
        for case .aggregate(_, let variable) in query.find where !bound.contains(variable) {
            throw .coded("PRS-023", "Aggregate variable \(variable) not bound in :where")
        }
        for variable in query.with where !bound.contains(variable) {
            throw .coded("PRS-022", "':with' variable \(variable) not bound in :where")
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

    private static func check(
        _ clause: Clause, earlier: Set<String>, all: Set<String>
    ) throws(MiniGrafError) {
        switch clause {
        case .pattern, .ruleCall: break
        case .expression(let expression, _):
            for name in names(in: expression) where !earlier.contains(name) {
                throw unbound(name, "variable", in: "expression clause", by: "earlier")
            }
        case .not(let clauses):
            for clause in clauses {
                var used = bindings(of: clause)
                if case .expression(let expression, _) = clause { used.formUnion(names(in: expression)) }
                if case .expression(_, let output?) = clause { used.remove(output) }
                for name in used.sorted() where !all.contains(name) {
                    throw unbound(name, "variable", in: "(not ...)", by: "outer")
                }
            }
            try check(clauses, bound: all)
        case .notJoin(let variables, let clauses):
            for name in variables where !all.contains(name) {
                throw unbound(name, "join variable", in: "(not-join ...)", by: "outer")
            }
            try check(clauses, bound: Set(variables))
        case .or(let branches):
            var first: Set<String>?
            for branch in branches {
                let new = Set(branch.flatMap { bindings(of: $0) }).subtracting(earlier)
                if let first, first != new {
                    throw .coded(
                        "PRS-057", "all branches of (or ...) must introduce the same set of new variables")
                }
                first = new
                try check(branch, bound: earlier)
            }
        case .orJoin(let variables, let branches):
            for name in variables where !earlier.contains(name) {
                throw unbound(name, "join variable", in: "(or-join ...)", by: "earlier")
            }
            for branch in branches { try check(branch, bound: Set(variables)) }
        }
    }
}
