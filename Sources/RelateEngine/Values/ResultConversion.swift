/// From the engine's values to the API's: elements of the graph are copied out with their labels and properties.
package struct ResultConversion {
    private let graph: any GraphReading
    private let namespace: Namespace

    package init(reading graph: any GraphReading, namespace: Namespace) {
        self.graph = graph
        self.namespace = namespace
    }

    /// - Throws: `EngineError.valueNestedTooDeep` beyond `Nesting.levelsLimit` levels of lists and maps.
    package func value(of value: Value) throws(EngineError) -> CypherValue { try convert(value, level: 0) }

    package func row(of values: [Value]) throws(EngineError) -> [CypherValue] {
        var row: [CypherValue] = []
        row.reserveCapacity(values.count)
        for value in values { row.append(try convert(value, level: 0)) }
        return row
    }

    private func convert(_ value: Value, level: Int) throws(EngineError) -> CypherValue {
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .int(value)
        case .float(let value): return .float(value)
        case .string(let value): return .string(value)
        case .list(let elements):
            guard level < Nesting.levelsLimit else { throw .valueNestedTooDeep() }
            if level == DeepStack.shallowNestingLimit {
                return try DeepStack.onLargeStack { () throws(EngineError) in try list(elements, level) }
            }
            return try list(elements, level)
        case .map(let map):
            guard level < Nesting.levelsLimit else { throw .valueNestedTooDeep() }
            if level == DeepStack.shallowNestingLimit {
                return try DeepStack.onLargeStack { () throws(EngineError) in
                    .map(try entries(of: map, level: level + 1))
                }
            }
            return .map(try entries(of: map, level: level + 1))
        case .node(let node): return .node(try self.node(node))
        case .relationship(let relationship): return .relationship(try self.relationship(relationship))
        case .path(let path): return .path(try self.path(path))
        default: return scalar(value)
        }
    }

    private func list(_ elements: [Value], _ level: Int) throws(EngineError) -> CypherValue {
        var converted: [CypherValue] = []
        converted.reserveCapacity(elements.count)
        for element in elements { converted.append(try convert(element, level: level + 1)) }
        return .list(converted)
    }

    /// A Swift dictionary takes keys of one canonical form for one key; of such keys the last one's value stands.
    private func entries(of map: MapValue, level: Int) throws(EngineError) -> [String: CypherValue] {
        var entries: [String: CypherValue] = [:]
        entries.reserveCapacity(map.count)
        for (key, value) in zip(map.keys, map.values) { entries[key] = try convert(value, level: level) }
        return entries
    }

    package func node(_ node: NodeID) throws(EngineError) -> CypherValue.Node {
        CypherValue.Node(
            id: Int64(node.rawValue), elementId: ElementIDText.text(of: node, in: namespace),
            labels: graph.labels(of: node), properties: try entries(of: graph.properties(of: node), level: 1))
    }

    package func relationship(_ relationship: RelationshipID) throws(EngineError) -> CypherValue.Relationship {
        let start = graph.start(of: relationship)
        let end = graph.end(of: relationship)
        return CypherValue.Relationship(
            id: Int64(relationship.rawValue), elementId: ElementIDText.text(of: relationship, in: namespace),
            type: graph.type(of: relationship), startId: Int64(start.rawValue), endId: Int64(end.rawValue),
            startElementId: ElementIDText.text(of: start, in: namespace),
            endElementId: ElementIDText.text(of: end, in: namespace),
            properties: try entries(of: graph.properties(of: relationship), level: 1))
    }

    private func path(_ path: PathValue) throws(EngineError) -> CypherValue.Path {
        var nodes: [CypherValue.Node] = []
        for node in path.nodes { nodes.append(try self.node(node)) }
        var relationships: [CypherValue.Relationship] = []
        for relationship in path.relationships { relationships.append(try self.relationship(relationship)) }
        return CypherValue.Path(nodes: nodes, relationships: relationships)
    }

    private func scalar(_ value: Value) -> CypherValue {
        switch value {
        case .point(let point): .point(.init(srid: Int(point.srid), x: point.x, y: point.y, z: point.z))
        case .vector(.floats(let type, let values)): .vector(.floats(dtype: .init(type), values: values))
        case .vector(.integers(let type, let values)): .vector(.ints(dtype: .init(type), values: values))
        case .date(let date): .date(.init(date))
        case .localTime(let time): .localTime(.init(time))
        case .time(let time): .time(.init(time))
        case .localDateTime(let dateTime): .localDateTime(.init(dateTime))
        case .dateTime(let dateTime): .dateTime(.init(dateTime))
        case .duration(let duration):
            .duration(
                .init(
                    months: duration.months, days: duration.days, seconds: duration.seconds,
                    nanoseconds: Int64(duration.nanoseconds)))
        default: .null
        }
    }
}

extension CypherValue.Date {
    init(_ date: DateValue) {
        let civil = date.civil
        self.init(year: Int(civil.year), month: Int(civil.month), day: Int(civil.day))
    }
}

extension CypherValue.LocalTime {
    init(_ time: LocalTimeValue) {
        self.init(
            hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second), nanosecond: Int(time.nanosecond))
    }
}

extension CypherValue.Time {
    init(_ time: TimeValue) {
        let local = CypherValue.LocalTime(time.local)
        self.init(
            hour: local.hour, minute: local.minute, second: local.second, nanosecond: local.nanosecond,
            offsetSeconds: Int(time.offsetSeconds))
    }
}

extension CypherValue.LocalDateTime {
    init(_ dateTime: LocalDateTimeValue) {
        let date = CypherValue.Date(dateTime.date)
        let time = CypherValue.LocalTime(dateTime.time)
        self.init(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second, nanosecond: time.nanosecond)
    }
}

extension CypherValue.DateTime {
    init(_ dateTime: DateTimeValue) {
        let local = CypherValue.LocalDateTime(dateTime.local)
        self.init(
            year: local.year, month: local.month, day: local.day, hour: local.hour, minute: local.minute,
            second: local.second, nanosecond: local.nanosecond, offsetSeconds: Int(dateTime.offsetSeconds),
            zone: dateTime.zone)
    }
}
