import Foundation
import Testing

@testable import Relate

@Suite struct TransactionProperties {
    /// An open transaction with the model of what it should see, and what it touched in the terms of the rule.
    private struct Open {
        var transaction: Transaction
        var model: GraphModel
        var base: GraphModel
        var began: Int
    }

    /// What one commit did, read off the models before and after.
    private struct Footprint {
        var written: Set<String> = []
        var deleted: Set<UInt32> = []
        var connected: Set<UInt32> = []

        init(from base: GraphModel, to model: GraphModel, touched: Set<String>) {
            written = touched
            for (number, node) in base.nodes where model.nodes[number] != node {
                written.insert("n\(number)")
                if model.nodes[number] == nil { deleted.insert(number) }
            }
            for (number, relationship) in base.relationships where model.relationships[number] != relationship {
                written.insert("r\(number)")
            }
            for (number, relationship) in model.relationships where base.relationships[number] == nil {
                if base.nodes[relationship.start] != nil { connected.insert(relationship.start) }
                if base.nodes[relationship.end] != nil { connected.insert(relationship.end) }
            }
        }

        func conflicts(with other: Footprint) -> Bool {
            !written.isDisjoint(with: other.written) || !deleted.isDisjoint(with: other.connected)
                || !connected.isDisjoint(with: other.deleted)
        }
    }

    @Test(
        "Random transactions side by side commit or conflict as the rule says, and end in the model's state",
        arguments: 1...10)
    func agreesWithModel(seed: UInt64) throws {
        var steps = RandomSteps(seed: seed)
        let manager = TransactionManager()
        var committed = GraphModel()
        if seed % 2 == 0 { try RandomSteps.createIndexes(manager) }
        let setUp = manager.begin(.autoCommit)
        for _ in 0..<70 { try steps.take(setUp, &committed) }
        _ = try setUp.commit()

        var history: [Footprint] = []
        var open: [Open] = []
        var outcomes = (committed: 0, refused: 0, rolledBack: 0)
        for _ in 0..<250 {
            switch Int.random(in: 0..<10, using: &steps.generator) {
            case 0, 1:
                open.append(
                    Open(
                        transaction: manager.begin(.explicit), model: committed, base: committed,
                        began: history.count))
            case 2...7:
                guard !open.isEmpty else { continue }
                let index = Int.random(in: 0..<open.count, using: &steps.generator)
                let savepoint = open[index].transaction.savepoint()
                let before = open[index].model
                for _ in 0..<3 { try steps.take(open[index].transaction, &open[index].model) }
                if Int.random(in: 0..<4, using: &steps.generator) == 0 {
                    open[index].transaction.undo(to: savepoint)
                    open[index].model = before
                }
            default:
                guard !open.isEmpty else { continue }
                let ending = open.remove(at: Int.random(in: 0..<open.count, using: &steps.generator))
                if Int.random(in: 0..<6, using: &steps.generator) == 0 {
                    ending.transaction.rollback()
                    outcomes.rolledBack += 1
                    continue
                }
                #expect(GraphModel(readingElementsOf: ending.transaction.state) == ending.model)
                let footprint = Footprint(
                    from: ending.base, to: ending.model, touched: Self.touched(ending.transaction, ending.base))
                let isRefused = history[ending.began...].contains { $0.conflicts(with: footprint) }
                do {
                    let isEmpty = ending.transaction.writeSet.isEmpty
                    let number = try ending.transaction.commit()
                    #expect(!isRefused, "seed \(seed): should have been refused")
                    #expect((number == nil) == isEmpty)
                    if number != nil { history.append(footprint) }
                    Self.merge(ending.base, ending.model, into: &committed)
                    outcomes.committed += 1
                } catch {
                    #expect(isRefused && error.retryable, "seed \(seed): \(error)")
                    outcomes.refused += 1
                }
                try #require(committed.differences(from: manager.snapshot.state) == [], "seed \(seed)")
            }
        }
        #expect(outcomes.committed > 3 && outcomes.refused > 0)
    }

