/// What the reader makes of a text: the EDN subset of the language.
enum Form: Sendable {
    case integer(Int64)
    case float(Double)
    case string(String)
    case keyword(String)
    case symbol(String)
    case boolean(Bool)
    case null
    case uuid(EntityID)
    case slot(String)
    case list([Form])
    case vector([Form])
    case map([(key: Form, value: Form)])
    case set([Form])
}

extension Form {
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .boolean(flag)
        case .int(let number): self = .integer(number)
        case .float(let bits): self = .float(Double(bitPattern: bits))
        case .text(let text): self = .string(text)
        case .keyword(let text): self = .keyword(text)
        case .ref(let id): self = .uuid(id)
        case .set(let members): self = .set(members.map { Form($0) })
        }
    }

    /// The name of a logic variable: a symbol that starts with `?`.
    var variable: String? {
        if case .symbol(let name) = self, name.hasPrefix("?") { return name }
        return nil
    }

    /// `_` and `?_…` match anything and bind nothing.
    static func isWildcard(_ name: String) -> Bool {
        name == "_" || name.hasPrefix("?_")
    }
}

extension Form: CustomStringConvertible {
    /// The form as messages show it.
    var description: String {
        switch self {
        case .integer(let number): "Integer(\(number))"
        case .float(let number): "Float(\(number))"
        case .string(let text): "String(\(Form.quoted(text)))"
        case .keyword(let text): "Keyword(\(Form.quoted(text)))"
        case .symbol(let text): "Symbol(\(Form.quoted(text)))"
        case .boolean(let flag): "Boolean(\(flag))"
        case .null: "Nil"
        case .uuid(let id): "Uuid(\(id))"
        case .slot(let name): "BindSlot(\(Form.quoted(name)))"
        case .list(let members): "List(\(Form.listed(members)))"
        case .vector(let members): "Vector(\(Form.listed(members)))"
        case .set(let members): "Set(\(Form.listed(members)))"
        case .map(let pairs): "Map([" + pairs.map { "(\($0.key), \($0.value))" }.joined(separator: ", ") + "])"
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func listed(_ members: [Form]) -> String {
        "[" + members.map(\.description).joined(separator: ", ") + "]"
    }
}
