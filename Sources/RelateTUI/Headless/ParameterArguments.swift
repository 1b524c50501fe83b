import Relate

/// Reads the parameters of the command line.
enum ParameterArguments {
    /// All of them, later ones above earlier ones.
    static func values(of parameters: [Arguments.Parameter]) throws -> [String: CypherValue] {
        var values: [String: CypherValue] = [:]
        for parameter in parameters {
            switch parameter {
            case .literal(let name, let text): values[name] = CypherLiteralReader.value(of: text) ?? .string(text)
            case .json, .jsonFile:
                let members = try members(of: parameter)
                do {
                    values.merge(try TypedValueReader.parameters(members)) { _, new in new }
                } catch {
                    throw UsageError("\(place(of: parameter)): \(error.message)")
                }
            }
        }
        return values
    }

    /// The members of the JSON object that the parameter holds or names.
    static func members(of parameter: Arguments.Parameter) throws -> [JSONMember] {
        var bytes: [UInt8]
        switch parameter {
        case .literal: return []
        case .json(let text): bytes = Array(text.utf8)
        case .jsonFile(let path):
            bytes = try ByteSource(path: path).rest()
            ByteOrderMark.drop(from: &bytes)
        }
        let place = place(of: parameter)
        let value: JSONValue
        do {
            value = try JSONReader.value(in: bytes)
        } catch {
            throw UsageError("\(place) holds no JSON: \(error.message), at byte \(error.offset)")
        }
        guard case .object(let members) = value else { throw UsageError("\(place) needs a JSON object") }
        return members
    }

    private static func place(of parameter: Arguments.Parameter) -> String {
        if case .jsonFile(let path) = parameter { path } else { "--params" }
    }
}
