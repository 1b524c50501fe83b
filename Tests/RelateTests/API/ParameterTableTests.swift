import Relate
import Testing

/// The table of refusals, and what binds.
///
/// - Source: Swift API page, "Parameters".
@Suite("The page's rules of parameters")
struct ParameterTableTests {
    private func refusal(_ call: () throws -> Void) -> RelateError? {
        do {
            try call()
            return nil
        } catch {
            return error as? RelateError
        }
    }

    @Test("literals bind without wrapping, variables by init, and all come back equal")
    func binding() throws {
        let connection = try Database.inMemory().connect()
        let (number, ratio, text, isOn) = (7, 0.5, "y", false)
        let row = try connection.query(
            "RETURN $n, $tags, $m, $none, $f, $s, $b, $number, $ratio, $text, $isOn",
            [
                "n": 1, "tags": ["a"], "m": ["k": true], "none": nil, "f": 1.5, "s": "x", "b": true,
                "number": CypherValue(number), "ratio": CypherValue(ratio), "text": CypherValue(text),
                "isOn": CypherValue(isOn),
            ]
        ).rows[0]
        #expect(row == [1, ["a"], ["k": true], nil, 1.5, "x", true, 7, 0.5, "y", false])
        #expect(row.map(\.kind) == [.int, .list, .map, .null, .float, .string, .bool, .int, .float, .string, .bool])
    }

    @Test("non-finite floats and every Int64 bind directly", arguments: [Int64.min, -1, 0, .max])
    func extremes(_ number: Int64) throws {
        let connection = try Database.inMemory().connect()
        let row = try connection.query(
            "RETURN $i, $inf, $minus, $nan, $n + 0",
            [
                "i": .int(number), "inf": .float(.infinity), "minus": .float(-.infinity), "nan": .float(.nan),
                "n": .int(number),
            ]
        ).rows[0]
        #expect(row[0] == .int(number))
        #expect(row[1] == .float(.infinity))
        #expect(row[2] == .float(-.infinity))
        #expect(row[3].doubleValue?.isNaN == true)
        #expect(row[4] == .int(number))
    }

    @Test("elements of the graph are refused, at any depth")
    func elements() throws {
        let connection = try Database.inMemory().connect()
        let row = try connection.query("CREATE p = (a)-[r:R]->() RETURN a, r, p").rows[0]
        let expected = RelateError.invalidParameter(
            "nodes, relationships and paths cannot be passed as parameters; pass their element id or properties")
        for value in row {
            #expect(refusal { try connection.query("RETURN $v", ["v": value]) } == expected)
            #expect(refusal { try connection.query("RETURN $v", ["v": [["k": [value]]]]) } == expected)
        }
        #expect(
            expected.description
                == "Relate invalid parameter: nodes, relationships and paths cannot be passed as parameters; "
                + "pass their element id or properties")
    }

    @Test("a NUL byte is refused in all names, and kept in strings")
    func nul() throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        func check(_ what: String, _ call: () throws -> Void) {
            #expect(refusal(call) == .invalidParameter("\(what) contains a NUL byte"))
        }
        check("statement") { try connection.query("RETURN 1 //\u{0}") }
        check("path") { _ = try Database(path: "a\u{0}b") }
        check("path") { _ = try Database(readOnlyPath: "a\u{0}b") }
        check("namespace") { _ = try database.connect(namespace: "neo4j\u{0}") }
        check("namespace") { try connection.setNamespace("neo4j\u{0}") }
        check("parameter name") { try connection.query("RETURN 1", ["a\u{0}": 1]) }
        check("map key") { try connection.query("RETURN $m", ["m": [["k\u{0}": 1]]]) }
        #expect(try connection.query("RETURN $s", ["s": "a\u{0}b"]).scalar() == "a\u{0}b")
    }

    static let impossible: [(String, CypherValue)] = [
        ("date", .date(.init(year: 2023, month: 2, day: 29))),
        ("year", .date(.init(year: 1_000_000_000, month: 1, day: 1))),
        ("time", .localTime(.init(hour: 24, minute: 0))),
        ("nanosecond", .localTime(.init(hour: 1, minute: 0, nanosecond: 1_000_000_000))),
        ("offset", .time(.init(hour: 1, minute: 0, offsetSeconds: 64_801))),
        ("local date", .localDateTime(.init(year: 2023, month: 13, day: 1))),
        ("zone", .dateTime(.init(year: 2024, month: 1, day: 1, offsetSeconds: 0, zone: "Nowhere/City"))),
        ("offset of zone", .dateTime(.init(year: 2024, month: 1, day: 1, offsetSeconds: 0, zone: "Europe/Berlin"))),
        ("srid", .point(.init(srid: 1, x: 1, y: 2))),
        ("2D of 3D srid", .point(.init(srid: 9157, x: 1, y: 2))),
        ("3D of 2D srid", .point(.init(srid: 7203, x: 1, y: 2, z: 3))),
        ("latitude", .point(.init(srid: 4326, x: 1, y: 91))),
        ("empty vector", .vector(.floats(dtype: .float, values: []))),
        ("range of dtype", .vector(.ints(dtype: .integer8, values: [128]))),
        ("floats of integers", .vector(.floats(dtype: .integer, values: [1]))),
    ]

    @Test("what the engine's builder refuses is an internal-stage error, and the connection goes on")
    func builder() throws {
        let connection = try Database.inMemory().connect()
        for (what, value) in Self.impossible {
            for bound in [value, [value], ["k": value]] {
                let error = refusal { try connection.query("RETURN $v", ["v": bound]) }
                #expect(error?.engineError?.stage == .internal, "\(what)")
                #expect(error?.engineError?.retryable == false, "\(what)")
            }
        }
        #expect(try connection.query("RETURN 1").scalar() == 1)
    }

    @Test("missing parameters are named in the order the statement reads them")
    func missing() throws {
        let connection = try Database.inMemory().connect()
        let error = refusal { try connection.query("RETURN $b, $a + $b, $c", ["c": 1]) }?.engineError
        #expect(error?.message == "semantic error: ParameterMissing: Expected parameter(s): b, a")
        #expect(error?.code == "Neo.ClientError.Statement.ParameterMissing")
        #expect(error?.gqlStatus == "42N02")
        #expect(error?.stage == .compile)
        #expect(error?.retryable == false)
        #expect(
            refusal { try connection.query("RETURN $b") }?.description
                == "Relate: [Neo.ClientError.Statement.ParameterMissing] "
                + "semantic error: ParameterMissing: Expected parameter(s): b")
        #expect(try connection.query("RETURN 1", ["unused": 1]).scalar() == 1)
    }

    @Test("a string of 16 MiB binds, is stored and comes back")
    func longString() throws {
        let connection = try Database.inMemory().connect()
        let text = String(repeating: "abcdefgé", count: 16 * 1024 * 1024 / 9)
        let row = try connection.query("CREATE (n {s: $s}) RETURN n.s = $s, size(n.s), n.s", ["s": .string(text)]).rows[
            0]
        #expect(row[0] == true)
        #expect(row[1] == .int(Int64(text.unicodeScalars.count)))
        #expect(row[2].stringValue?.utf8.count == text.utf8.count)
    }
}
