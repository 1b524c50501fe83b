import CypherSyntax

@testable import Relate

/// Random writes, done through a transaction and to a model alike.
struct RandomSteps {
    static let labels: [String] = ["Person", "Film", "Côte"]
    static let types: [String] = ["KNOWS", "LIKES"]
    static let keys: [String] = ["age", "name", "score"]

    var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(seed: seed) }

    /// Indexes over what the steps write: their entries are among a state's invariants.
    static func createIndexes(_ manager: TransactionManager) throws {
        let transaction = manager.begin(.autoCommit)
        let targets: [(EntityKind, String, [String])] = [
            (.node, "Person", ["age"]), (.node, "Person", ["name", "age"]), (.node, "Côte", ["score"]),
            (.relationship, "KNOWS", ["age"]), (.relationship, "LIKES", ["score", "name", "age"]),
        ]
        for (entity, token, properties) in targets {
            let schema = transaction.state.schema
            transaction.change(
                .createIndex(
                    IndexDefinition(
                        id: schema.nextID, name: "index\(schema.nextID)", kind: .range, entity: entity,
                        labelsOrTypes: [token], properties: properties)))
        }
        _ = try transaction.commit()
    }

    mutating func take(_ transaction: Transaction, _ model: inout GraphModel) throws {
        let nodes = model.nodes.keys.sorted()
        let relationships = model.relationships.keys.sorted()
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<20:
            try createNode(transaction, &model)
        case 20..<50:
            guard let start = pick(nodes), let end = Bool.random(using: &generator) ? pick(nodes) : nodes.first else {
                return
            }
            try createRelationship(transaction, &model, from: start, to: end)
        case 50..<65:
            guard let node = pick(nodes) else { return }
            setProperty(transaction, &model, ofNode: node)
        case 65..<72:
            guard let relationship = pick(relationships) else { return }
            setProperty(transaction, &model, ofRelationship: relationship)
        case 72..<82:
            guard let node = pick(nodes) else { return }
            let label = choose(Self.labels)
            if Bool.random(using: &generator) {
                transaction.addLabel(transaction.internLabel(label), to: NodeID(node))
                model.nodes[node]?.labels.insert(label)
            } else {
                transaction.removeLabel(transaction.internLabel(label), from: NodeID(node))
                model.nodes[node]?.labels.remove(label)
            }
        case 82..<95:
            guard let relationship = pick(relationships) else { return }
            transaction.deleteRelationship(RelationshipID(relationship))
            model.relationships[relationship] = nil
        default:
            guard let node = pick(nodes) else { return }
            transaction.detachDeleteNode(NodeID(node))
            for relationship in model.relationships(of: node) { model.relationships[relationship] = nil }
            model.nodes[node] = nil
        }
    }

    private mutating func createNode(_ transaction: Transaction, _ model: inout GraphModel) throws {
        let names = Self.labels.filter { _ in Bool.random(using: &generator) }
        var properties: [String: ModelValue] = [:]
        for key in Self.keys where Bool.random(using: &generator) {
            properties[key] = ModelValue.random(using: &generator)
        }
        let node = try transaction.createNode(
            labels: names.map { transaction.internLabel($0) },
            properties: properties.map { (transaction.internPropertyKey($0.key), $0.value.value) })
        model.nodes[node.rawValue] = GraphModel.Node(labels: Set(names), properties: properties)
    }

    private mutating func createRelationship(
        _ transaction: Transaction, _ model: inout GraphModel, from start: UInt32, to end: UInt32
    ) throws {
        let type = choose(Self.types)
        let relationship = try transaction.createRelationship(
            type: transaction.internRelationshipType(type), from: NodeID(start), to: NodeID(end))
        model.relationships[relationship.rawValue] = GraphModel.Relationship(type: type, start: start, end: end)
    }

    private mutating func setProperty(_ transaction: Transaction, _ model: inout GraphModel, ofNode node: UInt32) {
        let key = choose(Self.keys)
        let value = Int.random(in: 0..<4, using: &generator) == 0 ? nil : ModelValue.random(using: &generator)
        transaction.setProperty(transaction.internPropertyKey(key), of: NodeID(node), to: value?.value ?? .null)
        model.nodes[node]?.properties[key] = value
    }

    private mutating func setProperty(
        _ transaction: Transaction, _ model: inout GraphModel, ofRelationship relationship: UInt32
    ) {
        let key = choose(Self.keys)
        let value = Int.random(in: 0..<4, using: &generator) == 0 ? nil : ModelValue.random(using: &generator)
        transaction.setProperty(
            transaction.internPropertyKey(key), of: RelationshipID(relationship), to: value?.value ?? .null)
        model.relationships[relationship]?.properties[key] = value
    }

    private mutating func pick(_ numbers: [UInt32]) -> UInt32? { numbers.randomElement(using: &generator) }

    private mutating func choose(_ names: [String]) -> String {
        names[Int.random(in: 0..<names.count, using: &generator)]
    }
}
