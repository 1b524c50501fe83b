import Testing

@testable import Relate

@Suite struct TransactionTests {
    /// Two nodes, joined by a relationship, and a third alone.
    struct Fixture {
        let manager = TransactionManager()
        let nodes: [NodeID]
        let relationship: RelationshipID
        let key: PropertyKeyID
        let label: LabelID
        let type: RelationshipTypeID

        init() throws {
            let transaction = manager.begin(.autoCommit)
            key = transaction.internPropertyKey("k")
            label = transaction.internLabel("L")
            type = transaction.internRelationshipType("T")
            var nodes: [NodeID] = []
            for _ in 0..<3 { nodes.append(try transaction.createNode(labels: [])) }
            relationship = try transaction.createRelationship(type: type, from: nodes[0], to: nodes[1])
            self.nodes = nodes
            _ = try transaction.commit()
        }
    }

    /// A write of one of two transactions that run side by side.
    enum Write: String, CaseIterable {
        case setNode0, labelNode0, setNode2, deleteNode2, connect0To2, connect2To0, detachDelete0
        case setRelationship, deleteRelationship, create

        func perform(_ transaction: Transaction, _ fixture: Fixture) throws {
            let nodes = fixture.nodes
            switch self {
            case .setNode0: transaction.setProperty(fixture.key, of: nodes[0], to: .int(1))
            case .labelNode0: transaction.addLabel(fixture.label, to: nodes[0])
            case .setNode2: transaction.setProperty(fixture.key, of: nodes[2], to: .int(1))
            case .deleteNode2: transaction.deleteNode(nodes[2])
            case .connect0To2: _ = try transaction.createRelationship(type: fixture.type, from: nodes[0], to: nodes[2])
            case .connect2To0: _ = try transaction.createRelationship(type: fixture.type, from: nodes[2], to: nodes[0])
            case .detachDelete0: transaction.detachDeleteNode(nodes[0])
            case .setRelationship: transaction.setProperty(fixture.key, of: fixture.relationship, to: .int(1))
            case .deleteRelationship: transaction.deleteRelationship(fixture.relationship)
            case .create: _ = try transaction.createNode(labels: [fixture.label])
            }
        }

        /// Elements written, nodes deleted and nodes connected: the rule in the plainest words.
        private var touched: (written: Set<String>, deleted: Set<Int>, connected: Set<Int>) {
            switch self {
            case .setNode0, .labelNode0: (["n0"], [], [])
            case .setNode2: (["n2"], [], [])
            case .deleteNode2: (["n2"], [2], [])
            case .connect0To2, .connect2To0: ([], [], [0, 2])
            case .detachDelete0: (["n0", "r"], [0], [])
            case .setRelationship, .deleteRelationship: (["r"], [], [])
            case .create: ([], [], [])
            }
        }

        func conflicts(with other: Write) -> Bool {
            let (left, right) = (touched, other.touched)
            return !left.written.isDisjoint(with: right.written) || !left.deleted.isDisjoint(with: right.connected)
                || !left.connected.isDisjoint(with: right.deleted)
        }
    }

    @Test(
        "Of two transactions side by side the first commits; the second does unless it touched the same",
        arguments: Write.allCases, Write.allCases)
    func firstCommitterWins(first: Write, second: Write) throws {
        let fixture = try Fixture()
        let (left, right) = (fixture.manager.begin(.explicit), fixture.manager.begin(.explicit))
        try first.perform(left, fixture)
        try second.perform(right, fixture)
        #expect(try left.commit() == 2)
        if first.conflicts(with: second) {
            let error = #expect(throws: EngineError.self) { try right.commit() }
            #expect(error?.message == "write-write conflict")
            #expect(error?.code == "Neo.TransientError.Transaction.Outdated")
            #expect(error?.retryable == true)
            #expect(fixture.manager.snapshot.number == 2)
        } else {
            #expect(try right.commit() == 3)
        }
        #expect(fixture.manager.snapshot.state.checkInvariants() == [])
    }

