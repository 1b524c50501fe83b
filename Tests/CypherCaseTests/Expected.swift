import Relate

/// A value as a case file writes it down: a `CypherValue` without the ids that a case cannot know.
indirect enum Expected: Sendable {
    case any
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case string(String)
    case list([Expected])
    case map([String: Expected])
    case node(labels: Set<String>, properties: [String: Expected])
    case relationship(type: String, properties: [String: Expected])
    case path(start: Expected, hops: [Hop])
    /// A value of this kind with this text: temporal, spatial, vector.
    case other(kind: String, text: String)

    struct Hop: Sendable {
        var relationship: Expected
        var isForward: Bool
        var node: Expected
    }

    /// Whether `value` is this, by kind and content: 1 is not 1.0, NaN is NaN.
    func matches(_ value: CypherValue) -> Bool {
        switch (self, value) {
        case (.any, _), (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.float(let left), .float(let right)): left == right || (left.isNaN && right.isNaN)
        // By code points: Swift's own equality takes "é" and "e" with an accent for the same.
        case (.string(let left), .string(let right)): left.unicodeScalars.elementsEqual(right.unicodeScalars)
        case (.list(let left), .list(let right)): Self.match(left, right)
        case (.map(let left), .map(let right)): Self.match(left, right)
        case (.node(let labels, let properties), .node(let node)):
            labels == Set(node.labels) && labels.count == node.labels.count && Self.match(properties, node.properties)
        case (.relationship(let type, let properties), .relationship(let relationship)):
            type == relationship.type && Self.match(properties, relationship.properties)
        case (.path(let start, let hops), .path(let path)): Self.match(start, hops, path)
        case (.other(let kind, let text), _): kind == "\(value.kind)" && text == value.textInCases
        default: false
        }
    }

    private static func match(_ left: [Expected], _ right: [CypherValue]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
    }

    private static func match(_ left: [String: Expected], _ right: [String: CypherValue]) -> Bool {
        left.count == right.count && left.allSatisfy { key, value in right[key].map(value.matches) ?? false }
    }

    private static func match(_ start: Expected, _ hops: [Hop], _ path: CypherValue.Path) -> Bool {
        guard path.relationships.count == hops.count, path.nodes.count == hops.count + 1,
            start.matches(.node(path.nodes[0]))
        else { return false }
        for (index, hop) in hops.enumerated() {
            let relationship = path.relationships[index]
            let (from, to) = hop.isForward ? (index, index + 1) : (index + 1, index)
            guard hop.relationship.matches(.relationship(relationship)), hop.node.matches(.node(path.nodes[index + 1])),
                relationship.startId == path.nodes[from].id, relationship.endId == path.nodes[to].id
            else { return false }
        }
        return true
    }

    /// As a parameter; `nil` for what can be none.
    var parameter: CypherValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .float(let value): .float(value)
        case .string(let value): .string(value)
        case .list(let items): .list(items.compactMap(\.parameter))
        case .map(let entries): .map(entries.compactMapValues(\.parameter))
        default: nil
        }
    }
}

extension CypherValue {
    /// What a case file writes between the quotes of `date('…')` and the like.
    var textInCases: String {
        switch self {
        case .date(let value): value.description
        case .time(let value): value.description
        case .localTime(let value): value.description
        case .dateTime(let value): value.description
        case .localDateTime(let value): value.description
        case .duration(let value):
            DurationValue(
                months: value.months, days: value.days, seconds: value.seconds,
                nanoseconds: Int32(truncatingIfNeeded: value.nanoseconds)
            ).isoText
        default: description
        }
    }
}
