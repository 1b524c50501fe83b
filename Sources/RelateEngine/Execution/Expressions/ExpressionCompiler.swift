import CypherSyntax

/// Bound expression → compiled expression. Parameters are constants of an execution.
struct ExpressionCompiler {
    let parameters: ParameterValues
    /// The operation's nested plans as operators, by their index.
    let nested: [Operator]

    func compile(_ expressions: [BoundExpression]) throws(EngineError) -> [VectorExpression] {
        var result: [VectorExpression] = []
        result.reserveCapacity(expressions.count)
        for expression in expressions { result.append(try compile(expression)) }
        return result
    }

    func compileOptional(_ expression: BoundExpression?) throws(EngineError) -> VectorExpression? {
        guard let expression else { return nil }
        return try compile(expression)
    }

    func compile(_ expression: BoundExpression) throws(EngineError) -> VectorExpression {
        switch expression {
        case .literal(let value): return ConstantExpression(value)
        case .parameter(let index): return ParameterExpression(parameters, at: index)
        case .slot(let slot): return SlotExpression(slot)
        case .placed(let inner, let span): return PlacedExpression(try compile(inner), span)
        case .property(let of, let key, let span): return PropertyExpression(try compile(of), key: key, span: span)
        case .subscriptOf(let of, let index, let span):
            return RowExpression([try compile(of), try compile(index)]) { operands, context throws(EngineError) in
                try ValueAccess.element(of: operands[0], at: operands[1], in: context.evaluation, at: span)
            }
        case .slice(let list, let from, let to, let span): return try compileSlice(list, from, to, at: span)
        case .list(let items):
            return folded(expression, RowExpression(try compile(items)) { operands, _ in .list(operands) })
        case .map(let entries): return try compileMap(entries, expression)
        case .and(let operands): return JunctionExpression(try compile(operands), isConjunction: true)
        case .or(let operands): return JunctionExpression(try compile(operands), isConjunction: false)
        case .xor(let operands): return ExclusiveOrExpression(try compile(operands))
        case .not(let operand): return NotExpression(try compile(operand))
        case .isNull(let operand, let negated): return NullTestExpression(try compile(operand), negated: negated)
        case .compare(let left, let comparison, let right):
            return CompareExpression(try compile(left), comparison, try compile(right))
        case .comparisonChain(let first, let rest): return try compileChain(first, rest)
        case .arithmetic(let left, let operation, let right, let span):
            return folded(
                expression, ArithmeticExpression(try compile(left), operation, try compile(right), span: span))
        case .arithmeticChain(let first, let rest): return try compileChain(first, rest)
        case .negate(let operand, let span):
            return folded(
                expression,
                RowExpression([try compile(operand)]) { operands, _ throws(EngineError) in
                    try Arithmetic.negate(operands[0], at: span)
                })
        case .string(let left, let operation, let right, let span):
            return StringExpression(try compile(left), operation, try compile(right), span)
        case .isIn(let element, let list): return MembershipExpression(try compile(element), try compile(list))
        case .hasLabels(let operand, let labels): return LabelTestExpression(try compile(operand), try compile(labels))
        case .isType(let operand, let type, let negated):
            return RowExpression([try compile(operand)]) { operands, _ in
                .bool(TypePredicate.holds(operands[0], type) != negated)
            }
        case .isNormalized(let operand, let form, let negated):
            return RowExpression([try compile(operand)], isNullPropagating: true) { operands, _ throws(EngineError) in
                guard case .string(let text) = operands[0] else { return .null }
                return .bool(try UnicodeNormalization.form(named: form).isNormalized(text) != negated)
            }
        case .function(let function, let arguments, let span):
            return try compileFunction(function, arguments, span, expression)
        case .caseWhen(let operand, let branches, let otherwise):
            return try compileCase(operand, branches, otherwise)
        case .listComprehension, .quantifier, .reduce, .allReduce: return try compileOverList(expression)
        case .mapProjection(let of, let items): return try compileMapProjection(of, items)
        case .path(let elements): return PathExpression(elements)
        case .degree(let slot, let types, let direction):
            return DegreeExpression(slot, types: types, direction: direction)
        case .nested(let kind, let plan, let column, let arguments, _):
            guard plan < nested.count else { throw .internalError("a nested plan is missing") }
            return SubqueryExpression(kind, nested[plan], column: column, arguments: arguments)
        case .exists, .count, .collect, .patternComprehension:
            throw .internalError("a subquery without a plan")
        }
    }

