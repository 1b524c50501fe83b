import MinigrafKit
import Relate
import Render

/// Entities as nodes and references as relationships, at one point in time.
///
/// A node's id is its UUID. Its label is the keyword that names it, where some fact mentions that keyword; its properties are
/// its facts, several values of an attribute as a list.
struct DatalogEntities: Sendable {
    let facts: FactView
    private let names = Names()

    /// Made when the first name is asked for, once.
    private final class Names: Sendable {
        private let known = Guarded<[FactView.Entity: String]?>(nil)

        func name(of entity: FactView.Entity, in facts: FactView) -> String? {
            known.withLock { known in
                if let names = known { return names[entity] }
                let names = facts.keywordNames()
                known = names
                return names[entity]
            }
        }
    }

    /// Properties that a node shows; more are left out, so that one entity with very many facts costs little.
    static let factsLimit = 1_000

    init(_ facts: FactView) { self.facts = facts }

    func name(of entity: FactView.Entity) -> String? { names.name(of: entity, in: facts) }

    /// The name, or the UUID.
    func title(of entity: FactView.Entity) -> String { name(of: entity) ?? entity.uuid }

    func node(_ entity: FactView.Entity) -> CypherValue.Node {
        var values: [String: [CypherValue]] = [:]
        for fact in facts.facts(of: entity, limit: Self.factsLimit) {
            // Without the colon, as a name or title is looked for among the keys.
            let key = fact.attribute.utf8.count > 1 ? String(fact.attribute.dropFirst()) : fact.attribute
            values[key, default: []].append(text(of: fact))
        }
        let label = name(of: entity).map { [String($0.dropFirst())] } ?? []
        return CypherValue.Node(
            id: entity.number, elementId: entity.uuid, labels: label,
            properties: values.mapValues { $0.count == 1 ? $0[0] : .list($0) })
    }

    /// What an entity goes by: a name or title of its own, and never that of another one, which a reference has.
    static let caption: @Sendable (CypherValue.Node) -> String? = { node in
        if let name = ValueRendering.ownName(node) { return name }
        // `:person/name` is a name as well; of several, the first by its attribute.
        for ending in ["/name", "/title"] {
            let keys = node.properties.keys.filter { $0.hasSuffix(ending) }
            for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                var value = node.properties[key]
                if case .list(let values)? = value { value = values.first }
                if case .string(let text)? = value, !text.isEmpty { return text }
            }
        }
        return nil
    }

    /// The keyword that names an entity, where it is known.
    static func keyword(of node: CypherValue.Node) -> String? { node.labels.first.map { ":" + $0 } }

    private func text(of fact: FactView.Fact) -> CypherValue {
        if case .ref = fact.value, let target = fact.target { return .string(title(of: target)) }
        return CypherValue(datalog: fact.value)
    }

    /// A value of a result: an entity as its node, anything else as it is.
    func value(_ value: MiniGrafValue) -> CypherValue {
        facts.entity(of: value).map { .node(node($0)) } ?? CypherValue(datalog: value)
    }

    private func relationship(
        _ start: FactView.Entity, _ attribute: String, _ end: FactView.Entity
    ) -> CypherValue.Relationship {
        CypherValue.Relationship(
            id: 0, elementId: "\(start.uuid) \(attribute) \(end.uuid)", type: attribute, startId: start.number,
            endId: end.number, startElementId: start.uuid, endElementId: end.uuid, properties: [:])
    }

    /// References in first, then those out, by attribute.
    func around(_ entity: FactView.Entity, limit: Int) -> Neighbourhood {
        var groups = facts.references(to: entity).map { attribute, sources in
            Neighbourhood.Group(
                type: attribute, direction: .incoming, count: sources.count,
                neighbours: sources.prefix(limit).map { source in
                    Neighbourhood.Neighbour(
                        relationship: relationship(source, attribute, entity), node: node(source))
                })
        }
        var targets: [String: [FactView.Entity]] = [:]
        for fact in facts.facts(of: entity) {
            if let target = fact.target { targets[fact.attribute, default: []].append(target) }
        }
        for (attribute, targets) in targets.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            groups.append(
                Neighbourhood.Group(
                    type: attribute, direction: .outgoing, count: targets.count,
                    neighbours: targets.prefix(limit).map { target in
                        Neighbourhood.Neighbour(
                            relationship: relationship(entity, attribute, target), node: node(target))
                    }))
        }
        return Neighbourhood(focus: node(entity), groups: groups)
    }

    func links(among elementIDs: [String], limit: Int) -> GraphLinks {
        var links = GraphLinks()
        let entities = elementIDs.compactMap { facts.entity($0) }
        let wanted = Set(entities)
        for entity in entities {
            links.nodes.append(node(entity))
            let targets = facts.facts(of: entity).compactMap { fact in fact.target.map { (fact.attribute, $0) } }
            let incoming = facts.references(to: entity).reduce(0) { $0 + $1.sources.count }
            links.degrees[entity.uuid] = targets.count + incoming
            for (attribute, target) in targets where wanted.contains(target) && links.relationships.count < limit {
                links.relationships.append(relationship(entity, attribute, target))
            }
        }
        return links
    }
}

/// A query's rows, each cell made when it is asked for.
struct DatalogRows: RowSource {
    let answer: QueryAnswer
    let entities: DatalogEntities

    var rowCount: Int { answer.rowCount }

    func cell(row: Int, column: Int) -> CypherValue { entities.value(answer.value(row: row, column: column)) }
}

/// What the parameters pane holds for a slot. Cypher has no keywords and entities: a map of one key stands for each.
enum DatalogParameterValue {
    private static let keyword = ":keyword"
    private static let entity = ":entity"

    static func value(of binding: MiniGrafBindValue) -> CypherValue? {
        switch binding {
        case .value(.keyword(let text)): .map([keyword: .string(text)])
        case .value(.ref(let id)), .entity(let id): .map([entity: .string(id)])
        case .value(.set(let members)): .list(members.compactMap { value(of: .value($0)) })
        case .value(let plain): CypherValue(datalog: plain)
        case .txCount(let count): .int(count)
        case .timestamp(let instant): .string(InstantText.text(instant))
        case .anyValidTime: .map([keyword: .string(":any-valid-time")])
        }
    }

    /// A keyword or an entity as it is typed, and what it is; `nil` for what shows as any value does.
    static func shown(_ value: CypherValue) -> (text: String, type: String)? {
        guard case .map(let entries) = value, entries.count == 1 else { return nil }
        if case .string(let text)? = entries[keyword] { return (text, "KEYWORD") }
        if case .string(let id)? = entries[entity] { return ("#uuid \"\(id)\"", "ENTITY") }
        return nil
    }

    /// `nil` for what no slot takes.
    static func binding(of value: CypherValue) -> MiniGrafBindValue? {
        switch value {
        case .null: return .value(.null)
        case .bool(let value): return .value(.bool(value: value))
        case .int(let value): return .value(.int64(value: value))
        case .float(let value): return .value(.float64(value: value))
        case .string(let text): return .value(.text(value: text))
        case .node(let node): return .entity(node.elementId)
        case .map(let entries) where entries.count == 1:
            if case .string(let text)? = entries[keyword] { return .value(.keyword(value: text)) }
            if case .string(let id)? = entries[entity] { return .entity(id) }
            return nil
        case .list(let items):
            var members: Set<MiniGrafValue> = []
            for item in items {
                switch binding(of: item) {
                case .value(let member): members.insert(member)
                case .entity(let id): members.insert(.ref(value: id))
                default: return nil
                }
            }
            return .value(.set(value: members))
        default: return nil
        }
    }
}
