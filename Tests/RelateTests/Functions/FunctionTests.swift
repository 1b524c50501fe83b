import Relate
import Testing

/// Calls a function as the evaluator does: null arguments first, then the body.
func called(_ name: String, _ arguments: [Value]) throws(EngineError) -> Value {
    guard let definition = FunctionCatalog.function(named: name), case .scalar(let body) = definition.body else {
        Issue.record("there is no function \(name)")
        return .null
    }
    if definition.isNullPropagating, arguments.contains(where: \.isNull) { return .null }
    return try body(arguments, StubGraph.people().context)
}

@Suite("Functions")
struct FunctionTests {
    static let path = Value.path(PathValue(nodes: [NodeID(0), NodeID(1)], relationships: [RelationshipID(0)]))

    static let scalars: [(String, [Value], String)] = [
        ("elementId", [.node(0)], "'4:relate-neo4j:n0'"), ("elementId", [.relationship(0)], "'5:relate-neo4j:r0'"),
        ("id", [.node(1)], "1"), ("labels", [.node(1)], "['Person', 'Admiral']"), ("labels", [nil], "null"),
        ("type", [.relationship(0)], "'KNOWS'"), ("type", [nil], "null"), ("length", [path], "1"),
        ("keys", [.node(0)], "['name']"), ("keys", [["b": 1, "a": nil]], "['a', 'b']"), ("keys", [nil], "null"),
        ("properties", [.node(0)], "{name: 'Ada'}"), ("properties", [["a": 1]], "{a: 1}"),
        ("coalesce", [nil, nil, 3, 4], "3"), ("coalesce", [nil], "null"), ("nullIf", [1, 1.0], "null"),
        ("nullIf", [1, 2], "1"), ("nullIf", [nil, 1], "null"), ("valueType", [nil], "'NULL'"),
        ("valueType", [[1]], "'LIST<INTEGER NOT NULL> NOT NULL'"), ("timestamp", [], "1700000000123"),
        ("size", ["añ😀"], "3"), ("size", [[1, nil]], "2"), ("size", [nil], "null"), ("char_length", ["añ😀"], "3"),
        ("isEmpty", [""], "true"), ("isEmpty", [[1]], "false"), ("isEmpty", [[:]], "true"), ("isEmpty", [nil], "null"),
        ("db.nameFromElementId", ["4:relate-neo4j:n0"], "'neo4j'"), ("HEAD", [[1, 2]], "1"), ("head", [[]], "null"),
        ("last", [[1, 2]], "2"), ("tail", [[1, 2, 3]], "[2, 3]"), ("tail", [[]], "[]"),
        ("reverse", [[1, nil]], "[null, 1]"),
        ("reverse", ["añ😀"], "'😀ña'"),
        (
            "nodes", [path],
            "[(4:relate-neo4j:n0:Person {name: 'Ada'}), "
                + "(4:relate-neo4j:n1:Person:Admiral {name: 'Grace'})]"
        ),
    ]

    static let conversions: [(String, [Value], String)] = [
        // Source: openCypher TCK, TypeConversion1 to 4.
        ("toInteger", ["42"], "42"), ("toInteger", [2.9], "2"), ("toInteger", [-2.9], "-2"),
        ("toInteger", ["2.9"], "2"),
        ("toInteger", ["foo"], "null"), ("toInteger", [""], "null"), ("toInteger", [true], "1"),
        ("toInteger", [nil], "null"),
        ("toInteger", [.nan], "0"), ("toInteger", [1e300], "9223372036854775807"), ("toIntegerOrNull", [[]], "null"),
        ("toIntegerOrNull", ["99999999999999999999"], "null"),
        ("toIntegerList", [["2", "2.9", "foo", nil, []]], "[2, 2, null, null, null]"),
        ("toFloat", ["1"], "1.0"), ("toFloat", [4], "4.0"), ("toFloat", ["foo"], "null"),
        ("toFloatOrNull", [true], "null"),
        ("toFloatList", [["1", 2, true]], "[1.0, 2.0, null]"), ("toBoolean", ["true"], "true"),
        ("toBoolean", ["FALSE"], "false"),
        ("toBoolean", [" tru "], "null"), ("toBoolean", [0], "false"), ("toBoolean", [7], "true"),
        ("toBooleanOrNull", [1.0], "null"), ("toString", [42], "'42'"), ("toString", [2.3], "'2.3'"),
        ("toString", [true], "'true'"), ("toString", ["apa"], "'apa'"), ("toString", [1e10], "'1.0E10'"),
        ("toString", [.date(2024, 5, 6)], "'2024-05-06'"), ("toStringOrNull", [[]], "null"),
        (
            "toString", [.point(PointValue(srid: 7203, x: 1, y: 2, z: nil))],
            "'point({x: 1.0, y: 2.0, crs: \\'cartesian\\'})'"
        ),
        ("toStringList", [[1, "a", nil, [1]]], "['1', 'a', null, null]"),
        ("toFloatList", [.vector(.integers(type: .integer8, [1, 2]))], "[1.0, 2.0]"),
    ]

