import CypherSyntax

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Cypher's arithmetic on two values: `+ - * / % ^ ||` and the unary minus. Null with anything is null.
///
/// INTEGER with INTEGER stays INTEGER and must fit 64 bits; a FLOAT on either side makes FLOAT, where dividing by zero gives
/// an infinity or NaN. `^` is always FLOAT. `+` also joins strings and lists and shifts temporal values.
package enum Arithmetic {
    package static func apply(
        _ operation: ArithmeticOperator, _ left: Value, _ right: Value, at span: SourceSpan? = nil
    ) throws(EngineError) -> Value {
        switch (left, right) {
        case (.int(let left), .int(let right)): return try apply(operation, left, right, at: span)
        case (.float(let left), .float(let right)): return try apply(operation, left, right, at: span)
        case (.int(let left), .float(let right)): return try apply(operation, Double(left), right, at: span)
        case (.float(let left), .int(let right)): return try apply(operation, left, Double(right), at: span)
        case (.null, _), (_, .null): return .null
        default: break
        }
        do throws(EngineError) {
            let result: Value? =
                switch operation {
                case .add: try add(left, right)
                case .concatenate: try concatenate(left, right)
                case .subtract: try TemporalArithmetic.subtract(left, right)
                case .multiply: try TemporalArithmetic.multiply(left, right)
                case .divide: try TemporalArithmetic.divide(left, right)
                case .modulo, .power: nil
                }
            if let result { return result }
        } catch {
            throw error.at(span)
        }
        throw .typeMismatch(
            "\(operation.verb) \(left.typeName) \(operation.preposition) \(right.typeName) is not defined", at: span)
    }

    package static func negate(_ value: Value, at span: SourceSpan? = nil) throws(EngineError) -> Value {
        switch value {
        case .null: return .null
        case .int(let number):
            guard number != .min else { throw .integerOverflow("-(\(number))", at: span) }
            return .int(-number)
        case .float(let number): return .float(-number)
        case .duration(let duration): return .duration(try duration.negated())
        default: throw .wrongType(of: value, for: "unary -", expected: "a number", at: span)
        }
    }

    @inline(__always)
    private static func apply(
        _ operation: ArithmeticOperator, _ left: Int64, _ right: Int64, at span: SourceSpan?
    ) throws(EngineError) -> Value {
        let outcome: (partialValue: Int64, overflow: Bool)
        switch operation {
        case .add: outcome = left.addingReportingOverflow(right)
        case .subtract: outcome = left.subtractingReportingOverflow(right)
        case .multiply: outcome = left.multipliedReportingOverflow(by: right)
        case .divide:
            guard right != 0 else { throw .divisionByZero(at: span) }
            outcome = left.dividedReportingOverflow(by: right)
        case .modulo:
            guard right != 0 else { throw .divisionByZero(at: span) }
            // The smallest integer modulo -1 is 0, which the processor calls an overflow.
            outcome = right == -1 ? (0, false) : (left % right, false)
        case .power: return .float(pow(Double(left), Double(right)))
        case .concatenate: throw undefinedConcatenation(.int(left), .int(right), at: span)
        }
        guard !outcome.overflow else { throw .integerOverflow("\(left) \(operation.symbol) \(right)", at: span) }
        return .int(outcome.partialValue)
    }

    @inline(__always)
    private static func apply(
        _ operation: ArithmeticOperator, _ left: Double, _ right: Double, at span: SourceSpan?
    ) throws(EngineError) -> Value {
        switch operation {
        case .add: .float(left + right)
        case .subtract: .float(left - right)
        case .multiply: .float(left * right)
        case .divide: .float(left / right)
        case .modulo: .float(left.truncatingRemainder(dividingBy: right))
        case .power: .float(pow(left, right))
        case .concatenate: throw undefinedConcatenation(.float(left), .float(right), at: span)
        }
    }

    /// `apply` to what a chain of operations has come to so far: a list or a text grows where it lies, so that a long chain does not
    /// copy all of it at each step.
    package static func extend(
        _ result: inout Value, _ operation: ArithmeticOperator, by right: Value, at span: SourceSpan?
    ) throws(EngineError) {
        guard operation == .add || operation == .concatenate else {
            result = try apply(operation, result, right, at: span)
            return
        }
        do throws(EngineError) {
            switch (result, right) {
            case (.list(var elements), .list(let others)):
                try checkLength(elements.count + others.count)
                result = .null
                elements.append(contentsOf: others)
                result = .list(elements)
            case (.string(var text), .string(let other)):
                try checkByteCount(text.utf8.count + other.utf8.count)
                result = .null
                text += other
                result = .string(text)
            default: result = try apply(operation, result, right, at: span)
            }
        } catch {
            throw error.at(span)
        }
    }

    private static func undefinedConcatenation(_ left: Value, _ right: Value, at span: SourceSpan?) -> EngineError {
        .typeMismatch("|| joins two strings or two lists, got \(left.typeName) and \(right.typeName)", at: span)
    }

    /// Lists first: a list takes any value as a further element, in front or behind.
    private static func add(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.list(let left), .list(let right)): return .list(try joined(left, right))
        case (.list(let left), _): return .list(try joined(left, [right]))
        case (_, .list(let right)): return .list(try joined([left], right))
        case (.string(let left), .string(let right)): return .string(try joined(left, right))
        case (.string(let left), _):
            guard let right = Coercion.text(of: right) else { return nil }
            return .string(try joined(left, right))
        case (_, .string(let right)):
            guard let left = Coercion.text(of: left) else { return nil }
            return .string(try joined(left, right))
        default: return try TemporalArithmetic.add(left, right)
        }
    }

    private static func concatenate(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.list(let left), .list(let right)): .list(try joined(left, right))
        case (.string(let left), .string(let right)): .string(try joined(left, right))
        default: nil
        }
    }

    // Doubled forty times, a short text or list would take more memory than there is.

    private static func joined(_ left: String, _ right: String) throws(EngineError) -> String {
        try checkByteCount(left.utf8.count + right.utf8.count)
        return left + right
    }

    private static func checkByteCount(_ count: Int) throws(EngineError) {
        guard count <= Limits.textBytesLimit else {
            throw .resultTooLarge("a text of more than \(Limits.textBytesLimit) bytes")
        }
    }

    private static func joined(_ left: [Value], _ right: [Value]) throws(EngineError) -> [Value] {
        try checkLength(left.count + right.count)
        return left + right
    }

    private static func checkLength(_ count: Int) throws(EngineError) {
        guard count <= Limits.listElementsLimit else {
            throw .resultTooLarge("a list of more than \(Limits.listElementsLimit) elements")
        }
    }
}

extension ArithmeticOperator {
    var symbol: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .modulo: "%"
        case .power: "^"
        case .concatenate: "||"
        }
    }

    fileprivate var verb: String {
        switch self {
        case .add: "adding"
        case .subtract: "subtracting from"
        case .multiply: "multiplying"
        case .divide: "dividing"
        case .modulo: "the remainder of"
        case .power: "raising"
        case .concatenate: "concatenating"
        }
    }

    fileprivate var preposition: String {
        switch self {
        case .add, .concatenate: "and"
        case .subtract: "a"
        case .multiply, .divide, .modulo: "by"
        case .power: "to"
        }
    }
}
