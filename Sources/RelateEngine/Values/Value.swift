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
    private let storage: Storage

    private enum Storage: Sendable {
        case own(keys: [String], values: [Value])
        case row(UInt32, of: RowTable)
    }

    /// - Precondition: `keys` are sorted by their UTF-8 bytes and distinct.
    package init(sortedKeys keys: [String], values: [Value]) { storage = .own(keys: keys, values: values) }

    /// A row of a table, which stays there.
    init(row: UInt32, of table: RowTable) { storage = .row(row, of: table) }

    package var keys: [String] {
        switch storage {
        case .own(let keys, _): keys
        case .row(_, let table): table.keys
        }
    }

    package var values: [Value] {
        switch storage {
        case .own(_, let values): values
        case .row(let row, let table): table.columns.map { $0.value(at: Int(row)) }
        }
    }

    package var count: Int { keys.count }

    func value(at index: Int) -> Value {
        switch storage {
        case .own(_, let values): values[index]
        case .row(let row, let table): table.columns[index].value(at: Int(row))
        }
    }

    /// Where it lies, if it is the row of a table.
    var tableRow: (table: RowTable, row: UInt32)? {
        if case .row(let row, let table) = storage { (table, row) } else { nil }
    }
}
