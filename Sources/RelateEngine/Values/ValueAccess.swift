import CypherSyntax

/// `a[b]`, `a[b..c]` and `a.key`: parts of a value by index or key.
package enum ValueAccess {
    /// `container[index]`: a list's element (negative from the end, `.null` out of range), a map's entry, or a node's or
    /// relationship's property. Null on either side is null.
    package static func element(
        of container: Value, at index: Value, in context: EvaluationContext, at span: SourceSpan? = nil
    ) throws(EngineError) -> Value {
        switch (container, index) {
        case (.null, _): return .null
        case (.list(let elements), .int(let index)): return element(of: elements, at: index)
        case (.vector(let vector), .int(let index)): return element(of: vector.elements, at: index)
        case (.map(let map), .string(let key)): return map[key] ?? .null
        case (.node, .string(let key)), (.relationship, .string(let key)):
            return try property(key, of: container, in: context, at: span)
        case (.list, .null), (.map, .null), (.node, .null), (.relationship, .null), (.vector, .null): return .null
        case (.map, _), (.node, _), (.relationship, _): throw .mapElementAccessByNonString(index, at: span)
        case (.list, _), (.vector, _): throw .listElementAccessByNonInteger(index, at: span)
        default:
            throw .wrongType(
                of: container, for: "[…]", expected: "a LIST, MAP, NODE or RELATIONSHIP before it", at: span)
        }
    }

    private static func element(of elements: [Value], at index: Int64) -> Value {
        let place = index < 0 ? index &+ Int64(elements.count) : index
        return place >= 0 && place < Int64(elements.count) ? elements[Int(place)] : .null
    }

    /// `list[from..to]`, the end left out, both clipped to the list; `nil` is an end that is not written. A null end makes
    /// null.
    package static func slice(
        of container: Value, from: Value?, to: Value?, at span: SourceSpan? = nil
    ) throws(EngineError) -> Value {
        let elements: [Value]
        switch container {
        case .null: return .null
        case .list(let list): elements = list
        case .vector(let vector): elements = vector.elements
        default: throw .wrongType(of: container, for: "[…..…]", expected: "a LIST before it", at: span)
        }
        if case .null? = from { return .null }
        if case .null? = to { return .null }
        let count = Int64(elements.count)
        let lower = try bound(from, orElse: 0, count: count, at: span)
        let upper = try bound(to, orElse: count, count: count, at: span)
        return .list(lower < upper ? Array(elements[lower..<upper]) : [])
    }

    private static func bound(
        _ value: Value?, orElse standard: Int64, count: Int64, at span: SourceSpan?
    ) throws(EngineError) -> Int {
        guard let value else { return Int(standard) }
        guard case .int(let index) = value else { throw .listElementAccessByNonInteger(value, at: span) }
        return Int(min(max(0, index < 0 ? index &+ count : index), count))
    }

    /// `value.key`: a map's entry, an element's property, or a component of a point or temporal value. Absent is null.
    package static func property(
        _ key: String, of value: Value, in context: EvaluationContext, at span: SourceSpan? = nil
    ) throws(EngineError) -> Value {
        switch value {
        case .null: return .null
        case .map(let map): return map[key] ?? .null
        case .node(let node):
            guard context.graph.exists(node) else { throw EngineError.deletedEntityAccess("the node").at(span) }
            return context.graph.property(key, of: node)
        case .relationship(let relationship):
            guard context.graph.exists(relationship) else {
                throw EngineError.deletedEntityAccess("the relationship").at(span)
            }
            return context.graph.property(key, of: relationship)
        case .point(let point): return component(key, of: point)
        case .date, .time, .localTime, .dateTime, .localDateTime, .duration:
            do throws(EngineError) {
                return try TemporalComponents.component(key, of: value) ?? .null
            } catch {
                throw error.at(span)
            }
        case .bool, .int, .float, .string, .list, .path, .vector:
            throw .wrongType(
                of: value, for: ".\(key)", expected: "a NODE, RELATIONSHIP, MAP, POINT or temporal value before it",
                at: span)
        }
    }

    /// `.null` for a component that the coordinate system lacks.
    private static func component(_ key: String, of point: PointValue) -> Value {
        let system = CoordinateSystem(srid: point.srid)
        let isGeographic = system?.isGeographic == true
        let z = point.z.map { Value.float($0) } ?? .null
        switch key {
        case "x": return .float(point.x)
        case "y": return .float(point.y)
        case "z": return z
        case "longitude": return isGeographic ? .float(point.x) : .null
        case "latitude": return isGeographic ? .float(point.y) : .null
        case "height": return isGeographic ? z : .null
        case "crs": return system.map { .string($0.name) } ?? .null
        case "srid": return .int(Int64(point.srid))
        default: return .null
        }
    }
}

extension VectorValue {
    /// The coordinates as numbers.
    package var elements: [Value] {
        switch self {
        case .floats(_, let values): values.map { .float($0) }
        case .integers(_, let values): values.map { .int($0) }
        }
    }
}
