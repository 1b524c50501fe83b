/// `value IS :: TYPE`, and what `valueType()` answers.
package enum TypePredicate {
    /// A nullable type takes null; a list's type is asked of every element.
    package static func holds(_ value: Value, _ type: StaticType) -> Bool {
        if case .notNull(let inner) = type { return !value.isNull && holds(value, inner) }
        if value.isNull { return acceptsNull(type) }
        return switch type {
        case .any: true
        case .nothing, .null: false
        case .boolean: if case .bool = value { true } else { false }
        case .integer: if case .int = value { true } else { false }
        case .float: if case .float = value { true } else { false }
        case .number:
            switch value {
            case .int, .float: true
            default: false
            }
        case .string: if case .string = value { true } else { false }
        case .date: if case .date = value { true } else { false }
        case .localTime: if case .localTime = value { true } else { false }
        case .zonedTime: if case .time = value { true } else { false }
        case .localDateTime: if case .localDateTime = value { true } else { false }
        case .zonedDateTime: if case .dateTime = value { true } else { false }
        case .duration: if case .duration = value { true } else { false }
        case .point: if case .point = value { true } else { false }
        case .vector(let coordinates, let dimension):
            if case .vector(let vector) = value {
                (coordinates.map { $0.hasSameBytes(as: vector.type.rawValue) } ?? true)
                    && (dimension.map { $0 == vector.dimension } ?? true)
            } else {
                false
            }
        case .node: if case .node = value { true } else { false }
        case .relationship: if case .relationship = value { true } else { false }
        case .path: if case .path = value { true } else { false }
        case .map: if case .map = value { true } else { false }
        case .list(let element):
            if case .list(let elements) = value { elements.allSatisfy { holds($0, element) } } else { false }
        case .propertyValue: PropertyValue.isStorable(value)
        case .union(let members): members.contains { holds(value, $0) }
        case .notNull(let inner): holds(value, inner)
        }
    }

    private static func acceptsNull(_ type: StaticType) -> Bool {
        switch type {
        case .notNull: false
        case .nothing: false
        case .union(let members): members.contains(where: acceptsNull)
        default: true
        }
    }

    /// The most exact type, normalized, such as `LIST<STRING NOT NULL | INTEGER NOT NULL> NOT NULL`; `NULL` for null.
    package static func name(of value: Value) -> String {
        switch value {
        case .null: "NULL"
        case .list(let elements): "LIST<\(elementsName(elements))> NOT NULL"
        case .vector(let vector): "VECTOR<\(vector.type.rawValue) NOT NULL>(\(vector.dimension)) NOT NULL"
        default: value.typeName + " NOT NULL"
        }
    }

    /// The union of the elements' types, in the fixed order of types. A null among them makes every member nullable.
    private static func elementsName(_ elements: [Value]) -> String {
        guard !elements.isEmpty else { return "NOTHING" }
        var names: [String] = []
        var seen: Set<String> = []
        var ranks: [String: [Int]] = [:]
        var hasNull = false
        for element in elements {
            if element.isNull {
                hasNull = true
                continue
            }
            let name = name(of: element)
            guard seen.insert(name).inserted else { continue }
            names.append(name)
            ranks[name] = order(element)
        }
        guard !names.isEmpty else { return "NULL" }
        names.sort { left, right in
            let (leftRank, rightRank) = (ranks[left] ?? [], ranks[right] ?? [])
            return leftRank == rightRank
                ? left.compareBytes(to: right) < 0 : leftRank.lexicographicallyPrecedes(rightRank)
        }
        guard hasNull else { return names.joined(separator: " | ") }
        return names.map { String($0.dropLast(" NOT NULL".count)) }.joined(separator: " | ")
    }

    /// Where the type stands: of lists that of their elements decides.
    private static func order(_ value: Value) -> [Int] {
        guard case .list(let elements) = value else { return [rank(value)] }
        let inner = Set(elements.map(order)).sorted { $0.lexicographicallyPrecedes($1) }
        return [rank(value)] + inner.joined()
    }

    private static func rank(_ value: Value) -> Int {
        switch value {
        case .null: 0
        case .bool: 1
        case .string: 2
        case .int: 3
        case .float: 4
        case .date: 5
        case .localTime: 6
        case .time: 7
        case .localDateTime: 8
        case .dateTime: 9
        case .duration: 10
        case .point: 11
        case .vector: 12
        case .node: 13
        case .relationship: 14
        case .map: 15
        case .list: 16
        case .path: 17
        }
    }
}
