import Relate

/// Reads the parameters of the command line.
enum ParameterArguments {
    /// All of them, later ones above earlier ones.
    static func values(of parameters: [Arguments.Parameter]) throws -> [String: CypherValue] {
        var values: [String: CypherValue] = [:]
        for parameter in parameters {
            switch parameter {
            case .literal(let name, let text): values[name] = CypherLiteralReader.value(of: text) ?? .string(text)
            case .json(let text): try take(Array(text.utf8), from: "--params", into: &values)
            case .jsonFile(let path):
                try take(try ByteSource(path: path).rest(), from: path, into: &values)
            }
        }
        return values
    }

    private static func take(_ bytes: [UInt8], from place: String, into values: inout [String: CypherValue]) throws {
        do {
            guard case .object(let members) = try JSONReader.value(in: bytes) else {
                throw UsageError("\(place) needs a JSON object")
            }
            values.merge(try TypedValueReader.parameters(members)) { _, new in new }
        } catch let error as JSONError {
            throw UsageError("\(place) holds no JSON: \(error.message), at byte \(error.offset)")
        } catch let failure as Failure {
            throw UsageError("\(place): \(failure.message)")
        }
    }
}
