import Testing

@testable import Relate

@Suite("Parts of values")
struct ValueAccessTests {
    static var graph: StubGraph { .people() }

    static let elements: [(Value, Value, String)] = [
        ([1, 2, 3], 0, "1"), ([1, 2, 3], -1, "3"), ([1, 2, 3], 3, "null"), ([1, 2, 3], -4, "null"),
        ([1], .int(.min), "null"), ([1], .int(.max), "null"), ([1], nil, "null"), (nil, 0, "null"),
        (["a": 1], "a", "1"),
        (["a": 1], "A", "null"), (["a": 1], nil, "null"), (.node(0), "name", "'Ada'"), (.node(0), "none", "null"),
        (.relationship(0), "since", "2024"), (.vector(.integers(type: .integer, [7, 8])), 1, "8"),
    ]

    @Test("an index reads lists, maps and elements", arguments: elements)
    func element(container: Value, index: Value, expected: String) throws {
        #expect(rendered(try ValueAccess.element(of: container, at: index, in: Self.graph.context)) == expected)
    }

    static let badElements: [(Value, Value, String)] = [
        // Source: openCypher TCK, List1 [6], [8] and Map2 [6] to [8].
        (["name": "Apa"], 0, "MapElementAccessByNonString"), (["name": "Apa"], 12.3, "MapElementAccessByNonString"),
        (100, 0, "InvalidArgumentType"), (true, 0, "InvalidArgumentType"), ("1", 0, "InvalidArgumentType"),
        ([1, 2], true, "ListElementAccessByNonInteger"), ([1, 2], "1", "ListElementAccessByNonInteger"),
        ([1, 2], [1], "ListElementAccessByNonInteger"), (.node(9), "name", "DeletedEntityAccess"),
    ]

    @Test("an index of another type is an error", arguments: badElements)
    func badElement(container: Value, index: Value, expected: String) {
        let error = caughtError { () throws(EngineError) in
            _ = try ValueAccess.element(of: container, at: index, in: Self.graph.context)
        }
        #expect(errorKind(of: error) == expected)
    }

    static let slices: [(Value?, Value?, String)] = [
        // Source: openCypher TCK, List2.
        (1, 3, "[2, 3]"), (1, Value?.none, "[2, 3, 4, 5]"), (Value?.none, 2, "[1, 2]"), (0, 0, "[]"),
        (-3, -1, "[3, 4]"),
        (-9, 9, "[1, 2, 3, 4, 5]"), (3, 1, "[]"), (.some(.null), 3, "null"), (1, .some(.null), "null"),
        (.int(.min), .int(.max), "[1, 2, 3, 4, 5]"),
    ]

    @Test("a slice is clipped to its list", arguments: slices)
    func slice(from: Value?, to: Value?, expected: String) throws {
        #expect(rendered(try ValueAccess.slice(of: [1, 2, 3, 4, 5], from: from, to: to)) == expected)
    }

    static let properties: [(Value, String, String)] = [
        (["existing": 42, "notMissing": nil], "existing", "42"), (["existing": 42], "missing", "null"),
        (nil, "a", "null"), (.node(1), "name", "'Grace'"), (.date(2024, 5, 6), "month", "5"),
        (.point(PointValue(srid: 4326, x: 1, y: 2, z: nil)), "longitude", "1.0"),
        (.point(PointValue(srid: 4326, x: 1, y: 2, z: nil)), "z", "null"),
        (.point(PointValue(srid: 4979, x: 1, y: 2, z: 3)), "height", "3.0"),
        (.point(PointValue(srid: 7203, x: 1, y: 2, z: nil)), "latitude", "null"),
        (.point(PointValue(srid: 7203, x: 1, y: 2, z: nil)), "crs", "'cartesian'"),
        (.point(PointValue(srid: 9157, x: 1, y: 2, z: 3)), "srid", "9157"),
    ]

    @Test("a dot reads maps, elements and components", arguments: properties)
    func property(value: Value, key: String, expected: String) throws {
        #expect(rendered(try ValueAccess.property(key, of: value, in: Self.graph.context)) == expected)
    }

    @Test("a dot on anything else is an error", arguments: [1, "a", true, [1]] as [Value])
    func badProperty(value: Value) {
        let error = caughtError { () throws(EngineError) in
            _ = try ValueAccess.property("a", of: value, in: Self.graph.context)
        }
        #expect(errorKind(of: error) == "InvalidArgumentType")
        #expect(error?.code == "Neo.ClientError.Statement.TypeError")
    }

