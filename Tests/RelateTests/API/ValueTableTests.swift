import Relate
import Testing

/// The table of values, row by row, each value made by a statement.
///
/// - Source: Swift API page, "Values".
@Suite("The page's table of values")
struct ValueTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var expression: String
        var kind: CypherValueKind
        var value: CypherValue
        var testDescription: String { expression }

        init(_ expression: String, _ kind: CypherValueKind, _ value: CypherValue) {
            self.expression = expression
            self.kind = kind
            self.value = value
        }
    }

    static let rows: [Row] = [
        Row("null", .null, .null), Row("true", .bool, .bool(true)), Row("1 = 2", .bool, .bool(false)),
        Row("9223372036854775807", .int, .int(.max)), Row("-9223372036854775808", .int, .int(.min)),
        Row("9007199254740993", .int, .int(9_007_199_254_740_993)), Row("1.5", .float, .float(1.5)),
        Row("1.0 / 0.0", .float, .float(.infinity)), Row("-1.0 / 0.0", .float, .float(-.infinity)),
        Row("-0.0", .float, .float(-0.0)), Row("5e-324", .float, .float(.leastNonzeroMagnitude)),
        Row("'it\\'s'", .string, .string("it's")),
        Row("''", .string, .string("")), Row("[1, 'a', null, [2.5]]", .list, .list([1, "a", nil, [2.5]])),
        Row("[]", .list, .list([])),
        Row(
            "{elementId: '4:x:n0', labels: ['A'], properties: {k: 1}}", .map,
            .map(["elementId": "4:x:n0", "labels": ["A"], "properties": ["k": 1]])),
        Row("{}", .map, .map([:])),
        Row("point({x: 1, y: 2})", .point, .point(.init(srid: 7203, x: 1, y: 2))),
        Row("point({x: 1, y: 2, z: 3})", .point, .point(.init(srid: 9157, x: 1, y: 2, z: 3))),
        Row("point({longitude: 1, latitude: 2})", .point, .point(.init(srid: 4326, x: 1, y: 2))),
        Row("point({longitude: 1, latitude: 2, height: 3})", .point, .point(.init(srid: 4979, x: 1, y: 2, z: 3))),
        Row("date('2024-05-06')", .date, .date(.init(year: 2024, month: 5, day: 6))),
        Row("date('-0044-03-15')", .date, .date(.init(year: -44, month: 3, day: 15))),
        Row("date('+999999999-12-31')", .date, .date(.init(year: 999_999_999, month: 12, day: 31))),
        Row(
            "time('09:30:01.000000002+02:00')", .time,
            .time(.init(hour: 9, minute: 30, second: 1, nanosecond: 2, offsetSeconds: 7_200))),
        Row(
            "localtime('23:59:59.999999999')", .localTime,
            .localTime(.init(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999))),
        Row(
            "datetime('2024-05-06T09:30:00[Europe/Berlin]')", .dateTime,
            .dateTime(
                .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 7_200, zone: "Europe/Berlin"))),
        Row(
            "datetime('2024-05-06T09:30:00-03:30')", .dateTime,
            .dateTime(.init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: -12_600))),
        Row(
            "localdatetime('2024-05-06T09:30:00.5')", .localDateTime,
            .localDateTime(
                .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, nanosecond: 500_000_000))),
        Row(
            "duration('P1Y2M3DT4.000000005S')", .duration,
            .duration(.init(months: 14, days: 3, seconds: 4, nanoseconds: 5))),
        Row("duration('PT-0.5S')", .duration, .duration(.init(seconds: -1, nanoseconds: 500_000_000))),
        Row("vector([1, 2, 3], 3, INT8)", .vector, .vector(.ints(dtype: .integer8, values: [1, 2, 3]))),
        Row("vector([1, 2], 2, INT16)", .vector, .vector(.ints(dtype: .integer16, values: [1, 2]))),
        Row("vector([1, 2], 2, INT32)", .vector, .vector(.ints(dtype: .integer32, values: [1, 2]))),
        Row("vector([1, 2], 2, INTEGER)", .vector, .vector(.ints(dtype: .integer, values: [1, 2]))),
        Row("vector([1.5, 2], 2, FLOAT32)", .vector, .vector(.floats(dtype: .float32, values: [1.5, 2]))),
        Row("vector([0.1], 1, FLOAT)", .vector, .vector(.floats(dtype: .float, values: [0.1]))),
        Row("uuid('123E4567-E89B-12D3-A456-426614174000')", .string, .string("123e4567-e89b-12d3-a456-426614174000")),
    ]

    @Test("a value keeps its kind and payload by itself and at any depth", arguments: rows)
    func row(_ row: Row) throws {
        let connection = try Database.inMemory().connect()
        let value = try connection.query("RETURN \(row.expression) AS v").scalar()
        #expect(value == row.value)
        #expect(value.kind == row.kind)
        let nested = try connection.query("WITH \(row.expression) AS v RETURN [{deep: [[v], {k: v}]}] AS v").scalar()
        let deep = try #require(nested.listValue?.first?[key: "deep"]?.listValue)
        #expect(deep[0].listValue == [row.value])
        #expect(deep[1][key: "k"] == row.value)
        #expect(deep[1][key: "k"]?.kind == row.kind)
    }

    @Test("NaN is a FLOAT at any depth")
    func notANumber() throws {
        let connection = try Database.inMemory().connect()
        let value = try connection.query("WITH 0.0 / 0.0 AS n RETURN [n, {k: [n]}] AS v").scalar()
        #expect(value.listValue?[0].doubleValue?.isNaN == true)
        #expect(value.listValue?[1][key: "k"]?.listValue?[0].doubleValue?.isNaN == true)
    }

    @Test("what can be stored comes back from a property as it was", arguments: rows)
    func stored(_ row: Row) throws {
        let connection = try Database.inMemory().connect()
        let isStorable =
            switch row.kind {
            case .null, .list, .map: false
            default: true
            }
        guard isStorable else { return }
        let value = try connection.query("CREATE (n {v: \(row.expression)}) RETURN n.v").scalar()
        #expect(value == row.value)
        #expect(try connection.query("MATCH (n) RETURN n").scalar().nodeValue?.properties == ["v": row.value])
    }

    @Test("a node has its numeric id, its element id, labels and properties")
    func node() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:Other)")
        let result = try connection.query("CREATE (n:A:B {k: 1, l: [1, 2]}) RETURN n, id(n), elementId(n), [n] AS list")
        let node = try #require(result.rows[0][0].nodeValue)
        #expect(node.id == result.rows[0][1].intValue)
        #expect(node.elementId == "4:relate-neo4j:n1")
        #expect(result.rows[0][2] == "4:relate-neo4j:n1")
        #expect(node.labels.sorted() == ["A", "B"])
        #expect(node.properties == ["k": 1, "l": [1, 2]])
        #expect(result.rows[0][3] == .list([.node(node)]))
    }

    @Test("a relationship has its ids, type, ends and properties")
    func relationship() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query("CREATE (a:A)<-[r:R {k: 1}]-(b:B) RETURN r, a, b, id(r), {r: r} AS map")
        let relationship = try #require(result.rows[0][0].relationshipValue)
        let (a, b) = (try #require(result.rows[0][1].nodeValue), try #require(result.rows[0][2].nodeValue))
        #expect(relationship.id == result.rows[0][3].intValue)
        #expect(relationship.elementId == "5:relate-neo4j:r0")
        #expect(relationship.type == "R")
        #expect((relationship.startId, relationship.endId) == (b.id, a.id))
        #expect((relationship.startElementId, relationship.endElementId) == (b.elementId, a.elementId))
        #expect(relationship.properties == ["k": 1])
        #expect(result.rows[0][4][key: "r"] == .relationship(relationship))
    }

    @Test("a path has one more node than relationships, in the pattern's order")
    func path() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A)-[:R]->(:B)<-[:S]-(:C)")
        let path = try #require(
            try connection.query("MATCH p = (:A)-->()<--(:C) RETURN p").scalar().pathValue)
        #expect(path.nodes.map(\.labels) == [["A"], ["B"], ["C"]])
        #expect(path.relationships.map(\.type) == ["R", "S"])
        #expect(path.relationships[1].startId == path.nodes[2].id)
        let single = try #require(try connection.query("MATCH p = (:A) RETURN p").scalar().pathValue)
        #expect(single.nodes.count == 1)
        #expect(single.relationships.isEmpty)
    }

    @Test("bytes are a list of integers")
    func bytes() throws {
        let connection = try Database.inMemory().connect()
        let bytes: CypherValue = [0, 127, 255]
        #expect(try connection.query("CREATE (n {b: $b}) RETURN n.b", ["b": bytes]).scalar() == bytes)
    }

    @Test("an accessor of a returned value is nil for every other kind", arguments: rows)
    func accessors(_ row: Row) throws {
        let value = try Database.inMemory().connect().query("RETURN \(row.expression) AS v").scalar()
        let present: [(CypherValueKind, Bool)] = [
            (.bool, value.boolValue != nil), (.int, value.intValue != nil), (.string, value.stringValue != nil),
            (.list, value.listValue != nil), (.map, value.mapValue != nil), (.node, value.nodeValue != nil),
            (.relationship, value.relationshipValue != nil), (.path, value.pathValue != nil),
            (.point, value.pointValue != nil), (.date, value.dateValue != nil), (.time, value.timeValue != nil),
            (.localTime, value.localTimeValue != nil), (.dateTime, value.dateTimeValue != nil),
            (.localDateTime, value.localDateTimeValue != nil), (.duration, value.durationValue != nil),
            (.vector, value.vectorValue != nil), (.null, value.isNull),
        ]
        for (kind, isPresent) in present { #expect(isPresent == (kind == row.kind), "\(kind)") }
        #expect((value.doubleValue != nil) == (row.kind == .int || row.kind == .float))
    }

    @Test("a key reads a map, a node and a relationship, and nothing else")
    func subscripts() throws {
        let connection = try Database.inMemory().connect()
        let row = try connection.query("CREATE (n {k: 1})-[r:R {k: 2}]->() RETURN n, r, {k: 3} AS m, [4] AS l").rows[0]
        #expect(row[0][key: "k"] == 1)
        #expect(row[1][key: "k"] == 2)
        #expect(row[2][key: "k"] == 3)
        #expect(row[2][key: "none"] == nil)
        #expect(row[3][key: "k"] == nil)
    }
}
