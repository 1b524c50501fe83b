import Relate
import Testing

/// What every plan document promises, over all statements of the case files.
@Suite struct PlansOfCases {
    @Test(arguments: CaseFile.names())
    func `plans are numbered in pre-order, have estimates, and profiles add up`(_ name: String) throws {
        for item in try CaseFile.cases(inFile: name) {
            let connection = try Database.inMemory().connect()
            for placed in item.steps {
                switch placed.step {
                case .given(let text): _ = try? connection.query(text)
                case .when(let text, let parameters):
                    check(text, parameters.compactMapValues(\.parameter), "\(name):\(placed.line)", connection)
                default: break
                }
            }
        }
    }

    /// Statements that are refused, and those that begin with `EXPLAIN` or `PROFILE` themselves, have no plan here.
    private func check(
        _ text: String, _ parameters: [String: CypherValue], _ place: Comment, _ connection: Connection
    ) {
        guard let explained = try? connection.query("EXPLAIN " + text, parameters), let plan = explained.plan else {
            _ = try? connection.query(text, parameters)
            return
        }
        let operators = flat(plan.root)
        #expect(operators.allSatisfy { $0.estimatedRows.map { $0 >= 0 } ?? false && $0.actual == nil }, place)
        #expect(operators.allSatisfy { !$0.details.hasPrefix("…") && !$0.details.contains(" … ") }, place)
        for (number, node) in operators.enumerated() {
            #expect(node.warnings.allSatisfy { $0.operatorId == Int64(number) }, place)
        }
        for note in explained.notifications {
            if let id = note.operatorId { #expect(operators[Int(id)].warnings.contains(note), place) }
        }
        guard let profiled = try? connection.query("PROFILE " + text, parameters), let profile = profiled.plan else {
            return
        }
        let ran = flat(profile.root)
        #expect(ran.map(\.operator) == operators.map(\.operator), place)
        var time = 0.0
        for node in ran {
            guard let actual = node.actual else {
                Issue.record(place)
                continue
            }
            #expect(actual.dbHits == actual.hops + actual.neighborWalks + actual.nodeReads, place)
            time += actual.timeMs
        }
        #expect(time <= profiled.elapsedMs, place)
        if profile.root.operator == "ProduceResults" {
            #expect(profile.root.actual?.rows == Int64(profiled.rows.count), place)
        }
    }

    private func flat(_ node: PlanNode) -> [PlanNode] { [node] + node.children.flatMap(flat) }
}
