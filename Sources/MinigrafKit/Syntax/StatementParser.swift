/// Forms to statements: the shape of every command.
enum StatementParser {
    static func statement(in text: String) throws(MiniGrafError) -> Statement {
        let form = try FormReader.form(in: text)
        guard case .list(let members) = form, let head = members.first else {
            throw .coded("PRS-012", "Expected a list starting with a command symbol")
        }
        let arguments = Array(members.dropFirst())
        switch head {
        case .symbol("transact"): return .transact(try transact(arguments))
        case .symbol("retract"): return .retract(try retract(arguments))
        case .symbol("query"): return .query(try query(arguments))
        case .symbol("rule"): return .rule(try rule(arguments))
        case .symbol(let name), .keyword(let name): throw .coded("PRS-011", "Unknown command: \(name)")
        default: throw .coded("PRS-010", "Expected command symbol")
        }
    }

    // MARK: transact, retract

    private static func transact(_ arguments: [Form]) throws(MiniGrafError) -> [FactForm] {
        guard let first = arguments.first else {
            throw .coded("PRS-041", "Transact requires a vector of facts")
        }
        var window: (from: Int64?, to: Int64?) = (nil, nil)
        var rest = arguments.dropFirst()
        var facts = first
        if case .map(let options) = first {
            window = try validTime(options)
            guard let vector = rest.popFirst() else {
                throw .coded("PRS-048", "Transact with options requires a facts vector after the map")
            }
            facts = vector
        }
        if !rest.isEmpty {
            throw .coded(
                "PRS-075",
                "transact takes (transact [facts]) or (transact {opts} [facts]); found \(rest.count) unexpected "
                    + "trailing argument(s) — the valid-time options map must come BEFORE the facts vector, not after")
        }
        guard case .vector(let members) = facts else {
            throw .coded("PRS-042", "Transact argument must be a vector of facts")
        }
        var forms: [FactForm] = []
        forms.reserveCapacity(members.count)
        for member in members { forms.append(try fact(member, window)) }
        return forms
    }

    private static func fact(
        _ form: Form, _ window: (from: Int64?, to: Int64?)
    ) throws(MiniGrafError) -> FactForm {
        guard case .vector(let members) = form else {
            throw .coded("PRS-045", "Each fact must be a vector [e a v] or [e a v {opts}]")
        }
        if members.count < 3 {
            throw .coded("PRS-046", "Fact must have at least 3 elements (E A V), got \(members.count)")
        }
        if members.count > 4 {
            throw .coded(
                "PRS-108", "Fact must have at most 4 elements (E A V and an optional map), got \(members.count)")
        }
        var fact = FactForm(
            entity: members[0], attribute: members[1], value: members[2], validFrom: window.from, validTo: window.to)
        if members.count == 4 {
            guard case .map(let options) = members[3] else {
                throw .coded(
                    "PRS-047",
                    "Optional 4th element of a fact must be a map {:valid-from ... :valid-to ...}, got \(members[3])")
            }
            let own = try validTime(options)
            fact.validFrom = own.from ?? fact.validFrom
            fact.validTo = own.to ?? fact.validTo
        }
        return fact
    }

    private static func validTime(
        _ options: [(key: Form, value: Form)]
    ) throws(MiniGrafError) -> (from: Int64?, to: Int64?) {
        var window: (from: Int64?, to: Int64?) = (nil, nil)
        for (key, value) in options {
            switch key {
            case .keyword(":valid-from"):
                guard case .string(let text) = value else {
                    throw .coded("PRS-019", ":valid-from must be an ISO 8601 string, got \(value)")
                }
                window.from = try Timestamp.parse(text)
            case .keyword(":valid-to"):
                guard case .string(let text) = value else {
                    throw .coded("PRS-020", ":valid-to must be an ISO 8601 string, got \(value)")
                }
                window.to = try Timestamp.parse(text)
            default:
                throw .parser("Unknown key in valid-time map: \(key); expected :valid-from or :valid-to")
            }
        }
        return window
    }

    private static func retract(_ arguments: [Form]) throws(MiniGrafError) -> [FactForm] {
        guard let first = arguments.first else {
            throw .coded("PRS-043", "Retract requires a vector of facts")
        }
        if arguments.count > 1 {
            throw .coded(
                "PRS-076",
                "retract takes (retract [facts]); found \(arguments.count - 1) unexpected trailing argument(s)")
        }
        guard case .vector(let members) = first else {
            throw .coded("PRS-044", "Retract argument must be a vector of facts")
        }
        var forms: [FactForm] = []
        for member in members {
            guard case .vector(let parts) = member else { throw .parser("Each fact must be a vector [e a v]") }
            guard parts.count == 3 else {
                throw .coded(
                    "INT-000",
                    "unclassified internal error: Pattern must have exactly 3 elements (E A V), got \(parts.count)")
            }
            forms.append(FactForm(entity: parts[0], attribute: parts[1], value: parts[2]))
        }
        return forms
    }

    // MARK: rule

    private static func rule(_ arguments: [Form]) throws(MiniGrafError) -> Rule {
        guard let first = arguments.first else { throw .parser("Rule must have a body") }
        if arguments.count > 1 {
            throw .coded(
                "PRS-079", "rule takes (rule [...]); found \(arguments.count - 1) unexpected trailing argument(s)")
        }
        guard case .vector(let members) = first else { throw .parser("Rule body must be a vector") }
        guard let headForm = members.first else { throw .parser("Rule body cannot be empty") }
        guard case .list(let head) = headForm else { throw .parser("Rule head must be a list: (predicate ?args)") }
        guard let nameForm = head.first else { throw .parser("Rule head cannot be empty") }
        guard case .symbol(let name) = nameForm else {
            throw .parser("Rule head must start with a symbol (predicate name)")
        }
        if members.count < 2 { throw .parser("Rule must have at least one pattern or rule invocation in body") }
        var clauses: [Clause] = []
        for member in members.dropFirst() {
            clauses.append(try ClauseParser.clause(member, in: .ruleBody))
        }
        let arguments = head.dropFirst().map { ClauseParser.term($0) }
        try ClauseSafety.check(clauses, head: ClauseSafety.names(in: arguments))
        // Calls have no more than two.
        return Rule(
            name: name, arguments: Array(arguments.prefix(2)), clauses: clauses,
            argumentProblems: head.dropFirst().prefix(2).enumerated().map { problem(ofArgument: $1, at: $0) })
    }

    private static func problem(ofArgument form: Form, at place: Int) -> String? {
        if let name = form.variable { return Form.isWildcard(name) ? "Unbound variable in rule head: \(name)" : nil }
        if place == 0 {
            switch form {
            case .keyword, .uuid: return nil
            default: return "Failed to convert entity: Expected keyword or UUID for entity, got \(form)"
            }
        }
        if case .constant = ClauseParser.term(form) { return nil }
        return "Failed to convert value: Cannot convert \(form) to Value"
    }
}