    static let lists: [(String, [Value], String)] = [
        // Source: openCypher TCK, List11 [2].
        ("range", [1381, -3412, -1298], "[1381, 83, -1215, -2513]"), ("range", [0, -2000, -1298], "[0, -1298]"),
        ("range", [10, -10, -3], "[10, 7, 4, 1, -2, -5, -8]"), ("range", [-10, -8], "[-10, -9, -8]"),
        ("range", [0, 1, -1], "[]"), ("range", [0, -1, 1], "[]"), ("range", [0, 0, -1], "[0]"),
        ("range", [0, 1, 2], "[0]"),
        ("range", [-2000, 0, 1298], "[-2000, -702]"), ("range", [nil, 1], "null"),
        ("range", [.int(.max), .int(.max)], "[9223372036854775807]"),
        ("range", [.int(.min), .int(.max), .int(.max)], "[-9223372036854775808, -1, 9223372036854775806]"),
        ("coll.distinct", [[1, nil, 1.0, "a", nil, .nan, .nan]], "[1, null, 'a', NaN]"),
        ("coll.distinct", [nil], "null"),
        ("coll.flatten", [[1, [2, [3]]]], "[1, 2, [3]]"), ("coll.flatten", [[1, [2, [3]]], 2], "[1, 2, 3]"),
        ("coll.flatten", [[1, [2]], 0], "[1, [2]]"), ("coll.flatten", [[1, [2]], .int(.max)], "[1, 2]"),
        ("coll.indexOf", [[1, 2, 2], 2], "1"), ("coll.indexOf", [[1, nil], 2], "-1"),
        ("coll.indexOf", [[1], nil], "null"),
        ("coll.insert", [[1, 3], 1, 2], "[1, 2, 3]"), ("coll.insert", [[1], 1, nil], "[1, null]"),
        ("coll.insert", [nil, 0, 1], "null"),
        ("coll.remove", [[1, 2, 3], 1], "[1, 3]"), ("coll.max", [[1, "a", nil, 2.5]], "2.5"),
        ("coll.min", [[1, "a", nil]], "'a'"),
        ("coll.max", [[]], "null"), ("coll.min", [[nil]], "null"),
        ("coll.sort", [[nil, 2, "a", 1.5, true]], "['a', true, 1.5, 2, null]"),
    ]

    static let texts: [(String, [Value], String)] = [
        ("toLower", ["ÄB"], "'äb'"), ("upper", ["straße"], "'STRASSE'"), ("lower", [nil], "null"),
        ("trim", [" \t a \n"], "'a'"), ("btrim", ["xxaxx", "x"], "'a'"), ("ltrim", [" a "], "'a '"),
        ("rtrim", [" a "], "' a'"),
        ("ltrim", ["xyxa", "xy"], "'a'"), ("rtrim", ["añ😀", "😀"], "'añ'"), ("btrim", ["a", nil], "null"),
        ("btrim", ["xx", "x"], "''"),
        ("left", ["añ😀", 2], "'añ'"), ("left", ["a", 9], "'a'"), ("left", [nil, nil], "null"),
        ("right", ["añ😀", 2], "'ñ😀'"),
        ("substring", ["0123456789", 1], "'123456789'"), ("substring", ["añ😀b", 1, 2], "'ñ😀'"),
        ("substring", ["abc", 5], "''"),
        ("substring", ["abc", 1, .int(.max)], "'bc'"), ("substring", [nil, 1], "null"),
        ("replace", ["hello", "l", "w"], "'hewwo'"), ("replace", ["hello", "l", "w", 1], "'hewlo'"),
        ("replace", ["aaa", "aa", "b"], "'ba'"), ("replace", ["abc", "", "-"], "'-a-b-c-'"),
        ("replace", ["abc", "x", "y"], "'abc'"),
        ("replace", ["e\u{301}", "e", "a"], "'a\u{301}'"), ("replace", ["a", nil, "b"], "null"),
        ("replace", ["abc", "b", "x", 0], "'abc'"),
        ("split", ["one1two", "1"], "['one', 'two']"), ("split", ["a,b;c", [",", ";"]], "['a', 'b', 'c']"),
        ("split", ["", ","], "['']"),
        ("split", ["añ", ""], "['a', 'ñ']"), ("split", [",a,", ","], "['', 'a', '']"), ("split", ["a", nil], "null"),
        ("split", ["aXbXXc", ["XX", "X"]], "['a', 'b', 'c']"), ("split", ["a", []], "['a']"),
        ("normalize", ["e\u{301}"], "'é'"), ("normalize", ["é", "NFD"], "'e\u{301}'"),
        ("normalize", ["ﬁ①Å", "NFKC"], "'fi1Å'"),
        ("normalize", ["ﬁé", "NFKD"], "'fie\u{301}'"), ("normalize", ["ﬁ", "NFC"], "'ﬁ'"),
        ("normalize", ["ẛ̣", "NFKC"], "'ṩ'"),
    ]

