import Durability

/// A commit as a record of the log: a version byte (1), the time of the commit in milliseconds since 1970 as a varint,
/// then groups. A group is a tag, a varint count and its entries; numbers are varints.
///
///     0                            the end
///     1, 2, 3 names of labels, relationship types, property keys: number of the first, then texts
///     4 nodes created              number, labels (count, numbers), properties (count, keys and values)
///     5 relationships created      number, type, start, end, properties
///     6, 7 properties of nodes, of relationships: number, key, value; null removes it
///     8 labels of nodes            number, label, a byte: 1 has it, 0 has it not
///     9, 10 deleted relationships, deleted nodes: number
///     11 changes of the schema     as `SchemaCodec` writes them
///
/// Numbers of created elements are told as the zigzag difference to the one before + 1. A record holds all names given
/// since the record before, whether it uses them or not, so that their numbers come back as they were.
struct ChangeRecord {
    enum Group: UInt8 {
        case end
        case labelNames, relationshipTypeNames, propertyKeyNames
        case createdNodes, createdRelationships
        case nodeProperties, relationshipProperties, nodeLabels
        case deletedRelationships, deletedNodes
        case schemaChanges
    }

    static let version: UInt8 = 1

    /// How many names of each kind are in the store's files.
    struct KnownNames: Sendable {
        var labels = 0
        var relationshipTypes = 0
        var propertyKeys = 0

        init() {}

        init(_ shared: StoreShared) {
            labels = shared.labels.count
            relationshipTypes = shared.relationshipTypes.count
            propertyKeys = shared.propertyKeys.count
        }
    }

    /// The record of a commit.
    ///
    /// - Parameters:
    ///   - state: holds the new values.
    ///   - known: names that earlier records or the checkpoint have; those of this record are added.
    static func encode(
        _ writeSet: WriteSet, in state: GraphState, timeMs: UInt64, known: inout KnownNames
    ) throws(EngineError) -> [UInt8] {
        var encoder = ChangeEncoder(state: state)
        encoder.writer.byte(version)
        encoder.writer.varint(timeMs)
        encoder.names(.labelNames, state.shared.labels, &known.labels)
        encoder.names(.relationshipTypeNames, state.shared.relationshipTypes, &known.relationshipTypes)
        encoder.names(.propertyKeyNames, state.shared.propertyKeys, &known.propertyKeys)
        try encoder.changes(writeSet)
        encoder.writer.byte(Group.end.rawValue)
        return encoder.writer.bytes
    }
}

private struct ChangeEncoder {
    let state: GraphState
    var writer = ByteWriter()

    init(state: GraphState) { self.state = state }

    mutating func names(_ group: ChangeRecord.Group, _ registry: NameRegistry, _ known: inout Int) {
        let names = registry.names(from: known)
        guard !names.isEmpty else { return }
        begin(group, names.count)
        writer.varint(UInt64(known))
        for name in names { writer.text(name) }
        known += names.count
    }

    mutating func changes(_ writeSet: WriteSet) throws(EngineError) {
        let state = state
        try nodes(writeSet.createdNodes.filter { state.exists($0) })
        try relationships(writeSet.createdRelationships.filter { state.exists($0) })
        let nodeProperties = writeSet.nodeProperties.filter { state.exists($0.node) }
        begin(.nodeProperties, nodeProperties.count)
        for change in nodeProperties {
            number(change.node.rawValue)
            try property(change.key, state.property(change.key, of: change.node))
        }
        let relationshipProperties = writeSet.relationshipProperties.filter { state.exists($0.relationship) }
        begin(.relationshipProperties, relationshipProperties.count)
        for change in relationshipProperties {
            number(change.relationship.rawValue)
            try property(change.key, state.property(change.key, of: change.relationship))
        }
        let labels = writeSet.nodeLabels.filter { state.exists($0.node) }
        begin(.nodeLabels, labels.count)
        for change in labels {
            number(change.node.rawValue)
            number(change.label.rawValue)
            writer.byte(state.hasLabel(change.node, change.label) ? 1 : 0)
        }
        begin(.deletedRelationships, writeSet.deletedRelationships.count)
        for relationship in writeSet.deletedRelationships { number(relationship.rawValue) }
        begin(.deletedNodes, writeSet.deletedNodes.count)
        for node in writeSet.deletedNodes { number(node.rawValue) }
        begin(.schemaChanges, writeSet.schemaChanges.count)
        for change in writeSet.schemaChanges { try SchemaCodec.encode(change, to: &writer) }
    }

    private mutating func nodes(_ nodes: [NodeID]) throws(EngineError) {
        begin(.createdNodes, nodes.count)
        var next: UInt32 = 0
        for node in nodes {
            difference(node.rawValue, &next)
            let labels = state.labels(of: node)
            writer.varint(UInt64(labels.count))
            for label in labels { number(label.rawValue) }
            try properties(state.properties(of: node))
        }
    }

    private mutating func relationships(_ relationships: [RelationshipID]) throws(EngineError) {
        begin(.createdRelationships, relationships.count)
        var next: UInt32 = 0
        for relationship in relationships {
            difference(relationship.rawValue, &next)
            number(state.type(of: relationship).rawValue)
            number(state.start(of: relationship).rawValue)
            number(state.end(of: relationship).rawValue)
            try properties(state.properties(of: relationship))
        }
    }

    private mutating func properties(_ properties: [(PropertyKeyID, Value)]) throws(EngineError) {
        writer.varint(UInt64(properties.count))
        for (key, value) in properties { try property(key, value) }
    }

    private mutating func property(_ key: PropertyKeyID, _ value: Value) throws(EngineError) {
        number(key.rawValue)
        try ValueCodec.encode(value, to: &writer)
    }

    /// Nothing where the group is empty, unless it is the end.
    private mutating func begin(_ group: ChangeRecord.Group, _ count: Int) {
        guard count > 0 else { return }
        writer.byte(group.rawValue)
        writer.varint(UInt64(count))
    }

    private mutating func number(_ number: UInt32) { writer.varint(UInt64(number)) }

    private mutating func difference(_ number: UInt32, _ next: inout UInt32) {
        writer.signedVarint(Int64(number) - Int64(next))
        next = number &+ 1
    }
}
