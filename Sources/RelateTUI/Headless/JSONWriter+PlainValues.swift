import Relate

/// Plain JSON, for people: numbers as numbers, what JSON has no form for as a string.
extension JSONWriter {
    mutating func plain(_ value: CypherValue) {
        switch value {
        case .null: raw("null")
        case .bool(let value): bool(value)
        case .int(let value): integer(value)
        case .float(let value): number(value)
        case .string(let value): string(value)
        case .list(let elements):
            raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(",") }
                plain(element)
            }
            raw("]")
        case .map(let entries): plain(entries)
        case .node(let node): plain(node)
        case .relationship(let relationship): plain(relationship)
        case .path(let path):
            raw("[")
            for (index, node) in path.nodes.enumerated() {
                if index > 0, index <= path.relationships.count {
                    raw(",")
                    plain(path.relationships[index - 1])
                    raw(",")
                }
                plain(node)
            }
            raw("]")
        case .point(let point): string(point.wellKnownText)
        case .date(let date): string(date.description)
        case .time(let time): string(time.description)
        case .localTime(let time): string(time.description)
        case .dateTime(let dateTime): string(dateTime.description)
        case .localDateTime(let dateTime): string(dateTime.description)
        case .duration(let duration): string(duration.isoText)
        case .vector(let vector): plain(vector)
        }
    }

    /// A row as an object keyed by column.
    mutating func plainRow(_ columns: [String], _ row: [CypherValue]) {
        raw("{")
        for (index, (column, value)) in zip(columns, row).enumerated() {
            if index > 0 { raw(",") }
            name(column)
            plain(value)
        }
        raw("}")
    }

    private mutating func plain(_ entries: [String: CypherValue]) {
        raw("{")
        for (index, (key, value)) in entries.inKeyOrder.enumerated() {
            if index > 0 { raw(",") }
            name(key)
            plain(value)
        }
        raw("}")
    }

    private mutating func plain(_ node: CypherValue.Node) {
        raw(#"{"elementId":"#)
        string(node.elementId)
        raw(#","labels":"#)
        strings(node.labels)
        raw(#","properties":"#)
        plain(node.properties)
        raw("}")
    }

    private mutating func plain(_ relationship: CypherValue.Relationship) {
        raw(#"{"elementId":"#)
        string(relationship.elementId)
        raw(#","startElementId":"#)
        string(relationship.startElementId)
        raw(#","endElementId":"#)
        string(relationship.endElementId)
        raw(#","type":"#)
        string(relationship.type)
        raw(#","properties":"#)
        plain(relationship.properties)
        raw("}")
    }

    private mutating func plain(_ vector: CypherValue.Vector) {
        raw("[")
        switch vector {
        case .floats(_, let values):
            for (index, value) in values.enumerated() {
                if index > 0 { raw(",") }
                number(value)
            }
        case .ints(_, let values):
            for (index, value) in values.enumerated() {
                if index > 0 { raw(",") }
                integer(value)
            }
        }
        raw("]")
    }
}