    // MARK: Kinds with more to them

    /// An expression of constants alone is evaluated once.
    private func folded(_ expression: BoundExpression, _ compiled: VectorExpression) -> VectorExpression {
        expression.isConstant ? FoldedExpression(compiled) : compiled
    }

    private func compileSlice(
        _ list: BoundExpression, _ from: BoundExpression?, _ to: BoundExpression?, at span: SourceSpan
    ) throws(EngineError) -> VectorExpression {
        var operands = [try compile(list)]
        let fromPlace = from == nil ? nil : operands.count
        if let from { operands.append(try compile(from)) }
        let toPlace = to == nil ? nil : operands.count
        if let to { operands.append(try compile(to)) }
        return RowExpression(operands) { operands, _ throws(EngineError) in
            try ValueAccess.slice(
                of: operands[0], from: fromPlace.map { operands[$0] }, to: toPlace.map { operands[$0] }, at: span)
        }
    }

    private func compileMap(
        _ entries: [(key: String, value: BoundExpression)], _ expression: BoundExpression
    ) throws(EngineError) -> VectorExpression {
        let keys = entries.map(\.key)
        let compiled = RowExpression(try compile(entries.map(\.value))) { operands, _ in
            .map(MapValue(Array(zip(keys, operands).map { (key: $0, value: $1) })))
        }
        return folded(expression, compiled)
    }

    private func compileChain(
        _ first: BoundExpression, _ rest: [(ComparisonOperator, BoundExpression)]
    ) throws(EngineError) -> VectorExpression {
        var tests: [VectorExpression] = []
        var left = try compile(first)
        for (comparison, operand) in rest {
            let right = try compile(operand)
            tests.append(CompareExpression(left, comparison, right))
            left = right
        }
        return JunctionExpression(tests, isConjunction: true)
    }

    private func compileChain(
        _ first: BoundExpression, _ rest: [(ArithmeticOperator, BoundExpression, SourceSpan)]
    ) throws(EngineError) -> VectorExpression {
        guard rest.count > 8 else {
            var result = try compile(first)
            for (operation, operand, span) in rest {
                result = ArithmeticExpression(result, operation, try compile(operand), span: span)
            }
            return result
        }
        // A long chain is folded by a loop, not by as many levels of calls.
        let steps = rest.map { ($0.0, $0.2) }
        var operands = [try compile(first)]
        for (_, operand, _) in rest { operands.append(try compile(operand)) }
        return RowExpression(operands) { operands, _ throws(EngineError) in
            var result = operands[0]
            for (index, step) in steps.enumerated() {
                try Arithmetic.extend(&result, step.0, by: operands[index + 1], at: step.1)
            }
            return result
        }
    }

    private func compile(_ labels: LabelExpression) throws(EngineError) -> LabelTestExpression.Test {
        func all(_ parts: [LabelExpression]) throws(EngineError) -> [LabelTestExpression.Test] {
            var result: [LabelTestExpression.Test] = []
            for part in parts { result.append(try compile(part)) }
            return result
        }
        switch labels {
        case .label(let name): return .label(name)
        case .dynamic(let expression, let isAll): return .dynamic(try compile(expression), isAll: isAll)
        case .wildcard: return .wildcard
        case .not(let inner): return .not(try compile(inner))
        case .and(let parts): return .and(try all(parts))
        case .or(let parts): return .or(try all(parts))
        }
    }

