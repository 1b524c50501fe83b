import CypherSyntax

extension Expression {
    /// Calls `visit` with this expression and, where that says so, with those in it; subqueries are not entered.
    func walk(_ visit: (Expression) -> Bool) {
        guard visit(self) else { return }
        forEachPart { $0.walk(visit) }
    }

    private func forEachPart(_ visit: (Expression) -> Void) {
        switch kind {
        case .null, .boolean, .integer, .float, .string, .parameter, .variable, .countStar, .keyword, .caseOperand,
            .exists, .count, .collect, .pattern:
            break
        case .interpolatedString(let segments):
            for case .expression(let part) in segments { visit(part) }
        case .list(let parts), .and(let parts), .or(let parts), .xor(let parts): parts.forEach(visit)
        case .map(let entries): entries.forEach { visit($0.value) }
        case .property(let part, _), .not(let part), .negate(let part), .unaryPlus(let part), .isNull(let part, _),
            .isTyped(let part, _, _), .isNormalized(let part, _, _), .hasLabels(let part, _, _):
            visit(part)
        case .subscriptOf(let part, let index), .isIn(let part, let index), .stringPredicate(let part, _, let index):
            visit(part)
            visit(index)
        case .slice(let part, let from, let to):
            visit(part)
            from.map(visit)
            to.map(visit)
        case .comparison(let first, let links):
            visit(first)
            links.forEach { visit($0.operand) }
        case .arithmetic(let first, let links):
            visit(first)
            links.forEach { visit($0.operand) }
        default: forEachScopedPart(visit)
        }
    }

    private func forEachScopedPart(_ visit: (Expression) -> Void) {
        switch kind {
        case .function(let call): call.arguments.forEach(visit)
        case .trim(_, let characters, let source):
            characters.map(visit)
            visit(source)
        case .caseWhen(let expression):
            expression.operand.map(visit)
            for branch in expression.branches {
                for case .value(let test) in branch.tests { visit(test) }
                for case .predicate(let test) in branch.tests { visit(test) }
                visit(branch.value)
            }
            expression.otherwise.map(visit)
        case .listComprehension(_, let list, let predicate, let projection):
            visit(list)
            predicate.map(visit)
            projection.map(visit)
        case .patternComprehension(_, let predicate, let projection):
            predicate.map(visit)
            visit(projection)
        case .quantifier(_, _, let list, let predicate):
            visit(list)
            predicate.map(visit)
        case .reduce(let reduction): [reduction.initial, reduction.list, reduction.step].forEach(visit)
        case .allReduce(let reduction, let predicate):
            [reduction.initial, reduction.list, reduction.step, predicate].forEach(visit)
        case .mapProjection(_, let items):
            for case .entry(let entry) in items { visit(entry.value) }
        default: break
        }
    }
}
