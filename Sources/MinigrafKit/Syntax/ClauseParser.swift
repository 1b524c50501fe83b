/// The clauses of `:where` and of rule bodies.
enum ClauseParser {
    enum Place {
        case query, ruleBody, negation, privateNegation, branch

        var isNegation: Bool { self == .negation || self == .privateNegation }
    }

    /// Calls inside a call, at most.
    static let expressionDepthLimit = 96

    static func clause(_ form: Form, in place: Place) throws(MiniGrafError) -> Clause {
        switch form {
        case .vector(let members):
            if case .list(let call) = members.first { return try expression(call, members) }
            if members.count != 3 {
                throw .parser("Pattern must have exactly 3 elements (E A V), got \(members.count)")
            }
            return try pattern(members)
        case .list(let members):
            return try compound(members, in: place)
        default:
            switch place {
            case .query:
                throw .coded("PRS-060", "Expected pattern vector or rule invocation in :where clause, got \(form)")
            case .ruleBody:
                throw .parser(
                    "Rule body clause must be a vector (pattern) or list (rule invocation / not), got \(form)")
            case .negation: throw .parser("expected pattern or rule invocation inside (not), got \(form)")
            case .privateNegation:
                throw .parser("expected pattern or rule invocation inside (not-join), got \(form)")
            case .branch: throw .parser("expected clause inside or branch, got \(form)")
            }
        }
    }

    static func term(_ form: Form) -> Term {
        switch form {
        case .symbol(let name):
            if Form.isWildcard(name) { return .wildcard }
            return name.hasPrefix("?") ? .variable(name) : .nothing
        case .slot(let name): return .slot(name)
        default: return (try? value(form)).map { .constant($0) } ?? .nothing
        }
    }

    /// The value that a form stands for.
    static func value(_ form: Form) throws(MiniGrafError) -> Value {
        switch form {
        case .integer(let number): return .int(number)
        case .float(let number): return .float(number)
        case .string(let text): return .text(text)
        case .keyword(let text): return .keyword(text)
        case .boolean(let flag): return .bool(flag)
        case .null: return .null
        case .uuid(let id): return .ref(id)
        case .set(let forms):
            var members: [Value] = []
            for form in forms { members.append(try value(form)) }
            guard let set = Value.set(of: members) else {
                throw .coded("API-021", "a set cannot hold a set")
            }
            return set
        case .symbol(let name) where name.hasPrefix("?"):
            throw .coded("INT-003", "invalid value: Cannot convert unbound variable \(name) to value")
        default: throw .coded("INT-003", "invalid value: Cannot convert \(form) to Value")
        }
    }

    private static func pattern(_ members: [Form]) throws(MiniGrafError) -> Clause {
        for (form, position) in [(members[0], "entity"), (members[2], "value")] {
            if case .keyword(let name) = form, PseudoAttribute(rawValue: name) != nil {
                throw .coded("INT-017", "pseudo-attribute \(name) is not valid in \(position) position")
            }
        }
        return .pattern(entity: term(members[0]), attribute: term(members[1]), value: term(members[2]))
    }

    // MARK: not, or, rule calls

    private static func compound(_ members: [Form], in place: Place) throws(MiniGrafError) -> Clause {
        guard let head = members.first else { throw .coded("PRS-050", "Empty list in :where clause") }
        guard case .symbol(let name) = head else {
            throw .parser("Rule invocation must start with predicate name (symbol), got \(head)")
        }
        let arguments = Array(members.dropFirst())
        switch name {
        case "not":
            if place.isNegation { throw .coded("PRS-051", "(not ...) cannot appear inside another (not ...)") }
            if arguments.isEmpty { throw .coded("PRS-052", "(not) requires at least one clause") }
            return .not(try clauses(arguments, in: .negation))
        case "not-join":
            if place.isNegation {
                throw .parser("(not-join ...) cannot appear inside another (not ...) or (not-join ...)")
            }
            return try notJoin(arguments)
        case "or", "or-join":
            if place.isNegation {
                throw .coded("INT-016", "(or)/(or-join) cannot appear inside (not)/(not-join)")
            }
            return name == "or" ? try or(arguments) : try orJoin(arguments)
        default:
            return .ruleCall(name: name, arguments: arguments.map { term($0) })
        }
    }

    private static func clauses(_ forms: [Form], in place: Place) throws(MiniGrafError) -> [Clause] {
        var clauses: [Clause] = []
        for form in forms { clauses.append(try clause(form, in: place)) }
        return clauses
    }

