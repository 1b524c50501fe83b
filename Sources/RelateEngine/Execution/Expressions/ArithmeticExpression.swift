import CypherSyntax

/// `left op right` on numbers by kernels, on anything else by `Arithmetic`.
final class ArithmeticExpression: VectorExpression {
    private let left: VectorExpression
    private let operation: ArithmeticOperator
    private let right: VectorExpression
    private let place: SourceSpan

    init(_ left: VectorExpression, _ operation: ArithmeticOperator, _ right: VectorExpression, span: SourceSpan) {
        self.left = left
        self.operation = operation
        self.right = right
        place = span
    }

    override var isReusable: Bool { left.isReusable && right.isReusable }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let leftVector = try left.evaluate(batch, rows, context)
        let rightVector = try right.evaluate(batch, rows, context)
        switch (leftVector, rightVector) {
        case (.constant(let one), .constant(let other)):
            guard !rows.isEmpty else { return .constant(.null) }
            return .constant(try Arithmetic.apply(operation, one, other, at: self.place))
        case (.ints(let one), .ints(let other)):
            if let result = wholeNumbers(rows, batch.rowCount, { one[$0] }, { other[$0] }, one.validity, other.validity)
            {
                return result
            }
        case (.ints(let one), .constant(.int(let other))):
            if let result = wholeNumbers(rows, batch.rowCount, { one[$0] }, { _ in other }, one.validity, nil) {
                return result
            }
        case (.constant(.int(let one)), .ints(let other)):
            if let result = wholeNumbers(rows, batch.rowCount, { _ in one }, { other[$0] }, other.validity, nil) {
                return result
            }
        case (.doubles(let one), .doubles(let other)):
            if let result = floats(rows, batch.rowCount, { one[$0] }, { other[$0] }, one.validity, other.validity) {
                return result
            }
        case (.doubles(let one), .constant(.float(let other))):
            if let result = floats(rows, batch.rowCount, { one[$0] }, { _ in other }, one.validity, nil) {
                return result
            }
        case (.doubles(let one), .constant(.int(let other))):
            if let result = floats(rows, batch.rowCount, { one[$0] }, { _ in Double(other) }, one.validity, nil) {
                return result
            }
        case (.ints(let one), .constant(.float(let other))):
            if let result = floats(rows, batch.rowCount, { Double(one[$0]) }, { _ in other }, one.validity, nil) {
                return result
            }
        default: break
        }
        let strings = context.strings
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            try Arithmetic.apply(
                operation, leftVector.value(at: row, strings), rightVector.value(at: row, strings), at: self.place)
        }
    }

    /// `nil` where there is no kernel, or a row overflows or divides by zero: the general way then raises its error.
    @inline(__always)
    private func wholeNumbers(
        _ rows: Selection, _ rowCount: Int, _ left: (Int) -> Int64, _ right: (Int) -> Int64,
        _ validity: UnsafeMutablePointer<UInt64>?, _ otherValidity: UnsafeMutablePointer<UInt64>?
    ) -> Vector? {
        let out = TypedVector<Int64>(capacity: rowCount, isNullable: validity != nil || otherValidity != nil)
        var isBroken = false
        @inline(__always) func fill(_ combine: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)) {
            rows.forEach { row in
                guard Self.isValid(row, validity), Self.isValid(row, otherValidity) else { return }
                let (value, overflow) = combine(left(row), right(row))
                out.base[row] = value
                out.setValid(row)
                isBroken = isBroken || overflow
            }
        }
        switch operation {
        case .add: fill { $0.addingReportingOverflow($1) }
        case .subtract: fill { $0.subtractingReportingOverflow($1) }
        case .multiply: fill { $0.multipliedReportingOverflow(by: $1) }
        case .divide: fill { $0.dividedReportingOverflow(by: $1) }
        case .modulo: fill { $1 == -1 ? (0, false) : $0.remainderReportingOverflow(dividingBy: $1) }
        case .power, .concatenate: return nil
        }
        return isBroken ? nil : .ints(out)
    }

    @inline(__always)
    private func floats(
        _ rows: Selection, _ rowCount: Int, _ left: (Int) -> Double, _ right: (Int) -> Double,
        _ validity: UnsafeMutablePointer<UInt64>?, _ otherValidity: UnsafeMutablePointer<UInt64>?
    ) -> Vector? {
        let out = TypedVector<Double>(capacity: rowCount, isNullable: validity != nil || otherValidity != nil)
        @inline(__always) func fill(_ combine: (Double, Double) -> Double) {
            rows.forEach { row in
                guard Self.isValid(row, validity), Self.isValid(row, otherValidity) else { return }
                out.base[row] = combine(left(row), right(row))
                out.setValid(row)
            }
        }
        switch operation {
        case .add: fill { $0 + $1 }
        case .subtract: fill { $0 - $1 }
        case .multiply: fill { $0 * $1 }
        case .divide: fill { $0 / $1 }
        case .modulo, .power, .concatenate: return nil
        }
        return .doubles(out)
    }

    @inline(__always)
    private static func isValid(_ row: Int, _ validity: UnsafeMutablePointer<UInt64>?) -> Bool {
        guard let validity else { return true }
        return validity[row >> 6] >> UInt64(row & 63) & 1 != 0
    }
}
