import Relate

/// A JSON document in memory.
enum JSONValue: Sendable {
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
    /// Objects with the same names and plain values, as a reader gives them that was asked to.
    case rows(RowTable)

    var isArray: Bool {
        switch self {
        case .array, .rows: true
        default: false
        }
    }

    /// The same without tables: rows are objects again.
    var expanded: JSONValue {
        switch self {
        case .rows(let table):
            .array(
                (0..<table.count).map { row in
                    .object(
                        zip(table.keys, table.columns).map {
                            JSONMember(name: $0, value: JSONValue(plain: $1.value(at: row)))
                        })
                })
        case .array(let items): .array(items.map(\.expanded))
        case .object(let members):
            .object(members.map { JSONMember(name: $0.name, value: $0.value.expanded) })
        default: self
        }
    }

    /// A value of a table.
    private init(plain value: Value) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .integer(value)
        case .float(let value): self = .decimal(value)
        case .string(let text): self = .string(text)
        default: self = .null
        }
    }

    /// What messages call this kind of value.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .hugeInteger, .decimal: "a number"
        case .string: "a string"
        case .array, .rows: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Equatable {
    static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.hugeInteger(let left), .hugeInteger(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.rows(let left), .rows(let right)): left === right
        default: false
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
