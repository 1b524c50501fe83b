import CypherSyntax

// Operators on numbers, strings, lists and temporal values: what meets what can be told by static types.

extension StatementBinder {
    func arithmetic(
        _ first: Expression, _ links: [Expression.ArithmeticLink]
    ) throws(EngineError) -> Typed {
        let start = try chainStart(first, links)
        var type = start.typed.type
        var rest: [(ArithmeticOperator, BoundExpression, SourceSpan)] = []
        rest.reserveCapacity(links.count - start.linksUsed)
        for link in links[start.linksUsed...] {
            let operation = Self.operation(link.arithmetic)
            let operand = try bind(link.operand)
            type = try Self.result(type, operation, operand.type, at: link.operand.span, left: first.span)
            rest.append((operation, operand.expression, link.operatorSpan))
        }
        guard let only = rest.first else { return start.typed }
        if rest.count == 1 {
            return Typed(.arithmetic(start.typed.expression, only.0, only.1, span: only.2), type)
        }
        return Typed(.arithmeticChain(first: start.typed.expression, rest), type)
    }

    /// The first operand, or the longest projected chain that this one begins with.
    private func chainStart(
        _ first: Expression, _ links: [Expression.ArithmeticLink]
    ) throws(EngineError) -> (typed: Typed, linksUsed: Int) {
        if let match = projectedChain(first, links) { return match }
        return (try bind(first), 0)
    }

    private static func operation(_ arithmetic: Expression.Arithmetic) -> ArithmeticOperator {
        switch arithmetic {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .modulo: .modulo
        case .power: .power
        case .concatenate: .concatenate
        }
    }

    func negation(_ operand: Expression, at span: SourceSpan) throws(EngineError) -> Typed {
        let typed = try bind(operand)
        if case .literal(.int(let value)) = typed.expression, value != .min {
            return Typed(.literal(.int(-value)), .integer)
        }
        if case .literal(.float(let value)) = typed.expression { return Typed(.literal(.float(-value)), .float) }
        try requireNumber(typed, orDuration: true, at: operand.span)
        return Typed(.negate(typed.expression, span: span), typed.type)
    }

    func unaryPlus(_ operand: Expression) throws(EngineError) -> Typed {
        let typed = try bind(operand)
        try requireNumber(typed, orDuration: true, at: operand.span)
        return typed
    }

    private func requireNumber(_ typed: Typed, orDuration: Bool, at span: SourceSpan) throws(EngineError) {
        guard typed.type.mayBeAny(of: orDuration ? [.number, .duration] : [.number]) else {
            throw .invalidArgumentType(expected: "INTEGER or FLOAT", found: typed.type, at: span)
        }
    }

    /// The type of `left operation right`; refuses what no value of these types can do.
    private static func result(
        _ left: StaticType, _ operation: ArithmeticOperator, _ right: StaticType, at span: SourceSpan,
        left leftSpan: SourceSpan
    ) throws(EngineError) -> StaticType {
        switch operation {
        case .add: return try sum(left, right, at: span)
        case .concatenate: return try concatenation(left, right, at: span)
        case .subtract: return try difference(left, right, at: span, left: leftSpan)
        case .multiply, .divide:
            try require(left, [.number, .duration], at: leftSpan)
            try require(right, operation == .multiply ? [.number, .duration] : [.number], at: span)
            return left == .duration || right == .duration ? .duration : number(left, right)
        case .modulo:
            try require(left, [.number], at: leftSpan)
            try require(right, [.number], at: span)
            return number(left, right)
        case .power:
            try require(left, [.number], at: leftSpan)
            try require(right, [.number], at: span)
            return .float
        }
    }

    private static func require(
        _ type: StaticType, _ allowed: [StaticType], at span: SourceSpan
    ) throws(EngineError) {
        guard type.mayBeAny(of: allowed) else {
            let expected = allowed.map { $0 == .number ? "INTEGER, FLOAT" : $0.text }.joined(separator: ", ")
            throw .invalidArgumentType(expected: expected, found: type, at: span)
        }
    }

    private static func number(_ left: StaticType, _ right: StaticType) -> StaticType {
        switch (left.withoutNullability, right.withoutNullability) {
        case (.integer, .integer): .integer
        case (.float, _) where right.isNumeric, (_, .float) where left.isNumeric: .float
        default: left.isNumeric && right.isNumeric ? .number : .any
        }
    }

    /// `+` adds numbers and temporal values, appends to strings, and joins lists with lists and elements.
    private static func sum(
        _ left: StaticType, _ right: StaticType, at span: SourceSpan
    ) throws(EngineError) -> StaticType {
        if left.isList || right.isList { return listSum(left, right) }
        if left.isOpen || right.isOpen { return .any }
        let isText = left.mayBe(.string) || right.mayBe(.string)
        for type in [left, right] {
            let allowed: [StaticType] = [
                .number, .string, .duration, .date, .localTime, .zonedTime, .localDateTime, .zonedDateTime,
            ]
            guard isText || type.mayBeAny(of: allowed) else {
                throw .invalidArgumentType(
                    expected: "INTEGER, FLOAT, STRING, LIST<ANY> or a temporal value", found: type, at: span)
            }
        }
        if isText { return left == .string || right == .string ? .string : .any }
        if left.isTemporal || right.isTemporal { return left.isTemporal ? left : right }
        if left == .duration && right == .duration { return .duration }
        return number(left, right)
    }

    private static func listSum(_ left: StaticType, _ right: StaticType) -> StaticType {
        switch (left.isList, right.isList) {
        case (true, true): left.joined(with: right)
        case (true, false): right.isOpen ? .list(.any) : left.joined(with: .list(right))
        default: left.isOpen ? .list(.any) : right.joined(with: .list(left))
        }
    }

    private static func concatenation(
        _ left: StaticType, _ right: StaticType, at span: SourceSpan
    ) throws(EngineError) -> StaticType {
        try require(left, [.string, .list(.any)], at: span)
        try require(right, [.string, .list(.any)], at: span)
        if left.isList && right.isList { return left.joined(with: right) }
        return left == .string && right == .string ? .string : .any
    }

    private static func difference(
        _ left: StaticType, _ right: StaticType, at span: SourceSpan, left leftSpan: SourceSpan
    ) throws(EngineError) -> StaticType {
        let temporal: [StaticType] = [.date, .localTime, .zonedTime, .localDateTime, .zonedDateTime]
        try require(left, [.number, .duration] + temporal, at: leftSpan)
        try require(right, [.number, .duration] + temporal, at: span)
        if left.isTemporal { return left }
        return left == .duration ? .duration : number(left, right)
    }
}
