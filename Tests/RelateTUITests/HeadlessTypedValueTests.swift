import Relate
import Testing

@testable import RelateTUI

@Suite struct HeadlessTypedValueTests {
    private static let node = CypherValue.Node(
        id: 0, elementId: "4:relate-neo4j:n0", labels: ["A", "B C"], properties: ["b": .int(1), "a": .null])
    private static let relationship = CypherValue.Relationship(
        id: 3, elementId: "5:relate-neo4j:r3", type: "R", startId: 0, endId: 7, startElementId: "4:relate-neo4j:n0",
        endElementId: "4:relate-neo4j:n7", properties: ["w": .float(0.5)])
    private static let other = CypherValue.Node(id: 7, elementId: "4:relate-neo4j:n7", labels: [], properties: [:])
    private static let nodeJSON =
        #"{"$type":"Node","_value":{"_element_id":"4:relate-neo4j:n0","_labels":["A","B C"],"#
        + #""_properties":{"a":{"$type":"Null","_value":null},"b":{"$type":"Integer","_value":"1"}}}}"#
    private static let relationshipJSON =
        #"{"$type":"Relationship","_value":{"_element_id":"5:relate-neo4j:r3","#
        + #""_start_node_element_id":"4:relate-neo4j:n0","_end_node_element_id":"4:relate-neo4j:n7","_type":"R","#
        + #""_properties":{"w":{"$type":"Float","_value":"0.5"}}}}"#
    private static let otherJSON =
        #"{"$type":"Node","_value":{"_element_id":"4:relate-neo4j:n7","_labels":[],"_properties":{}}}"#

    private static func temporal(_ type: String, _ text: String) -> String {
        "{\"$type\":\"\(type)\",\"_value\":\"\(text)\"}"
    }

