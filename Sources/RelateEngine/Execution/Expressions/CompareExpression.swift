/// `left op right`, with kernels for numbers, pooled strings and elements.
final class CompareExpression: VectorExpression {
    private let left: VectorExpression
    private let comparison: ComparisonOperator
    private let right: VectorExpression
    /// The string on the right that was last looked for, and its number, once it has one.
    @exclusivity(unchecked) private var known: (text: String, number: UInt32)?

    init(_ left: VectorExpression, _ comparison: ComparisonOperator, _ right: VectorExpression) {
        // A constant stands on the right, so that each kernel is written once.
        if left.constantValue != nil, right.constantValue == nil {
            self.left = right
            self.right = left
            self.comparison = comparison.mirrored
        } else {
            self.left = left
            self.right = right
            self.comparison = comparison
        }
    }

    override var isReusable: Bool { left.isReusable && right.isReusable }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let leftVector = try left.evaluate(batch, rows, context)
        let rightVector = try right.evaluate(batch, rows, context)
        switch (leftVector, rightVector) {
        case (.ints(let vector), .constant(.int(let number))):
            return outcomes(vector, rows, batch.rowCount, number)
        case (.doubles(let vector), .constant(.float(let number))):
            return outcomes(vector, rows, batch.rowCount, number)
        default: break
        }
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        let strings = context.strings
        rows.forEach { row in
            let outcome = Comparison.holds(
                leftVector.value(at: row, strings), comparison, rightVector.value(at: row, strings))
            if let outcome {
                out.base[row] = outcome ? 1 : 0
                out.setValid(row)
            }
        }
        return .bools(out)
    }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        let leftVector = try left.evaluate(batch, rows, context)
        let rightVector = try right.evaluate(batch, rows, context)
        switch (leftVector, rightVector) {
        case (.constant(.null), _), (_, .constant(.null)), (.absent, _), (_, .absent): return Selection(all: 0)
        case (.ints(let vector), .constant(.int(let number))): return select(vector, rows, number)
        case (.ints(let left), .ints(let right)): return select(left, right, rows)
        case (.doubles(let vector), .constant(.float(let number))): return select(vector, rows, number)
        case (.doubles(let vector), .constant(.int(let number))) where number.magnitude <= 1 << 53:
            return select(vector, rows, Double(number))
        case (.doubles(let left), .doubles(let right)): return select(left, right, rows)
        case (.pooled(let vector), .constant(.string(let text))):
            if comparison == .equal || comparison == .notEqual {
                guard let number = context.strings.find(text) else {
                    return comparison == .equal ? Selection(all: 0) : rows.filtered { vector.isValid($0) }
                }
                return select(vector, rows, number)
            }
        case (.pooled(let left), .pooled(let right)) where comparison == .equal || comparison == .notEqual:
            return select(left, right, rows)
        case (.nodes(let left), .nodes(let right)) where comparison == .equal || comparison == .notEqual:
            return select(left, right, rows)
        case (.relationships(let left), .relationships(let right))
        where comparison == .equal || comparison == .notEqual:
            return select(left, right, rows)
        default: break
        }
        let strings = context.strings
        return rows.filtered { row in
            Comparison.holds(leftVector.value(at: row, strings), comparison, rightVector.value(at: row, strings))
                ?? false
        }
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        switch right.constantValue {
        case .int(let number)?:
            if let degree = left as? DegreeExpression {
                guard let range = comparison.range(of: number) else { return false }
                return degree.narrow(&rows, to: range, context)
            }
            guard let property = left as? PropertyExpression else { return false }
            return try property.narrow(&rows, context, to: .int) { chunk, rows in
                if let range = comparison.range(of: number) { rows.keep(chunk, in: range) } else { rows.removeAll() }
            }
        case .string(let text)? where comparison == .equal || comparison == .notEqual:
            guard let property = left as? PropertyExpression else { return false }
            if known?.text.hasSameBytes(as: text) != true {
                known = context.strings.find(text).map { (text, $0) }
            }
            let known = known?.number
            return try property.narrow(&rows, context, to: .string) { chunk, rows in
                if let known {
                    rows.keep(chunk, equalTo: known, isInverted: comparison == .notEqual)
                } else if comparison == .notEqual {
                    rows.keep(presentIn: chunk)
                } else {
                    rows.removeAll()
                }
            }
        default: return false
        }
    }

    // The comparison is chosen outside the loops, which then have no branch but the loop's own.

    private func select<Number: Comparable & BitwiseCopyable>(
        _ vector: TypedVector<Number>, _ rows: Selection, _ number: Number
    ) -> Selection {
        switch comparison {
        case .equal: return vector.rows(rows, passing: EqualTest(bound: number))
        case .notEqual: return vector.rows(rows, passing: NotEqualTest(bound: number))
        case .less: return vector.rows(rows, passing: LessTest(bound: number))
        case .lessOrEqual: return vector.rows(rows, passing: LessOrEqualTest(bound: number))
        case .greater: return vector.rows(rows, passing: GreaterTest(bound: number))
        case .greaterOrEqual: return vector.rows(rows, passing: GreaterOrEqualTest(bound: number))
        }
    }

    private func outcomes<Number: Comparable & BitwiseCopyable>(
        _ vector: TypedVector<Number>, _ rows: Selection, _ rowCount: Int, _ number: Number
    ) -> Vector {
        switch comparison {
        case .equal: return .bools(vector.outcomes(rows, rowCount: rowCount, EqualTest(bound: number)))
        case .notEqual: return .bools(vector.outcomes(rows, rowCount: rowCount, NotEqualTest(bound: number)))
        case .less: return .bools(vector.outcomes(rows, rowCount: rowCount, LessTest(bound: number)))
        case .lessOrEqual: return .bools(vector.outcomes(rows, rowCount: rowCount, LessOrEqualTest(bound: number)))
        case .greater: return .bools(vector.outcomes(rows, rowCount: rowCount, GreaterTest(bound: number)))
        case .greaterOrEqual:
            return .bools(vector.outcomes(rows, rowCount: rowCount, GreaterOrEqualTest(bound: number)))
        }
    }

    @inline(__always)
    private func select<Number: Comparable & BitwiseCopyable>(
        _ left: TypedVector<Number>, _ right: TypedVector<Number>, _ rows: Selection
    ) -> Selection {
        let isWanted: (Int) -> Bool
        switch comparison {
        case .equal: isWanted = { left[$0] == right[$0] }
        case .notEqual: isWanted = { left[$0] != right[$0] }
        case .less: isWanted = { left[$0] < right[$0] }
        case .lessOrEqual: isWanted = { left[$0] <= right[$0] }
        case .greater: isWanted = { left[$0] > right[$0] }
        case .greaterOrEqual: isWanted = { left[$0] >= right[$0] }
        }
        return rows.filtered { left.isValid($0) && right.isValid($0) && isWanted($0) }
    }
}

extension ComparisonOperator {
    /// The integers for which `x op number` holds, `nil` where there are none.
    func range(of number: Int64) -> PassingRange? {
        switch self {
        case .equal: EqualTest(bound: number).range
        case .notEqual: NotEqualTest(bound: number).range
        case .less: LessTest(bound: number).range
        case .lessOrEqual: LessOrEqualTest(bound: number).range
        case .greater: GreaterTest(bound: number).range
        case .greaterOrEqual: GreaterOrEqualTest(bound: number).range
        }
    }

    /// The operator with its sides changed over.
    var mirrored: ComparisonOperator {
        switch self {
        case .equal, .notEqual: return self
        case .less: return .greater
        case .lessOrEqual: return .greaterOrEqual
        case .greater: return .less
        case .greaterOrEqual: return .lessOrEqual
        }
    }
}
