import CypherSyntax
import Relate

/// Reads a value that is written as a Cypher literal: numbers, strings, booleans, null, lists and maps of them.
enum CypherLiteralReader {
    /// `nil` for any other text.
    static func value(of text: String) -> CypherValue? {
        guard let expression = try? Parser.expression(in: text) else { return nil }
        return value(of: expression)
    }

    private static func value(of expression: Expression) -> CypherValue? {
        switch expression.kind {
        case .null: return .null
        case .boolean(let value): return .bool(value)
        case .integer(let value): return .int(value)
        case .float(let value): return .float(value)
        case .string(let value): return .string(value)
        case .negate(let operand):
            switch value(of: operand) {
            case .int(let value): return value == .min ? nil : .int(-value)
            case .float(let value): return .float(-value)
            default: return nil
            }
        case .list(let items):
            let values = items.compactMap(value)
            return values.count == items.count ? .list(values) : nil
        case .map(let entries):
            var values: [String: CypherValue] = [:]
            for entry in entries {
                guard let value = value(of: entry.value) else { return nil }
                values[entry.key.text] = value
            }
            return .map(values)
        default: return nil
        }
    }
}
