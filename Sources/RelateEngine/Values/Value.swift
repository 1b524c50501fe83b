/// One value inside the engine: what travels where a column has no single unboxed type.
///
/// Elements of the graph are only their numbers here; `CypherValue`, with labels and properties, is made at the API's
/// border. Payloads are at most 16 bytes, larger ones are boxed, so that a value is 24 bytes.
package enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case string(String)
    case list([Value])
    case map(MapValue)
    case node(NodeID)
    case relationship(RelationshipID)
    case path(PathValue)
    case date(DateValue)
    case time(TimeValue)
    case localTime(LocalTimeValue)
    indirect case dateTime(DateTimeValue)
    case localDateTime(LocalDateTimeValue)
    indirect case duration(DurationValue)
    indirect case point(PointValue)
    indirect case vector(VectorValue)
}

/// A path: `nodes.count == relationships.count + 1`.
package struct PathValue: Sendable {
    package var nodes: [NodeID]
    package var relationships: [RelationshipID]

    package init(nodes: [NodeID], relationships: [RelationshipID]) {
        self.nodes = nodes
        self.relationships = relationships
    }
}

/// A map: keys sorted by code point and distinct, `values[i]` belongs to `keys[i]`.
package struct MapValue: Sendable {
    package private(set) var keys: [String]
    package private(set) var values: [Value]

    /// - Precondition: `keys` are sorted by their UTF-8 bytes and distinct.
    package init(sortedKeys keys: [String], values: [Value]) {
        self.keys = keys
        self.values = values
    }
}
