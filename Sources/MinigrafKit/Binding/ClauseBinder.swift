/// Names to columns, values to numbers, functions to the objects registered for them.
struct ClauseBinder {
    /// The number that a constant, or a `$slot`, has; `nil` where no fact can hold it.
    let constant: (Term) -> ValueID?
    let predicates: [String: any MiniGrafPredicate]
    private(set) var slotCount = 0
    private var decided: BitSet = []

    init(predicates: [String: any MiniGrafPredicate], constant: @escaping (Term) -> ValueID?) {
        self.constant = constant
        self.predicates = predicates
    }

    /// The columns of the variables that one list of clauses sees.
    typealias Names = [String: Int]

    mutating func slot(_ name: String, _ names: inout Names) -> Int {
        if let known = names[name] { return known }
        let slot = newSlot()
        names[name] = slot
        return slot
    }

    private mutating func newSlot() -> Int {
        slotCount += 1
        return slotCount - 1
    }

    mutating func term(_ term: Term, _ names: inout Names) -> BoundTerm {
        switch term {
        case .variable(let name): .slot(slot(name, &names))
        case .wildcard: .wildcard
        case .constant, .slot: constant(term).map { .constant($0) } ?? .nothing
        case .nothing: .nothing
        }
    }

    /// - Parameter isWhole: They are all clauses of a query; else of a rule, an alternative or a negation.
    mutating func bind(
        _ clauses: [Clause], _ names: inout Names, isWhole: Bool = false
    ) throws(MiniGrafError) -> [BoundClause] {
        let versions = versionSlots(clauses)
        var bound: [[BoundClause]] = clauses.map { _ in [] }
        var standalone: BitSet = []
        let sequence = isWhole ? Self.sequence(of: clauses) : Self.innerSequence(of: clauses)
        for index in sequence {
            guard case .pattern(let entity, let attribute, let value) = clauses[index] else {
                bound[index].append(try bind(clauses[index], &names))
                continue
            }
            guard let pseudo = Self.pseudo(attribute) else {
                bound[index].append(pattern(entity, attribute, value, version: versions[index], &names))
                continue
            }
            let version = versions[index] ?? newSlot()
            let isAlone = !versions.keys.contains { other in
                guard versions[other] == version, case .pattern(_, let attribute, _) = clauses[other] else {
                    return false
                }
                return Self.pseudo(attribute) == nil
            }
            if isAlone, standalone.insert(version).inserted {
                bound[index].append(pattern(entity, .wildcard, .wildcard, version: version, &names))
            }
            bound[index].append(.pseudo(pseudo, version: version, value: term(value, &names)))
        }
        return sequence.flatMap { bound[$0] }
    }

    /// A query's clauses in the order that says how a variable is spelled, and which value of an expression stands: patterns and
    /// behind them rule calls, by how much of each is given; an expression right behind what binds its variables first; then the
    /// rest as it is written. It is the original's, and a result's only where a variable is bound twice.
    private static func sequence(of clauses: [Clause]) -> [Int] {
        var (patterns, calls): ([Int], [Int]) = ([], [])
        for (index, clause) in clauses.enumerated() {
            switch clause {
            case .pattern: patterns.append(index)
            case .ruleCall: calls.append(index)
            case .expression, .not, .notJoin, .or, .orJoin: break
            }
        }
        let sources = patterns + calls
        var sequence = [2, 1, 0].flatMap { given in sources.filter { Self.given(clauses[$0]) == given } }
        var rest: [Int] = []
        for (index, clause) in clauses.enumerated() {
            switch clause {
            case .pattern, .ruleCall: break
            case .expression(let expression, _):
                let inputs = ClauseSafety.names(in: expression)
                var known: Set<String> = []
                let place = sequence.firstIndex { earlier in
                    known.formUnion(ClauseSafety.bindings(of: clauses[earlier]))
                    return inputs.allSatisfy { known.contains($0) }
                }
                if let place, !inputs.isEmpty { sequence.insert(index, at: place + 1) } else { rest.append(index) }
            case .not, .notJoin, .or, .orJoin: rest.append(index)
            }
        }
        return sequence + rest
    }

    /// As `sequence`, of a list of clauses within: patterns and rule calls as they are written, then the rest likewise.
    private static func innerSequence(of clauses: [Clause]) -> [Int] {
        func isSource(_ index: Int) -> Bool {
            switch clauses[index] {
            case .pattern, .ruleCall: true
            case .expression, .not, .notJoin, .or, .orJoin: false
            }
        }
        return clauses.indices.filter(isSource) + clauses.indices.filter { !isSource($0) }
    }

    /// How well an index serves a clause, by what it says itself: 2 for an entity, or an attribute with a value; 1 for either
    /// of these two.
    private static func given(_ clause: Clause) -> Int {
        func isGiven(_ term: Term) -> Bool { if case .variable = term { false } else { true } }
        switch clause {
        case .pattern(let entity, let attribute, let value):
            return isGiven(entity) ? 2 : (isGiven(attribute) ? 1 : 0) + (isGiven(value) ? 1 : 0)
        case .ruleCall(_, let arguments): return arguments.contains { isGiven($0) } ? 2 : 1
        case .expression, .not, .notJoin, .or, .orJoin: return 0
        }
    }

    private static func pseudo(_ attribute: Term) -> PseudoAttribute? {
        if case .constant(.keyword(let name)) = attribute { return PseudoAttribute(rawValue: name) }
        return nil
    }