    @Test("maps keep their entries sorted by bytes, whatever is done to them")
    func maps() {
        let map = MapValue([("b", 1), ("a", 2), ("é", 3), ("b", 4), ("e\u{301}", 5)])
        #expect(map.keys.map { Array($0.utf8) } == ["a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
        #expect(map["b"].map { rendered($0) } == "4")
        #expect(map["c"] == nil)
        #expect(map.setting("c", to: 9).count == 5)
        #expect(map.setting("a", to: 9)["a"].map { rendered($0) } == "9")
        let merged = map.merging(MapValue([("a", nil), ("z", 1)]))
        #expect(merged.count == 5)
        #expect(merged["a"]?.isNull == true)
        #expect(merged.withoutNulls.count == 4)
        #expect(MapValue.empty.merging(map).count == 4)
        #expect(map.merging(.empty).count == 4)
    }

    static let storable: [(Value, String?)] = [
        ([1, 2.5], "[1.0, 2.5]"), ([1, 2], "[1, 2]"), ([], "[]"), ("a", "'a'"), (nil, "null"),
        ([.date(2024, 1, 1)], "[2024-01-01]"), ([1, nil], nil), ([1, "a"], nil), ([[1]], nil), (["a": 1], nil),
        ([["a": 1]], nil), (.node(0), nil), ([.node(0)], nil), ([.vector(.integers(type: .integer, [1]))], nil),
        (
            [.point(PointValue(srid: 7203, x: 1, y: 2, z: nil)), .point(PointValue(srid: 4326, x: 1, y: 2, z: nil))],
            nil
        ),
    ]

    @Test("properties hold scalars and lists of one kind without null", arguments: storable)
    func stored(value: Value, expected: String?) throws {
        // Source: openCypher TCK, Set1 [10]; Cypher manual, "Property types".
        guard let expected else {
            let error = caughtError { () throws(EngineError) in _ = try PropertyValue.stored(value) }
            #expect(errorKind(of: error) == "InvalidPropertyType")
            #expect(!PropertyValue.isStorable(value))
            return
        }
        #expect(rendered(try PropertyValue.stored(value)) == expected)
    }

    static let typeNames: [(Value, String)] = [
        (nil, "NULL"), (1, "INTEGER NOT NULL"), (1.0, "FLOAT NOT NULL"), ([], "LIST<NOTHING> NOT NULL"),
        ([1, 2], "LIST<INTEGER NOT NULL> NOT NULL"), ([1, "a"], "LIST<STRING NOT NULL | INTEGER NOT NULL> NOT NULL"),
        ([1, nil], "LIST<INTEGER> NOT NULL"), ([nil], "LIST<NULL> NOT NULL"),
        ([1, nil, "a"], "LIST<STRING | INTEGER> NOT NULL"),
        ([[1], []], "LIST<LIST<NOTHING> NOT NULL | LIST<INTEGER NOT NULL> NOT NULL> NOT NULL"),
        (.vector(.floats(type: .float32, [1, 2, 3])), "VECTOR<FLOAT32 NOT NULL>(3) NOT NULL"),
        (["a": 1], "MAP NOT NULL"),
        (.date(2024, 1, 1), "DATE NOT NULL"), (.node(0), "NODE NOT NULL"),
    ]

    @Test("valueType names the most exact type", arguments: typeNames)
    func typeName(value: Value, expected: String) {
        #expect(TypePredicate.name(of: value) == expected)
    }

    static let predicates: [(Value, StaticType, Bool)] = [
        (1, .integer, true), (1, .float, false), (1, .number, true), (nil, .integer, true),
        (nil, .notNull(.integer), false), (1, .notNull(.integer), true), ([1, 2], .list(.integer), true),
        ([1, nil], .list(.integer), true), ([1, nil], .list(.notNull(.integer)), false),
        ([1, "a"], .list(.integer), false),
        ([], .list(.string), true), ("a", .union([.integer, .string]), true),
        (true, .union([.integer, .string]), false),
        (nil, .nothing, false), (nil, .null, true), (1, .null, false), (1, .any, true), (nil, .any, true),
        (nil, .notNull(.any), false), ([1], .propertyValue, true), ([[1]], .propertyValue, false),
        (.vector(.floats(type: .float32, [1])), .vector(coordinates: "FLOAT32", dimension: 1), true),
        (.vector(.floats(type: .float32, [1])), .vector(coordinates: "FLOAT32", dimension: 2), false),
        (.vector(.floats(type: .float32, [1])), .vector(coordinates: nil, dimension: nil), true),
    ]

    @Test("IS :: takes null for nullable types and looks into lists", arguments: predicates)
    func predicate(value: Value, type: StaticType, expected: Bool) {
        #expect(TypePredicate.holds(value, type) == expected)
    }
}
