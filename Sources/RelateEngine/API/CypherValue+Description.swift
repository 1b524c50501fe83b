extension CypherValue: CustomStringConvertible {
    /// A rendering close to Cypher for logs, map keys sorted; not a format to parse.
    ///
    /// - Source: Swift API page, "Example"; forms it does not show (paths, times, empty labels) follow those it does.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .float(let value): text += Self.text(of: value)
        case .string(let value): Self.writeQuoted(value, to: &text)
        case .list(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                element.write(to: &text)
            }
            text += "]"
        case .map(let entries): Self.write(entries, to: &text)
        case .node(let node): node.write(to: &text)
        case .relationship(let relationship):
            text += "(\(relationship.startElementId))-"
            relationship.writeBrackets(to: &text)
            text += "->(\(relationship.endElementId))"
        case .path(let path): path.write(to: &text)
        case .point(let point): text += point.description
        case .date(let date): text += date.description
        case .time(let time): text += time.description
        case .localTime(let time): text += time.description
        case .dateTime(let dateTime): text += dateTime.description
        case .localDateTime(let dateTime): text += dateTime.description
        case .duration(let duration): text += duration.description
        case .vector(let vector): text += vector.description
        }
    }

    fileprivate static func write(_ entries: [String: CypherValue], to text: inout String) {
        text += "{"
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (index, entry) in sorted.enumerated() {
            if index > 0 { text += ", " }
            writeName(entry.key, to: &text)
            text += ": "
            entry.value.write(to: &text)
        }
        text += "}"
    }

    /// Plain where the lexer would read it as a name, else in back-ticks.
    fileprivate static func writeName(_ name: String, to text: inout String) {
        let scalars = name.unicodeScalars
        let isPlain =
            scalars.first.map { $0 == "_" || $0.properties.isXIDStart } == true
            && scalars.allSatisfy { $0.properties.isXIDContinue }
        guard !isPlain else {
            text += name
            return
        }
        text += "`"
        for scalar in scalars {
            if scalar == "`" { text += "`" }
            text.unicodeScalars.append(scalar)
        }
        text += "`"
    }

    private static func writeQuoted(_ value: String, to text: inout String) {
        text += "'"
        for scalar in value.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{c}": text += "\\f"
            case "\u{0}"..<" ", "\u{7f}"..<"\u{a0}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "'"
    }

    /// The fewest digits that read back as the same number: `1.0`, `1e+20`; `NaN`, `Infinity`, `-Infinity`.
    fileprivate static func text(of value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return "\(value)"
    }
}

extension CypherValue.Node {
    fileprivate func write(to text: inout String) {
        text += "(" + elementId
        for label in labels {
            text += ":"
            CypherValue.writeName(label, to: &text)
        }
        if !properties.isEmpty {
            text += " "
            CypherValue.write(properties, to: &text)
        }
        text += ")"
    }
}

extension CypherValue.Relationship {
    fileprivate func writeBrackets(to text: inout String) {
        text += "[" + elementId + ":"
        CypherValue.writeName(type, to: &text)
        if !properties.isEmpty {
            text += " "
            CypherValue.write(properties, to: &text)
        }
        text += "]"
    }
}

extension CypherValue.Path {
    /// Nodes in full, and each relationship with an arrow the way it points: `(…)-[…]->(…)<-[…]-(…)`.
    fileprivate func write(to text: inout String) {
        for (index, node) in nodes.enumerated() {
            if index > 0, index <= relationships.count {
                let relationship = relationships[index - 1]
                let isForward = relationship.startId == nodes[index - 1].id
                text += isForward ? "-" : "<-"
                relationship.writeBrackets(to: &text)
                text += isForward ? "->" : "-"
            }
            node.write(to: &text)
        }
    }
}

extension CypherValue.Point: CustomStringConvertible {
    public var description: String {
        var text = "point({srid: \(srid), x: \(CypherValue.text(of: x)), y: \(CypherValue.text(of: y))"
        if let z { text += ", z: \(CypherValue.text(of: z))" }
        return text + "})"
    }
}

extension CypherValue.Vector: CustomStringConvertible {
    public var description: String {
        switch self {
        case .floats(let dtype, let values):
            "vector<\(dtype.rawValue)>[\(values.map(CypherValue.text(of:)).joined(separator: ", "))]"
        case .ints(let dtype, let values):
            "vector<\(dtype.rawValue)>[\(values.map(String.init).joined(separator: ", "))]"
        }
    }
}

extension CypherValue.Duration: CustomStringConvertible {
    public var description: String {
        "duration(months: \(months), days: \(days), seconds: \(seconds), nanoseconds: \(nanoseconds))"
    }
}
