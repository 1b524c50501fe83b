import Relate

/// A graph as JSON Lines: see `GraphLinesReader`.
struct GraphLinesWriter {
    private let output: Output

    init(_ output: Output) { self.output = output }

    func write(_ graph: WholeGraph) throws {
        var numbers = ExportNumbers()
        var count = 0
        try graph.forEachNode { node in
            try output.write { json in
                json.raw("{\"type\":\"node\",\"id\":")
                json.string(numbers.add(node.number))
                json.raw(",\"labels\":")
                json.strings(node.labels)
                json.portable(properties: node.properties)
                json.raw("}\n")
                try output.flushIfFull(&json)
            }
        }
        try graph.forEachRelationship { relationship in
            try output.write { json in
                json.raw("{\"type\":\"relationship\",\"id\":")
                json.string("r\(count)")
                count += 1
                json.raw(",\"label\":")
                json.string(relationship.type)
                json.raw(",\"start\":{\"id\":")
                json.string(numbers[relationship.start])
                json.raw("},\"end\":{\"id\":")
                json.string(numbers[relationship.end])
                json.raw("}")
                json.portable(properties: relationship.properties)
                json.raw("}\n")
                try output.flushIfFull(&json)
            }
        }
        try output.flush()
    }
}

extension JSONWriter {
    fileprivate mutating func portable(properties: WholeGraph.Properties) {
        guard !properties.isEmpty else { return }
        raw(",\"properties\":{")
        for (index, property) in properties.enumerated() {
            if index > 0 { raw(",") }
            string(property.name)
            raw(":")
            portable(property.value)
        }
        raw("}")
    }

    /// Plain JSON where that says all, typed JSON elsewhere. A property holds no list of lists.
    private mutating func portable(_ value: CypherValue) {
        switch value {
        case .null, .bool, .int, .string: plain(value)
        case .float(let number) where number.isFinite: plain(value)
        case .list(let elements):
            raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(",") }
                if case .list = element { typed(element) } else { portable(element) }
            }
            raw("]")
        default: typed(value)
        }
    }
}
