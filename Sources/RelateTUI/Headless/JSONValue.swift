/// A JSON document in memory.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// The digits of a number without fraction and exponent that exceeds 64 bits.
    case hugeInteger(String)
    /// A number with a fraction or an exponent; finite.
    case decimal(Double)
    case string(String)
    case array([JSONValue])
    /// In the order written; a name that is repeated stands here twice.
    case object([JSONMember])

    var isArray: Bool { if case .array = self { true } else { false } }

    /// What messages call this kind of value.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .hugeInteger, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// One `"name": value` of an object.
struct JSONMember: Equatable, Sendable {
    var name: String
    var value: JSONValue
}

/// A text is not JSON.
struct JSONError: Error, Equatable {
    let message: String
    /// In bytes from the text's start.
    let offset: Int
}
