/// `toInteger` and its kin, each in three forms: plain, `OrNull` and over a list.
///
/// - Source: Cypher manual, "Scalar functions", "List functions" and "String functions".
enum ConversionFunctions {
    static let all: [FunctionDefinition] =
        family(
            "Integer", .integer, .scalar, accepted: "BOOLEAN, INTEGER, FLOAT or STRING",
            .union([.boolean, .number, .string]), { (value) throws(EngineError) in try Coercion.integer(of: value) })
        + family(
            "Float", .float, .scalar, accepted: "INTEGER, FLOAT or STRING", .union([.number, .string]),
            { (value) throws(EngineError) in Coercion.float(of: value) })
        + family(
            "Boolean", .boolean, .scalar, accepted: "BOOLEAN, INTEGER or STRING",
            .union([.boolean, .integer, .string]), { (value) throws(EngineError) in Coercion.boolean(of: value) })
        + family(
            "String", .string, .string,
            accepted: "BOOLEAN, INTEGER, FLOAT, STRING, POINT, DURATION or a temporal value",
            .union(textTypes), { (value) throws(EngineError) in Coercion.text(of: value).map { .string($0) } })

    private static let textTypes: [StaticType] = [
        .boolean, .number, .string, .point, .duration, .date, .localTime, .zonedTime, .localDateTime, .zonedDateTime,
    ]

    /// Answers `nil` for a value it cannot convert.
    private typealias Conversion = @Sendable (Value) throws(EngineError) -> Value?

    private static func family(
        _ name: String, _ result: StaticType, _ category: FunctionDefinition.Category, accepted: String,
        _ acceptedType: StaticType, _ convert: @escaping Conversion
    ) -> [FunctionDefinition] {
        let plain = "to\(name)"
        return [
            .scalar(plain, category, [.init("value", acceptedType)], result, "The value as \(result.text).") {
                (arguments, context) throws(EngineError) in
                guard let value = try convert(arguments[0]) else {
                    throw .cannotConvert(arguments[0], by: plain, accepted: accepted)
                }
                return value
            },
            .scalar(
                plain + "OrNull", category, [.init("value", .any)], result,
                "The value as \(result.text), or null where it cannot be converted."
            ) { (arguments, context) throws(EngineError) in
                orNull(arguments[0], convert)
            },
            .scalar(
                plain + "List", .list,
                [.init("list", .union([.list(.any), .vector(coordinates: nil, dimension: nil)]))],
                .list(result), "The list's elements as \(result.text), null in place of each that cannot be converted."
            ) { (arguments, context) throws(EngineError) in
                let elements: [Value]
                switch arguments[0] {
                case .list(let list): elements = list
                case .vector(let vector): elements = vector.elements
                default: throw .wrongType(of: arguments[0], for: "\(plain)List()", expected: "a LIST")
                }
                var converted: [Value] = []
                converted.reserveCapacity(elements.count)
                try context.forEach(elements) { (element) throws(EngineError) in
                    converted.append(orNull(element, convert))
                }
                return .list(converted)
            },
        ]
    }

    private static func orNull(_ value: Value, _ convert: Conversion) -> Value {
        do throws(EngineError) { return try convert(value) ?? .null } catch { return .null }
    }
}