    static let numbers: [(String, [Value], String)] = [
        ("abs", [-1], "1"), ("abs", [-1.5], "1.5"), ("ceil", [1.2], "2.0"), ("floor", [-1.2], "-2.0"),
        ("ceil", [3], "3.0"),
        ("sign", [-3], "-1"), ("sign", [0.0], "0"), ("sign", [2.5], "1"), ("isNaN", [.nan], "true"),
        ("isNaN", [1], "false"),
        ("round", [1.5], "2.0"), ("round", [-1.5], "-1.0"), ("round", [2.4999], "2.0"), ("round", [3], "3.0"),
        ("round", [0.49999999999999994], "0.0"), ("round", [1.249, 1], "1.2"), ("round", [1.25, 1], "1.3"),
        ("round", [-1.25, 1], "-1.3"), ("round", [1.005, 2], "1.01"), ("round", [9.995, 2], "10.0"),
        ("round", [1.25, 5], "1.25"),
        ("round", [1.25, 1, "HALF_EVEN"], "1.2"), ("round", [1.35, 1, "HALF_EVEN"], "1.4"),
        ("round", [1.25, 1, "HALF_DOWN"], "1.2"),
        ("round", [1.251, 1, "HALF_DOWN"], "1.3"), ("round", [1.21, 1, "UP"], "1.3"),
        ("round", [-1.29, 1, "DOWN"], "-1.2"),
        ("round", [-1.21, 1, "CEILING"], "-1.2"), ("round", [-1.21, 1, "FLOOR"], "-1.3"), ("round", [0.04, 1], "0.0"),
        ("round", [0.05, 1], "0.1"), ("round", [0.004, 2, "UP"], "0.01"), ("round", [0.6, 0], "1.0"),
        ("round", [0.5, 0, "HALF_EVEN"], "0.0"),
        ("round", [0.00001, 1, "UP"], "0.1"), ("round", [99.99, 1, "UP"], "100.0"), ("round", [1e300, 2], "1e+300"),
        ("round", [.nan, 2], "NaN"), ("round", [1.5, nil], "null"), ("round", [1.25, 1.9], "1.3"),
        ("round", [1.5, .int(.max)], "1.5"),
        ("round", [.float(.infinity)], "Infinity"),
        ("sqrt", [-1], "NaN"), ("log", [0], "-Infinity"), ("log", [-1], "NaN"), ("log10", [100], "2.0"),
        ("exp", [0], "1.0"),
        ("sqrt", [16], "4.0"), ("cot", [0], "Infinity"), ("coth", [0], "NaN"), ("acos", [2], "NaN"),
        ("atan2", [0, -1], "3.141592653589793"),
        ("degrees", [.float(.pi)], "180.0"), ("radians", [180], "3.141592653589793"), ("haversin", [0], "0.0"),
        ("pi", [], "3.141592653589793"),
        ("e", [], "2.718281828459045"), ("sinh", [0], "0.0"), ("tanh", [0], "0.0"), ("cosh", [0], "1.0"),
    ]

    @Test("a call has its result", arguments: scalars + conversions + lists + texts + numbers)
    func result(name: String, arguments: [Value], expected: String) throws {
        let value = try called(name, arguments)
        #expect(Array(rendered(value).utf8) == Array(expected.utf8), "\(name) answers \(rendered(value))")
    }

