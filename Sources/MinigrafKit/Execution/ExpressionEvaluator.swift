/// What expressions mean. `nil` drops the row.
enum ExpressionEvaluator {
    static func value(
        _ expression: BoundExpression, row: ArraySlice<ValueID>, values: QueryValues
    ) throws(MiniGrafError) -> Value? {
        switch expression {
        case .constant(let value): return value
        case .slot(let slot):
            // A private variable that nothing binds has no value.
            let id = row[row.startIndex + slot]
            return id == RowSet.unbound ? nil : values.value(id)
        case .call(let operation, let arguments):
            guard let first = try value(arguments[0], row: row, values: values) else { return nil }
            if arguments.count == 1 { return .bool(isOfType(operation, first)) }
            guard let second = try value(arguments[1], row: row, values: values) else { return nil }
            return apply(operation, first, second)
        case .matches(let argument, let pattern):
            guard case .text(let text)? = try value(argument, row: row, values: values) else { return nil }
            return .bool(pattern.matches(text))
        case .user(let name, let predicate, let argument):
            guard let value = try value(argument, row: row, values: values) else { return nil }
            return .bool(try UserFunctions.call(name) { try predicate.test(value: MiniGrafValue(value)) })
        }
    }

    static func isTrue(_ value: Value) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .int(let number): number != 0
        case .float(let bits): Double(bitPattern: bits) != 0
        default: false
        }
    }

    private static func isOfType(_ operation: Expression.Operator, _ value: Value) -> Bool {
        switch (operation, value) {
        case (.isString, .text), (.isInteger, .int), (.isFloat, .float), (.isBoolean, .bool), (.isNull, .null): true
        default: false
        }
    }

    private static func apply(_ operation: Expression.Operator, _ left: Value, _ right: Value) -> Value? {
        switch operation {
        case .equal: return .bool(left.matching == right.matching)
        case .notEqual: return .bool(left.matching != right.matching)
        case .less: return compare(left, right).map { .bool($0 < 0) }
        case .greater: return compare(left, right).map { .bool($0 > 0) }
        case .lessOrEqual: return compare(left, right).map { .bool($0 <= 0) }
        case .greaterOrEqual: return compare(left, right).map { .bool($0 >= 0) }
        case .add, .subtract, .multiply, .divide: return arithmetic(operation, left, right)
        case .startsWith, .endsWith, .contains: return text(operation, left, right)
        case .isMember:
            guard case .set(let members) = right else { return nil }
            return .bool(members.contains(left))
        case .isString, .isInteger, .isFloat, .isBoolean, .isNull: return nil
        }
    }

    /// -1, 0 or 1 for numbers and for strings; `nil` for what has no order.
    static func compare(_ left: Value, _ right: Value) -> Int? {
        switch (left, right) {
        case (.int(let a), .int(let b)): return a < b ? -1 : a == b ? 0 : 1
        case (.text(let a), .text(let b)):
            return Value.textPrecedes(a, b) ? -1 : Value.sameText(a, b) ? 0 : 1
        default:
            guard let a = left.number, let b = right.number, !a.isNaN, !b.isNaN else { return nil }
            return a < b ? -1 : a == b ? 0 : 1
        }
    }

    private static func arithmetic(_ operation: Expression.Operator, _ left: Value, _ right: Value) -> Value? {
        if case .int(let a) = left, case .int(let b) = right {
            switch operation {
            case .add: return .int(a &+ b)
            case .subtract: return .int(a &- b)
            case .multiply: return .int(a &* b)
            default: return b == 0 ? nil : .int(a.dividedReportingOverflow(by: b).partialValue)
            }
        }
        guard let a = left.number, let b = right.number else { return nil }
        let result: Double
        switch operation {
        case .add: result = a + b
        case .subtract: result = a - b
        case .multiply: result = a * b
        default:
            if b == 0 { return nil }
            result = a / b
        }
        return result.isNaN ? nil : .float(result)
    }

    private static func text(_ operation: Expression.Operator, _ left: Value, _ right: Value) -> Value? {
        guard case .text(let subject) = left, case .text(let part) = right else { return nil }
        let whole = Array(subject.utf8)
        let piece = Array(part.utf8)
        if piece.count > whole.count { return .bool(false) }
        switch operation {
        case .startsWith: return .bool(whole.starts(with: piece))
        case .endsWith: return .bool(whole.suffix(piece.count).elementsEqual(piece))
        default:
            return .bool(
                piece.isEmpty
                    || (0...(whole.count - piece.count)).contains { start in
                        whole[start] == piece[0] && whole[start..<(start + piece.count)].elementsEqual(piece)
                    })
        }
    }
}