    @Test("An explicit transaction is also refused for what an auto-commit statement did meanwhile")
    func conflictsWithAutoCommit() throws {
        let fixture = try Fixture()
        let explicit = fixture.manager.begin(.explicit)
        let statement = fixture.manager.begin(.autoCommit)
        statement.setProperty(fixture.key, of: fixture.nodes[0], to: .int(1))
        #expect(try statement.commit() == 2)
        explicit.setProperty(fixture.key, of: fixture.nodes[0], to: .int(2))
        #expect(throws: EngineError.self) { try explicit.commit() }
        #expect(ModelValue(fixture.manager.snapshot.state.property(fixture.key, of: fixture.nodes[0])) == .int(1))
    }

    @Test("A transaction sees its own writes and no others'; others see them after the commit")
    func isolates() throws {
        let fixture = try Fixture()
        let (reader, writer) = (fixture.manager.begin(.read), fixture.manager.begin(.explicit))
        writer.setProperty(fixture.key, of: fixture.nodes[0], to: .int(1))
        #expect(ModelValue(writer.state.property(fixture.key, of: fixture.nodes[0])) == .int(1))
        _ = try writer.commit()
        #expect(ModelValue(reader.state.property(fixture.key, of: fixture.nodes[0])) == nil)
        #expect(try reader.commit() == nil)
        let next = fixture.manager.begin(.read)
        #expect(ModelValue(next.state.property(fixture.key, of: fixture.nodes[0])) == .int(1))
    }

    @Test("A transaction without a write has no number; one that is rolled back or dropped leaves nothing")
    func leavesNothing() throws {
        let fixture = try Fixture()
        #expect(try fixture.manager.begin(.explicit).commit() == nil)
        #expect(try fixture.manager.begin(.autoCommit).commit() == nil)
        let rolledBack = fixture.manager.begin(.explicit)
        _ = try rolledBack.createNode(labels: [fixture.label])
        rolledBack.rollback()
        #expect(try rolledBack.commit() == nil)
        do { _ = try fixture.manager.begin(.autoCommit).createNode(labels: []) }
        let (state, number) = fixture.manager.snapshot
        #expect(number == 1)
        #expect(state.nodeCount == 3)
        // Their numbers stay unused.
        let node = try fixture.manager.begin(.autoCommit).createNode(labels: [])
        #expect(node == NodeID(5))
    }

    @Test("Undoing a statement takes back exactly its own writes and counts")
    func undoes() throws {
        let fixture = try Fixture()
        let transaction = fixture.manager.begin(.explicit)
        transaction.setProperty(fixture.key, of: fixture.nodes[0], to: .int(1))
        let savepoint = transaction.savepoint()
        let before = transaction.counters
        transaction.setProperty(fixture.key, of: fixture.nodes[0], to: .string("two"))
        transaction.detachDeleteNode(fixture.nodes[1])
        _ = try transaction.createNode(labels: [fixture.label])
        transaction.undo(to: savepoint)
        #expect(transaction.counters == before)
        #expect(!transaction.isDeleted(fixture.relationship))
        #expect(try transaction.commit() == 2)
        let state = fixture.manager.snapshot.state
        #expect(ModelValue(state.property(fixture.key, of: fixture.nodes[0])) == .int(1))
        #expect(state.nodeCount == 3 && state.relationshipCount == 1)
        #expect(state.nodeCount(of: fixture.label) == 0)
        #expect(state.checkInvariants() == [])
    }

    @Test("A statement that was undone conflicts with nobody", arguments: Write.allCases)
    func forgetsUndone(write: Write) throws {
        let fixture = try Fixture()
        let transaction = fixture.manager.begin(.explicit)
        let savepoint = transaction.savepoint()
        try write.perform(transaction, fixture)
        transaction.undo(to: savepoint)
        #expect(transaction.writeSet.isEmpty)
        let statement = fixture.manager.begin(.autoCommit)
        try write.perform(statement, fixture)
        _ = try statement.commit()
        _ = try transaction.createNode(labels: [])
        #expect(try transaction.commit() == 3)
    }

