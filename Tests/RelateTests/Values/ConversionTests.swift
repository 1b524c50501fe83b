import Testing

@testable import Relate

@Suite("Values at the API's border")
struct ConversionTests {
    static var graph: StubGraph { .people() }

    private func value(_ value: CypherValue) throws(RelateError) -> Value {
        try ParameterConversion.value(of: value, parameter: "p")
    }

    static let roundTrips: [CypherValue] = [
        .null, true, .int(.min), .int(.max), .float(.infinity), .float(-0.0), "a\u{0}b", ["a", [1, nil], ["k": 1.5]],
        [:],
        .point(.init(srid: 4326, x: 13.4, y: 52.5)), .point(.init(srid: 9157, x: 1, y: 2, z: 3)),
        .date(.init(year: 2024, month: 2, day: 29)), .date(.init(year: -999_999_999, month: 1, day: 1)),
        .time(.init(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999, offsetSeconds: -64_800)),
        .localTime(.init(hour: 0, minute: 0)), .localDateTime(.init(year: 1969, month: 12, day: 31, hour: 23)),
        .dateTime(
            .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 7_200, zone: "Europe/Berlin")),
        .dateTime(.init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: -12_345)),
        .duration(.init(months: -14, days: 3, seconds: -5, nanoseconds: 7)),
        .vector(.ints(dtype: .integer8, values: [-128, 127])), .vector(.floats(dtype: .bfloat16, values: [1, -0.5])),
        .vector(.floats(dtype: .float, values: [0.1])), .vector(.floats(dtype: .float16, values: [65_504])),
    ]

    @Test("a value comes back as it went in", arguments: roundTrips)
    func roundTrip(original: CypherValue) throws {
        let back = try ResultConversion(reading: Self.graph, namespace: .neo4j).value(of: value(original))
        #expect(back == original)
    }

    @Test("NaN comes back as NaN")
    func nan() throws {
        let back = try ResultConversion(reading: Self.graph, namespace: .neo4j).value(of: value(.float(.nan)))
        #expect(back.doubleValue?.isNaN == true)
    }

    @Test("nanoseconds of a duration carry into its seconds")
    func durationCarry() throws {
        guard case .duration(let duration) = try value(.duration(.init(seconds: 1, nanoseconds: -1))) else {
            Issue.record("no duration")
            return
        }
        #expect(duration.seconds == 0 && duration.nanoseconds == 999_999_999)
    }

    static let elements: [CypherValue] = [
        .node(CypherValueTests.ada), .relationship(CypherValueTests.knows),
        .path(.init(nodes: [CypherValueTests.ada], relationships: [])), [.node(CypherValueTests.ada)],
        ["a": [.node(CypherValueTests.ada)]],
    ]

    @Test("elements of the graph are no parameters, at any depth", arguments: elements)
    func refusesElements(value: CypherValue) {
        // Source: Swift API page, "Parameters", refusals.
        let message =
            "nodes, relationships and paths cannot be passed as parameters; pass their element id or properties"
        #expect(throws: RelateError.invalidParameter(message)) { try self.value(value) }
    }

    @Test("a NUL byte in a name or map key is refused, in a string it is not")
    func refusesNUL() throws {
        #expect(throws: RelateError.invalidParameter("parameter name contains a NUL byte")) {
            try ParameterConversion.values(of: ["a\u{0}": 1])
        }
        #expect(throws: RelateError.invalidParameter("map key contains a NUL byte")) {
            try ParameterConversion.values(of: ["a": ["b\u{0}": 1]])
        }
        #expect(throws: RelateError.invalidParameter("statement contains a NUL byte")) {
            try ParameterConversion.refuseNUL(in: "RETURN \u{0}", of: "statement")
        }
        #expect(try ParameterConversion.values(of: ["a": "\u{0}"]).count == 1)
    }

    static let impossible: [CypherValue] = [
        .date(.init(year: 2023, month: 2, day: 29)), .date(.init(year: 2023, month: 13, day: 1)),
        .date(.init(year: 1_000_000_000, month: 1, day: 1)), .date(.init(year: .min, month: .max, day: .min)),
        .localTime(.init(hour: 24, minute: 0)), .localTime(.init(hour: 0, minute: 0, nanosecond: 1_000_000_000)),
        .time(.init(hour: 0, minute: 0, offsetSeconds: 64_801)), .time(.init(hour: 0, minute: 0, offsetSeconds: .min)),
        .localDateTime(.init(year: 2024, month: 0, day: 1)),
        .dateTime(.init(year: 2024, month: 5, day: 6, offsetSeconds: 0, zone: "Europe/Atlantis")),
        .dateTime(.init(year: 2024, month: 5, day: 6, offsetSeconds: 0, zone: "Europe/Berlin")),
        .dateTime(
            .init(year: 2024, month: 3, day: 31, hour: 2, minute: 30, offsetSeconds: 3_600, zone: "Europe/Berlin")),
        .point(.init(srid: 7203, x: 1, y: 2, z: 3)), .point(.init(srid: 4979, x: 1, y: 2)),
        .point(.init(srid: 1, x: 1, y: 2)), .point(.init(srid: .max, x: 1, y: 2)),
        .point(.init(srid: 4326, x: 1, y: 91)),
        .point(.init(srid: 4326, x: .nan, y: 1)), .duration(.init(months: .max, days: .max, seconds: .max)),
        .duration(.init(seconds: .max, nanoseconds: .max)), .vector(.ints(dtype: .integer8, values: [128])),
        .vector(.ints(dtype: .float, values: [1])), .vector(.floats(dtype: .integer, values: [1])),
        .vector(.floats(dtype: .float32, values: [1e300])), .vector(.floats(dtype: .float, values: [.nan])),
        .vector(.floats(dtype: .float, values: [])), [["deep": .point(.init(srid: 1, x: 1, y: 2))]],
    ]

    @Test("what Cypher has no value for is refused at the border", arguments: impossible)
    func refusesImpossible(value: CypherValue) {
        do throws(RelateError) {
            _ = try self.value(value)
            Issue.record("\(value) was taken")
        } catch {
            #expect(error.engineError?.stage == .internal, "\(error)")
            #expect(error.message.contains("$p"), "\(error)")
        }
    }

    @Test("nesting is bounded: 500 levels go in and out, more are refused")
    func nesting() throws {
        var value: CypherValue = 1
        for level in 0..<500 { value = level % 2 == 0 ? [value] : ["k": value] }
        let inside = try self.value(value)
        #expect(try ResultConversion(reading: Self.graph, namespace: .neo4j).value(of: inside) == value)
        #expect(!Nesting.isExceeded(by: inside))
        #expect(Nesting.isExceeded(by: .list([inside])))
        #expect(throws: RelateError.self) { try self.value([value]) }
        let conversion = ResultConversion(reading: Self.graph, namespace: .neo4j)
        #expect(throws: EngineError.self) { try conversion.value(of: .list([inside])) }
    }

    @Test("elements come out with ids, labels and properties")
    func elementsOut() throws {
        let conversion = ResultConversion(reading: Self.graph, namespace: .neo4j)
        #expect(try conversion.value(of: .node(NodeID(0))) == .node(CypherValueTests.ada))
        #expect(try conversion.value(of: .relationship(RelationshipID(0))) == .relationship(CypherValueTests.knows))
        let path = try conversion.value(
            of: .path(PathValue(nodes: [NodeID(0), NodeID(1)], relationships: [RelationshipID(0)])))
        #expect(path.pathValue?.nodes.count == 2)
        #expect(path.pathValue?.relationships == [CypherValueTests.knows])
    }

    @Test("a map whose keys are one by canonical form keeps the later one's value")
    func canonicalKeys() throws {
        let conversion = ResultConversion(reading: Self.graph, namespace: .neo4j)
        #expect(try conversion.value(of: ["e\u{301}": 1, "é": 2]).mapValue?.count == 1)
    }
}
