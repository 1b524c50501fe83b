// Literals and variables as parameters: `["n": 1, "tags": ["a"], "m": ["k": true]]` needs no wrapping.
// Source: Swift API page, "Parameters".

extension CypherValue {
    public init(_ value: Int) { self = .int(Int64(value)) }
    public init(_ value: Double) { self = .float(value) }
    public init(_ value: String) { self = .string(value) }
    public init(_ value: Bool) { self = .bool(value) }
}

extension CypherValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension CypherValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension CypherValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension CypherValue: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self = .float(value) }
}

extension CypherValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}

extension CypherValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: CypherValue...) { self = .list(elements) }
}

extension CypherValue: ExpressibleByDictionaryLiteral {
    /// Of a repeated key the last value stands.
    public init(dictionaryLiteral elements: (String, CypherValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