    @Test("A node with relationships can be deleted before them, but not without them")
    func refusesConnectedDeletes() throws {
        let fixture = try Fixture()
        let good = fixture.manager.begin(.explicit)
        good.deleteNode(fixture.nodes[0])
        #expect(good.nodesStillConnected == [fixture.nodes[0]])
        good.deleteRelationship(fixture.relationship)
        #expect(good.nodesStillConnected == [])
        try good.checkDeletions()
        good.rollback()

        let bad = fixture.manager.begin(.explicit)
        let savepoint = bad.savepoint()
        bad.deleteNode(fixture.nodes[0])
        let error = #expect(throws: EngineError.self) { try bad.checkDeletions() }
        #expect(error?.gqlStatus == "G1001")
        #expect(error?.message.contains("DeleteConnectedNode") == true)
        bad.undo(to: savepoint)
        try bad.checkDeletions()
        bad.deleteNode(fixture.nodes[1])
        #expect(throws: EngineError.self) { try bad.commit() }
        #expect(fixture.manager.snapshot.number == 1)
    }

    @Test("A relationship cannot be created at a deleted node")
    func refusesDeadEnds() throws {
        let fixture = try Fixture()
        let transaction = fixture.manager.begin(.explicit)
        transaction.deleteNode(fixture.nodes[2])
        #expect(throws: EngineError.self) {
            try transaction.createRelationship(type: fixture.type, from: fixture.nodes[2], to: fixture.nodes[0])
        }
    }

    @Test("Counts are those of the statement")
    func counts() throws {
        let fixture = try Fixture()
        let transaction = fixture.manager.begin(.explicit)
        let node = try transaction.createNode(labels: [fixture.label], properties: [(fixture.key, .int(1))])
        transaction.addLabel(fixture.label, to: node)
        transaction.removeLabel(fixture.label, from: node)
        transaction.setProperty(fixture.key, of: node, to: .null)
        transaction.setProperty(fixture.key, of: node, to: .null)
        transaction.detachDeleteNode(fixture.nodes[0])
        transaction.detachDeleteNode(fixture.nodes[0])
        var expected = UpdateCounters()
        expected.nodesCreated = 1
        expected.labelsAdded = 1
        expected.labelsRemoved = 1
        expected.propertiesSet = 2
        expected.nodesDeleted = 1
        expected.relationshipsDeleted = 1
        #expect(transaction.takeCounters() == expected)
        #expect(transaction.counters == UpdateCounters())
    }

    /// Notes what it is given, and refuses when told so.
    private final class Log: CommitLog, @unchecked Sendable {
        var numbers: [UInt64] = []
        var isFull = false
        private var ended: [UInt64] = []
        var generation: Int { ended.count }

        func submit(
            _ writeSet: WriteSet, state: GraphState, number: UInt64, generation: Int
        ) throws(EngineError) {
            if isFull {
                ended.append(numbers.last ?? 0)
                throw .elementNumbersExhausted()
            }
            #expect(generation == ended.count)
            numbers.append(number)
        }

        func submitWhole(_ state: GraphState, number: UInt64, generation: Int) throws(EngineError) {
            try submit(WriteSet(), state: state, number: number, generation: generation)
        }

        func waitUntilDurable(_ number: UInt64, generation: Int) throws(EngineError) {}
        func durableNumber(of generation: Int) -> UInt64 { numbers.last ?? 0 }
    }

    @Test("A commit that the log refuses is nobody's")
    func obeysLog() throws {
        let log = Log()
        let manager = TransactionManager(number: 6, log: log)
        let first = manager.begin(.autoCommit)
        _ = try first.createNode(labels: [])
        #expect(try first.commit() == 7)
        log.isFull = true
        let second = manager.begin(.explicit)
        _ = try second.createNode(labels: [])
        #expect(throws: EngineError.self) { try second.commit() }
        #expect(manager.snapshot.state.nodeCount == 1)
        log.isFull = false
        let third = manager.begin(.autoCommit)
        _ = try third.createNode(labels: [])
        #expect(try third.commit() == 8)
        #expect(log.numbers == [7, 8])
    }
}