    /// Elements written with the value they had, which the models do not show.
    private static func touched(_ transaction: Transaction, _ base: GraphModel) -> Set<String> {
        var touched: Set<String> = []
        for change in transaction.writeSet.nodeProperties { touched.insert("n\(change.node.rawValue)") }
        for change in transaction.writeSet.nodeLabels { touched.insert("n\(change.node.rawValue)") }
        for change in transaction.writeSet.relationshipProperties {
            touched.insert("r\(change.relationship.rawValue)")
        }
        return touched
    }

    private static func merge(_ base: GraphModel, _ model: GraphModel, into committed: inout GraphModel) {
        for number in Set(base.nodes.keys).union(model.nodes.keys)
        where base.nodes[number] != model.nodes[number] {
            committed.nodes[number] = model.nodes[number]
        }
        for number in Set(base.relationships.keys).union(model.relationships.keys)
        where base.relationships[number] != model.relationships[number] {
            committed.relationships[number] = model.relationships[number]
        }
    }

    @Test("Readers on other threads see whole commits while writers commit")
    func readersSeeWholeCommits() throws {
        let manager = TransactionManager()
        let setUp = manager.begin(.autoCommit)
        let key = setUp.internPropertyKey("k")
        let name = setUp.internPropertyKey("name")
        let type = setUp.internRelationshipType("T")
        for _ in 0..<2000 {
            _ = try setUp.createNode(labels: [], properties: [(key, .int(0)), (name, .string("0"))])
        }
        _ = try setUp.commit()
        let failures = Failures()

        // Threads 0 and 1 write (the one in auto-commit, the other in explicit transactions); 2 and 3 read.
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var generator = SplitMix(seed: UInt64(thread))
            do {
                for round in 1...60 {
                    if thread < 2 {
                        let transaction = manager.begin(thread == 0 ? .autoCommit : .explicit)
                        // Each writer has its own half of the nodes; a commit sets all of its sample to one value.
                        for step in 0..<20 {
                            let node = NodeID(UInt32(thread * 1000 + step * 50))
                            transaction.setProperty(key, of: node, to: .int(Int64(round)))
                            transaction.setProperty(name, of: node, to: .string("\(round) of \(thread)"))
                        }
                        let end = NodeID(UInt32.random(in: 0..<2000, using: &generator))
                        _ = try transaction.createRelationship(type: type, from: NodeID(0), to: end)
                        _ = try transaction.commit()
                    } else {
                        failures.note(Self.torn(manager.snapshot.state, key, name))
                    }
                }
            } catch { failures.note(["\(error)"]) }
        }
        #expect(failures.all == [])
        let (state, number) = manager.snapshot
        #expect(number == 121)
        #expect(state.relationshipCount == 120)
        #expect(state.degree(of: NodeID(0), type: type, direction: .outgoing) == 120)
        #expect(state.checkInvariants() == [])
    }

    /// What a snapshot shows of half a commit.
    private static func torn(_ state: GraphState, _ key: PropertyKeyID, _ name: PropertyKeyID) -> [String] {
        var found: [String] = []
        for half in 0..<2 {
            var values: Set<String> = []
            for step in 0..<20 {
                let node = NodeID(UInt32(half * 1000 + step * 50))
                guard case .int(let int) = state.property(key, of: node),
                    case .string(let string) = state.property(name, of: node)
                else {
                    found.append("a value is missing")
                    continue
                }
                values.insert("\(int)")
                if string != (int == 0 ? "0" : "\(int) of \(half)") { found.append("\(int) beside \(string)") }
            }
            if values.count != 1 { found.append("values \(values.sorted()) at once") }
        }
        if state.degree(of: NodeID(0), type: nil, direction: .outgoing) != state.relationshipCount {
            found.append("relationships without their adjacency")
        }
        return found
    }

    private final class Failures: @unchecked Sendable {
        private let lock = NSLock()
        private var sentences: [String] = []

        func note(_ new: [String]) { lock.withLock { sentences += new } }
        var all: [String] { lock.withLock { sentences } }
    }
}