    /// All 18 kinds, as the contract's table has them.
    static let pairs: [(CypherValue, String)] = [
        (.null, #"{"$type":"Null","_value":null}"#),
        (.bool(true), #"{"$type":"Boolean","_value":true}"#),
        (.bool(false), #"{"$type":"Boolean","_value":false}"#),
        (.string("x\"\u{1F600}"), "{\"$type\":\"String\",\"_value\":\"x\\\"\u{1F600}\"}"),
        (.int(9_007_199_254_740_993), #"{"$type":"Integer","_value":"9007199254740993"}"#),
        (.int(.min), #"{"$type":"Integer","_value":"-9223372036854775808"}"#),
        (.float(1.5), #"{"$type":"Float","_value":"1.5"}"#),
        (.float(-0.0), #"{"$type":"Float","_value":"-0.0"}"#),
        (.float(1e300), #"{"$type":"Float","_value":"1e+300"}"#),
        (.float(.infinity), #"{"$type":"Float","_value":"Infinity"}"#),
        (.float(-.infinity), #"{"$type":"Float","_value":"-Infinity"}"#),
        (.list([]), #"{"$type":"List","_value":[]}"#),
        (
            .list([.int(1), .list([.null])]),
            #"{"$type":"List","_value":[{"$type":"Integer","_value":"1"},"#
                + #"{"$type":"List","_value":[{"$type":"Null","_value":null}]}]}"#
        ),
        (.map([:]), #"{"$type":"Map","_value":{}}"#),
        (
            .map(["k": .bool(true), "$type": .string("Node")]),
            #"{"$type":"Map","_value":{"$type":{"$type":"String","_value":"Node"},"#
                + #""k":{"$type":"Boolean","_value":true}}}"#
        ),
        (.date(.init(year: 2024, month: 5, day: 6)), temporal("Date", "2024-05-06")),
        (.date(.init(year: -5, month: 1, day: 1)), temporal("Date", "-0005-01-01")),
        (.date(.init(year: 12345, month: 1, day: 1)), temporal("Date", "+12345-01-01")),
        (
            .time(.init(hour: 9, minute: 30, second: 1, nanosecond: 5_000_000, offsetSeconds: -5400)),
            temporal("Time", "09:30:01.005-01:30")
        ),
        (.localTime(.init(hour: 9, minute: 30, second: 0, nanosecond: 1)), temporal("LocalTime", "09:30:00.000000001")),
        (
            .localDateTime(.init(year: 2024, month: 5, day: 6, hour: 9, minute: 30)),
            temporal("LocalDateTime", "2024-05-06T09:30:00")
        ),
        (
            .dateTime(.init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 0)),
            temporal("OffsetDateTime", "2024-05-06T09:30:00Z")
        ),
        (
            .dateTime(
                .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 7200, zone: "Europe/Berlin")),
            temporal("ZonedDateTime", "2024-05-06T09:30:00+02:00[Europe/Berlin]")
        ),
        (.duration(.init(months: 14)), temporal("Duration", "P1Y2M")),
        (.duration(.init()), temporal("Duration", "PT0S")),
        (
            .duration(.init(months: -1, days: 10, seconds: -1, nanoseconds: 500_000_000)),
            temporal("Duration", "P-1M10DT-0.5S")
        ),
        (.duration(.init(seconds: 5_410, nanoseconds: 1)), temporal("Duration", "PT1H30M10.000000001S")),
        (.point(.init(srid: 7203, x: 1, y: 2)), temporal("Point", "SRID=7203;POINT (1.0 2.0)")),
        (.point(.init(srid: 9157, x: 1, y: -2.5, z: 3)), temporal("Point", "SRID=9157;POINT Z (1.0 -2.5 3.0)")),
        (
            .vector(.ints(dtype: .integer8, values: [1, 2])),
            #"{"$type":"Vector","_value":{"coordinatesType":"INTEGER8","coordinates":["1","2"]}}"#
        ),
        (
            .vector(.floats(dtype: .float32, values: [0.5])),
            #"{"$type":"Vector","_value":{"coordinatesType":"FLOAT32","coordinates":["0.5"]}}"#
        ),
        (.node(node), nodeJSON),
        (.relationship(relationship), relationshipJSON),
        (
            .path(.init(nodes: [node, other], relationships: [relationship])),
            "{\"$type\":\"Path\",\"_value\":[\(nodeJSON),\(relationshipJSON),\(otherJSON)]}"
        ),
    ]

    @Test(arguments: pairs)
    func `a value goes out and comes back`(_ value: CypherValue, _ json: String) throws {
        var writer = JSONWriter()
        writer.typed(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
        #expect(try TypedValueReader.value(JSONReader.value(in: json)) == value)
    }

    @Test(
        arguments: [
            ("INT8", .integer8), ("INT16", .integer16), ("INT32", .integer32), ("INT", .integer), ("INT64", .integer),
            ("INTEGER64", .integer), ("INTEGER", .integer), ("FLOAT64", .float), ("FLOAT", .float),
        ] as [(String, CypherValue.Vector.DType)])
    func `a vector's coordinates have any name of the language's`(_ name: String, _ type: CypherValue.Vector.DType)
        throws
    {
        let json = #"{"$type":"Vector","_value":{"coordinatesType":"\#(name)","coordinates":["1"]}}"#
        let isFloat = type == .float
        let vector: CypherValue.Vector = isFloat ? .floats(dtype: type, values: [1]) : .ints(dtype: type, values: [1])
        #expect(try TypedValueReader.value(JSONReader.value(in: json)) == .vector(vector))
    }

    @Test func `all kinds are there`() {
        #expect(Set(Self.pairs.map(\.0.kind)) == Set(CypherValueKind.allCases))
    }

    @Test func `NaN goes out and comes back`() throws {
        var writer = JSONWriter()
        writer.typed(.float(.nan))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"$type":"Float","_value":"NaN"}"#)
        let back = try TypedValueReader.value(JSONReader.value(in: writer.bytes))
        #expect(back.doubleValue?.isNaN == true)
    }

    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), ("1", .int(1)), ("1.0", .float(1)), ("1e2", .float(100)),
            (#""x""#, .string("x")), ("[1,[]]", .list([.int(1), .list([])])),
            (#"{"a":{"$type":"Integer","_value":"2"},"b":1}"#, .map(["a": .int(2), "b": .int(1)])),
            (#"{"$type":"Integer"}"#, .map(["$type": .string("Integer")])),
            (#"{"_value":"7","$type":"Integer"}"#, .int(7)),
            (#"{"$type":"Integer","_value":7}"#, .int(7)), (#"{"$type":"Float","_value":7}"#, .float(7)),
            (#"{"$type":"List","_value":[1,"x"]}"#, .list([.int(1), .string("x")])),
            (#"{"a":1,"a":2}"#, .map(["a": .int(2)])),
        ] as [(String, CypherValue)])
    func `plain JSON becomes a value by its own kind`(_ json: String, _ value: CypherValue) throws {
        #expect(try TypedValueReader.value(JSONReader.value(in: json)) == value)
    }

    @Test(arguments: [
        "9223372036854775808", #"{"$type":"Integer","_value":"9223372036854775808"}"#,
        #"{"$type":"Integer","_value":"1.0"}"#, #"{"$type":"Integer","_value":""}"#,
        #"{"$type":"Integer","_value":" 1"}"#, #"{"$type":"Integer","_value":true}"#,
        #"{"$type":"Float","_value":"0x1p3"}"#, #"{"$type":"Float","_value":"inf"}"#,
        #"{"$type":"Float","_value":"1e999"}"#, #"{"$type":"Nothing","_value":null}"#, #"{"$type":1,"_value":null}"#,
        #"{"$type":"Null","_value":0}"#, #"{"$type":"String","_value":null}"#, #"{"$type":"List","_value":{}}"#,
        #"{"$type":"Date","_value":"2024-5-6"}"#, #"{"$type":"Date","_value":"2024-05-06T00:00"}"#,
        #"{"$type":"Date","_value":"12345-01-01"}"#, #"{"$type":"Date","_value":"+9999999999-01-01"}"#,
        #"{"$type":"Time","_value":"09:30"}"#, #"{"$type":"LocalTime","_value":"09:30Z"}"#,
        #"{"$type":"LocalTime","_value":"09:30:00."}"#, #"{"$type":"LocalTime","_value":"09:30:00.0000000001"}"#,
        #"{"$type":"ZonedDateTime","_value":"2024-05-06T09:30:00+02:00"}"#,
        #"{"$type":"OffsetDateTime","_value":"2024-05-06T09:30:00+02:00[Europe/Berlin]"}"#,
        #"{"$type":"Duration","_value":"P"}"#, #"{"$type":"Duration","_value":"PT"}"#,
        #"{"$type":"Duration","_value":"P1S"}"#, #"{"$type":"Duration","_value":"P1Y1Y"}"#,
        #"{"$type":"Duration","_value":"P999999999999999999Y"}"#, #"{"$type":"Duration","_value":"1Y"}"#,
        #"{"$type":"Point","_value":"POINT (1 2)"}"#, #"{"$type":"Point","_value":"SRID=7203;POINT (1)"}"#,
        #"{"$type":"Point","_value":"SRID=7203;POINT (1 2 3)"}"#, #"{"$type":"Point","_value":"SRID=x;POINT (1 2)"}"#,
        #"{"$type":"Vector","_value":{"coordinatesType":"INT128","coordinates":[]}}"#,
        #"{"$type":"Vector","_value":{"coordinatesType":"INTEGER8","coordinates":[1]}}"#,
        #"{"$type":"Node","_value":{"_labels":[],"_properties":{}}}"#, #"{"$type":"Path","_value":[]}"#,
        #"{"$type":"Path","_value":[1]}"#,
    ])
    func `what is no value is an invalid parameter`(_ json: String) throws {
        let error = #expect(throws: Failure.self) { try TypedValueReader.value(JSONReader.value(in: json)) }
        #expect(error?.code == "Relate.InvalidParameter")
    }
}
