import Relate

/// Turns JSON without types of its own into the engine's values, as `TypedValueReader` and the API would together.
///
/// A list of rows is a list of objects with the same members, as a rule: their maps share one list of keys.
struct PlainValueReader {
    /// What nests deeper is left to `TypedValueReader`.
    private static let depthLimit = 16

    /// The members that the last object of this depth had.
    private struct Shape {
        /// As they were written.
        var names: [String] = []
        /// In the order of a map.
        var keys: [String] = []
        /// Where each key's member stands.
        var places: [Int] = []
    }

    private var shapes: [Shape] = []

    /// The members of an object as parameters.
    ///
    /// - Returns: `nil` where one of them is to be judged or read by `TypedValueReader`: an object with a type, a name
    ///   that comes twice or has a NUL, a number beyond 64 bits.
    static func parameters(_ members: [JSONMember]) -> [String: Value]? {
        var reader = PlainValueReader()
        var parameters: [String: Value] = [:]
        for member in members {
            guard !member.name.utf8.contains(0), let value = reader.value(member.value, depth: 0),
                parameters.updateValue(value, forKey: member.name) == nil
            else { return nil }
        }
        return parameters
    }

    private mutating func value(_ json: JSONValue, depth: Int) -> Value? {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let value): return .int(value)
        case .hugeInteger: return nil
        case .decimal(let value): return .float(value)
        case .string(let value): return .string(value)
        case .array(let items):
            guard depth < Self.depthLimit else { return nil }
            var elements: [Value] = []
            elements.reserveCapacity(items.count)
            for item in items {
                guard let element = value(item, depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .list(elements)
        case .rows(let table):
            guard depth + 1 < Self.depthLimit else { return nil }
            return .list(table.maps)
        case .object(let members):
            guard depth < Self.depthLimit, isKnown(members, depth: depth) || learn(members, depth: depth) else {
                return nil
            }
            // Taken out, so that reading the values cannot change it.
            let shape = shapes[depth]
            var values: [Value] = []
            values.reserveCapacity(members.count)
            for place in shape.places {
                guard let value = value(members[place].value, depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .map(MapValue(sortedKeys: shape.keys, values: values))
        }
    }

    private func isKnown(_ members: [JSONMember], depth: Int) -> Bool {
        guard depth < shapes.count, shapes[depth].names.count == members.count else { return false }
        for index in members.indices where !members[index].name.hasSameBytes(as: shapes[depth].names[index]) {
            return false
        }
        return true
    }

    /// - Returns: whether the members are those of a plain map.
    private mutating func learn(_ members: [JSONMember], depth: Int) -> Bool {
        let names = members.map(\.name)
        guard !names.contains(where: { $0 == "$type" || $0.utf8.contains(0) }), Set(names).count == names.count else {
            return false
        }
        let places = names.indices.sorted { names[$0].compareBytes(to: names[$1]) < 0 }
        while shapes.count <= depth { shapes.append(Shape()) }
        shapes[depth] = Shape(names: names, keys: places.map { names[$0] }, places: places)
        return true
    }
}
