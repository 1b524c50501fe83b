import CypherSyntax

/// A bound expression and what is known of its value.
struct Typed {
    var expression: BoundExpression
    var type: StaticType

    init(_ expression: BoundExpression, _ type: StaticType) {
        self.expression = expression
        self.type = type
    }
}

// Expressions. Each kind has a short function of its own, so that no frame of the recursion is large.

extension StatementBinder {
    func bind(_ expression: Expression) throws(EngineError) -> Typed {
        let allowsPattern = self.allowsPattern
        self.allowsPattern = false
        try enter()
        defer { leave() }
        if !projected.isEmpty, let match = projectedMatch(expression) { return match }
        switch expression.kind {
        case .null, .boolean, .integer, .float, .string: return literal(expression.kind)
        case .parameter(let parameter): return Typed(self.parameter(parameter.name), .any)
        case .variable(let name): return try variable(name)
        case .pattern(let pattern): return try patternExpression(pattern, isPredicate: allowsPattern)
        default: return try composite(expression)
        }
    }

    /// An expression whose value alone matters.
    func value(_ expression: Expression) throws(EngineError) -> BoundExpression { try bind(expression).expression }

    /// An expression whose value a run may refuse, with its place.
    func placed(_ expression: Expression) throws(EngineError) -> BoundExpression {
        .placed(try value(expression), expression.span)
    }

    /// The expression, with its place unless its value is sure to be null or of the type.
    func placed(_ typed: Typed, unless type: StaticType, at span: SourceSpan) -> BoundExpression {
        let known = typed.type.withoutNullability
        if known == type { return typed.expression }
        if case .list = known, case .list = type { return typed.expression }
        return .placed(typed.expression, span)
    }

    func optionalValue(_ expression: Expression?) throws(EngineError) -> BoundExpression? {
        guard let expression else { return nil }
        return try value(expression)
    }

    private func composite(_ expression: Expression) throws(EngineError) -> Typed {
        switch expression.kind {
        case .property(let base, let key): return try property(expression, of: base, key)
        case .function(let call): return try function(call, at: expression.span, source: expression)
        case .countStar: return try countStar(at: expression.span, source: expression)
        case .and(let operands): return try logical(operands, name: "AND", BoundExpression.and)
        case .or(let operands): return try logical(operands, name: "OR", BoundExpression.or)
        case .xor(let operands): return try logical(operands, name: "XOR", BoundExpression.xor)
        case .not(let operand): return Typed(.not(try predicate(operand)), .boolean)
        case .comparison(let first, let links): return try comparison(first, links)
        case .arithmetic(let first, let links): return try arithmetic(first, links)
        case .isNull(let operand, let isNegated):
            return Typed(.isNull(try value(operand), negated: isNegated), .boolean)
        case .list(let elements): return try list(elements)
        case .map(let entries): return try map(entries)
        default: return try rarer(expression)
        }
    }

    private func rarer(_ expression: Expression) throws(EngineError) -> Typed {
        switch expression.kind {
        case .negate(let operand): return try negation(operand, at: expression.span)
        case .unaryPlus(let operand): return try unaryPlus(operand)
        case .stringPredicate(let left, let comparison, let right): return try stringPredicate(left, comparison, right)
        case .isIn(let element, let list): return try membership(element, list)
        case .isTyped(let operand, let type, let isNegated):
            return Typed(.isType(try value(operand), staticType(type), negated: isNegated), .boolean)
        case .isNormalized(let operand, let form, let isNegated):
            return Typed(.isNormalized(try value(operand), form: form.rawValue, negated: isNegated), .boolean)
        case .hasLabels(let operand, let labels, let isNegated): return try labelTest(operand, labels, isNegated)
        case .subscriptOf(let base, let index): return try element(of: base, index, at: expression.span)
        case .slice(let base, let from, let to): return try slice(base, from, to, at: expression.span)
        case .trim, .keyword, .interpolatedString: return try textForm(expression)
        case .caseWhen(let expression): return try caseWhen(expression)
        case .caseOperand: return try caseOperandRead(at: expression.span)
        default: return try scoped(expression)
        }
    }

    private func scoped(_ expression: Expression) throws(EngineError) -> Typed {
        switch expression.kind {
        case .listComprehension(let variable, let list, let predicate, let projection):
            return try listComprehension(variable, list, predicate, projection)
        case .quantifier(let kind, let variable, let list, let predicate):
            return try quantifier(kind, variable, list, predicate, at: expression.span)
        case .reduce(let reduction): return try reduce(reduction)
        case .allReduce(let reduction, let predicate): return try allReduce(reduction, predicate)
        case .mapProjection(let variable, let items): return try mapProjection(variable, items)
        case .patternComprehension(let pattern, let predicate, let projection):
            return try patternComprehension(pattern, predicate, projection, at: expression.span)
        case .exists(let subquery): return try exists(subquery)
        case .count(let subquery): return try count(subquery)
        case .collect(let subquery): return try collect(subquery)
        default:
            throw .unexpectedSyntax("This expression cannot stand here", at: expression.span)
        }
    }

