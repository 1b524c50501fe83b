import Durability

/// Does to a state what a record of the log says. Nothing in the record is trusted: what cannot be is an error.
struct ChangeReplay {
    private var state: GraphState
    private var reader: ByteReader

    /// - Throws: the place in `record` that makes no sense; `state` is then half changed and must not be used.
    static func apply(_ record: [UInt8], to state: inout GraphState) throws(ByteError) {
        var replay = ChangeReplay(state: state, reader: ByteReader(record))
        // The state must be this replay's alone, or every change would copy what it touches.
        state = GraphState(shared: replay.state.shared)
        defer { state = replay.state }
        try replay.run()
    }

    private mutating func run() throws(ByteError) {
        guard try reader.byte() == ChangeRecord.version else { throw ByteError(offset: 0) }
        _ = try reader.varint()
        while true {
            guard let group = ChangeRecord.Group(rawValue: try reader.byte()) else { throw failure }
            if group == .end { break }
            let count = try reader.varint()
            guard count <= UInt64(reader.remaining) else { throw failure }
            try apply(group, count: Int(count))
        }
        guard reader.remaining == 0 else { throw failure }
    }

    private var failure: ByteError { ByteError(offset: reader.offset) }

    private mutating func apply(_ group: ChangeRecord.Group, count: Int) throws(ByteError) {
        let shared = state.shared
        switch group {
        case .end: break
        case .labelNames: try define(count, in: shared.labels)
        case .relationshipTypeNames: try define(count, in: shared.relationshipTypes)
        case .propertyKeyNames: try define(count, in: shared.propertyKeys)
        case .createdNodes: try createNodes(count)
        case .createdRelationships: try createRelationships(count)
        case .nodeProperties:
            for _ in 0..<count {
                let node = try self.node()
                let (key, value) = try property()
                state.setProperty(key, of: node, to: value)
            }
        case .relationshipProperties:
            for _ in 0..<count {
                let relationship = RelationshipID(try number())
                guard state.exists(relationship) else { throw failure }
                let (key, value) = try property()
                state.setProperty(key, of: relationship, to: value)
            }
        case .nodeLabels:
            for _ in 0..<count {
                let node = try self.node()
                let label = try self.label()
                if try reader.byte() == 1 {
                    state.addLabel(label, to: node)
                } else {
                    state.removeLabel(label, from: node)
                }
            }
        case .deletedRelationships:
            // What was created and deleted in one commit was never there.
            for _ in 0..<count {
                let relationship = RelationshipID(try number())
                if state.exists(relationship) { state.deleteRelationship(relationship) }
            }
        case .deletedNodes:
            for _ in 0..<count {
                let node = NodeID(try number())
                guard state.degree(of: node, type: nil, direction: .both) == 0 else { throw failure }
                if state.exists(node) { state.deleteNode(node) }
            }
        case .schemaChanges:
            for _ in 0..<count { state.apply(try SchemaCodec.change(&reader)) }
        }
    }

    private mutating func define(_ count: Int, in registry: NameRegistry) throws(ByteError) {
        let first = try reader.varint()
        for index in 0..<UInt64(count) {
            let name = try reader.text()
            guard first < UInt64(UInt32.max), registry.define(name, as: Int(first + index)) else { throw failure }
        }
    }

    private mutating func createNodes(_ count: Int) throws(ByteError) {
        var next: UInt32 = 0
        for _ in 0..<count {
            let node = NodeID(try difference(&next))
            guard !state.exists(node) else { throw failure }
            var labels: [LabelID] = []
            for _ in 0..<(try reader.varint()) { labels.append(try label()) }
            state.createNode(node, labels: labels)
            for _ in 0..<(try reader.varint()) {
                let (key, value) = try property()
                state.setProperty(key, of: node, to: value)
            }
        }
    }

    private mutating func createRelationships(_ count: Int) throws(ByteError) {
        var next: UInt32 = 0
        for _ in 0..<count {
            let relationship = RelationshipID(try difference(&next))
            guard !state.exists(relationship) else { throw failure }
            let type = try number()
            guard type < state.shared.relationshipTypes.count else { throw failure }
            let start = try node()
            let end = try node()
            state.createRelationship(relationship, type: RelationshipTypeID(type), from: start, to: end)
            for _ in 0..<(try reader.varint()) {
                let (key, value) = try property()
                state.setProperty(key, of: relationship, to: value)
            }
        }
    }

    // MARK: Parts

    private mutating func number() throws(ByteError) -> UInt32 {
        let number = try reader.varint()
        guard number < UInt64(UInt32.max) else { throw failure }
        return UInt32(number)
    }

    private mutating func difference(_ next: inout UInt32) throws(ByteError) -> UInt32 {
        let (number, isTooLarge) = try reader.signedVarint().addingReportingOverflow(Int64(next))
        guard !isTooLarge, number >= 0, number < Int64(UInt32.max) else { throw failure }
        next = UInt32(number) + 1
        return UInt32(number)
    }

    private mutating func node() throws(ByteError) -> NodeID {
        let node = NodeID(try number())
        guard state.exists(node) else { throw failure }
        return node
    }

    private mutating func label() throws(ByteError) -> LabelID {
        let label = try number()
        guard label < state.shared.labels.count else { throw failure }
        return LabelID(label)
    }

    private mutating func property() throws(ByteError) -> (PropertyKeyID, Value) {
        let key = try number()
        guard key < state.shared.propertyKeys.count else { throw failure }
        return (PropertyKeyID(key), try ValueCodec.decode(&reader))
    }
}
