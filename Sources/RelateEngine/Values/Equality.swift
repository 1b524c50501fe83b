/// Cypher's `=`, `<>` and `IN`: three-valued, `nil` is unknown.
///
/// Values of different types differ, but for INTEGER and FLOAT, and for a path and the list of its elements. NaN equals
/// nothing. A null inside a list or map makes the outcome unknown, unless a difference is certain without it.
///
/// - Source: openCypher's rules for equality.
package enum Equality {
    package static func equals(_ left: Value, _ right: Value) -> Bool? {
        switch (left, right) {
        case (.null, _), (_, .null): return nil
        case (.int(let left), .int(let right)): return left == right
        case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
        case (.float(let left), .float(let right)): return left == right
        case (.int(let left), .float(let right)): return NumberComparison.order(left, right) == 0
        case (.float(let left), .int(let right)): return NumberComparison.order(right, left) == 0
        case (.bool(let left), .bool(let right)): return left == right
        case (.list(let left), .list(let right)): return equals(left, right)
        case (.map(let left), .map(let right)):
            guard left.hasSameKeys(as: right) else { return false }
            return equals(left.values, right.values)
        case (.path(let path), .list(let elements)), (.list(let elements), .path(let path)):
            return equals(path.elements, elements)
        default: return equalsSimple(left, right)
        }
    }

    private static func equals(_ left: [Value], _ right: [Value]) -> Bool? {
        guard left.count == right.count else { return false }
        var isUnknown = false
        for index in left.indices {
            switch equals(left[index], right[index]) {
            case false?: return false
            case nil: isUnknown = true
            case true?: break
            }
        }
        return isUnknown ? nil : true
    }

    /// Values without parts that could be null.
    private static func equalsSimple(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.node(let left), .node(let right)): left == right
        case (.relationship(let left), .relationship(let right)): left == right
        case (.path(let left), .path(let right)): left.nodes == right.nodes && left.relationships == right.relationships
        case (.date(let left), .date(let right)): left == right
        case (.time(let left), .time(let right)): left == right
        case (.localTime(let left), .localTime(let right)): left == right
        case (.localDateTime(let left), .localDateTime(let right)): left == right
        case (.dateTime(let left), .dateTime(let right)): left == right
        case (.duration(let left), .duration(let right)): left == right
        case (.point(let left), .point(let right)):
            left.srid == right.srid && left.x == right.x && left.y == right.y && left.z == right.z
        case (.vector(.floats(let leftType, let left)), .vector(.floats(let rightType, let right))):
            leftType == rightType && left == right
        case (.vector(.integers(let leftType, let left)), .vector(.integers(let rightType, let right))):
            leftType == rightType && left == right
        default: false
        }
    }

    /// `element IN elements`: true where one equals, else unknown where one might.
    package static func isIn(_ element: Value, _ elements: [Value]) -> Bool? {
        var isUnknown = false
        for candidate in elements {
            switch equals(element, candidate) {
            case true?: return true
            case nil: isUnknown = true
            case false?: break
            }
        }
        return isUnknown ? nil : false
    }
}

extension PathValue {
    /// Node, relationship, node … in the path's order.
    package var elements: [Value] {
        var elements: [Value] = []
        elements.reserveCapacity(nodes.count + relationships.count)
        for (index, node) in nodes.enumerated() {
            elements.append(.node(node))
            if index < relationships.count { elements.append(.relationship(relationships[index])) }
        }
        return elements
    }
}

extension Array {
    /// Whether both are copies of one array that nobody has changed since; no element is looked at.
    func isSameArray(as other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { left in
                other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress }
            }
    }
}
