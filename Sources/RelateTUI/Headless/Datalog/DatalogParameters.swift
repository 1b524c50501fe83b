import MinigrafKit
import Relate

/// Reads what the slots of Datalog queries are bound to.
enum DatalogParameters {
    /// All of the command line, later ones above earlier ones. A text that is no EDN literal is a string.
    static func values(of parameters: [Arguments.Parameter]) throws -> [String: MiniGrafBindValue] {
        var values: [String: MiniGrafBindValue] = [:]
        for parameter in parameters {
            switch parameter {
            case .literal(let name, let text):
                values[name] = MiniGrafBindValue(literal: text) ?? .value(.text(value: text))
            case .json, .jsonFile:
                for member in try ParameterArguments.members(of: parameter) {
                    do throws(Failure) {
                        values[member.name] = try value(member.value)
                    } catch {
                        throw UsageError("--params: \(member.name): \(error.message)")
                    }
                }
            }
        }
        return values
    }

    /// Plain JSON, an array as a set, and the typed values that a fact can hold; beyond those of Cypher
    /// `{"$type":"Keyword","_value":":a"}`, `Entity` with a keyword or UUID, `TxCount`, `Timestamp` in milliseconds, and `Set`.
    static func value(_ json: JSONValue) throws(Failure) -> MiniGrafBindValue {
        if case .object(let members) = json, let typed = TypedMember(members) {
            switch (typed.type, typed.payload) {
            case ("Keyword", .string(let text)): return .value(.keyword(value: try keyword(text)))
            case ("Entity", .string(let text)):
                return text.hasPrefix(":") ? .value(.keyword(value: text)) : .entity(text)
            case ("TxCount", .integer(let count)): return .txCount(count)
            case ("Timestamp", .integer(let instant)): return .timestamp(instant)
            case ("Set", .array(let members)): return try set(members)
            default: break
            }
        }
        if case .array(let members) = json { return try set(members) }
        return .value(try plain(try TypedValueReader.value(json)))
    }

    private static func keyword(_ text: String) throws(Failure) -> String {
        guard text.hasPrefix(":") else { throw .invalidParameter("a Keyword begins with a colon, not \(text)") }
        return text
    }

    private static func set(_ members: [JSONValue]) throws(Failure) -> MiniGrafBindValue {
        var values: Set<MiniGrafValue> = []
        for member in members {
            switch try value(member) {
            case .value(let value): values.insert(value)
            case .entity(let id): values.insert(.ref(value: id))
            case .txCount, .timestamp, .anyValidTime: throw .invalidParameter("a set holds plain values only")
            }
        }
        return .value(.set(value: values))
    }

    private static func plain(_ value: CypherValue) throws(Failure) -> MiniGrafValue {
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value: value)
        case .int(let value): return .int64(value: value)
        case .float(let value): return .float64(value: value)
        case .string(let value): return .text(value: value)
        case .list(let items):
            var members: Set<MiniGrafValue> = []
            for item in items { members.insert(try plain(item)) }
            return .set(value: members)
        default:
            throw .invalidParameter("a slot takes null, a boolean, number, string, keyword, entity or set")
        }
    }

    /// An object of the two members `$type` and `_value`.
    private struct TypedMember {
        var type: String
        var payload: JSONValue

        init?(_ members: [JSONMember]) {
            guard members.count == 2, let type = members.first(where: { $0.name == "$type" }),
                let payload = members.first(where: { $0.name == "_value" }), case .string(let name) = type.value
            else { return nil }
            self.type = name
            self.payload = payload.value
        }
    }
}
