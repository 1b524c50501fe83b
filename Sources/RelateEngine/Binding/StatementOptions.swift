import CypherSyntax

/// The `name=value` pairs that a `CYPHER` prefix may have. They choose among planners and runtimes of a server; here there is one
/// of each, so that a right option changes nothing and a wrong one is an error all the same.
///
/// - Source: Cypher manual, "Query options"; statuses 22N07, 22N09, 22N10.
enum StatementOptions {
    private static let values: [String: [String]] = [
        "connectcomponentsplanner": ["greedy", "idp"],
        "eageranalyzer": ["ir", "lp"],
        "expressionengine": ["default", "interpreted", "compiled"],
        "inferschemaparts": ["off", "most_selective_label"],
        "interpretedpipesfallback": ["default", "disabled", "whitelisted_plans_only", "all"],
        "operatorengine": ["default", "interpreted", "compiled"],
        "planner": ["cost", "idp", "dp"],
        "planvarexpandinto": ["minimum_cost", "single_row"],
        "replan": ["default", "force", "skip"],
        "runtime": ["legacy", "interpreted", "slotted", "pipelined", "parallel"],
        "statefulshortestplanningmode": ["into_only", "all_if_possible", "cardinality_heuristic"],
        "updatestrategy": ["default", "eager"],
    ]

    static func check(_ options: [QueryOption]) throws(EngineError) {
        var chosen: [String: String] = [:]
        for option in options {
            let name = option.name.text.lowercased()
            let value = option.value.text.lowercased()
            guard let known = values[name] else {
                let nearest = NameSuggestion.nearest(to: name, among: values.keys.sorted())
                let suggestion = nearest.map { ". Did you mean `\($0)`?" } ?? ""
                throw .syntax(
                    "UnknownOption", "There is no option `\(option.name.text)` of CYPHER\(suggestion)",
                    gqlStatus: "22N07",
                    at: option.name.span)
            }
            guard known.contains(value) else {
                throw .syntax(
                    "UnknownOption",
                    "`\(option.value.text)` is no value of the option `\(option.name.text)`: \(known.joined(separator: ", "))",
                    gqlStatus: "22N10", at: option.value.span)
            }
            if let other = chosen.updateValue(value, forKey: name), other != value {
                throw .syntax(
                    "UnknownOption", "The option `\(option.name.text)` is `\(other)` and `\(value)` at once",
                    gqlStatus: "22N09", at: option.value.span)
            }
        }
    }
}
