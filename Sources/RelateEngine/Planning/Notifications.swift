import CypherSyntax

/// What the planner and a profile advise: one table of kinds, and where each is found.
///
/// - Source: codes and statuses as Neo4j documents them; kinds of this engine's own say so.
struct NotificationFinder {
    let statement: BoundStatement
    let plan: LogicalPlan
    let slots: [SlotInfo]
    let state: GraphState
    /// Under `PROFILE`: its counters.
    let root: Operator?

    /// Estimates off by this factor, over at least so many rows, are worth a word.
    private static let missFactor = 10.0
    private static let missRows = 100.0

    /// All notifications, those of an operator with its number.
    func find() -> [Notification] {
        var found = mentioned() + deprecated()
        var next = 0
        visit(plan, root, &next, &found)
        return found
    }

    private func make(
        _ name: String, _ gqlStatus: String, _ severity: String, _ category: String, title: String,
        description: String, remedy: String, operatorId: Int? = nil
    ) -> Notification {
        Notification(
            code: "Neo.ClientNotification.Statement.\(name)", gqlStatus: gqlStatus, severity: severity,
            category: category, title: title, description: description, remedy: remedy,
            operatorId: operatorId.map(Int64.init))
    }

    // MARK: Of the statement

    /// Names that nothing in the store has. What the statement itself writes is not unknown.
    private func mentioned() -> [Notification] {
        guard statement.queryType == .read || statement.queryType == .readWrite else { return [] }
        var seen: Set<String> = []
        var found: [Notification] = []
        for mention in statement.mentions {
            let isKnown: Bool
            let kind: String
            switch mention.kind {
            case .label:
                isKnown = state.labelID(named: mention.name) != nil
                kind = "label"
            case .relationshipType:
                isKnown = state.relationshipTypeID(named: mention.name) != nil
                kind = "relationship type"
            case .propertyKey:
                isKnown = state.propertyKeyID(named: mention.name) != nil
                kind = "property key"
            }
            guard !isKnown, seen.insert("\(kind) \(mention.name)").inserted else { continue }
            let (name, status): (String, String)
            switch mention.kind {
            case .label: (name, status) = ("UnknownLabelWarning", "01N50")
            case .relationshipType: (name, status) = ("UnknownRelationshipTypeWarning", "01N51")
            case .propertyKey: (name, status) = ("UnknownPropertyKeyWarning", "01N52")
            }
            found.append(
                make(
                    name, status, "WARNING", "UNRECOGNIZED", title: "The store has no such \(kind)",
                    description: "The \(kind) `\(mention.name)` is not in the store: what asks for it finds nothing.",
                    remedy: "Check the spelling of `\(mention.name)`."))
        }
        return found
    }

    private func deprecated() -> [Notification] {
        statement.deprecations.map { deprecation in
            let title = "The statement uses something deprecated"
            func replaced(_ what: String, _ replacement: String?) -> Notification {
                make(
                    "FeatureDeprecationWarning", replacement == nil ? "01N02" : "01N01", "WARNING", "DEPRECATION",
                    title: title, description: "\(what) is deprecated.",
                    remedy: replacement.map { "Use \($0)." } ?? "Write it otherwise: there is no replacement.")
            }
            switch deprecation.kind {
            case .function(let name, let replacement):
                return replaced("The function \(name)()", replacement.map { $0 + "()" })
            case .procedure(let name, let replacement): return replaced("The procedure \(name)", replacement)
            case .callSubqueryWithoutScope:
                return make(
                    "FeatureDeprecationWarning", "01N00", "WARNING", "DEPRECATION", title: title,
                    description: "CALL { WITH … } imports variables in a deprecated way.",
                    remedy: "Name them in a scope clause: CALL (x) { … }.")
            case .subqueryVariableShadowing(let name):
                return make(
                    "SubqueryVariableShadowing", "03N60", "INFORMATION", "HINT",
                    title: "A subquery's variable hides one of outside",
                    description: "`\(name)` inside the subquery is another variable than `\(name)` outside.",
                    remedy: "Rename one of them, or import the outer one.")
            case .createSelfReference(let name):
                return make(
                    "FeatureDeprecationWarning", "01N00", "WARNING", "DEPRECATION", title: title,
                    description: "CREATE reads `\(name)`, which the same clause creates.",
                    remedy: "Create it in a clause before.")
            case .unionColumnOrder:
                return make(
                    "FeatureDeprecationWarning", "01N00", "WARNING", "DEPRECATION", title: title,
                    description: "The sides of UNION return their columns in different orders.",
                    remedy: "Return them in the same order on both sides.")
            }
        }
    }

