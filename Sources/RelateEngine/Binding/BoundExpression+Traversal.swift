import CypherSyntax

extension BoundExpression {
    /// The expressions directly inside this one, from left to right; subqueries are not entered.
    package func forEachChild(_ body: (BoundExpression) -> Void) {
        switch self {
        case .literal, .parameter, .slot, .exists, .count, .collect, .path, .nested, .degree: break
        case .patternComprehension: break
        case .property(let of, _, _), .placed(let of, _): body(of)
        case .subscriptOf(let of, let index, _):
            body(of)
            body(index)
        case .slice(let list, let from, let to, _):
            body(list)
            from.map(body)
            to.map(body)
        case .list(let items), .and(let items), .or(let items), .xor(let items): items.forEach(body)
        case .map(let entries): entries.forEach { body($0.value) }
        case .not(let operand), .negate(let operand, _), .isNull(let operand, _): body(operand)
        case .hasLabels(let operand, let labels):
            body(operand)
            labels.forEachExpression(body)
        case .isType(let operand, _, _), .isNormalized(let operand, _, _): body(operand)
        case .compare(let left, _, let right), .string(let left, _, let right, _), .isIn(let left, let right):
            body(left)
            body(right)
        case .arithmetic(let left, _, let right, _):
            body(left)
            body(right)
        case .comparisonChain(let first, let rest):
            body(first)
            rest.forEach { body($0.1) }
        case .arithmeticChain(let first, let rest):
            body(first)
            rest.forEach { body($0.1) }
        case .function(_, let arguments, _): arguments.forEach(body)
        case .caseWhen(let operand, let branches, let otherwise):
            operand.map(body)
            for branch in branches {
                switch branch.test {
                case .value(let test), .predicate(let test, _): body(test)
                }
                body(branch.value)
            }
            otherwise.map(body)
        case .listComprehension(_, let list, let predicate, let projection):
            body(list)
            predicate.map(body)
            projection.map(body)
        case .quantifier(_, _, let list, let predicate):
            body(list)
            body(predicate)
        case .reduce(_, let initial, _, let list, let step):
            body(initial)
            body(list)
            body(step)
        case .allReduce(_, let initial, _, let list, let step, let predicate):
            body(initial)
            body(list)
            body(step)
            body(predicate)
        case .mapProjection(let of, let items):
            body(of)
            for case .entry(_, let value) in items { body(value) }
        }
    }

