import Relate
import Testing

@Suite("Arithmetic")
struct ArithmeticTests {
    static let results: [(Value, ArithmeticOperator, Value, String)] = [
        (1, .add, 2, "3"), (1, .add, 2.5, "3.5"), (7, .divide, 2, "3"), (-7, .divide, 2, "-3"),
        (7.0, .divide, 2, "3.5"),
        (-7, .modulo, 3, "-1"), (7, .modulo, -3, "1"), (.int(.min), .modulo, -1, "0"), (5.5, .modulo, 2, "1.5"),
        (2, .power, 3, "8.0"), (2, .power, -1, "0.5"), (1.0, .divide, 0, "Infinity"), (0.0, .divide, 0.0, "NaN"),
        (nil, .add, 1, "null"), (1, .multiply, nil, "null"), ([1], .add, nil, "null"),
        ("a", .add, "b", "'ab'"), ("a", .add, 1, "'a1'"), (1, .add, "a", "'1a'"), ("a", .add, true, "'atrue'"),
        ("a", .add, 1.0, "'a1.0'"), ([false, true], .add, false, "[false, true, false]"), (1, .add, [2], "[1, 2]"),
        ([1], .add, [2], "[1, 2]"), ([[1]], .add, [[2]], "[[1], [2]]"), ("a", .add, ["b"], "['a', 'b']"),
        ("a", .concatenate, "b", "'ab'"), ([1], .concatenate, [2], "[1, 2]"),
        (
            .date(2024, 1, 31), .add, .duration(DurationValue(months: 1, days: 0, seconds: 0, nanoseconds: 0)),
            "2024-02-29"
        ),
    ]

    @Test("operators join two values", arguments: results)
    func applies(left: Value, operation: ArithmeticOperator, right: Value, expected: String) throws {
        #expect(rendered(try Arithmetic.apply(operation, left, right)) == expected)
    }

    static let refusals: [(Value, ArithmeticOperator, Value, String, String)] = [
        (.int(.max), .add, 1, "IntegerOverflow", "22003"), (.int(.min), .subtract, 1, "IntegerOverflow", "22003"),
        (.int(.max), .multiply, 2, "IntegerOverflow", "22003"), (.int(.min), .divide, -1, "IntegerOverflow", "22003"),
        (1, .divide, 0, "DivisionByZero", "22012"), (1, .modulo, 0, "DivisionByZero", "22012"),
        (true, .add, 1, "InvalidArgumentType", "22G03"), ([:], .add, 1, "InvalidArgumentType", "22G03"),
        ("a", .subtract, "b", "InvalidArgumentType", "22G03"), ("a", .concatenate, 1, "InvalidArgumentType", "22G03"),
        (1, .concatenate, 2, "InvalidArgumentType", "22G03"), (.node(0), .add, 1, "InvalidArgumentType", "22G03"),
    ]

    @Test("what has no result is an error with its status", arguments: refusals)
    func refuses(
        left: Value, operation: ArithmeticOperator, right: Value, expectedKind: String, gqlStatus: String
    ) {
        let error = caughtError { () throws(EngineError) in _ = try Arithmetic.apply(operation, left, right) }
        #expect(errorKind(of: error) == expectedKind)
        #expect(error?.gqlStatus == gqlStatus)
        #expect(error?.stage == .runtime)
        #expect(error?.message.hasPrefix("runtime error: ") == true)
    }

    @Test("the smallest integer has no opposite")
    func negation() throws {
        #expect(rendered(try Arithmetic.negate(5)) == "-5")
        #expect(rendered(try Arithmetic.negate(nil)) == "null")
        #expect(
            errorKind(of: caughtError { () throws(EngineError) in _ = try Arithmetic.negate(.int(.min)) })
                == "IntegerOverflow")
        #expect(
            errorKind(of: caughtError { () throws(EngineError) in _ = try Arithmetic.negate("a") })
                == "InvalidArgumentType")
    }
}
