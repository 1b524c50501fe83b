import CypherSyntax

// Function calls: which one, how many arguments, of which types; and the forms that are functions in other clothes.

extension StatementBinder {
    func function(
        _ call: FunctionCall, at span: SourceSpan, source: Expression
    ) throws(EngineError) -> Typed {
        let name = call.dottedName
        switch name.utf8.count {
        case 15 where name.lowercased() == "property_exists": return try propertyExists(call)
        case 6 where name.lowercased() == "exists": return try patternTest(call)
        case 10 where name.lowercased() == "linenumber": return try csvPlace(call, scope.csv?.line, .integer)
        case 4 where name.lowercased() == "file": return try csvPlace(call, scope.csv?.file, .string)
        default: break
        }
        guard let definition = catalog.function(named: name) else {
            throw .unknownFunction(
                name, nearest: NameSuggestion.nearest(to: name, among: catalog.functionNames), at: call.nameSpan)
        }
        try checkCount(of: call, for: definition)
        if definition.replacement != nil || Self.isDeprecated(definition) {
            deprecations.append(
                BoundDeprecation(
                    kind: .function(definition.name, replacement: definition.replacement), span: call.nameSpan))
        }
        if case .aggregate = definition.body {
            return try aggregate(definition, call, at: span, source: source)
        }
        if call.isDistinct { throw .distinctOnScalarFunction(definition.name, at: call.nameSpan) }
        if case .inside = aggregation, Self.isRandom(definition) {
            throw .nonConstantExpression(
                "Can't use non-deterministic (random) functions inside of aggregate functions", at: span)
        }
        let arguments = try self.arguments(call.arguments, for: definition)
        return Typed(
            .function(definition, arguments.expressions, span: span),
            Self.resultType(definition, arguments.types))
    }

    /// Binds and checks arguments by the rows of a definition.
    func arguments(
        _ arguments: [Expression], for definition: FunctionDefinition
    ) throws(EngineError) -> (expressions: [BoundExpression], types: [StaticType]) {
        var expressions: [BoundExpression] = []
        var types: [StaticType] = []
        expressions.reserveCapacity(arguments.count)
        let isChecked = !Self.isCheckedAtRuntime(definition)
        for (index, argument) in arguments.enumerated() {
            let typed = try bind(argument)
            if isChecked, let parameter = definition.parameters[clamped: index], !typed.type.mayBe(parameter.type) {
                throw .invalidArgumentType(
                    "\(definition.name)() needs \(parameter.type.text) as `\(parameter.name)` but got"
                        + " \(typed.type.text)", at: argument.span)
            }
            expressions.append(typed.expression)
            types.append(typed.type)
        }
        return (expressions, types)
    }

    private func checkCount(of call: FunctionCall, for definition: FunctionDefinition) throws(EngineError) {
        let count = call.arguments.count
        let most = definition.isVariadic ? Int.max : definition.parameters.count
        let least = definition.parameters.count { !$0.isOptional }
        guard count < least || count > most else { return }
        throw .invalidNumberOfArguments(
            definition.name, expected: Self.countText(least: least, most: most), found: count, at: call.nameSpan)
    }

    static func countText(least: Int, most: Int) -> String {
        let words = { (count: Int) in count == 1 ? "1 argument" : "\(count) arguments" }
        if most == .max { return "at least " + words(least) }
        return least == most ? words(least) : "\(least) to \(words(most))"
    }

    /// `range()` of wrong types is an error of the running statement.
    ///
    /// - Source: openCypher TCK, List11.
    private static func isCheckedAtRuntime(_ definition: FunctionDefinition) -> Bool { definition.name == "range" }

    private static func isRandom(_ definition: FunctionDefinition) -> Bool {
        ["rand", "randomUUID", "uuid"].contains(definition.name)
    }

    private static func isDeprecated(_ definition: FunctionDefinition) -> Bool { definition.name == "id" }

    /// What the definition says, made exact where the result has the type of an argument.
    private static func resultType(_ definition: FunctionDefinition, _ arguments: [StaticType]) -> StaticType {
        guard let first = arguments.first else { return definition.result }
        switch definition.name {
        case "head", "last": return first.element
        case "tail": return first.isList ? first : definition.result
        case "reverse": return first.isList || first == .string ? first : definition.result
        case "coalesce":
            // A null drops out; one unknown makes the whole unknown.
            return arguments.contains(.any) ? .any : arguments.reduce(.null) { $0.joined(with: $1) }
        case "abs": return first.isNumeric ? first : definition.result
        case "nodes": return .list(.node)
        case "relationships": return .list(.relationship)
        case "startNode", "endNode": return .node
        default: return definition.result
        }
    }

    // MARK: Aggregates

    func aggregate(
        _ definition: FunctionDefinition, _ call: FunctionCall, at span: SourceSpan, source: Expression
    ) throws(EngineError) -> Typed {
        try requireAggregationAllowed(at: span)
        if let known = collector.slots[source] { return collected(known) }
        let outerProjected = projected
        if collector.isTail && collector.isGrouping { projected = projected.filter(\.isKey) }
        let wasRecording = collector.isRecording
        collector.isRecording = false
        aggregation = .inside
        let outerSubstitution = substitution
        if !collector.isTail { substitution = [:] }
        defer {
            aggregation = .collecting
            collector.isRecording = wasRecording
            projected = outerProjected
            substitution = outerSubstitution
        }
        let arguments = try self.arguments(call.arguments, for: definition)
        let type = Self.aggregateType(definition, arguments.types)
        let bound = AggregateCall(
            function: definition, arguments: arguments.expressions, isDistinct: call.isDistinct, span: span)
        return collect(bound, type, source: source)
    }