    // MARK: Leaves

    private func literal(_ kind: Expression.Kind) -> Typed {
        switch kind {
        case .boolean(let value): Typed(.literal(.bool(value)), .boolean)
        case .integer(let value): Typed(.literal(.int(value)), .integer)
        case .float(let value): Typed(.literal(.float(value)), .float)
        case .string(let value): Typed(.literal(.string(value)), .string)
        default: Typed(.literal(.null), .null)
        }
    }

    private func variable(_ name: Name) throws(EngineError) -> Typed {
        guard let slot = scope[name.text] else { throw undefined(name) }
        noteLooseRead(slot, name.text, at: name.span)
        let target = try resolve(name)
        return Typed(.slot(target), type(of: target))
    }

    private func property(
        _ whole: Expression, of base: Expression, _ key: Name
    ) throws(EngineError) -> Typed {
        if let known = groupedProperty(whole) { return known }
        let object = try bind(base)
        try requireKeyed(object, at: base.span)
        noteProperty(of: object.type, key)
        return Typed(
            .property(of: object.expression, key: key.text, span: whole.span),
            propertyType(of: object.type, key: key.text))
    }

    /// Nodes, relationships, maps, and the values with components have properties.
    func requireKeyed(_ object: Typed, at span: SourceSpan) throws(EngineError) {
        let keyed: [StaticType] = [
            .map, .node, .relationship, .point, .duration, .date, .localTime, .zonedTime, .localDateTime,
            .zonedDateTime,
        ]
        guard object.type.mayBeAny(of: keyed) else {
            throw .accessTypeMismatch(expected: "NODE, RELATIONSHIP or MAP", found: object.type, at: span)
        }
    }

    private func propertyType(of object: StaticType, key: String) -> StaticType {
        switch object.withoutNullability {
        case .null: .null
        default: .any
        }
    }

    private func list(_ elements: [Expression]) throws(EngineError) -> Typed {
        var bound: [BoundExpression] = []
        bound.reserveCapacity(elements.count)
        var type = StaticType.nothing
        for element in elements {
            let typed = try bind(element)
            bound.append(typed.expression)
            if bound.count == 1 { type = typed.type } else { type = type.joined(with: typed.type) }
        }
        return Typed(.list(bound), .list(type))
    }

    private func map(_ entries: [Expression.MapEntry]) throws(EngineError) -> Typed {
        var bound: [(key: String, value: BoundExpression)] = []
        bound.reserveCapacity(entries.count)
        for entry in entries { bound.append((entry.key.text, try value(entry.value))) }
        return Typed(.map(bound), .map)
    }

    // MARK: Truth

    /// An expression that must be able to be true or false; a path pattern may stand there.
    func predicate(_ expression: Expression) throws(EngineError) -> BoundExpression {
        allowsPattern = true
        let typed = try bind(expression)
        guard typed.type.mayBe(.boolean) else {
            throw .invalidArgumentType(expected: "BOOLEAN", found: typed.type, at: expression.span)
        }
        return placed(typed, unless: .boolean, at: expression.span)
    }

    /// The predicates that an `AND` joins, each for itself.
    func conjuncts(_ expression: Expression?) throws(EngineError) -> [BoundExpression] {
        guard let expression else { return [] }
        var found: [BoundExpression] = []
        Self.split(try predicate(expression), into: &found)
        return found
    }

    private static func split(_ expression: BoundExpression, into found: inout [BoundExpression]) {
        guard case .and(let operands) = expression else { return found.append(expression) }
        for operand in operands { split(operand, into: &found) }
    }

    private func logical(
        _ operands: [Expression], name: String, _ make: ([BoundExpression]) -> BoundExpression
    ) throws(EngineError) -> Typed {
        var bound: [BoundExpression] = []
        bound.reserveCapacity(operands.count)
        for operand in operands { bound.append(try predicate(operand)) }
        return Typed(make(bound), .boolean)
    }

    // MARK: Comparison

    private func comparison(
        _ first: Expression, _ links: [Expression.ComparisonLink]
    ) throws(EngineError) -> Typed {
        let left = try value(first)
        if links.count == 1 {
            return Typed(.compare(left, Self.comparison(links[0].comparison), try value(links[0].operand)), .boolean)
        }
        var rest: [(ComparisonOperator, BoundExpression)] = []
        rest.reserveCapacity(links.count)
        for link in links { rest.append((Self.comparison(link.comparison), try value(link.operand))) }
        return Typed(.comparisonChain(first: left, rest), .boolean)
    }

    private static func comparison(_ comparison: Expression.Comparison) -> ComparisonOperator {
        switch comparison {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        }
    }

