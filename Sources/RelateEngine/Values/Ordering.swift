/// The order of all values: of `ORDER BY`, `min`, `max` and `coll.sort`. Total; two values compare as 0 exactly where they
/// are equivalent.
///
/// Ascending: MAP, NODE, RELATIONSHIP, LIST, PATH, VECTOR, POINT, ZONED DATETIME, LOCAL DATETIME, DATE, ZONED TIME, LOCAL
/// TIME, DURATION, STRING, BOOLEAN, numbers (NaN last), null.
///
/// - Source: Cypher's rules for ordering of values of different types.
package enum Ordering {
    /// Below, at or above 0 as `left` comes before, with or after `right`.
    package static func compare(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.int(let left), .int(let right)): return order(left, right)
        case (.string(let left), .string(let right)): return left.compareBytes(to: right)
        case (.float(let left), .float(let right)): return order(left, right)
        case (.int(let left), .float(let right)): return NumberComparison.order(left, right) ?? -1
        case (.float(let left), .int(let right)): return -(NumberComparison.order(right, left) ?? -1)
        case (.bool(let left), .bool(let right)): return left == right ? 0 : left ? 1 : -1
        case (.null, .null): return 0
        case (.list(let left), .list(let right)): return compare(left, right)
        case (.map(let left), .map(let right)): return compare(left, right)
        case (.node(let left), .node(let right)): return order(left.rawValue, right.rawValue)
        case (.relationship(let left), .relationship(let right)): return order(left.rawValue, right.rawValue)
        case (.path(let left), .path(let right)): return compare(left, right)
        default:
            let byType = order(rank(left), rank(right))
            return byType != 0 ? byType : compareScalars(left, right)
        }
    }

    package static func isBefore(_ left: Value, _ right: Value) -> Bool { compare(left, right) < 0 }

    @inline(__always)
    static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }

    /// NaN is the greatest number and equals itself.
    static func order(_ left: Double, _ right: Double) -> Int {
        if left < right { return -1 }
        if left == right { return 0 }
        if left > right { return 1 }
        return left.isNaN ? (right.isNaN ? 0 : 1) : -1
    }

    private static func rank(_ value: Value) -> Int {
        switch value {
        case .map: 0
        case .node: 1
        case .relationship: 2
        case .list: 3
        case .path: 4
        case .vector: 5
        case .point: 6
        case .dateTime: 7
        case .localDateTime: 8
        case .date: 9
        case .time: 10
        case .localTime: 11
        case .duration: 12
        case .string: 13
        case .bool: 14
        case .int, .float: 15
        case .null: 16
        }
    }

    /// By the first element that differs; a missing element comes before any, even before null.
    private static func compare(_ left: [Value], _ right: [Value]) -> Int {
        if left.isSameArray(as: right) { return 0 }
        for index in 0..<min(left.count, right.count) {
            let order = compare(left[index], right[index])
            if order != 0 { return order }
        }
        return order(left.count, right.count)
    }

    /// By how many entries, then the sorted keys, then the values by key.
    private static func compare(_ left: MapValue, _ right: MapValue) -> Int {
        guard left.count == right.count else { return order(left.count, right.count) }
        for index in left.keys.indices {
            let order = left.keys[index].compareBytes(to: right.keys[index])
            if order != 0 { return order }
        }
        return compare(left.values, right.values)
    }

    private static func compare(_ left: PathValue, _ right: PathValue) -> Int {
        for index in 0..<min(left.nodes.count, right.nodes.count) {
            let byNode = order(left.nodes[index].rawValue, right.nodes[index].rawValue)
            if byNode != 0 { return byNode }
            guard index < left.relationships.count, index < right.relationships.count else { break }
            let byRelationship = order(left.relationships[index].rawValue, right.relationships[index].rawValue)
            if byRelationship != 0 { return byRelationship }
        }
        return order(left.nodes.count, right.nodes.count)
    }

    /// Two values of one type, of those not settled above.
    private static func compareScalars(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.point(let left), .point(let right)): compare(left, right)
        case (.vector(let left), .vector(let right)): compare(left, right)
        default: TemporalOrdering.compare(left, right) ?? 0
        }
    }

    /// The first order that decides; later ones are not looked at.
    @inline(__always)
    private static func first(_ order: Int, _ next: @autoclosure () -> Int) -> Int { order != 0 ? order : next() }

    /// By coordinate system, then x, y and z.
    private static func compare(_ left: PointValue, _ right: PointValue) -> Int {
        let flat = first(order(left.srid, right.srid), first(order(left.x, right.x), order(left.y, right.y)))
        if flat != 0 { return flat }
        switch (left.z, right.z) {
        case (nil, nil): return 0
        case (nil, _): return -1
        case (_, nil): return 1
        case (let left?, let right?): return order(left, right)
        }
    }

    /// By coordinate type, then dimension, then coordinates.
    private static func compare(_ left: VectorValue, _ right: VectorValue) -> Int {
        let byType = first(order(left.type.rank, right.type.rank), order(left.dimension, right.dimension))
        if byType != 0 { return byType }
        switch (left, right) {
        case (.floats(_, let left), .floats(_, let right)):
            for index in left.indices {
                let order = order(left[index], right[index])
                if order != 0 { return order }
            }
            return 0
        case (.integers(_, let left), .integers(_, let right)):
            for index in left.indices {
                let order = order(left[index], right[index])
                if order != 0 { return order }
            }
            return 0
        case (.integers, .floats): return -1
        case (.floats, .integers): return 1
        }
    }
}

extension VectorValue {
    package var type: CoordinateType {
        switch self {
        case .floats(let type, _), .integers(let type, _): type
        }
    }

    package var dimension: Int {
        switch self {
        case .floats(_, let values): values.count
        case .integers(_, let values): values.count
        }
    }
}

extension VectorValue.CoordinateType {
    /// From 0, in the order of types.
    var rank: Int {
        switch self {
        case .integer8: 0
        case .integer16: 1
        case .integer32: 2
        case .integer: 3
        case .float16: 4
        case .bfloat16: 5
        case .float32: 6
        case .float: 7
        }
    }

    package var isFloat: Bool { rank > 3 }
}
