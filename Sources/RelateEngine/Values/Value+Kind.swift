extension Value {
    @inlinable package var isNull: Bool { if case .null = self { true } else { false } }
    @inlinable package var isInteger: Bool { if case .int = self { true } else { false } }

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
}
