// What the binder asks of static types: may two meet, what have both in common, how are they written.

extension StaticType {
    /// The type without `NOT NULL` around it.
    var withoutNullability: StaticType {
        var type = self
        while case .notNull(let inner) = type { type = inner }
        return type
    }

    /// Nothing is known that could contradict.
    var isOpen: Bool {
        switch withoutNullability {
        case .any, .nothing, .null: true
        default: false
        }
    }

    /// Whether some value besides null can be of both types. An integer serves where a float is asked for.
    func mayBe(_ other: StaticType) -> Bool {
        let left = withoutNullability
        let right = other.withoutNullability
        if left.isOpen || right.isOpen { return true }
        if case .union(let members) = left { return members.contains { $0.mayBe(right) } }
        if case .union(let members) = right { return members.contains { left.mayBe($0) } }
        switch (left, right) {
        case (.list(let a), .list(let b)): return a.mayBe(b)
        case (.vector, .vector): return true
        case (.propertyValue, _): return right.isStorable
        case (_, .propertyValue): return left.isStorable
        default: return left == right || (left.isNumeric && right.isNumeric)
        }
    }

    func mayBeAny(of types: [StaticType]) -> Bool { types.contains { mayBe($0) } }

    var isNumeric: Bool {
        switch withoutNullability {
        case .integer, .float, .number: true
        default: false
        }
    }

    private var isStorable: Bool {
        switch self {
        case .node, .relationship, .path, .map: false
        default: true
        }
    }

    /// Every value of the type can be stored in a property.
    var isStorableScalar: Bool {
        switch withoutNullability {
        case .boolean, .integer, .float, .number, .string, .date, .localTime, .zonedTime, .localDateTime,
            .zonedDateTime, .duration, .point:
            true
        default: false
        }
    }

    var isList: Bool {
        if case .list = withoutNullability { true } else { false }
    }

    var isTemporal: Bool {
        switch withoutNullability {
        case .date, .localTime, .zonedTime, .localDateTime, .zonedDateTime: true
        default: false
        }
    }

    /// The type of a list's elements; of anything else, nothing is known.
    var element: StaticType {
        if case .list(let element) = withoutNullability { element } else { .any }
    }

    /// A type both values have, or `any`: of a `CASE`, a list's elements, the two sides of a `UNION`.
    func joined(with other: StaticType) -> StaticType {
        let left = withoutNullability
        let right = other.withoutNullability
        switch (left, right) {
        case (.nothing, _), (.null, _): return right
        case (_, .nothing), (_, .null): return left
        case (.list(let a), .list(let b)): return .list(a.joined(with: b))
        default:
            if left == right { return left }
            return left.isNumeric && right.isNumeric ? .number : .any
        }
    }
}

extension StaticType {
    /// As Cypher writes the type, such as `LIST<INTEGER>`.
    package var text: String {
        switch self {
        case .any: "ANY"
        case .nothing: "NOTHING"
        case .null: "NULL"
        case .boolean: "BOOLEAN"
        case .integer: "INTEGER"
        case .float: "FLOAT"
        case .number: "INTEGER | FLOAT"
        case .string: "STRING"
        case .date: "DATE"
        case .localTime: "LOCAL TIME"
        case .zonedTime: "ZONED TIME"
        case .localDateTime: "LOCAL DATETIME"
        case .zonedDateTime: "ZONED DATETIME"
        case .duration: "DURATION"
        case .point: "POINT"
        case .vector(let coordinates, let dimension):
            "VECTOR" + (coordinates.map { "<\($0)>" } ?? "") + (dimension.map { "(\($0))" } ?? "")
        case .node: "NODE"
        case .relationship: "RELATIONSHIP"
        case .path: "PATH"
        case .map: "MAP"
        case .list(let element): "LIST<\(element.text)>"
        case .propertyValue: "PROPERTY VALUE"
        case .union(let members): members.map(\.text).joined(separator: " | ")
        case .notNull(let inner): "\(inner.text) NOT NULL"
        }
    }
}
