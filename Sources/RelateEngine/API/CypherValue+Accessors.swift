extension CypherValue {
    public var kind: CypherValueKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .string: .string
        case .list: .list
        case .map: .map
        case .node: .node
        case .relationship: .relationship
        case .path: .path
        case .point: .point
        case .date: .date
        case .time: .time
        case .localTime: .localTime
        case .dateTime: .dateTime
        case .localDateTime: .localDateTime
        case .duration: .duration
        case .vector: .vector
        }
    }

    public var isNull: Bool { if case .null = self { true } else { false } }

    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var intValue: Int64? { if case .int(let value) = self { value } else { nil } }

    /// A `.float`, or an `.int` widened, which rounds beyond ±2^53.
    public var doubleValue: Double? {
        switch self {
        case .float(let value): value
        case .int(let value): Double(value)
        default: nil
        }
    }

    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var listValue: [CypherValue]? { if case .list(let value) = self { value } else { nil } }
    public var mapValue: [String: CypherValue]? { if case .map(let value) = self { value } else { nil } }
    public var nodeValue: Node? { if case .node(let value) = self { value } else { nil } }
    public var relationshipValue: Relationship? { if case .relationship(let value) = self { value } else { nil } }
    public var pathValue: Path? { if case .path(let value) = self { value } else { nil } }
    public var pointValue: Point? { if case .point(let value) = self { value } else { nil } }
    public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
    public var timeValue: Time? { if case .time(let value) = self { value } else { nil } }
    public var localTimeValue: LocalTime? { if case .localTime(let value) = self { value } else { nil } }
    public var dateTimeValue: DateTime? { if case .dateTime(let value) = self { value } else { nil } }
    public var localDateTimeValue: LocalDateTime? { if case .localDateTime(let value) = self { value } else { nil } }
    public var durationValue: Duration? { if case .duration(let value) = self { value } else { nil } }
    public var vectorValue: Vector? { if case .vector(let value) = self { value } else { nil } }

    /// A map's entry, or a node's or relationship's property; `nil` where there is none, and for every other kind.
    public subscript(key key: String) -> CypherValue? {
        switch self {
        case .map(let entries): entries[key]
        case .node(let node): node.properties[key]
        case .relationship(let relationship): relationship.properties[key]
        default: nil
        }
    }

    /// The same without the label: `row["name"]`. An addition to the API page.
    public subscript(key: String) -> CypherValue? { self[key: key] }
}