    func countStar(at span: SourceSpan, source: Expression) throws(EngineError) -> Typed {
        try requireAggregationAllowed(at: span)
        if let known = collector.slots[source] { return collected(known) }
        guard let definition = catalog.function(named: "count") else {
            throw .unknownFunction("count", nearest: nil, at: span)
        }
        return collect(
            AggregateCall(function: definition, arguments: [], isDistinct: false, span: span), .integer, source: source)
    }

    private func requireAggregationAllowed(at span: SourceSpan) throws(EngineError) {
        switch aggregation {
        case .collecting: return
        case .inside: throw .nestedAggregation(at: span)
        case .forbidden(let place): throw .invalidAggregation(place.detail, at: span)
        }
    }

    private func collected(_ slot: Slot) -> Typed {
        collector.hasAggregate = true
        return Typed(.slot(slot), type(of: slot))
    }

    private func collect(_ call: AggregateCall, _ type: StaticType, source: Expression) -> Typed {
        let text = BoundText(slots: slots, parameters: parameters).aggregate(call)
        let slot = newSlot(text, type, isAnonymous: true)
        collector.slots[source] = slot
        collector.calls.append((slot, call))
        collector.hasAggregate = true
        return Typed(.slot(slot), type)
    }

    private static func aggregateType(_ definition: FunctionDefinition, _ arguments: [StaticType]) -> StaticType {
        guard let first = arguments.first else { return definition.result }
        switch definition.name {
        case "collect", "collect_list": return .list(first)
        case "min", "max": return first.isOpen ? .any : first
        case "sum": return first.isNumeric || first == .duration ? first : .any
        case "avg": return first == .duration ? .duration : first.isNumeric ? .float : .any
        default: return definition.result
        }
    }

    // MARK: Functions in other clothes

    func textForm(_ expression: Expression) throws(EngineError) -> Typed {
        switch expression.kind {
        case .keyword(let word): return Typed(.literal(.string(word)), .string)
        case .trim(let side, let characters, let source):
            return try trim(side, characters, source, at: expression.span)
        case .interpolatedString(let segments): return try interpolated(segments, at: expression.span)
        default: throw .unexpectedSyntax("This expression cannot stand here", at: expression.span)
        }
    }

    private func trim(
        _ side: Expression.TrimSide, _ characters: Expression?, _ source: Expression, at span: SourceSpan
    ) throws(EngineError) -> Typed {
        let name =
            switch side {
            case .both: "btrim"
            case .leading: "ltrim"
            case .trailing: "rtrim"
            }
        guard let definition = catalog.function(named: name) else {
            throw .unknownFunction(name, nearest: nil, at: span)
        }
        var operands = [source]
        if let characters { operands.append(characters) }
        let arguments = try self.arguments(operands, for: definition)
        return Typed(.function(definition, arguments.expressions, span: span), .string)
    }

    private func interpolated(
        _ segments: [Expression.InterpolationSegment], at span: SourceSpan
    ) throws(EngineError) -> Typed {
        guard let toString = catalog.function(named: "toString") else {
            throw .unknownFunction("toString", nearest: nil, at: span)
        }
        var parts: [(ArithmeticOperator, BoundExpression, SourceSpan)] = []
        for segment in segments {
            switch segment {
            case .text(let text): parts.append((.add, .literal(.string(text)), span))
            case .expression(let expression):
                let typed = try bind(expression)
                let text = BoundExpression.function(toString, [typed.expression], span: expression.span)
                parts.append((.add, text, expression.span))
            }
        }
        return Typed(.arithmeticChain(first: .literal(.string("")), parts), .string)
    }

    /// `linenumber()` and `file()`: null where no `LOAD CSV` came before.
    private func csvPlace(_ call: FunctionCall, _ slot: Slot?, _ type: StaticType) throws(EngineError) -> Typed {
        guard call.arguments.isEmpty else {
            throw .invalidNumberOfArguments(
                call.dottedName, expected: "no arguments", found: call.arguments.count, at: call.nameSpan)
        }
        guard let slot else { return Typed(.literal(.null), .null) }
        noteRead(slot)
        return Typed(.slot(slot), type)
    }

    /// `property_exists(v, key)`: the key is a name, no expression.
    private func propertyExists(_ call: FunctionCall) throws(EngineError) -> Typed {
        guard call.arguments.count == 2, case .keyword(let key) = call.arguments[1].kind else {
            throw .invalidNumberOfArguments(
                "property_exists", expected: "a variable and a property key", found: call.arguments.count,
                at: call.nameSpan)
        }
        let object = try bind(call.arguments[0])
        try requireKeyed(object, at: call.arguments[0].span)
        let span = call.arguments[1].span
        noteProperty(of: object.type, Name(key, span: span))
        return Typed(.isNull(.property(of: object.expression, key: key, span: span), negated: true), .boolean)
    }

    /// `exists((a)-->(b))`, which may stand wherever an expression may.
    private func patternTest(_ call: FunctionCall) throws(EngineError) -> Typed {
        guard call.arguments.count == 1 else {
            throw .invalidNumberOfArguments(
                call.dottedName, expected: "a pattern", found: call.arguments.count, at: call.nameSpan)
        }
        guard case .pattern(let pattern) = call.arguments[0].kind, pattern.function == nil else {
            throw .invalidArgumentType(
                "exists() needs a pattern, such as exists((a)-->(b)); whether a value is there says IS NOT NULL",
                at: call.arguments[0].span)
        }
        return try patternExpression(pattern, isPredicate: true)
    }
}

extension Array {
    /// The element at `index`, or the last one for greater indices.
    fileprivate subscript(clamped index: Int) -> Element? { isEmpty ? nil : self[Swift.min(index, count - 1)] }
}
