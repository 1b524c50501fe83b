#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Numeric, logarithmic and trigonometric functions. Out of their domain they answer NaN or an infinity, as the C library
/// does, never an error.
///
/// - Source: Cypher manual, "Mathematical functions".
enum MathFunctions {
    private static let number = FunctionDefinition.Parameter("input", .number)

    static let all: [FunctionDefinition] = numeric + constants + logarithmic + trigonometric

    private static let numeric: [FunctionDefinition] = [
        .scalar("abs", .numeric, [number], .number, "The number without its sign.") {
            (arguments, context) throws(EngineError) in
            guard case .int(let number) = arguments[0] else {
                return .float(try arguments[0].number(for: "abs").magnitude)
            }
            guard number != .min else { throw .integerOverflow("abs(\(number))") }
            return .int(abs(number))
        },
        float("ceil", .numeric, "The least whole number that is not below the input.") { ceil($0) },
        float("floor", .numeric, "The greatest whole number that is not above the input.") { floor($0) },
        .scalar("isNaN", .numeric, [number], .boolean, "Whether the number is NaN.") {
            (arguments, context) throws(EngineError) in
            .bool(try arguments[0].number(for: "isNaN").isNaN)
        },
        .scalar("sign", .numeric, [number], .integer, "-1, 0 or 1 for a number below, at or above 0.") {
            (arguments, context) throws(EngineError) in
            if case .int(let number) = arguments[0] { return .int(number.signum()) }
            let number = try arguments[0].number(for: "sign")
            return .int(number > 0 ? 1 : number < 0 ? -1 : 0)
        },
        .scalar(
            "round", .numeric,
            [number, .init("precision", .number, isOptional: true), .init("mode", .string, isOptional: true)], .float,
            "The nearest whole number, or one with as many decimal places as given, by a mode of rounding."
        ) { (arguments, context) throws(EngineError) in
            let number = try arguments[0].number(for: "round")
            guard arguments.count > 1 else { return .float(Rounding.toWhole(number)) }
            let places = try precision(arguments[1])
            let mode = arguments.count > 2 ? try arguments[2].string(for: "round") : "HALF_UP"
            return .float(try Rounding.mode(named: mode).round(number, places: places))
        },
        .scalar("rand", .numeric, [], .float, "A random number from 0 to below 1.", isDeterministic: false) {
            (arguments, context) throws(EngineError) in
            .float(Double.random(in: 0..<1))
        },
    ]

    private static let constants: [FunctionDefinition] = [
        .scalar("e", .logarithmic, [], .float, "The base of the natural logarithm.") {
            (arguments, context) throws(EngineError) in .float(M_E)
        },
        .scalar("pi", .trigonometric, [], .float, "The ratio of a circle's circumference to its diameter.") {
            (arguments, context) throws(EngineError) in .float(.pi)
        },
    ]

    private static let logarithmic: [FunctionDefinition] = [
        float("exp", .logarithmic, "e to the power of the input.") { exp($0) },
        float("log", .logarithmic, "The natural logarithm.") { log($0) },
        float("log10", .logarithmic, "The logarithm to base 10.") { log10($0) },
        float("sqrt", .logarithmic, "The square root.") { $0.squareRoot() },
    ]

    private static let trigonometric: [FunctionDefinition] = [
        float("acos", .trigonometric, "The angle in radians whose cosine is the input.") { acos($0) },
        float("asin", .trigonometric, "The angle in radians whose sine is the input.") { asin($0) },
        float("atan", .trigonometric, "The angle in radians whose tangent is the input.") { atan($0) },
        .scalar(
            "atan2", .trigonometric, [.init("y", .number), .init("x", .number)], .float,
            "The angle in radians from the x axis to the point (x, y)."
        ) { (arguments, context) throws(EngineError) in
            .float(atan2(try arguments[0].number(for: "atan2"), try arguments[1].number(for: "atan2")))
        },
        float("cos", .trigonometric, "The cosine of an angle in radians.") { cos($0) },
        float("cosh", .trigonometric, "The hyperbolic cosine.") { cosh($0) },
        float("cot", .trigonometric, "The cotangent of an angle in radians.") { 1 / tan($0) },
        float("coth", .trigonometric, "The hyperbolic cotangent; NaN for 0.") { $0 == 0 ? .nan : 1 / tanh($0) },
        float("degrees", .trigonometric, "An angle in radians as degrees.") { $0 * 180 / .pi },
        float("haversin", .trigonometric, "Half the versine of an angle in radians.") { (1 - cos($0)) / 2 },
        float("radians", .trigonometric, "An angle in degrees as radians.") { $0 / 180 * .pi },
        float("sin", .trigonometric, "The sine of an angle in radians.") { sin($0) },
        float("sinh", .trigonometric, "The hyperbolic sine.") { sinh($0) },
        float("tan", .trigonometric, "The tangent of an angle in radians.") { tan($0) },
        float("tanh", .trigonometric, "The hyperbolic tangent.") { tanh($0) },
    ]

    /// Of a FLOAT the whole part counts.
    private static func precision(_ value: Value) throws(EngineError) -> Int64 {
        let whole: Value = if case .float(let number) = value { .int(Coercion.truncating(number)) } else { value }
        return try whole.nonNegative(for: "round", "precision")
    }

    private static func float(
        _ name: String, _ category: FunctionDefinition.Category, _ summary: String,
        _ body: @escaping @Sendable (Double) -> Double
    ) -> FunctionDefinition {
        .scalar(name, category, [number], .float, summary) { (arguments, context) throws(EngineError) in
            .float(body(try arguments[0].number(for: name)))
        }
    }
}
