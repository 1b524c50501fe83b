import Relate

/// Typed JSON, after the Neo4j Query API: every value as `{"$type":…,"_value":…}`, so that no kind is lost.
extension JSONWriter {
    mutating func typed(_ value: CypherValue) {
        switch value {
        case .null: raw(#"{"$type":"Null","_value":null}"#)
        case .bool(let value):
            raw(#"{"$type":"Boolean","_value":"#)
            bool(value)
            raw("}")
        case .int(let value):
            raw(#"{"$type":"Integer","_value":""#)
            integer(value)
            raw("\"}")
        case .float(let value):
            raw(#"{"$type":"Float","_value":""#)
            append(Self.text(of: value))
            raw("\"}")
        case .string(let value): typed("String", value)
        case .list(let elements):
            raw(#"{"$type":"List","_value":"#)
            typed(elements)
            raw("}")
        case .map(let entries):
            raw(#"{"$type":"Map","_value":"#)
            typed(entries)
            raw("}")
        case .node(let node): typed(node)
        case .relationship(let relationship): typed(relationship)
        case .path(let path):
            raw(#"{"$type":"Path","_value":["#)
            for (index, node) in path.nodes.enumerated() {
                if index > 0, index <= path.relationships.count {
                    raw(",")
                    typed(path.relationships[index - 1])
                    raw(",")
                }
                typed(node)
            }
            raw("]}")
        case .point(let point): typed("Point", point.wellKnownText)
        case .date(let date): typed("Date", date.description)
        case .time(let time): typed("Time", time.description)
        case .localTime(let time): typed("LocalTime", time.description)
        case .dateTime(let dateTime):
            typed(dateTime.zone == nil ? "OffsetDateTime" : "ZonedDateTime", dateTime.description)
        case .localDateTime(let dateTime): typed("LocalDateTime", dateTime.description)
        case .duration(let duration): typed("Duration", duration.isoText)
        case .vector(let vector): typed(vector)
        }
    }

    /// `[VALUE,…]`
    mutating func typed(_ elements: [CypherValue]) {
        raw("[")
        var isFirst = true
        for element in elements {
            if !isFirst { raw(",") }
            isFirst = false
            typed(element)
        }
        raw("]")
    }

    /// `{"key":VALUE,…}`, keys sorted.
    private mutating func typed(_ entries: [String: CypherValue]) {
        raw("{")
        var isFirst = true
        for (key, value) in entries.inKeyOrder {
            if !isFirst { raw(",") }
            isFirst = false
            name(key)
            typed(value)
        }
        raw("}")
    }

    private mutating func typed(_ type: StaticString, _ text: String) {
        raw(#"{"$type":""#)
        raw(type)
        raw(#"","_value":"#)
        string(text)
        raw("}")
    }

    private mutating func typed(_ node: CypherValue.Node) {
        raw(#"{"$type":"Node","_value":{"_element_id":"#)
        string(node.elementId)
        raw(#","_labels":"#)
        strings(node.labels)
        raw(#","_properties":"#)
        typed(node.properties)
        raw("}}")
    }

    private mutating func typed(_ relationship: CypherValue.Relationship) {
        raw(#"{"$type":"Relationship","_value":{"_element_id":"#)
        string(relationship.elementId)
        raw(#","_start_node_element_id":"#)
        string(relationship.startElementId)
        raw(#","_end_node_element_id":"#)
        string(relationship.endElementId)
        raw(#","_type":"#)
        string(relationship.type)
        raw(#","_properties":"#)
        typed(relationship.properties)
        raw("}}")
    }

    private mutating func typed(_ vector: CypherValue.Vector) {
        raw(#"{"$type":"Vector","_value":{"coordinatesType":"#)
        switch vector {
        case .floats(let type, let values):
            string(type.rawValue)
            raw(#","coordinates":"#)
            strings(values.map(Self.text(of:)))
        case .ints(let type, let values):
            string(type.rawValue)
            raw(#","coordinates":"#)
            strings(values.map(\.description))
        }
        raw("}}")
    }

    /// `["…",…]`
    mutating func strings(_ texts: [String]) {
        raw("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { raw(",") }
            string(text)
        }
        raw("]")
    }
}

extension Dictionary where Key == String {
    /// The entries sorted by key, so that the same value always gives the same text.
    var inKeyOrder: [Element] { count < 2 ? Array(self) : sorted { $0.key < $1.key } }
}

extension CypherValue.Point {
    /// `SRID=7203;POINT (1.0 2.0)`, `SRID=9157;POINT Z (1.0 2.0 3.0)`
    var wellKnownText: String {
        let plane = "\(JSONWriter.text(of: x)) \(JSONWriter.text(of: y))"
        return "SRID=\(srid);POINT " + (z.map { "Z (\(plane) \(JSONWriter.text(of: $0)))" } ?? "(\(plane))")
    }
}
