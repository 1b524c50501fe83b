/// Fills the `$slots` of a prepared query.
struct SlotBinding {
    let bindings: [String: MiniGrafBindValue]
    /// A value of another kind than its place takes is turned into that kind where that has one meaning.
    var convertsKinds = false

    /// The names of a query's slots, sorted and without repeats, each with its `$`.
    static func names(in query: Query) -> [String] {
        var names: Set<String> = []
        if case .slot(let name) = query.asOf { names.insert(name) }
        if case .slot(let name) = query.validAt { names.insert(name) }
        collect(query.clauses, &names)
        return names.sorted().map { "$" + $0 }
    }

    private static func collect(_ clauses: [Clause], _ names: inout Set<String>) {
        func terms(_ terms: [Term]) {
            for case .slot(let name) in terms { names.insert(name) }
        }
        func walk(_ expression: Expression) {
            switch expression {
            case .slot(let name): names.insert(name)
            case .constant, .variable: break
            case .call(_, let arguments): for argument in arguments { walk(argument) }
            case .matches(let argument, _), .userPredicate(_, let argument): walk(argument)
            }
        }
        for clause in clauses {
            switch clause {
            case .pattern(let entity, let attribute, let value): terms([entity, attribute, value])
            case .ruleCall(_, let arguments): terms(arguments)
            case .expression(let expression, _): walk(expression)
            case .not(let inner), .notJoin(_, let inner): collect(inner, &names)
            case .or(let branches), .orJoin(_, let branches): for branch in branches { collect(branch, &names) }
            }
        }
    }

    /// A slot cannot stand for an attribute: the index is chosen by it.
    static func checkAttributes(_ clauses: [Clause]) throws(MiniGrafError) {
        for clause in clauses {
            switch clause {
            case .pattern(_, .slot(let name), _):
                throw .coded("API-023", "bind slot '$\(name)' is not permitted in attribute position")
            case .not(let inner), .notJoin(_, let inner): try checkAttributes(inner)
            case .or(let branches), .orJoin(_, let branches):
                for branch in branches { try checkAttributes(branch) }
            default: break
            }
        }
    }

    func fill(_ query: Query) throws(MiniGrafError) -> Query {
        var filled = query
        if case .slot(let name) = query.asOf {
            switch try transaction(name) {
            case .txCount(let count):
                if count < 0 { throw .argument("a transaction count must not be negative, got \(count)") }
                filled.asOf = .txCount(count)
            case .timestamp(let instant): filled.asOf = .timestamp(instant)
            default: throw kind(name, ":as-of", "TxCount or Timestamp")
            }
        }
        if case .slot(let name) = query.validAt {
            switch try instant(name) {
            case .timestamp(let instant): filled.validAt = .timestamp(instant)
            case .anyValidTime: filled.validAt = .anyTime
            default: throw kind(name, ":valid-at", "Timestamp or AnyValidTime")
            }
        }
        filled.clauses = try fill(query.clauses)
        return filled
    }

    private func value(_ name: String) throws(MiniGrafError) -> MiniGrafBindValue {
        guard let value = bindings[name] else {
            throw .coded("API-022", "missing bind value for slot '$\(name)'")
        }
        return value
    }

    private func kind(_ name: String, _ position: String, _ expected: String) -> MiniGrafError {
        .coded("API-024", "slot '$\(name)' in \(position) position requires \(expected)")
    }

    private func fill(_ clauses: [Clause]) throws(MiniGrafError) -> [Clause] {
        var filled: [Clause] = []
        for clause in clauses { filled.append(try fill(clause)) }
        return filled
    }

    private func fill(branches: [[Clause]]) throws(MiniGrafError) -> [[Clause]] {
        var filled: [[Clause]] = []
        for branch in branches { filled.append(try fill(branch)) }
        return filled
    }

    private func fill(_ clause: Clause) throws(MiniGrafError) -> Clause {
        switch clause {
        case .pattern(let entity, let attribute, let value):
            return .pattern(entity: try self.entity(entity), attribute: attribute, value: try self.value(value))
        case .ruleCall(let name, let arguments):
            var terms: [Term] = []
            for argument in arguments { terms.append(try self.value(argument)) }
            return .ruleCall(name: name, arguments: terms)
        case .expression(let expression, let output): return .expression(try fill(expression), output: output)
        case .not(let inner): return .not(try fill(inner))
        case .notJoin(let variables, let inner): return .notJoin(variables: variables, clauses: try fill(inner))
        case .or(let branches): return .or(try fill(branches: branches))
        case .orJoin(let variables, let branches):
            return .orJoin(variables: variables, branches: try fill(branches: branches))
        }
    }

    private func entity(_ term: Term) throws(MiniGrafError) -> Term {
        guard case .slot(let name) = term else { return term }
        switch try value(name) {
        case .entity(let text): return .constant(try MiniGrafValue.ref(value: text).stored())
        case .value(.keyword(let text)) where convertsKinds: return .constant(.keyword(text))
        case .value(.ref(let text)) where convertsKinds:
            return .constant(try MiniGrafValue.ref(value: text).stored())
        case .value(.text(let text)) where convertsKinds:
            if let id = EntityID(text: text) { return .constant(.ref(id)) }
            if text.hasPrefix(":") { return .constant(.keyword(text)) }
            throw kind(name, "entity", "a keyword or the text of a UUID")
        default: throw kind(name, "entity", "Entity")
        }
    }

    private func transaction(_ name: String) throws(MiniGrafError) -> MiniGrafBindValue {
        switch try value(name) {
        case .value(.int64(let count)) where convertsKinds && count >= 0: .txCount(count)
        case .value(.text(let text)) where convertsKinds: .timestamp(try Timestamp.parse(text))
        case let other: other
        }
    }

    private func instant(_ name: String) throws(MiniGrafError) -> MiniGrafBindValue {
        switch try value(name) {
        case .value(.text(let text)) where convertsKinds: .timestamp(try Timestamp.parse(text))
        case .value(.keyword(":any-valid-time")) where convertsKinds: .anyValidTime
        case let other: other
        }
    }

    private func stored(_ name: String, _ position: String) throws(MiniGrafError) -> Value {
        switch try value(name) {
        case .value(let value): return try value.stored()
        case .entity(let text): return try MiniGrafValue.ref(value: text).stored()
        default: throw kind(name, position, "Val")
        }
    }

    private func value(_ term: Term) throws(MiniGrafError) -> Term {
        guard case .slot(let name) = term else { return term }
        return .constant(try stored(name, "value"))
    }

    private func fill(_ expression: Expression) throws(MiniGrafError) -> Expression {
        switch expression {
        case .slot(let name): return .constant(try stored(name, "expression"))
        case .constant, .variable: return expression
        case .matches(let argument, let pattern): return .matches(try fill(argument), pattern)
        case .userPredicate(let name, let argument): return .userPredicate(name: name, try fill(argument))
        case .call(let operation, let arguments):
            var filled: [Expression] = []
            for argument in arguments { filled.append(try fill(argument)) }
            return .call(operation, filled)
        }
    }
}
