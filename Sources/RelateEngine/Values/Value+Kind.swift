extension Value {
    @inlinable package var isNull: Bool { if case .null = self { true } else { false } }

    /// The type's name as Cypher writes it, for messages.
    package var typeName: String {
        switch self {
        case .null: "NULL"
        case .bool: "BOOLEAN"
        case .int: "INTEGER"
        case .float: "FLOAT"
        case .string: "STRING"
        case .list: "LIST"
        case .map: "MAP"
        case .node: "NODE"
        case .relationship: "RELATIONSHIP"
        case .path: "PATH"
        case .point: "POINT"
        case .date: "DATE"
        case .time: "ZONED TIME"
        case .localTime: "LOCAL TIME"
        case .dateTime: "ZONED DATETIME"
        case .localDateTime: "LOCAL DATETIME"
        case .duration: "DURATION"
        case .vector: "VECTOR"
        }
    }

    /// Bytes the value holds beyond its own 24, about: what a memory budget is charged for keeping it.
    package var heapByteCount: Int {
        switch self {
        case .null, .bool, .int, .float, .node, .relationship, .date, .time, .localTime, .localDateTime: 0
        case .string(let text): text.utf8.count > 15 ? text.utf8.count + 32 : 0
        case .dateTime, .duration, .point: 48
        case .path(let path): 64 + 4 * (path.nodes.count + path.relationships.count)
        case .vector(.floats(_, let values)): 64 + 8 * values.count
        case .vector(.integers(_, let values)): 64 + 8 * values.count
        case .list(let elements): elements.reduce(32) { $0 &+ 24 &+ $1.heapByteCount }
        case .map(let map):
            map.values.reduce(64) { $0 &+ 24 &+ $1.heapByteCount }
                &+ map.keys.reduce(0) { $0 &+ 16 &+ ($1.utf8.count > 15 ? $1.utf8.count + 32 : 0) }
        }
    }
}
