import Relate

/// A small graph in memory, for tests of values and functions that read elements.
final class StubGraph: GraphReading {
    struct Node {
        var labels: [String]
        var properties: MapValue
    }
    struct Relationship {
        var type: String
        var start: NodeID
        var end: NodeID
        var properties: MapValue
    }
    var nodes: [NodeID: Node] = [:]
    var relationships: [RelationshipID: Relationship] = [:]
    var deletedRelationshipTypes: [RelationshipID: String] = [:]

    /// (:Person {name: 'Ada'})-[:KNOWS {since: 2024}]->(:Person:Admiral {name: 'Grace'})
    static func people() -> StubGraph {
        let graph = StubGraph()
        graph.nodes[NodeID(0)] = Node(labels: ["Person"], properties: MapValue([("name", .string("Ada"))]))
        graph.nodes[NodeID(1)] = Node(
            labels: ["Person", "Admiral"], properties: MapValue([("name", .string("Grace"))]))
        graph.relationships[RelationshipID(0)] = Relationship(
            type: "KNOWS", start: NodeID(0), end: NodeID(1), properties: MapValue([("since", .int(2024))]))
        return graph
    }

    var context: EvaluationContext {
        EvaluationContext(
            graph: self, statementInstant: (1_700_000_000, 123_456_789), transactionInstant: (1_700_000_000, 0))
    }

    func exists(_ node: NodeID) -> Bool { nodes[node] != nil }
    func exists(_ relationship: RelationshipID) -> Bool { relationships[relationship] != nil }
    func labels(of node: NodeID) -> [String] { nodes[node]?.labels ?? [] }
    func type(of relationship: RelationshipID) -> String {
        relationships[relationship]?.type ?? deletedRelationshipTypes[relationship] ?? ""
    }
    func start(of relationship: RelationshipID) -> NodeID { relationships[relationship]?.start ?? NodeID(0) }
    func end(of relationship: RelationshipID) -> NodeID { relationships[relationship]?.end ?? NodeID(0) }
    func property(_ key: String, of node: NodeID) -> Value { properties(of: node)[key] ?? .null }
    func property(_ key: String, of relationship: RelationshipID) -> Value {
        properties(of: relationship)[key] ?? .null
    }
    func properties(of node: NodeID) -> MapValue { nodes[node]?.properties ?? .empty }
    func properties(of relationship: RelationshipID) -> MapValue { relationships[relationship]?.properties ?? .empty }
    func degree(of node: NodeID) -> Int { relationships.values.count { $0.start == node || $0.end == node } }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .float(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: Value...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, Value)...) {
        self = .map(MapValue(elements.map { (key: $0.0, value: $0.1) }))
    }

    static let nan = Value.float(.nan)
    static func date(_ year: Int64, _ month: Int64, _ day: Int64) -> Value {
        DateValue(year: year, month: month, day: day).map { .date($0) } ?? .null
    }
    static func node(_ number: UInt32) -> Value { .node(NodeID(number)) }
    static func relationship(_ number: UInt32) -> Value { .relationship(RelationshipID(number)) }
}

/// The value as text that tells every kind apart: `1` is not `1.0`, strings are quoted.
func rendered(_ value: Value, graph: StubGraph = .people()) -> String {
    do {
        return try ResultConversion(reading: graph, namespace: .neo4j).value(of: value).description
    } catch {
        return "\(error)"
    }
}

/// `Kind: detail` of an `EngineError`'s message, so that tests can say which kind they expect.
func errorKind(of error: EngineError?) -> String? {
    guard let error else { return nil }
    let parts = error.message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]).trimmingASCIISpace : nil
}

/// The error that `body` throws, else `nil`.
func caughtError(_ body: () throws(EngineError) -> Void) -> EngineError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

/// Every kind of value, and inside a kind what sits at its edges: for tests of laws that hold for all values.
let assortedValues: [Value] = {
    var values: [Value] = [
        nil, true, false, 0, 1, -1, .int(.max), .int(.min), 9_007_199_254_740_993, 9_007_199_254_740_992,
        .float(9_007_199_254_740_992), 0.0, -0.0, 1.0, 1.5, -1.5, .nan, .float(.infinity), .float(-.infinity),
        .float(0x1p63), .float(-0x1p63), .float(.leastNonzeroMagnitude), "", "a", "b", "ab", "é", "e\u{301}", "\u{0}",
        "a\u{0}", "\u{ffff}", "\u{10000}", [], [1], [1.0], [nil], [1, nil], [nil, 1], [1, "a"], [[1]], [[]],
    ]
    values += [
        [:], ["a": 1], ["a": nil], ["b": 1], ["a": 1, "b": 2], ["a": 1.0], ["é": 1], ["e\u{301}": 1],
        .node(0), .node(1), .relationship(0), .relationship(1),
        .path(PathValue(nodes: [NodeID(0)], relationships: [])),
        .path(PathValue(nodes: [NodeID(0), NodeID(1)], relationships: [RelationshipID(0)])),
        .path(PathValue(nodes: [NodeID(0), NodeID(1)], relationships: [RelationshipID(1)])),
        .date(2024, 5, 6), .date(-1, 1, 1), .localTime(LocalTimeValue(nanosecondOfDay: 0)),
        .localTime(LocalTimeValue(nanosecondOfDay: 1)),
        .time(TimeValue(nanosecondOfDay: 3_600_000_000_000, offsetSeconds: 3_600)),
        .time(TimeValue(nanosecondOfDay: 0, offsetSeconds: 0)),
        .localDateTime(LocalDateTimeValue(localSecond: 0, nanosecond: 0)),
        .localDateTime(LocalDateTimeValue(localSecond: 0, nanosecond: 1)),
        .dateTime(DateTimeValue(epochSecond: 0, nanosecond: 0, offsetSeconds: 0, zone: nil)),
        .dateTime(DateTimeValue(epochSecond: 0, nanosecond: 0, offsetSeconds: 0, zone: "UTC")),
        .dateTime(DateTimeValue(epochSecond: 0, nanosecond: 0, offsetSeconds: 3_600, zone: nil)),
    ]
    values += [
        .duration(DurationValue(months: 1, days: 0, seconds: 0, nanoseconds: 0)),
        .duration(DurationValue(months: 0, days: 1, seconds: 0, nanoseconds: 0)),
        .duration(DurationValue(months: 0, days: 0, seconds: 86_400, nanoseconds: 0)),
        .duration(DurationValue(months: 0, days: 0, seconds: 0, nanoseconds: 1)),
        .point(PointValue(srid: 7203, x: 1, y: 2, z: nil)), .point(PointValue(srid: 7203, x: 1, y: .nan, z: nil)),
        .point(PointValue(srid: 9157, x: 1, y: 2, z: 3)), .point(PointValue(srid: 4326, x: 1, y: 2, z: nil)),
        .vector(.integers(type: .integer8, [1, 2])), .vector(.integers(type: .integer, [1, 2])),
        .vector(.floats(type: .float32, [1, 2])), .vector(.floats(type: .float32, [1, 3])),
        .vector(.floats(type: .float, [1, 2, 3])),
    ]
    return values
}()
