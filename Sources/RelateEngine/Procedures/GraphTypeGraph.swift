import CypherSyntax

/// `SHOW CURRENT GRAPH TYPE AS GRAPH`: its node types as maps, and as maps the relationship types between them.
///
/// They are no elements of the graph, and every node and relationship value is one; so they are maps, as the rows of
/// `db.schema.visualization` are.
enum GraphTypeGraph {
    static func row(_ schema: SchemaCatalog) -> [Value] {
        let dependent = schema.constraints.filter(\.isDependent)
        func tokens(_ entity: EntityKind) -> [String] {
            Set(dependent.filter { $0.entity == entity }.map(\.labelOrType)).sorted { $0.compareBytes(to: $1) < 0 }
        }
        let nodes = tokens(.node).map { label -> Value in
            let own = schema.dependents(of: .node, label)
            let implied = own.compactMap { constraint -> String? in
                if case .label(let label) = constraint.kind { return label }
                return nil
            }.sorted { $0.compareBytes(to: $1) < 0 }
            return .map(
                MapValue([
                    ("name", .string(label)), ("impliedLabels", .list(implied.map { .string($0) })),
                    ("properties", properties(own)),
                ]))
        }
        let relationships = tokens(.relationship).map { type -> Value in
            let own = schema.dependents(of: .relationship, type)
            var (start, end) = (Value.null, Value.null)
            for constraint in own {
                if case .sourceLabel(let label) = constraint.kind { start = .string(label) }
                if case .targetLabel(let label) = constraint.kind { end = .string(label) }
            }
            return .map(
                MapValue([
                    ("name", .string(type)), ("startNode", start), ("endNode", end), ("properties", properties(own)),
                ]))
        }
        return [.list(nodes), .list(relationships)]
    }

    /// Of each property its name and what the graph type says of it.
    private static func properties(_ constraints: [ConstraintDefinition]) -> Value {
        let keys = Set(constraints.flatMap(\.properties)).sorted { $0.compareBytes(to: $1) < 0 }
        return .map(
            MapValue(
                keys.map { key in
                    (key: key, value: .string(constraints.filter { $0.properties == [key] }.graphTypeText))
                }))
    }
}
