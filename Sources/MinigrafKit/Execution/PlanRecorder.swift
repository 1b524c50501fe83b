/// What a query did, clause by clause in the order they ran.
final class PlanRecorder {
    struct Step: Sendable {
        /// The place among the query's clauses as they were bound.
        var clause: Int
        var estimatedRows: Double
        /// `nil` where the query ended before.
        var rows: Int?
        var seconds = 0.0
    }

    private(set) var steps: [Step] = []
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init() {
        start = clock.now
    }

    func plan(_ order: [ClauseOrder.Step]) {
        var rows = 1.0
        for step in order {
            if step.cost > 0 { rows *= step.cost }
            steps.append(Step(clause: step.clause, estimatedRows: rows))
        }
    }

    func now() -> Double {
        (clock.now - start) / .seconds(1)
    }

    func finish(_ step: Int, rows: Int, since start: Double) {
        guard steps.indices.contains(step) else { return }
        steps[step].rows = rows
        steps[step].seconds += now() - start
    }
}
