import CypherSyntax

/// Which values a property can hold: scalars, and lists of scalars of one kind without null.
package enum PropertyValue {
    package static func isStorable(_ value: Value) -> Bool {
        if isScalar(value) { return true }
        guard case .list(let elements) = value else { return false }
        return (try? checked(elements)) != nil
    }

    /// The value as it is stored: a list that mixes INTEGER and FLOAT becomes one of FLOAT. Null stays null, which means
    /// that the property goes.
    ///
    /// - Throws: `EngineError.invalidPropertyType`.
    package static func stored(_ value: Value) throws(EngineError) -> Value {
        if isScalar(value) || value.isNull { return value }
        guard case .list(let elements) = value else {
            throw .invalidPropertyType("a \(value.typeName) cannot be stored in a property")
        }
        return .list(try checked(elements))
    }

    /// The same, for a value that stands at a place in the text.
    static func stored(_ value: Value, at span: SourceSpan?) throws(EngineError) -> Value {
        do throws(EngineError) {
            return try stored(value)
        } catch {
            throw error.at(span)
        }
    }

    private static func isScalar(_ value: Value) -> Bool {
        switch value {
        case .bool, .int, .float, .string, .point, .date, .time, .localTime, .dateTime, .localDateTime, .duration,
            .vector:
            true
        case .null, .list, .map, .node, .relationship, .path: false
        }
    }

    private static func checked(_ elements: [Value]) throws(EngineError) -> [Value] {
        guard let first = elements.first else { return elements }
        var hasIntegers = false
        var hasFloats = false
        for element in elements {
            switch element {
            case .null: throw .invalidPropertyType("a list with null in it cannot be stored in a property")
            case .int: hasIntegers = true
            case .float: hasFloats = true
            case .vector: throw .invalidPropertyType("a list of VECTOR cannot be stored in a property")
            default:
                guard isScalar(element) else {
                    throw .invalidPropertyType("a list with a \(element.typeName) in it cannot be stored in a property")
                }
            }
            guard element.isSameStoredKind(as: first) else {
                throw .invalidPropertyType(
                    "a list in a property has elements of one type, not \(first.typeName) and \(element.typeName)")
            }
        }
        guard hasIntegers && hasFloats else { return elements }
        return elements.map { element in
            if case .int(let number) = element { .float(Double(number)) } else { element }
        }
    }
}

extension Value {
    /// Whether both may stand in one stored list. Points of different coordinate systems may not.
    fileprivate func isSameStoredKind(as other: Value) -> Bool {
        switch (self, other) {
        case (.int, .float), (.float, .int), (.int, .int), (.float, .float), (.bool, .bool), (.string, .string),
            (.date, .date), (.time, .time), (.localTime, .localTime), (.dateTime, .dateTime),
            (.localDateTime, .localDateTime), (.duration, .duration):
            true
        case (.point(let left), .point(let right)): left.srid == right.srid
        default: false
        }
    }
}