    private func compileFunction(
        _ function: FunctionDefinition, _ arguments: [BoundExpression], _ span: SourceSpan,
        _ expression: BoundExpression
    ) throws(EngineError) -> VectorExpression {
        let operands = try compile(arguments)
        if function.name == "coalesce" { return CoalesceExpression(operands) }
        guard case .scalar(let body) = function.body else {
            throw .internalError("an aggregate outside an aggregation")
        }
        let compiled = RowExpression(operands, isNullPropagating: function.isNullPropagating) {
            operands, context throws(EngineError) in
            do throws(EngineError) {
                return try body(operands, context.evaluation)
            } catch {
                throw error.at(span)
            }
        }
        if function.name == "toInteger", operands.count == 1, case .property = arguments[0].unplaced {
            return TextIntegerExpression(operands[0], general: compiled)
        }
        return folded(expression, compiled)
    }

    private func compileCase(
        _ operand: BoundExpression?, _ branches: [(test: BoundCaseTest, value: BoundExpression)],
        _ otherwise: BoundExpression?
    ) throws(EngineError) -> VectorExpression {
        var compiled: [ConditionalExpression.Branch] = []
        for branch in branches {
            switch branch.test {
            case .value(let test):
                compiled.append(ConditionalExpression.Branch(test: try compile(test), value: try compile(branch.value)))
            case .predicate(let test, let slot):
                compiled.append(
                    ConditionalExpression.Branch(
                        test: try compile(test), operandSlot: slot, value: try compile(branch.value)))
            }
        }
        return ConditionalExpression(
            operand: try compileOptional(operand), branches: compiled, otherwise: try compileOptional(otherwise))
    }

    private func compileOverList(_ expression: BoundExpression) throws(EngineError) -> VectorExpression {
        /// Outer slots that the expressions run on elements read.
        func batches(_ element: Slot, _ inner: [BoundExpression?], hiding own: [Slot]) -> ElementBatches {
            var slots = SlotSet()
            for case .some(let expression) in inner { expression.collectFreeSlots(into: &slots) }
            for slot in own { slots.remove(slot) }
            return ElementBatches(outerSlots: slots.indices, element: element)
        }
        switch expression {
        case .listComprehension(let element, let list, let predicate, let projection):
            return ListComprehensionExpression(
                batches(element, [predicate, projection], hiding: [element]), list: try compile(list),
                predicate: try compileOptional(predicate), projection: try compileOptional(projection))
        case .quantifier(let kind, let element, let list, let predicate):
            return QuantifierExpression(
                kind, batches(element, [predicate], hiding: [element]), list: try compile(list),
                predicate: try compile(predicate))
        case .reduce(let accumulator, let initial, let element, let list, let step):
            return ReduceExpression(
                batches(element, [step], hiding: [element, accumulator]), accumulator: accumulator,
                initial: try compile(initial), list: try compile(list), step: try compile(step))
        case .allReduce(let accumulator, let initial, let element, let list, let step, let predicate):
            return ReduceExpression(
                batches(element, [step, predicate], hiding: [element, accumulator]), accumulator: accumulator,
                initial: try compile(initial), list: try compile(list), step: try compile(step),
                predicate: try compile(predicate))
        default: throw .internalError("not an expression over a list")
        }
    }

    private func compileMapProjection(
        _ of: BoundExpression, _ items: [MapProjectionItem]
    ) throws(EngineError) -> VectorExpression {
        var operands = [try compile(of)]
        let span = operands[0].span
        for case .entry(_, let value) in items { operands.append(try compile(value)) }
        return RowExpression(operands) { operands, context throws(EngineError) in
            if case .null = operands[0] { return .null }
            var entries: [(key: String, value: Value)] = []
            var next = 1
            for item in items {
                switch item {
                case .property(let key):
                    let value = try ValueAccess.property(key, of: operands[0], in: context.evaluation, at: span)
                    entries.append((key, value))
                case .allProperties:
                    let all = try Self.properties(of: operands[0], context, at: span)
                    for (index, key) in all.keys.enumerated() { entries.append((key, all.values[index])) }
                case .entry(let key, _):
                    entries.append((key, operands[next]))
                    next += 1
                }
            }
            return .map(MapValue(entries))
        }
    }

