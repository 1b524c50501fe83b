/// How often a part of a plan was run, as far as its estimate has to know: that is for one run.
struct PlanRuns {
    /// `nil` where it is not known.
    var count: Double? = 1
    /// What is above may leave off before the last row.
    var mayLeaveOff = false

    /// - Parameter outer: the first child's operator, for each of whose rows the second is run, where the plan is such.
    func ofChild(_ index: Int, of plan: LogicalPlan, outer: Operator?) -> PlanRuns {
        guard index < plan.children.count else { return PlanRuns(count: nil, mayLeaveOff: true) }
        var runs = self
        switch plan.operation {
        case .limit: runs.mayLeaveOff = true
        case .apply, .optionalApply, .foreachSubquery, .transactionApply:
            if index == 1 { runs.count = count == nil ? nil : outer.map { Double($0.statistics.rows) } }
        case .cartesianProduct, .valueHashJoin, .semiHashJoin:
            // The second input is kept for later runs.
            if index == 1, count != 1 { runs.count = nil }
        case .merge, .foreach, .repeatTrail, .pathSearch:
            if index > 0 { runs = PlanRuns(count: nil, mayLeaveOff: true) }
        default: break
        }
        return runs
    }
}

// Operators that gave far more rows than expected, or far fewer.
extension NotificationFinder {
    /// Estimates off by this factor, over at least so many rows, are worth a word.
    private static let missFactor = 10.0
    private static let missRows = 100.0

    /// Told where it comes from: an operator whose input missed the same way only passes that on, unless it is off by as
    /// much again.
    func miss(
        _ plan: LogicalPlan, _ name: String, _ running: Operator, _ runs: PlanRuns,
        _ inputs: [(plan: LogicalPlan, running: Operator?, runs: PlanRuns)], _ id: Int
    ) -> Notification? {
        guard let ratio = missRatio(plan, running, runs) else { return nil }
        let isPassedOn = inputs.contains { input in
            guard let running = input.running, let other = missRatio(input.plan, running, input.runs),
                (other > 1) == (ratio > 1)
            else { return false }
            return max(ratio / other, other / ratio) < Self.missFactor
        }
        if isPassedOn { return nil }
        let estimate = max(1, plan.estimatedRows * (runs.count ?? 1))
        let expected = estimate.isFinite && estimate < 9e18 ? String(Int64(estimate.rounded())) : "countless"
        return make(
            .estimationMiss,
            description: "\(name) was expected to give \(expected) rows and gave \(running.statistics.rows).",
            remedy: missRemedy(plan), operatorId: id)
    }

    private func missRemedy(_ plan: LogicalPlan) -> String {
        let isLowest = plan.children.allSatisfy { if case .argument = $0.operation { true } else { false } }
        switch plan.operation {
        case .indexSeek where isLowest:
            return "The values of the index are spread unevenly: USING INDEX or USING SCAN says where to begin."
        case _ where isLowest:
            return "How many rows begin here shows only as it runs: put clauses that leave fewer of them before "
                + "those that make more."
        default: return "Look at the plan below this operator: a more selective start may serve better."
        }
    }

    /// Rows that came by those expected, where that is worth a word. That few came says nothing of what was not run to its
    /// end.
    private func missRatio(_ plan: LogicalPlan, _ running: Operator, _ runs: PlanRuns) -> Double? {
        if case .argument = plan.operation { return nil }
        guard let count = runs.count, count > 0 else { return nil }
        let actual = Double(running.statistics.rows)
        let estimate = max(1, plan.estimatedRows * count)
        let ratio = max(1, actual) / estimate
        guard max(ratio, 1 / ratio) >= Self.missFactor, max(actual, estimate) >= Self.missRows else { return nil }
        guard ratio > 1 || running.statistics.hasEnded && !runs.mayLeaveOff else { return nil }
        return ratio
    }
}
