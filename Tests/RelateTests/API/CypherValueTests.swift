import Relate
import Testing

@Suite("CypherValue")
struct CypherValueTests {
    static let ada = CypherValue.Node(
        id: 0, elementId: "4:relate-neo4j:n0", labels: ["Person"], properties: ["name": "Ada"])
    static let grace = CypherValue.Node(
        id: 1, elementId: "4:relate-neo4j:n1", labels: ["Person"], properties: ["name": "Grace"])
    static let knows = CypherValue.Relationship(
        id: 0, elementId: "5:relate-neo4j:r0", type: "KNOWS", startId: 0, endId: 1, startElementId: "4:relate-neo4j:n0",
        endElementId: "4:relate-neo4j:n1", properties: ["since": 2024])

    // Source: Swift API page, "Values", the table; kinds in its order.
    static let samples: [(CypherValue, CypherValueKind)] = [
        (.null, .null), (.bool(true), .bool), (.int(1), .int), (.float(1.5), .float), (.string("a"), .string),
        (.list([1]), .list), (.map(["a": 1]), .map), (.node(ada), .node), (.relationship(knows), .relationship),
        (.path(.init(nodes: [ada, grace], relationships: [knows])), .path),
        (.point(.init(srid: 7203, x: 1, y: 2)), .point),
        (.date(.init(year: 2024, month: 5, day: 6)), .date),
        (.time(.init(hour: 9, minute: 30, offsetSeconds: 7_200)), .time),
        (.localTime(.init(hour: 9, minute: 30)), .localTime),
        (.dateTime(.init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 0)), .dateTime),
        (.localDateTime(.init(year: 2024, month: 5, day: 6)), .localDateTime),
        (.duration(.init(months: 14)), .duration),
        (.vector(.ints(dtype: .integer8, values: [1, 2, 3])), .vector),
    ]

    @Test("every case has its kind, and the kinds count from 0 in the page's order")
    func kinds() {
        for (index, (value, kind)) in Self.samples.enumerated() {
            #expect(value.kind == kind)
            #expect(kind.rawValue == UInt32(index))
        }
        #expect(CypherValueKind.allCases.count == Self.samples.count)
    }

    @Test("an accessor has the payload of its own case, and nil for every other")
    func accessors() {
        for (value, kind) in Self.samples {
            #expect(value.isNull == (kind == .null))
            #expect((value.boolValue != nil) == (kind == .bool))
            #expect((value.intValue != nil) == (kind == .int))
            #expect((value.stringValue != nil) == (kind == .string))
            #expect((value.listValue != nil) == (kind == .list))
            #expect((value.mapValue != nil) == (kind == .map))
            #expect((value.nodeValue != nil) == (kind == .node))
            #expect((value.relationshipValue != nil) == (kind == .relationship))
            #expect((value.pathValue != nil) == (kind == .path))
            #expect((value.pointValue != nil) == (kind == .point))
            #expect((value.dateValue != nil) == (kind == .date))
            #expect((value.timeValue != nil) == (kind == .time))
            #expect((value.localTimeValue != nil) == (kind == .localTime))
            #expect((value.dateTimeValue != nil) == (kind == .dateTime))
            #expect((value.localDateTimeValue != nil) == (kind == .localDateTime))
            #expect((value.durationValue != nil) == (kind == .duration))
            #expect((value.vectorValue != nil) == (kind == .vector))
            #expect((value.doubleValue != nil) == (kind == .float || kind == .int))
        }
        #expect(CypherValue.int(3).doubleValue == 3.0)
        #expect(CypherValue.float(1.5).doubleValue == 1.5)
    }

    @Test("a key reads a map's entry or an element's property")
    func subscripts() {
        #expect(CypherValue.map(["a": 1])[key: "a"] == 1)
        #expect(CypherValue.map(["a": 1])[key: "b"] == nil)
        #expect(CypherValue.map(["a": nil])[key: "a"] == .some(.null))
        #expect(CypherValue.node(Self.ada)[key: "name"] == "Ada")
        #expect(CypherValue.relationship(Self.knows)[key: "since"] == 2024)
        #expect(CypherValue.relationship(Self.knows)["since"] == 2024)
        #expect(CypherValue.list([1])[key: "a"] == nil)
    }

    @Test("literals need no wrapping, variables bind through init")
    func literals() {
        // Source: Swift API page, "Parameters".
        let parameters: [String: CypherValue] = [
            "n": 1, "f": 1.5, "s": "x", "b": true, "none": nil, "tags": ["a"], "m": ["k": true],
        ]
        #expect(parameters["n"] == .int(1))
        #expect(parameters["f"] == .float(1.5))
        #expect(parameters["s"] == .string("x"))
        #expect(parameters["b"] == .bool(true))
        #expect(parameters["none"] == .null)
        #expect(parameters["tags"] == .list([.string("a")]))
        #expect(parameters["m"] == .map(["k": .bool(true)]))
        let (number, ratio, text, isOn) = (7, 0.5, "y", false)
        #expect(CypherValue(number) == 7)
        #expect(CypherValue(ratio) == 0.5)
        #expect(CypherValue(text) == "y")
        #expect(CypherValue(isOn) == false)
        #expect(["a": 1, "a": 2] as CypherValue == ["a": 2])
    }

    // Source: Swift API page, "Example": what the program prints, line by line; then forms the example lacks.
    static let descriptions: [(CypherValue, String)] = [
        (.node(ada), "(4:relate-neo4j:n0:Person {name: 'Ada'})"),
        (.relationship(knows), "(4:relate-neo4j:n0)-[5:relate-neo4j:r0:KNOWS {since: 2024}]->(4:relate-neo4j:n1)"),
        (9_007_199_254_740_993, "9007199254740993"), (1.5, "1.5"),
        (.date(.init(year: 2024, month: 5, day: 6)), "2024-05-06"),
        (
            .dateTime(
                .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 7_200, zone: "Europe/Berlin")),
            "2024-05-06T09:30:00+02:00[Europe/Berlin]"
        ),
        (.duration(.init(months: 14)), "duration(months: 14, days: 0, seconds: 0, nanoseconds: 0)"),
        (.point(.init(srid: 7203, x: 1, y: 2)), "point({srid: 7203, x: 1.0, y: 2.0})"),
        (.vector(.ints(dtype: .integer8, values: [1, 2, 3])), "vector<INTEGER8>[1, 2, 3]"),
        (.null, "null"), (true, "true"), (2.0, "2.0"), (.float(.nan), "NaN"), (.float(-.infinity), "-Infinity"),
        ("it's \\ \n\u{0}", "'it\\'s \\\\ \\n\\u0000'"), ("", "''"),
        ([1, "a", nil, [true]], "[1, 'a', null, [true]]"), ([], "[]"),
        (["b": 1, "a": ["z": 1, "y": 2]], "{a: {y: 2, z: 1}, b: 1}"), ([:], "{}"), (["a b": 1], "{`a b`: 1}"),
        (.node(.init(id: 2, elementId: "4:relate-neo4j:n2", labels: [], properties: [:])), "(4:relate-neo4j:n2)"),
        (
            .node(.init(id: 2, elementId: "4:relate-neo4j:n2", labels: ["A", "B c"], properties: [:])),
            "(4:relate-neo4j:n2:A:`B c`)"
        ),
        (
            .path(.init(nodes: [ada, grace], relationships: [knows])),
            "(4:relate-neo4j:n0:Person {name: 'Ada'})-[5:relate-neo4j:r0:KNOWS {since: 2024}]->"
                + "(4:relate-neo4j:n1:Person {name: 'Grace'})"
        ),
        (
            .path(.init(nodes: [grace, ada], relationships: [knows])),
            "(4:relate-neo4j:n1:Person {name: 'Grace'})<-[5:relate-neo4j:r0:KNOWS {since: 2024}]-"
                + "(4:relate-neo4j:n0:Person {name: 'Ada'})"
        ),
        (.point(.init(srid: 4979, x: 1, y: 2, z: 3.5)), "point({srid: 4979, x: 1.0, y: 2.0, z: 3.5})"),
        (.time(.init(hour: 9, minute: 5, second: 1, nanosecond: 120_000_000, offsetSeconds: 0)), "09:05:01.12Z"),
        (.time(.init(hour: 9, minute: 5, offsetSeconds: -5_415)), "09:05:00-01:30:15"),
        (.localTime(.init(hour: 0, minute: 0, nanosecond: 1)), "00:00:00.000000001"),
        (.localDateTime(.init(year: -44, month: 3, day: 15)), "-0044-03-15T00:00:00"),
        (.date(.init(year: 12_024, month: 1, day: 1)), "+12024-01-01"),
        (.vector(.floats(dtype: .float32, values: [1, 2.5])), "vector<FLOAT32>[1.0, 2.5]"),
    ]

    @Test("description is close to Cypher", arguments: descriptions)
    func description(value: CypherValue, text: String) {
        #expect("\(value)" == text)
        #expect(value.description == text)
    }

    @Test("a kind prints as the example prints it")
    func kindDescription() {
        #expect(
            "\(CypherValue.node(Self.ada).kind) \(CypherValueKind.dateTime) \(CypherValueKind.int)"
                == "node dateTime int")
    }

    @Test("values are equal by kind, payload and bytes")
    func equality() {
        #expect(CypherValue.int(1) != .float(1))
        #expect(CypherValue.string("é") != .string("e\u{301}"))
        #expect(CypherValue.list([1, 2]) == [1, 2])
        #expect(CypherValue.float(.nan) != .float(.nan))
        #expect(CypherValue.node(Self.ada) == .node(Self.ada))
        #expect(Set(Self.samples.map(\.0)).count == Self.samples.count)
        for (value, _) in Self.samples { #expect(value.hashValue == value.hashValue) }
    }

    @Test("a value takes 24 bytes, whatever it holds")
    func size() {
        #expect(MemoryLayout<CypherValue>.stride == 24)
        #expect(MemoryLayout<Value>.stride == 24)
    }

    @Test("a vector's types are named as the engine names them")
    func vectorTypes() {
        #expect(
            CypherValue.Vector.DType.allCases.map(\.rawValue) == [
                "INTEGER8", "INTEGER16", "INTEGER32", "INTEGER", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT",
            ])
    }
}
