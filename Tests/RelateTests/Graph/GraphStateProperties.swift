import Testing

@testable import Relate

@Suite struct GraphStateProperties {
    @Test("A state agrees with a model after random steps, and every snapshot stays as it was", arguments: 1...12)
    func agreesWithModel(seed: UInt64) throws {
        var steps = RandomSteps(seed: seed)
        var model = GraphModel()
        let manager = TransactionManager()
        if seed % 2 == 0 { try RandomSteps.createIndexes(manager) }
        var snapshots: [(state: GraphState, model: GraphModel)] = []
        for round in 0..<40 {
            let transaction = manager.begin(.autoCommit)
            for _ in 0..<Int.random(in: 1...25, using: &steps.generator) { try steps.take(transaction, &model) }
            let state = transaction.state
            _ = try transaction.commit()
            if round % 4 == 0 {
                try #require(model.differences(from: state) == [], "seed \(seed), round \(round)")
                var settled = state
                settled.settleAdjacencies(all: true)
                try #require(model.differences(from: settled) == [], "seed \(seed), round \(round), settled")
                snapshots.append((Bool.random(using: &steps.generator) ? state : settled, model))
            }
        }
        for snapshot in snapshots { #expect(snapshot.model.differences(from: snapshot.state) == [], "seed \(seed)") }
    }

    @Test("Adjacency that was merged many times lists what lives, with one node in every other relationship")
    func mergesAdjacency() throws {
        var generator = SplitMix(seed: 7)
        var model = GraphModel()
        let manager = TransactionManager()
        let setUp = manager.begin(.autoCommit)
        let type = setUp.internRelationshipType("T")
        for _ in 0..<2100 { model.nodes[try setUp.createNode(labels: []).rawValue] = GraphModel.Node() }
        _ = try setUp.commit()
        var snapshots: [(GraphState, GraphModel)] = []
        for round in 0..<8 {
            let transaction = manager.begin(.autoCommit)
            for _ in 0..<400 {
                let start = Bool.random(using: &generator) ? 5 : UInt32.random(in: 0..<2100, using: &generator)
                let end = UInt32.random(in: 0..<2100, using: &generator)
                let relationship = try transaction.createRelationship(type: type, from: NodeID(start), to: NodeID(end))
                model.relationships[relationship.rawValue] = .init(type: "T", start: start, end: end)
            }
            for number in model.relationships.keys.sorted().shuffled(using: &generator).prefix(round * 60) {
                transaction.deleteRelationship(RelationshipID(number))
                model.relationships[number] = nil
            }
            _ = try transaction.commit()
            snapshots.append((manager.snapshot.state, model))
        }
        for (state, model) in snapshots {
            #expect(state.checkInvariants() == [])
            #expect(GraphModel(readingElementsOf: state) == model)
            var expected: [UInt32] = []
            for (number, relationship) in model.relationships where relationship.start == 5 { expected.append(number) }
            var actual: [UInt32] = []
            state.withNeighbours(of: NodeID(5), type: type, direction: .outgoing) { _, relationships in
                actual += relationships
            }
            #expect(actual.sorted() == expected.sorted())
        }
    }
}