    /// This expression with each direct child put through `transform`.
    package func mappingChildren(
        _ transform: (BoundExpression) throws(EngineError) -> BoundExpression
    ) throws(EngineError) -> BoundExpression {
        func all(_ expressions: [BoundExpression]) throws(EngineError) -> [BoundExpression] {
            var result: [BoundExpression] = []
            result.reserveCapacity(expressions.count)
            for expression in expressions { result.append(try transform(expression)) }
            return result
        }
        func one(_ expression: BoundExpression?) throws(EngineError) -> BoundExpression? {
            guard let expression else { return nil }
            return try transform(expression)
        }
        switch self {
        case .literal, .parameter, .slot, .exists, .count, .collect, .path, .nested, .degree, .patternComprehension:
            return self
        case .placed(let inner, let span): return .placed(try transform(inner), span)
        case .property(let of, let key, let span): return .property(of: try transform(of), key: key, span: span)
        case .subscriptOf(let of, let index, let span):
            return .subscriptOf(try transform(of), index: try transform(index), span: span)
        case .slice(let list, let from, let to, let span):
            return .slice(try transform(list), from: try one(from), to: try one(to), span: span)
        case .list(let items): return .list(try all(items))
        case .and(let items): return .and(try all(items))
        case .or(let items): return .or(try all(items))
        case .xor(let items): return .xor(try all(items))
        case .map(let entries):
            var result: [(key: String, value: BoundExpression)] = []
            for entry in entries { result.append((entry.key, try transform(entry.value))) }
            return .map(result)
        case .not(let operand): return .not(try transform(operand))
        case .negate(let operand, let span): return .negate(try transform(operand), span: span)
        case .isNull(let operand, let negated): return .isNull(try transform(operand), negated: negated)
        case .hasLabels(let operand, let labels):
            return .hasLabels(try transform(operand), try labels.mappingExpressions(transform))
        case .isType(let operand, let type, let negated):
            return .isType(try transform(operand), type, negated: negated)
        case .isNormalized(let operand, let form, let negated):
            return .isNormalized(try transform(operand), form: form, negated: negated)
        case .compare(let left, let op, let right): return .compare(try transform(left), op, try transform(right))
        case .string(let left, let op, let right, let span):
            return .string(try transform(left), op, try transform(right), span: span)
        case .isIn(let left, let right): return .isIn(try transform(left), try transform(right))
        case .arithmetic(let left, let op, let right, let span):
            return .arithmetic(try transform(left), op, try transform(right), span: span)
        case .comparisonChain(let first, let rest):
            var result: [(ComparisonOperator, BoundExpression)] = []
            let head = try transform(first)
            for (op, operand) in rest { result.append((op, try transform(operand))) }
            return .comparisonChain(first: head, result)
        case .arithmeticChain(let first, let rest):
            var result: [(ArithmeticOperator, BoundExpression, SourceSpan)] = []
            let head = try transform(first)
            for (op, operand, span) in rest { result.append((op, try transform(operand), span)) }
            return .arithmeticChain(first: head, result)
        case .function(let function, let arguments, let span):
            return .function(function, try all(arguments), span: span)
        case .caseWhen(let operand, let branches, let otherwise):
            let newOperand = try one(operand)
            var result: [(test: BoundCaseTest, value: BoundExpression)] = []
            for branch in branches {
                let test: BoundCaseTest
                switch branch.test {
                case .value(let expression): test = .value(try transform(expression))
                case .predicate(let expression, let slot): test = .predicate(try transform(expression), operand: slot)
                }
                result.append((test, try transform(branch.value)))
            }
            return .caseWhen(operand: newOperand, branches: result, otherwise: try one(otherwise))
        case .listComprehension(let element, let list, let predicate, let projection):
            return .listComprehension(
                element: element, list: try transform(list), predicate: try one(predicate),
                projection: try one(projection))
        case .quantifier(let kind, let element, let list, let predicate):
            return .quantifier(kind, element: element, list: try transform(list), predicate: try transform(predicate))
        case .reduce(let accumulator, let initial, let element, let list, let step):
            return .reduce(
                accumulator: accumulator, initial: try transform(initial), element: element,
                list: try transform(list), step: try transform(step))
        case .allReduce(let accumulator, let initial, let element, let list, let step, let predicate):
            return .allReduce(
                accumulator: accumulator, initial: try transform(initial), element: element,
                list: try transform(list), step: try transform(step), predicate: try transform(predicate))
        case .mapProjection(let of, let items):
            let newOf = try transform(of)
            var result: [MapProjectionItem] = []
            for item in items {
                if case .entry(let key, let value) = item {
                    result.append(.entry(key: key, value: try transform(value)))
                } else {
                    result.append(item)
                }
            }
            return .mapProjection(newOf, result)
        }
    }

    /// Where it stands, for those that carry their place with them.
    package var place: SourceSpan? {
        if case .placed(_, let span) = self { span } else { nil }
    }

    /// The expression without the place around it.
    package var unplaced: BoundExpression {
        if case .placed(let inner, _) = self { inner.unplaced } else { self }
    }

    /// Slots that must have a value before this can be evaluated: those it reads, less those it brings itself.
    package var freeSlots: SlotSet {
        var result = SlotSet()
        collectFreeSlots(into: &result)
        return result
    }

