/// The order in which a query's clauses run, for programs that show it.
package struct QueryPlan: Sendable {
    package struct Step: Sendable {
        /// `Pattern`, `RuleCall`, `Filter`, `Compute`, `Or`, `OrJoin`, `Not` or `FactTime`.
        package let kind: String
        /// The clause, as it would be written.
        package let text: String
        package let estimatedRows: Double
        /// `nil` where it did not run.
        package let rows: Int?
        package let milliseconds: Double
    }

    /// In the order they run.
    package let steps: [Step]
    /// What `:find` makes of the rows.
    package let columns: [String]
    package let resultRows: Int?
    package let milliseconds: Double
}

extension QueryPlan {
    init(
        _ clauses: [BoundClause], _ names: ClauseBinder.Names, _ values: QueryValues, _ recorder: PlanRecorder,
        columns: [String], resultRows: Int?, milliseconds: Double
    ) {
        let writer = ClauseWriter(names: names, values: values)
        steps = recorder.steps.map { step in
            let clause = clauses[step.clause]
            return Step(
                kind: ClauseWriter.kind(of: clause), text: writer.text(clause), estimatedRows: step.estimatedRows,
                rows: step.rows, milliseconds: step.seconds * 1000)
        }
        self.columns = columns
        self.resultRows = resultRows
        self.milliseconds = milliseconds
    }
}

/// Writes bound clauses as text again.
struct ClauseWriter {
    private let names: [Int: String]
    private let values: QueryValues

    init(names: ClauseBinder.Names, values: QueryValues) {
        self.names = Dictionary(names.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        self.values = values
    }

    static func kind(of clause: BoundClause) -> String {
        switch clause {
        case .pattern: "Pattern"
        case .pseudo: "FactTime"
        case .ruleCall: "RuleCall"
        case .expression(_, let output): output == nil ? "Filter" : "Compute"
        case .not: "Not"
        case .or: "Or"
        case .orJoin: "OrJoin"
        }
    }

    func text(_ clause: BoundClause) -> String {
        switch clause {
        case .pattern(let pattern):
            return "[\(text(pattern.entity)) \(text(pattern.attribute)) \(text(pattern.value))]"
        case .pseudo(let attribute, _, let value): return "[… \(attribute.rawValue) \(text(value))]"
        case .ruleCall(let call):
            return "(" + ([call.name] + call.arguments.map { text($0) }).joined(separator: " ") + ")"
        case .expression(let expression, let output):
            return "[\(text(expression))" + (output.map { " " + variable($0) } ?? "") + "]"
        case .not(let clauses): return "(not \(text(clauses)))"
        case .or(let branches): return "(or \(text(branches)))"
        case .orJoin(let branches): return "(or-join \(text(branches)))"
        }
    }

    private func text(_ clauses: [BoundClause]) -> String {
        clauses.map { text($0) }.joined(separator: " ")
    }

    private func text(_ branches: [[BoundClause]]) -> String {
        branches.map { $0.count == 1 ? text($0) : "(and \(text($0)))" }.joined(separator: " ")
    }

    private func variable(_ slot: Int) -> String { names[slot] ?? "?_\(slot)" }

    private func text(_ term: BoundTerm) -> String {
        switch term {
        case .slot(let slot): variable(slot)
        case .constant(let id): EDNText.text(values.value(id))
        case .wildcard: "_"
        case .nothing: "nothing"
        }
    }

    private func text(_ expression: BoundExpression) -> String {
        switch expression {
        case .constant(let value): EDNText.text(value)
        case .slot(let slot): variable(slot)
        case .call(let operation, let arguments):
            "(" + ([operation.rawValue] + arguments.map { text($0) }).joined(separator: " ") + ")"
        case .matches(let argument, _): "(matches? \(text(argument)) …)"
        case .user(let name, _, let argument): "(\(name) \(text(argument)))"
        }
    }
}

/// Values as the language writes them.
package enum EDNText {
    package static func text(_ value: MiniGrafValue) -> String {
        (try? value.stored()).map { text($0) } ?? "nil"
    }

    static func text(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        case .float(let bits): JSONText.number(Double(bitPattern: bits))
        case .text(let text): Form.quoted(text)
        case .keyword(let text): text
        case .ref(let id): "#uuid \"\(id)\""
        case .set(let members): "#{" + members.map { text($0) }.joined(separator: " ") + "}"
        }
    }
}

extension MiniGrafDb {
    /// Plans a query and, if `runs`, runs it and measures each clause.
    package func plan(
        _ text: String, bindings: [String: MiniGrafBindValue] = [:], time: QueryTime = QueryTime(), runs: Bool,
        control: QueryControl? = nil
    ) throws(MiniGrafError) -> (plan: QueryPlan, answer: QueryAnswer?) {
        try core.plan(text, bindings: bindings, time: time, runs: runs, control: control)
    }
}
