/// A value as callers see it: in fact records, bindings and user functions.
public enum MiniGrafValue: Hashable, Sendable {
    case text(value: String)
    case int64(value: Int64)
    case float64(value: Double)
    case bool(value: Bool)
    /// The text of a UUID.
    case ref(value: String)
    /// With its leading colon.
    case keyword(value: String)
    case null
    case set(value: Set<MiniGrafValue>)
}

extension MiniGrafValue {
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(value: flag)
        case .int(let number): self = .int64(value: number)
        case .float(let bits): self = .float64(value: Double(bitPattern: bits))
        case .text(let text): self = .text(value: text)
        case .keyword(let text): self = .keyword(value: text)
        case .ref(let id): self = .ref(value: id.description)
        case .set(let members): self = .set(value: Set(members.map { MiniGrafValue($0) }))
        }
    }

    func stored() throws(MiniGrafError) -> Value {
        switch self {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .int64(let number): return .int(number)
        case .float64(let number): return .float(number)
        case .text(let text): return .text(text)
        case .keyword(let text): return .keyword(text)
        case .ref(let text):
            guard let id = EntityID(text: text) else { throw .argument("'\(text)' is not a UUID") }
            return .ref(id)
        case .set(let members):
            var values: [Value] = []
            for member in members { values.append(try member.stored()) }
            guard let set = Value.set(of: values) else { throw .coded("API-021", "a set cannot hold a set") }
            return set
        }
    }
}