    package func collectFreeSlots(into slots: inout SlotSet) {
        switch self {
        case .slot(let slot), .degree(let slot, _, _): slots.insert(slot)
        case .path(let elements): elements.forEach { slots.insert($0) }
        case .exists(_, let arguments), .count(_, let arguments), .collect(_, _, let arguments),
            .nested(_, _, _, let arguments, _):
            arguments.forEach { slots.insert($0) }
        case .patternComprehension(let match, _): match.arguments.forEach { slots.insert($0) }
        case .listComprehension(let element, _, _, _), .quantifier(_, let element, _, _):
            collectChildren(into: &slots, hiding: [element])
        case .reduce(let accumulator, _, let element, _, _), .allReduce(let accumulator, _, let element, _, _, _):
            collectChildren(into: &slots, hiding: [accumulator, element])
        case .caseWhen(_, let branches, _):
            var own: [Slot] = []
            for branch in branches {
                if case .predicate(_, let operand) = branch.test { own.append(operand) }
            }
            collectChildren(into: &slots, hiding: own)
        default: forEachChild { $0.collectFreeSlots(into: &slots) }
        }
    }

    private func collectChildren(into slots: inout SlotSet, hiding own: [Slot]) {
        var inner = SlotSet()
        forEachChild { $0.collectFreeSlots(into: &inner) }
        own.forEach { inner.remove($0) }
        slots.formUnion(inner)
    }

    /// Somewhere inside is a subquery that needs a plan.
    package var hasSubquery: Bool {
        switch self {
        case .exists, .count, .collect, .patternComprehension, .nested: return true
        default:
            var found = false
            forEachChild { if !found, $0.hasSubquery { found = true } }
            return found
        }
    }

    /// Evaluated once more, it may give another value though nothing has changed, as `rand()` does.
    package var draws: Bool {
        switch self {
        case .function(let function, let arguments, _): return function.draws || arguments.contains(where: \.draws)
        case .exists(let query, _), .count(let query, _), .collect(let query, _, _):
            return ClauseEffects(of: query).draws
        case .patternComprehension(let match, let projection):
            return ClauseEffects(of: .match(match)).draws || projection.draws
        case .nested(_, _, _, _, let source): return source.draws
        default:
            var found = false
            forEachChild { if !found, $0.draws { found = true } }
            return found
        }
    }

    /// The predicates whose conjunction this is.
    package var conjuncts: [BoundExpression] {
        if case .and(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}

extension LabelExpression {
    package func forEachExpression(_ body: (BoundExpression) -> Void) {
        switch self {
        case .label, .wildcard: break
        case .dynamic(let expression, _): body(expression)
        case .not(let inner): inner.forEachExpression(body)
        case .and(let parts), .or(let parts): parts.forEach { $0.forEachExpression(body) }
        }
    }

    package func mappingExpressions(
        _ transform: (BoundExpression) throws(EngineError) -> BoundExpression
    ) throws(EngineError) -> LabelExpression {
        switch self {
        case .label, .wildcard: return self
        case .dynamic(let expression, let isAll): return .dynamic(try transform(expression), isAll: isAll)
        case .not(let inner): return .not(try inner.mappingExpressions(transform))
        case .and(let parts):
            var result: [LabelExpression] = []
            for part in parts { result.append(try part.mappingExpressions(transform)) }
            return .and(result)
        case .or(let parts):
            var result: [LabelExpression] = []
            for part in parts { result.append(try part.mappingExpressions(transform)) }
            return .or(result)
        }
    }

    /// The names, where this is a plain name or a disjunction of names: what an expand can follow by itself.
    package var plainAlternatives: [String]? {
        switch self {
        case .label(let name): return [name]
        case .or(let parts):
            var result: [String] = []
            var seen: Set<String> = []
            for part in parts {
                if case .label(let name) = part {
                    if seen.insert(name).inserted { result.append(name) }
                    continue
                }
                guard let names = part.plainAlternatives else { return nil }
                for name in names where seen.insert(name).inserted { result.append(name) }
            }
            return result
        case .and(let parts) where parts.count == 1: return parts[0].plainAlternatives
        default: return nil
        }
    }

    /// Labels that every match has for sure.
    package var requiredLabels: [String] {
        switch self {
        case .label(let name): return [name]
        case .and(let parts): return parts.flatMap(\.requiredLabels)
        case .or(let parts) where parts.count == 1: return parts[0].requiredLabels
        default: return []
        }
    }
}