    private func stringPredicate(
        _ left: Expression, _ comparison: Expression.StringOperator, _ right: Expression
    ) throws(EngineError) -> Typed {
        let operation: StringOperator =
            switch comparison {
            case .startsWith: .startsWith
            case .endsWith: .endsWith
            case .contains: .contains
            case .matches: .matches
            }
        let bound = BoundExpression.string(try value(left), operation, try value(right), span: right.span)
        if operation == .matches, case .string(_, _, .literal(.string(let pattern)), _) = bound {
            // A pattern that is part of the text is wrong whatever it is compared with.
            do throws(EngineError) {
                _ = try RegularExpression(pattern)
            } catch {
                throw error.at(right.span)
            }
        }
        return Typed(bound, .boolean)
    }

    private func membership(_ element: Expression, _ list: Expression) throws(EngineError) -> Typed {
        let needle = try value(element)
        let hay = try bind(list)
        guard hay.type.mayBe(.list(.any)) else {
            throw .invalidArgumentType(expected: "LIST<ANY>", found: hay.type, at: list.span)
        }
        return Typed(.isIn(needle, placed(hay, unless: .list(.any), at: list.span)), .boolean)
    }

    private func labelTest(
        _ operand: Expression, _ labels: LabelSyntax, _ isNegated: Bool
    ) throws(EngineError) -> Typed {
        let typed = try bind(operand)
        guard typed.type.mayBeAny(of: [.node, .relationship]) else {
            throw .invalidArgumentType(expected: "NODE or RELATIONSHIP", found: typed.type, at: operand.span)
        }
        let kind: BoundMention.Kind = typed.type.withoutNullability == .relationship ? .relationshipType : .label
        let isElement = typed.type.withoutNullability == .node || kind == .relationshipType
        let element = isElement ? typed.expression : .placed(typed.expression, operand.span)
        let test = BoundExpression.hasLabels(element, try labelExpression(labels, kind))
        return Typed(isNegated ? .not(test) : test, .boolean)
    }

    // MARK: Elements of lists and maps

    private func element(
        of base: Expression, _ index: Expression, at span: SourceSpan
    ) throws(EngineError) -> Typed {
        let object = try bind(base)
        let key = try bind(index)
        let isVector = object.type.mayBe(.vector(coordinates: nil, dimension: nil))
        guard isVector || object.type.mayBeAny(of: [.list(.any), .map, .node, .relationship]) else {
            throw .accessTypeMismatch(expected: "LIST, MAP, NODE or RELATIONSHIP", found: object.type, at: base.span)
        }
        if object.type.isList || isVector && !object.type.mayBe(.map), !key.type.mayBe(.integer) || key.type == .float {
            throw .accessTypeMismatch(expected: "INTEGER", found: key.type, at: index.span)
        }
        return Typed(.subscriptOf(object.expression, index: key.expression, span: span), object.type.element)
    }

    private func slice(
        _ base: Expression, _ from: Expression?, _ to: Expression?, at span: SourceSpan
    ) throws(EngineError) -> Typed {
        let object = try bind(base)
        guard object.type.mayBeAny(of: [.list(.any), .vector(coordinates: nil, dimension: nil)]) else {
            throw .invalidArgumentType(expected: "LIST<ANY>", found: object.type, at: base.span)
        }
        let lower = try optionalValue(from)
        let upper = try optionalValue(to)
        return Typed(
            .slice(object.expression, from: lower, to: upper, span: span), object.type.isList ? object.type : .any)
    }

    // MARK: CASE

    private func caseWhen(_ expression: CaseExpression) throws(EngineError) -> Typed {
        let outerOperand = caseOperand
        defer { caseOperand = outerOperand }
        var operand: BoundExpression?
        if let subject = expression.operand {
            let typed = try bind(subject)
            operand = typed.expression
            caseOperand = anonymousSlot(typed.type)
        }
        var branches: [(test: BoundCaseTest, value: BoundExpression)] = []
        var type = StaticType.null
        for branch in expression.branches {
            var tests: [BoundCaseTest] = []
            for test in branch.tests { tests.append(try caseTest(test, hasOperand: operand != nil)) }
            let result = try bind(branch.value)
            type = type.joined(with: result.type)
            for test in tests { branches.append((test, result.expression)) }
        }
        var otherwise: BoundExpression?
        if let last = expression.otherwise {
            let result = try bind(last)
            type = type.joined(with: result.type)
            otherwise = result.expression
        }
        return Typed(.caseWhen(operand: operand, branches: branches, otherwise: otherwise), type)
    }

    private func caseTest(_ test: CaseExpression.Test, hasOperand: Bool) throws(EngineError) -> BoundCaseTest {
        switch test {
        case .value(let value):
            return .value(hasOperand ? try self.value(value) : try predicate(value))
        case .predicate(let predicate):
            guard let slot = caseOperand else { throw .unexpectedSyntax("CASE has no operand", at: predicate.span) }
            return .predicate(try self.predicate(predicate), operand: slot)
        }
    }

    private func caseOperandRead(at span: SourceSpan) throws(EngineError) -> Typed {
        guard let slot = caseOperand else { throw .unexpectedSyntax("CASE has no operand", at: span) }
        noteRead(slot)
        return Typed(.slot(slot), type(of: slot))
    }
}