    private static func notJoin(_ arguments: [Form]) throws(MiniGrafError) -> Clause {
        if arguments.count < 2 {
            throw .coded("PRS-059", "(not-join) requires a join-vars vector and at least one clause")
        }
        guard case .vector(let names) = arguments[0] else {
            throw .parser("(not-join) first argument must be a vector of join variables")
        }
        var variables: [String] = []
        for name in names {
            guard let variable = name.variable else {
                throw .parser("(not-join) join variables must be logic variables, got \(name)")
            }
            variables.append(variable)
        }
        return .notJoin(variables: variables, clauses: try clauses(Array(arguments.dropFirst()), in: .privateNegation))
    }

    private static func or(_ arguments: [Form]) throws(MiniGrafError) -> Clause {
        if arguments.isEmpty { throw .coded("PRS-053", "(or) requires at least one branch") }
        var branches: [[Clause]] = []
        for argument in arguments { branches.append(try branch(argument)) }
        return .or(branches)
    }

    private static func orJoin(_ arguments: [Form]) throws(MiniGrafError) -> Clause {
        if arguments.count < 2 {
            throw .coded("PRS-054", "(or-join) requires a join-vars vector and at least one branch")
        }
        guard case .vector(let names) = arguments[0] else {
            throw .coded("PRS-055", "(or-join) first argument must be a vector of join variables")
        }
        var variables: [String] = []
        for name in names {
            guard let variable = name.variable else {
                throw .coded("PRS-056", "(or-join) join variables must be logic variables, got \(name)")
            }
            variables.append(variable)
        }
        var branches: [[Clause]] = []
        for argument in arguments.dropFirst() { branches.append(try branch(argument)) }
        return .orJoin(variables: variables, branches: branches)
    }

    private static func branch(_ form: Form) throws(MiniGrafError) -> [Clause] {
        if case .list(let members) = form, case .symbol("and") = members.first {
            if members.count == 1 {
                throw .coded("PRS-058", "(and) inside or/or-join requires at least one clause")
            }
            return try clauses(Array(members.dropFirst()), in: .branch)
        }
        return [try clause(form, in: .branch)]
    }

    // MARK: expressions

    private static func expression(_ call: [Form], _ members: [Form]) throws(MiniGrafError) -> Clause {
        let expression = try self.call(call, depth: 1)
        if members.count > 2 {
            throw .coded(
                "PRS-068", "expression clause must be [(expr)] or [(expr) ?out], got \(members.count) elements")
        }
        guard members.count == 2 else { return .expression(expression, output: nil) }
        guard let output = members[1].variable else {
            throw .coded("PRS-069", "expression output must be a ?variable, got \(members[1])")
        }
        return .expression(expression, output: output)
    }

    private static func call(_ members: [Form], depth: Int) throws(MiniGrafError) -> Expression {
        if depth > expressionDepthLimit {
            throw .coded("INT-010", "Exceeded maximum recursion depth of \(FormReader.depthLimit)")
        }
        guard let head = members.first else { throw .coded("PRS-062", "expression list cannot be empty") }
        guard case .symbol(let name) = head else {
            throw .coded("PRS-063", "expression head must be a symbol, got \(head)")
        }
        let forms = Array(members.dropFirst())
        if name == "matches?" { return try matches(forms, depth: depth) }
        guard let operation = Expression.Operator(rawValue: name) else {
            guard forms.count == 1 else {
                throw .coded("PRS-067", "unknown expression operator: \(name)")
            }
            return .userPredicate(name: name, try argument(forms[0], depth: depth))
        }
        if forms.count != operation.argumentCount {
            throw operation.argumentCount == 1
                ? .coded("PRS-064", "\(name) takes exactly 1 argument")
                : .coded("PRS-065", "\(name) takes exactly 2 arguments")
        }
        var arguments: [Expression] = []
        for form in forms { arguments.append(try argument(form, depth: depth)) }
        return .call(operation, arguments)
    }

    private static func matches(_ forms: [Form], depth: Int) throws(MiniGrafError) -> Expression {
        if forms.count != 2 { throw .coded("PRS-065", "matches? takes exactly 2 arguments") }
        let subject = try argument(forms[0], depth: depth)
        guard case .constant(.text(let pattern)) = try argument(forms[1], depth: depth) else {
            throw .coded("PRS-066", "matches? second argument must be a string literal")
        }
        do {
            return .matches(subject, try RegularExpression(pattern))
        } catch {
            throw .parser("invalid regex pattern \(Form.quoted(pattern)): \(error.reason)")
        }
    }

    private static func argument(_ form: Form, depth: Int) throws(MiniGrafError) -> Expression {
        switch form {
        case .list(let members): return try call(members, depth: depth + 1)
        case .slot(let name): return .slot(name)
        case .symbol(let name) where name.hasPrefix("?"): return .variable(name)
        case .integer, .float, .string, .boolean, .null, .keyword, .set: return .constant(try value(form))
        default: throw .coded("PRS-070", "unsupported expression argument: \(form)")
        }
    }
}
