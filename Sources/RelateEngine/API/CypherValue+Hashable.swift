extension CypherValue: Hashable {
    /// Same kind, same payload. Strings are equal when their bytes are, as in Cypher, so `"é"` differs from `"e\u{301}"`;
    /// `.int(1)` differs from `.float(1)`, and NaN from itself, as in Swift.
    public static func == (left: CypherValue, right: CypherValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.float(let left), .float(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        case (.node(let left), .node(let right)): left == right
        case (.relationship(let left), .relationship(let right)): left == right
        case (.path(let left), .path(let right)): left == right
        case (.point(let left), .point(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.time(let left), .time(let right)): left == right
        case (.localTime(let left), .localTime(let right)): left == right
        case (.dateTime(let left), .dateTime(let right)): left == right
        case (.localDateTime(let left), .localDateTime(let right)): left == right
        case (.duration(let left), .duration(let right)): left == right
        case (.vector(let left), .vector(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .list(let value): hasher.combine(value)
        case .map(let value): hasher.combine(value)
        case .node(let value): hasher.combine(value)
        case .relationship(let value): hasher.combine(value)
        case .path(let value): hasher.combine(value)
        case .point(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .time(let value): hasher.combine(value)
        case .localTime(let value): hasher.combine(value)
        case .dateTime(let value): hasher.combine(value)
        case .localDateTime(let value): hasher.combine(value)
        case .duration(let value): hasher.combine(value)
        case .vector(let value): hasher.combine(value)
        }
    }
}
