import Testing

@testable import Relate

@Suite struct GraphStateTests {
    private func node(_ state: inout GraphState) throws -> NodeID {
        let node = try #require(state.shared.numbers.nextNode())
        state.createNode(node, labels: [])
        return node
    }

    @Test("A chunk keeps its kind until a value of another kind makes it boxed, and values stay what they were")
    func changesKind() throws {
        var state = GraphState()
        let key = state.internPropertyKey("k")
        let (first, second) = (try node(&state), try node(&state))
        state.setProperty(key, of: first, to: .string("ü"))
        #expect(state.nodeColumn(key)?.chunk(at: 0)?.kind == .string)
        let before = state
        state.setProperty(key, of: second, to: .float(1.5))
        #expect(state.nodeColumn(key)?.chunk(at: 0)?.kind == .boxed)
        #expect(ModelValue(state.property(key, of: first)) == .string("ü"))
        #expect(ModelValue(state.property(key, of: second)) == .double(1.5))
        #expect(before.nodeColumn(key)?.chunk(at: 0)?.kind == .string)
        #expect(ModelValue(before.property(key, of: second)) == nil)
        state.removeProperty(key, of: first)
        state.removeProperty(key, of: second)
        state.setProperty(key, of: second, to: .int(3))
        #expect(state.nodeColumn(key)?.chunk(at: 0)?.kind == .int)
        #expect(state.nodeColumn(key)?.count == 1)
        #expect(state.checkInvariants() == [])
    }

    @Test("A property of few elements holds few rows")
    func staysSmall() throws {
        var state = GraphState()
        let key = state.internPropertyKey("k")
        for _ in 0..<5000 { _ = try node(&state) }
        state.setProperty(key, of: NodeID(3), to: .int(1))
        state.setProperty(key, of: NodeID(4096), to: .int(1))
        let column = try #require(state.nodeColumn(key))
        #expect(column.chunk(at: 0)?.rowCapacity == 8)
        #expect((1...3).allSatisfy { column.chunk(at: $0) == nil })
        #expect(column.chunk(at: 4)?.rowCapacity == 8)
    }

    @Test("A full chunk is known as full, an empty one is not there")
    func knowsFullChunks() throws {
        var state = GraphState()
        let label = state.internLabel("L")
        for _ in 0..<1025 { state.addLabel(label, to: try node(&state)) }
        #expect(state.nodeChunk(at: 0)?.isFull == true)
        #expect(state.nodeChunk(at: 1, label: label)?.count == 1)
        state.deleteNode(NodeID(1024))
        #expect(state.nodeChunk(at: 1, label: label) == nil)
        #expect(state.nodeChunk(at: 1) == nil)
        #expect(state.nodeChunkCount == 2)
        state.removeLabel(label, from: NodeID(9))
        #expect(state.nodeChunk(at: 0, label: label)?.isFull == false)
        #expect(state.nodeCount(of: label) == 1023)
    }

    @Test("A relationship from a node to itself comes once in both directions, and counts once")
    func listsLoopsOnce() throws {
        var state = GraphState()
        let type = state.internRelationshipType("T")
        let node = try node(&state)
        state.createRelationship(RelationshipID(0), type: type, from: node, to: node)
        for direction in [AdjacencyDirection.outgoing, .incoming, .both] {
            var found = 0
            state.withNeighbours(of: node, type: nil, direction: direction) { neighbours, _ in found += neighbours.count
            }
            #expect(found == 1)
            #expect(state.degree(of: node, type: type, direction: direction) == 1)
        }
    }

    @Test("Of a deleted relationship the type and the ends are still known, properties are not")
    func remembersDeletedRelationships() throws {
        let manager = TransactionManager()
        let transaction = manager.begin(.explicit)
        let (a, b) = (try transaction.createNode(labels: []), try transaction.createNode(labels: []))
        let key = transaction.internPropertyKey("since")
        let relationship = try transaction.createRelationship(
            type: transaction.internRelationshipType("KNOWS"), from: a, to: b, properties: [(key, .int(1))])
        transaction.deleteRelationship(relationship)
        let reader = GraphReader(transaction.state)
        #expect(transaction.isDeleted(relationship))
        #expect(!reader.exists(relationship))
        #expect(reader.type(of: relationship) == "KNOWS")
        #expect(reader.end(of: relationship) == b)
        #expect(ModelValue(reader.property("since", of: relationship)) == nil)
        #expect(reader.properties(of: relationship).keys == [])
    }

    @Test("Properties come with keys in the order of their bytes")
    func sortsPropertyNames() throws {
        let transaction = TransactionManager().begin(.explicit)
        let keys = ["b", "é", "a", "Z"].map { transaction.internPropertyKey($0) }
        let node = try transaction.createNode(labels: [], properties: keys.map { ($0, Value.int(1)) })
        #expect(GraphReader(transaction.state).properties(of: node).keys == ["Z", "a", "b", "é"])
    }
}