    // MARK: Of operators

    private func visit(_ plan: LogicalPlan, _ running: Operator?, _ next: inout Int, _ found: inout [Notification]) {
        let id = next
        next += 1
        switch plan.operation {
        case .cartesianProduct:
            // With one row on a side there is nothing to multiply.
            let sides = plan.children.map { names(introducedBy: $0) }
            found.append(
                make(
                    "CartesianProduct", "03N90", "INFORMATION", "PERFORMANCE",
                    title: "Disconnected patterns multiply their rows",
                    description: "The patterns of \(sides[0]) and of \(sides[1]) share no variable: every match of one "
                        + "is combined with every match of the other.",
                    remedy:
                        "Connect the patterns by a relationship or an equality, or match them in clauses of their own.",
                    operatorId: id))
        case .variableLengthExpand(let expand) where expand.maximum == nil: unbounded(expand.expand, id, &found)
        case .shortestPath(let search):
            if search.expand.maximum == nil { unbounded(search.expand.expand, id, &found) }
            if !search.predicates.isEmpty {
                found.append(
                    make(
                        "ExhaustiveShortestPath", "03N92", "INFORMATION", "PERFORMANCE",
                        title: "A shortest path has to be searched exhaustively",
                        description:
                            "A predicate over the whole path cannot be tested step by step: paths are tried one "
                            + "by one.",
                        remedy: "Test the path behind a WITH, or say the predicate of each step.", operatorId: id))
            }
        default: break
        }
        if let running {
            let actual = Double(running.statistics.rows)
            let estimate = max(1, plan.estimatedRows)
            let factor = max(actual, estimate) / max(1, min(actual, estimate))
            if factor >= Self.missFactor, max(actual, estimate) >= Self.missRows, case .argument = plan.operation {
            } else if factor >= Self.missFactor, max(actual, estimate) >= Self.missRows {
                let name = PlanDescription(slots: slots, parameters: [], root: nil).name(of: plan)
                found.append(
                    make(
                        "EstimationMiss", "03N98", "INFORMATION", "PERFORMANCE",
                        title: "The estimate is far from what happened",
                        description: "\(name) was expected to give \(Int64(estimate.rounded())) rows and gave "
                            + "\(running.statistics.rows).",
                        remedy: "Look at the plan below this operator: a more selective start may serve better.",
                        operatorId: id))
            }
        }
        let operators = (running?.inputs ?? []) + (running?.nested ?? [])
        for (index, child) in (plan.children + plan.nested).enumerated() {
            visit(child, index < operators.count ? operators[index] : nil, &next, &found)
        }
    }

    private func unbounded(_ expand: LogicalPlan.Expand, _ id: Int, _ found: inout [Notification]) {
        let types = expand.types.map { ":" + $0.joined(separator: "|") } ?? ""
        found.append(
            make(
                "UnboundedVariableLengthPattern", "03N91", "INFORMATION", "PERFORMANCE",
                title: "A variable-length pattern has no upper bound",
                description: "[\(types)*] may follow paths of any length through the whole graph.",
                remedy: "Give it a bound, such as [\(types)*..5].", operatorId: id))
    }

    private func names(introducedBy plan: LogicalPlan) -> String {
        let names = plan.available.slots.filter { !slots[$0.index].isAnonymous }.map { slots[$0.index].name }
        return names.isEmpty ? "()" : names.prefix(4).map { "(\($0))" }.joined(separator: ", ")
    }
}