    /// All properties of an element, or a map itself.
    static func properties(
        of value: Value, _ context: ExecutionContext, at span: SourceSpan?
    ) throws(EngineError) -> MapValue {
        switch value {
        case .map(let map): return map
        case .node(let node):
            guard context.transaction.state.exists(node) else {
                throw EngineError.deletedEntityAccess("the node").at(span)
            }
            return context.evaluation.graph.properties(of: node)
        case .relationship(let relationship):
            guard context.transaction.state.exists(relationship) else {
                throw EngineError.deletedEntityAccess("the relationship").at(span)
            }
            return context.evaluation.graph.properties(of: relationship)
        default:
            throw .typeMismatch("Expected a MAP, NODE or RELATIONSHIP, got \(value.typeName)", at: span)
        }
    }
}

/// An expression without variables: evaluated on the first row that needs it, then constant.
final class FoldedExpression: VectorExpression {
    private let expression: VectorExpression
    private var value: Value?

    init(_ expression: VectorExpression) { self.expression = expression }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        if let value { return .constant(value) }
        guard !rows.isEmpty else { return .constant(.null) }
        // No variable of outside is read, but comprehensions and folds inside have slots of their own.
        let unit = RowBatch.unit(slotCount: context.slotCount)
        let value = try expression.evaluate(unit, unit.selection, context).value(at: 0, context.strings)
        self.value = value
        return .constant(value)
    }
}

/// `element IN list`; a constant list is looked up by hash.
final class MembershipExpression: VectorExpression {
    private let element: VectorExpression
    private let list: VectorExpression
    /// The last constant list and what was made of it. In a subquery the constant is another for each outer row.
    private var ready: (items: [Value], list: MembershipList)?
    /// The last list that a single row was tested with.
    private var seen: [Value]?

    init(_ element: VectorExpression, _ list: VectorExpression) {
        self.element = element
        self.list = list
    }

    /// Lists from this length on get a hash table.
    private static let hashedLength = 8

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let elements = try element.evaluate(batch, rows, context)
        let lists = try list.evaluate(batch, rows, context)
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        let strings = context.strings
        if case .constant(.list(let items)) = lists, items.count >= Self.hashedLength,
            rows.count > 1 || isSeenAgain(items)
        {
            let list = try prepared(items, context)
            rows.forEach { row in
                guard let found = list.contains(elements.value(at: row, strings)) else { return }
                out.base[row] = found ? 1 : 0
                out.setValid(row)
            }
            return .bools(out)
        }
        try rows.forEach { row throws(EngineError) in
            let value = lists.value(at: row, strings)
            guard let items = try ElementBatches.elements(value, of: "IN", at: self.list.span) else { return }
            if let found = Equality.isIn(elements.value(at: row, strings), items) {
                out.base[row] = found ? 1 : 0
                out.setValid(row)
            }
        }
        return .bools(out)
    }

    /// For a single test a list is walked; the table takes longer to make.
    private func isSeenAgain(_ items: [Value]) -> Bool {
        if let seen, seen.isSameArray(as: items) { return true }
        seen = items
        return false
    }

    private func prepared(_ items: [Value], _ context: ExecutionContext) throws(EngineError) -> MembershipList {
        if let ready, ready.items.isSameArray(as: items) { return ready.list }
        let list = try MembershipList(items) { () throws(EngineError) in try context.checkInterrupt() }
        ready = (items, list)
        return list
    }
}

extension BoundExpression {
    /// Neither variables nor subqueries nor chance: one evaluation serves the statement.
    var isConstant: Bool {
        switch self {
        case .slot, .path, .degree, .exists, .count, .collect, .patternComprehension, .nested: return false
        case .function(let function, let arguments, _):
            return (function.isDeterministic || function.isFixedInStatement) && arguments.allSatisfy(\.isConstant)
        default:
            var isConstant = true
            forEachChild { if isConstant, !$0.isConstant { isConstant = false } }
            return isConstant
        }
    }
}
