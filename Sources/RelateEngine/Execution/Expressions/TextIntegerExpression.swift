import CypherSyntax

/// `toInteger(row.key)`: where the rows are those of a table of texts, their digits are read where they lie.
final class TextIntegerExpression: VectorExpression {
    private let operand: VectorExpression
    /// The function as it is of any value.
    private let general: VectorExpression

    init(_ operand: VectorExpression, general: VectorExpression) {
        self.operand = operand
        self.general = general
    }

    override var span: SourceSpan? { general.span }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        if let (texts, places) = operand.texts(batch),
            let integers = texts.integers(rows, at: places, rowCount: batch.rowCount)
        {
            try context.checkInterrupt()
            return .ints(integers)
        }
        return try general.evaluate(batch, rows, context)
    }
}
