import CypherSyntax

/// `STARTS WITH`, `ENDS WITH`, `CONTAINS`, `=~`. Of pooled strings each distinct one is tested once a statement.
final class StringExpression: VectorExpression {
    private let left: VectorExpression
    private let operation: StringOperator
    private let right: VectorExpression
    /// The place of the right side, for patterns that are none.
    /// Of the right operand, where a regular expression may be wrong.
    private let patternSpan: SourceSpan?
    /// By string number: 0 not tested yet, 1 no, 2 yes; for `knownText` alone.
    private let known = ElementBuffer<UInt8>()
    private var knownText: String?
    @exclusivity(unchecked) private var needle = Needle("")
    private let patterns = RegexCache()

    init(_ left: VectorExpression, _ operation: StringOperator, _ right: VectorExpression, _ span: SourceSpan?) {
        self.left = left
        self.operation = operation
        self.right = right
        patternSpan = span
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let leftVector = try left.evaluate(batch, rows, context)
        let rightVector = try right.evaluate(batch, rows, context)
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        if case .pooled(let pooled) = leftVector, case .constant(.string(let text)) = rightVector {
            prepare(text)
            try rows.forEach { row throws(EngineError) in
                guard pooled.isValid(row) else { return }
                try context.checkInterrupt()
                out.base[row] = try holds(pooled[row], text, context.strings) ? 1 : 0
                out.setValid(row)
            }
            return .bools(out)
        }
        try rows.forEach { row throws(EngineError) in
            try context.checkInterrupt()
            let outcome = try holds(
                leftVector.value(at: row, context.strings), rightVector.value(at: row, context.strings))
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
        if case .pooled(let pooled) = leftVector, case .constant(.string(let text)) = rightVector {
            prepare(text)
            return try select(pooled, rows, text, context)
        }
        return try rows.filtered { row throws(EngineError) in
            try context.checkInterrupt()
            return try holds(
                leftVector.value(at: row, context.strings), rightVector.value(at: row, context.strings)) ?? false
        }
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        guard operation != .matches, case .string(let text)? = right.constantValue,
            let property = left as? PropertyExpression
        else { return false }
        return try property.narrow(&rows, context, to: .string) { chunk, rows throws(EngineError) in
            // Texts may be long.
            try context.checkInterrupt()
            prepare(text)
            let (numbers, strings) = (chunk.strings, context.strings)
            if operation == .contains {
                let needle = needle
                try needle.withPart { part throws(EngineError) in
                    try rows.filter(presentIn: chunk) { row in contains(numbers[row], needle, part, strings) }
                }
                return
            }
            try rows.filter(presentIn: chunk) { row throws(EngineError) in
                let place = Int(numbers[row])
                if place < known.count, known.base[place] != 0 { return known.base[place] == 2 }
                return try holds(numbers[row], text, strings)
            }
        }
    }

    private func select(
        _ pooled: TypedVector<UInt32>, _ rows: Selection, _ text: String, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        let strings = context.strings
        if operation == .contains { return selectContaining(pooled, rows, strings) }
        let buffer = Selection.Buffer(capacity: rows.count)
        var kept = 0
        for index in 0..<rows.count {
            let row = rows.row(at: index)
            guard pooled.isValid(row) else { continue }
            let number = pooled[row]
            let place = Int(number)
            let outcome = place < known.count ? known.base[place] : 0
            buffer.rows[kept] = UInt16(truncatingIfNeeded: row)
            if outcome != 0 {
                kept &+= Int(outcome) &- 1
            } else {
                try context.checkInterrupt()
                if try holds(number, text, strings) { kept &+= 1 }
            }
        }
        return Selection(buffer, count: kept)
    }

    private func selectContaining(
        _ pooled: TypedVector<UInt32>, _ rows: Selection, _ strings: StringPool
    ) -> Selection {
        let buffer = Selection.Buffer(capacity: rows.count)
        var kept = 0
        let needle = needle
        needle.withPart { part in
            for index in 0..<rows.count {
                let row = rows.row(at: index)
                guard pooled.isValid(row) else { continue }
                buffer.rows[kept] = UInt16(truncatingIfNeeded: row)
                kept &+= contains(pooled[row], needle, part, strings) ? 1 : 0
            }
        }
        return Selection(buffer, count: kept)
    }

    @inline(__always)
    private func contains(
        _ number: UInt32, _ needle: Needle, _ part: UnsafeBufferPointer<UInt8>, _ strings: StringPool
    ) -> Bool {
        let place = Int(number)
        if place < known.count, known.base[place] != 0 { return known.base[place] == 2 }
        let isIn = needle.isIn(strings.utf8(of: number), part: part)
        note(number, isIn, strings)
        return isIn
    }

    private func prepare(_ text: String) {
        if let knownText, knownText.hasSameBytes(as: text) { return }
        known.removeAll()
        knownText = text
        needle = Needle(text)
    }

    private func holds(_ number: UInt32, _ text: String, _ strings: StringPool) throws(EngineError) -> Bool {
        let place = Int(number)
        if place < known.count, known.base[place] != 0 { return known.base[place] == 2 }
        let outcome: Bool
        switch operation {
        case .matches: outcome = try holds(.string(strings.string(of: number)), .string(text)) ?? false
        case .startsWith:
            outcome = strings.withBytes(of: number) { bytes in text.withBytes { bytes.starts(with: $0) } }
        case .endsWith:
            outcome = strings.withBytes(of: number) { bytes in
                text.withBytes { part in
                    bytes.count >= part.count && bytes[(bytes.count - part.count)...].elementsEqual(part)
                }
            }
        case .contains:
            outcome = strings.withBytes(of: number) { needle.isIn($0) }
        }
        note(number, outcome, strings)
        return outcome
    }

    /// Keeps what is known of a string.
    @inline(__always)
    private func note(_ number: UInt32, _ outcome: Bool, _ strings: StringPool) {
        let place = Int(number)
        if place >= known.count { makeRoom(for: place, strings) }
        known.base[place] = outcome ? 2 : 1
    }

    private func makeRoom(for place: Int, _ strings: StringPool) {
        // A short list of strings does not ask for room for all.
        let room = min(max(place + 1, strings.count), max(place + 1, known.count * 2 + 1024))
        known.append(repeating: 0, count: room - known.count)
    }

    private func holds(_ left: Value, _ right: Value) throws(EngineError) -> Bool? {
        guard operation == .matches, case .string(let text) = left, case .string(let pattern) = right else {
            return try StringOperators.holds(left, operation, right)
        }
        do throws(EngineError) {
            return try patterns.matches(text, pattern)
        } catch {
            throw error.at(patternSpan)
        }
    }
}