    static let refusals: [(String, [Value], String, String)] = [
        // Source: openCypher TCK: TypeConversion1 [5], 2 [8], 3 [6], 4 [10]; Graph3, Graph4 [6]; List11 [5]; Return2.
        ("toBoolean", [1.0], "InvalidArgumentValue", "TypeError"),
        ("toBoolean", [[]], "InvalidArgumentValue", "TypeError"),
        ("toInteger", [[:]], "InvalidArgumentValue", "TypeError"),
        ("toInteger", [.node(0)], "InvalidArgumentValue", "TypeError"),
        ("toFloat", [true], "InvalidArgumentValue", "TypeError"),
        ("toString", [[1]], "InvalidArgumentValue", "TypeError"),
        ("toString", [.relationship(0)], "InvalidArgumentValue", "TypeError"),
        ("type", [0], "InvalidArgumentValue", "TypeError"),
        ("labels", ["a"], "InvalidArgumentValue", "TypeError"),
        ("range", [true, 1], "InvalidArgumentType", "ArgumentError"),
        ("range", [0, 1.1], "InvalidArgumentType", "ArgumentError"),
        ("range", [0, 1, "x"], "InvalidArgumentType", "ArgumentError"),
        ("range", [0, 1, 0], "NumberOutOfRange", "ArgumentError"),
        ("labels", [.node(9)], "DeletedEntityAccess", "EntityNotFound"),
        ("properties", [.relationship(9)], "DeletedEntityAccess", "EntityNotFound"),
        ("keys", [.node(9)], "DeletedEntityAccess", "EntityNotFound"),
        ("size", [1], "InvalidArgumentType", "TypeError"), ("length", [[1]], "InvalidArgumentType", "TypeError"),
        ("head", ["a"], "InvalidArgumentType", "TypeError"),
        ("toInteger", ["9223372036854775808"], "NumberOutOfRange", "ArgumentError"),
        ("range", [.int(.min), .int(.max)], "MemoryLimit", "TransactionOutOfMemoryError"),
        ("coll.insert", [[1], 2, 1], "NumberOutOfRange", "ArgumentError"),
        ("coll.insert", [[1], -1, 1], "NumberOutOfRange", "ArgumentError"),
        ("coll.remove", [[1], 1], "NumberOutOfRange", "ArgumentError"),
        ("coll.remove", [[], 0], "NumberOutOfRange", "ArgumentError"),
        ("coll.flatten", [[1], -1], "NegativeIntegerArgument", "ArgumentError"),
        ("left", ["a", -1], "NegativeIntegerArgument", "ArgumentError"),
        ("left", ["a", nil], "InvalidArgumentValue", "ArgumentError"),
        ("substring", ["a", -1], "NegativeIntegerArgument", "ArgumentError"),
        ("substring", ["a", nil], "InvalidArgumentValue", "ArgumentError"),
        ("substring", ["a", 0, -1], "NegativeIntegerArgument", "ArgumentError"),
        ("toLower", [1], "InvalidArgumentType", "TypeError"), ("split", ["a", 1], "InvalidArgumentType", "TypeError"),
        ("normalize", ["a", "NFX"], "InvalidArgumentValue", "ArgumentError"),
        ("abs", [.int(.min)], "IntegerOverflow", "ArithmeticError"),
        ("abs", ["a"], "InvalidArgumentType", "TypeError"),
        ("round", [1.5, 1, "SIDEWAYS"], "InvalidArgumentValue", "ArgumentError"),
        ("round", [1.5, -1], "NegativeIntegerArgument", "ArgumentError"),
        ("db.nameFromElementId", ["x"], "InvalidArgumentValue", "ArgumentError"),
    ]

    @Test("a call with other arguments is an error of its kind", arguments: refusals)
    func refusal(name: String, arguments: [Value], expectedKind: String, code: String) {
        let error = caughtError { () throws(EngineError) in
            let value = try called(name, arguments)
            Issue.record("\(name) answers \(rendered(value))")
        }
        #expect(errorKind(of: error) == expectedKind)
        #expect(error?.code.split(separator: ".").last.map(String.init) == code)
        #expect(error?.stage == .runtime)
    }

    @Test("the type of a deleted relationship is still known")
    func deletedType() throws {
        // Source: openCypher TCK, Return2: the type of a deleted relationship can be returned.
        let graph = StubGraph.people()
        graph.deletedRelationshipTypes[RelationshipID(7)] = "GONE"
        guard case .scalar(let body)? = FunctionCatalog.function(named: "type")?.body else { return }
        #expect(rendered(try body([.relationship(7)], graph.context)) == "'GONE'")
    }

    @Test("random functions differ from call to call, within their range")
    func random() throws {
        var uuids: Set<String> = []
        for _ in 0..<100 {
            guard case .float(let number) = try called("rand", []),
                case .string(let uuid) = try called("randomUUID", [])
            else { return }
            #expect(number >= 0 && number < 1)
            #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            uuids.insert(uuid)
        }
        #expect(uuids.count == 100)
    }
}
