import MinigrafKit
import Relate

extension QueryPlan {
    /// The plan as the plan pane shows it: what runs first stands at the bottom.
    func document(of statement: String) -> PlanDocument {
        let isProfiled = resultRows != nil
        var node: PlanNode?
        for step in steps {
            node = PlanNode(
                operator: step.kind, details: step.text, identifiers: [],
                estimatedRows: Int64(exactly: step.estimatedRows.rounded(.up)) ?? .max,
                actual: isProfiled ? Self.actual(step.rows ?? 0, step.milliseconds) : nil,
                children: node.map { [$0] } ?? [], warnings: [])
        }
        let stepTime = steps.reduce(0) { $0 + $1.milliseconds }
        let root = PlanNode(
            operator: "Find", details: columns.joined(separator: " "), identifiers: columns, estimatedRows: nil,
            actual: resultRows.map { Self.actual($0, max(0, milliseconds - stepTime)) },
            children: node.map { [$0] } ?? [],
            warnings: [])
        return PlanDocument(profiled: isProfiled, statement: statement, root: root)
    }

    private static func actual(_ rows: Int, _ milliseconds: Double) -> PlanActual {
        PlanActual(
            rows: Int64(rows), timeMs: milliseconds, dbHits: 0, memoryBytes: 0, hops: 0, neighborWalks: 0, nodeReads: 0)
    }
}