    private mutating func pattern(
        _ entity: Term, _ attribute: Term, _ value: Term, version: Int?, _ names: inout Names
    ) -> BoundClause {
        var bound = BoundPattern(
            entity: term(entity, &names), attribute: term(attribute, &names), value: term(value, &names),
            versionSlot: version)
        for slot in BoundClause.slots([bound.entity, bound.attribute, bound.value])
        where decided.insert(slot).inserted {
            bound.decides.insert(slot)
        }
        return .pattern(bound)
    }

    /// For every pseudo-attribute's pattern and the pattern it describes, the column of the version they share.
    private mutating func versionSlots(_ clauses: [Clause]) -> [Int: Int] {
        var slots: [Int: Int] = [:]
        var alone: [(entity: Term, slot: Int)] = []
        for (index, clause) in clauses.enumerated() {
            guard case .pattern(let entity, let attribute, _) = clause, let pseudo = Self.pseudo(attribute) else {
                continue
            }
            // It is the query's and no fact's own: it goes through all facts of its entity, whatever stands beside it.
            if pseudo == .validAt { continue }
            let ordinary = clauses.indices.filter { other in
                guard case .pattern(let owner, let attribute, _) = clauses[other] else { return false }
                return Self.pseudo(attribute) == nil && Self.isSame(owner, entity)
            }
            if let described = ordinary.last(where: { $0 < index }) ?? ordinary.first {
                let slot = slots[described] ?? newSlot()
                slots[described] = slot
                slots[index] = slot
            } else if let known = alone.first(where: { Self.isSame($0.entity, entity) }) {
                slots[index] = known.slot
            } else {
                let slot = newSlot()
                alone.append((entity, slot))
                slots[index] = slot
            }
        }
        return slots
    }

    private static func isSame(_ left: Term, _ right: Term) -> Bool {
        switch (left, right) {
        case (.variable(let a), .variable(let b)): a == b
        case (.constant(let a), .constant(let b)): a.matching == b.matching
        default: false
        }
    }

    private mutating func bind(_ clause: Clause, _ names: inout Names) throws(MiniGrafError) -> BoundClause {
        switch clause {
        case .pattern(let entity, let attribute, let value):
            return pattern(entity, attribute, value, version: nil, &names)
        case .ruleCall(let name, let arguments):
            guard arguments.count == 1 || arguments.count == 2 else {
                throw .coded(
                    "INT-028", "Rule invocation '\(name)' must have 1 or 2 arguments, got \(arguments.count)")
            }
            var terms: [BoundTerm] = []
            for argument in arguments { terms.append(term(argument, &names)) }
            let decides = BoundClause.slots(terms).subtracting(decided)
            decided.formUnion(decides)
            return .ruleCall(BoundCall(name: name, arguments: terms, decides: decides))
        case .expression(let expression, let output):
            let bound = try bind(expression, &names)
            guard let output, !Form.isWildcard(output) else { return .expression(bound, output: nil) }
            let slot = slot(output, &names)
            decided.insert(slot)
            return .expression(bound, output: slot)
        case .not(let clauses):
            return .not(try bind(clauses, &names))
        case .notJoin(let variables, let clauses):
            var inner = own(variables, &names)
            return .not(try bind(clauses, &inner))
        case .or(let branches):
            var bound: [[BoundClause]] = []
            for branch in branches {
                let saved = decided
                bound.append(try bind(branch, &names))
                decided = saved
            }
            for clause in bound.joined() { decided.formUnion(clause.outputs) }
            return .or(bound)
        case .orJoin(let variables, let branches):
            var bound: [[BoundClause]] = []
            for branch in branches where Self.shares(branch, variables) {
                var inner = own(variables, &names)
                bound.append(try bind(branch, &inner))
            }
            return .orJoin(bound)
        }
    }

    /// Whether a branch of an `or-join` can match, as the original has it: facts and tuples must name every shared variable,
    /// expressions by themselves one of them.
    private static func shares(_ branch: [Clause], _ variables: [String]) -> Bool {
        var named: Set<String> = []
        var hasFacts = false
        for clause in branch {
            named.formUnion(ClauseSafety.bindings(of: clause))
            switch clause {
            case .pattern, .ruleCall, .or: hasFacts = true
            case .expression(let expression, _): named.formUnion(ClauseSafety.names(in: expression))
            case .not, .notJoin, .orJoin: break
            }
        }
        return hasFacts
            ? variables.allSatisfy { named.contains($0) }
            : variables.isEmpty || variables.contains { named.contains($0) }
    }

    /// The names that a body with private variables starts with.
    private mutating func own(_ variables: [String], _ names: inout Names) -> Names {
        var inner: Names = [:]
        for name in variables { inner[name] = slot(name, &names) }
        return inner
    }

    private mutating func bind(
        _ expression: Expression, _ names: inout Names
    ) throws(MiniGrafError) -> BoundExpression {
        switch expression {
        case .constant(let value): return .constant(value)
        case .slot: return .constant(.null)
        case .variable(let name): return .slot(slot(name, &names))
        case .matches(let argument, let pattern): return .matches(try bind(argument, &names), pattern)
        case .call(let operation, let arguments):
            var bound: [BoundExpression] = []
            for argument in arguments { bound.append(try bind(argument, &names)) }
            return .call(operation, bound)
        case .userPredicate(let name, let argument):
            guard let predicate = predicates[name] else {
                throw .coded("QRY-007", "unknown predicate: '\(name)'")
            }
            return .user(name: name, predicate, try bind(argument, &names))
        }
    }
}
