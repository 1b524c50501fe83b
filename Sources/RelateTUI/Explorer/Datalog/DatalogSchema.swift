import MinigrafKit

/// The sidebar's sections for a Datalog store.
enum DatalogSchema {
    typealias Names = (rules: [(name: String, argumentCount: Int)], predicates: [String], aggregates: [String])

    static func summary(of facts: FactView, names: Names) -> SchemaSummary {
        var summary = SchemaSummary(nodeCount: facts.entityCount)
        summary.sections = [
            SchemaSummary.Section(kind: .attributes, entries: facts.attributes.map(attribute)),
            SchemaSummary.Section(
                kind: .rules,
                entries: names.rules.map { rule in
                    let call = ([rule.name] + DatalogNames.arguments(rule.argumentCount)).joined(separator: " ")
                    return SchemaSummary.Entry(name: rule.name, count: nil, detail: call, action: .insert("(\(call))"))
                }),
            SchemaSummary.Section(kind: .functions, entries: functions(names)),
        ]
        return summary
    }

    private static func attribute(_ attribute: FactView.Attribute) -> SchemaSummary.Entry {
        // Files may hold attributes that no query can name.
        let isNameable = MiniGrafBindValue(literal: attribute.name) == .value(.keyword(value: attribute.name))
        let query = "(query [:find ?e ?v\n        :where [?e \(attribute.name) ?v]])"
        return SchemaSummary.Entry(
            name: attribute.name, count: attribute.factCount, detail: "\(Counts.of(attribute.entityCount, "entity"))",
            action: isNameable ? .run(query) : .none)
    }

    private static func functions(_ names: Names) -> [SchemaSummary.Entry] {
        let builtIn = DatalogNames.functions.map { name, detail in
            SchemaSummary.Entry(name: name, count: nil, detail: detail, action: .insert("(\(name) "))
        }
        let own = (names.predicates + names.aggregates).map { name in
            SchemaSummary.Entry(name: name, count: nil, detail: "registered", action: .insert("(\(name) ?v)"))
        }
        return own + builtIn
    }
}

/// The words of the language, for colours, completion and the sidebar.
enum DatalogNames {
    static let commands = ["query", "transact", "retract", "rule"]
    static let clauses = ["not", "not-join", "or", "or-join", "and"]
    static let sections = [
        ":find", ":where", ":with", ":as-of", ":valid-at", ":any-valid-time", ":max-derived-facts", ":max-results",
        ":valid-from", ":valid-to", ":over", ":partition-by", ":order-by", ":asc", ":desc",
    ]
    /// Those of `sections` that stand in a query's own vector.
    static let querySections = Array(sections.prefix(8))
    static let pseudoAttributes = [":db/valid-from", ":db/valid-to", ":db/tx-count", ":db/tx-id", ":db/valid-at"]
    static let functions: [(name: String, detail: String)] = [
        ("=", "equal, of one type"), ("!=", "not equal"), ("<", "numbers or texts"), ("<=", "numbers or texts"),
        (">", "numbers or texts"), (">=", "numbers or texts"), ("+", "sum"), ("-", "difference"), ("*", "product"),
        ("/", "quotient"), ("starts-with?", "text text"), ("ends-with?", "text text"), ("contains?", "text text"),
        ("matches?", "text pattern"), ("in?", "value set"), ("string?", "type test"), ("integer?", "type test"),
        ("float?", "type test"), ("boolean?", "type test"), ("nil?", "type test"), ("count", "aggregate"),
        ("count-distinct", "aggregate"), ("sum", "aggregate"), ("sum-distinct", "aggregate"), ("min", "aggregate"),
        ("max", "aggregate"), ("avg", "window"), ("rank", "window"), ("row-number", "window"),
    ]
    private static let functionNames = Set(functions.map(\.name))

    static func isFunction(_ name: String) -> Bool { functionNames.contains(name) }

    static func arguments(_ count: Int) -> [String] { (0..<count).map { $0 < 2 ? ["?x", "?y"][$0] : "?x\($0)" } }
}
