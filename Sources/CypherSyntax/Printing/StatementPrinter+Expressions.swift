extension StatementPrinter {
    /// How tightly an expression binds, loosest first; `atom` never needs parentheses.
    enum Level: Int {
        case or, xor, and, not, comparison, predicate, additive, multiplicative, power, unary, postfix, atom

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    mutating func expression(_ expression: Expression) { self.expression(expression, .or) }

    mutating func expressions(_ expressions: [Expression]) {
        list(expressions) { $0.expression($1) }
    }

    /// In parentheses where it binds looser than `minimum`.
    mutating func expression(_ expression: Expression, _ minimum: Level) {
        let level = Self.level(of: expression)
        nested { printer in
            guard level < minimum else { return printer.bare(expression) }
            // `(n:A) - -(x)` would read as a pattern; `((n:A)) - -(x)` does not.
            let isNodeLike = level == .predicate
            printer.write(isNodeLike ? "((" : "(")
            printer.bare(expression)
            printer.write(isNodeLike ? "))" : ")")
        }
    }

    static func level(of expression: Expression) -> Level {
        switch expression.kind {
        case .or: return .or
        case .xor: return .xor
        case .and: return .and
        case .not: return .not
        case .pattern(let path): return path.function == nil ? .not : .atom
        case .comparison: return .comparison
        case .stringPredicate, .isIn, .isNull, .isTyped, .isNormalized, .hasLabels: return .predicate
        case .arithmetic(_, let links):
            switch links.first?.arithmetic {
            case .add, .subtract, .concatenate, nil: return .additive
            case .multiply, .divide, .modulo: return .multiplicative
            case .power: return .power
            }
        case .negate, .unaryPlus: return .unary
        case .integer(let value): return value < 0 ? .unary : .postfix
        case .float(let value): return value.sign == .minus ? .unary : .postfix
        case .property, .subscriptOf, .slice: return .postfix
        default: return .atom
        }
    }

    /// An operand of a binary operator: a sign of its own could form an arrow with the operator before it.
    private mutating func operand(_ expression: Expression, _ minimum: Level) {
        if Self.beginsWithCaseOperand(expression) { return bare(expression) }
        if case .negate = expression.kind { return self.expression(expression, .atom) }
        self.expression(expression, minimum)
    }

    /// `IS :: INTEGER IS NULL` behind a `WHEN`: parentheses would leave nothing before the first operator.
    private static func beginsWithCaseOperand(_ expression: Expression) -> Bool {
        var expression = expression
        while true {
            switch expression.kind {
            case .caseOperand: return true
            case .stringPredicate(let left, _, _), .isIn(let left, _), .isNull(let left, _), .isTyped(let left, _, _),
                .isNormalized(let left, _, _), .hasLabels(let left, _, _), .comparison(let left, _):
                expression = left
            default: return false
            }
        }
    }

    private mutating func bare(_ expression: Expression) {
        switch expression.kind {
        case .null, .boolean, .integer, .float, .string, .interpolatedString, .parameter, .variable, .keyword,
            .caseOperand, .countStar, .list, .map:
            simple(expression.kind)
        case .property(let base, let key):
            self.expression(base, base.isNumber ? .atom : .postfix)
            write(".")
            name(key)
        case .subscriptOf(let base, let index):
            self.expression(base, base.isNumber ? .atom : .postfix)
            write("[")
            self.expression(index)
            write("]")
        case .slice(let base, let from, let to):
            self.expression(base, base.isNumber ? .atom : .postfix)
            write("[")
            if let from { self.expression(from) }
            write("..")
            if let to { self.expression(to) }
            write("]")
        case .or(let operands): chain(operands, " OR ", .xor)
        case .xor(let operands): chain(operands, " XOR ", .and)
        case .and(let operands): chain(operands, " AND ", .not)
        case .not(let operand):
            write("NOT ")
            self.expression(operand, .not)
        case .negate(let operand):
            write("-")
            self.expression(operand, operand.isNumber ? .atom : .unary)
        case .unaryPlus(let operand):
            write("+")
            self.expression(operand, .unary)
        case .comparison, .arithmetic: links(expression.kind)
        case .stringPredicate, .isIn, .isNull, .isTyped, .isNormalized, .hasLabels: predicate(expression.kind)
        case .function(let call): function(call)
        case .pattern(let path): pattern(path)
        default: compound(expression.kind)
        }
    }

    private mutating func simple(_ kind: Expression.Kind) {
        switch kind {
        case .null: write("null")
        case .boolean(let value): write(value ? "true" : "false")
        case .integer(let value): write(String(value))
        case .float(let value): float(value)
        case .string(let value): string(value)
        case .interpolatedString(let segments): interpolated(segments)
        case .parameter(let value): parameter(value)
        case .variable(let value): variable(value)
        case .keyword(let word): write(word.contains(" ") ? word : Self.name(word))
        case .countStar: write("count(*)")
        case .list(let elements): listLiteral(elements)
        case .map(let entries):
            write("{")
            list(entries) { $0.entry($1) }
            write("}")
        default: break
        }
    }

    private mutating func float(_ value: Double) {
        if value.isNaN { return write("NaN") }
        if value.isInfinite { return write(value < 0 ? "-Infinity" : "Infinity") }
        write(value.description)
    }

    private mutating func interpolated(_ segments: [Expression.InterpolationSegment]) {
        write("s'")
        for segment in segments {
            switch segment {
            case .text(let text): write(Self.escaped(text, escapingDollar: true))
            case .expression(let expression):
                write("${")
                self.expression(expression)
                write("}")
            }
        }
        write("'")
    }

    private mutating func entry(_ entry: Expression.MapEntry) {
        name(entry.key)
        write(": ")
        expression(entry.value)
    }

    /// `[x IN y]` and `[x = (a)-->(b)]` would read as comprehensions.
    private mutating func listLiteral(_ elements: [Expression]) {
        write("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { write(", ") }
            var isAmbiguous = false
            if index == 0 {
                switch element.kind {
                case .isIn(let left, _), .comparison(let left, _):
                    if case .variable = left.kind { isAmbiguous = true }
                default: break
                }
            }
            expression(element, isAmbiguous ? .atom : .or)
        }
        write("]")
    }

    private mutating func chain(_ operands: [Expression], _ word: String, _ level: Level) {
        list(operands, separator: word) { $0.operand($1, level) }
    }

    private mutating func links(_ kind: Expression.Kind) {
        switch kind {
        case .comparison(let first, let links):
            operand(first, .predicate)
            for link in links {
                write(" \(link.comparison.text) ")
                operand(link.operand, .predicate)
            }
        case .arithmetic(let first, let links):
            let level: Level =
                switch links.first?.arithmetic {
                case .add, .subtract, .concatenate, nil: .multiplicative
                case .multiply, .divide, .modulo: .power
                case .power: .unary
                }
            operand(first, level)
            for link in links {
                write(" \(link.arithmetic.text) ")
                operand(link.operand, level)
            }
        default: break
        }
    }

    private mutating func predicate(_ kind: Expression.Kind) {
        switch kind {
        case .stringPredicate(let left, let string, let right):
            operand(left, .additive)
            write(" \(string.text) ")
            operand(right, .additive)
        case .isIn(let left, let right):
            operand(left, .additive)
            write(" IN ")
            operand(right, .additive)
        case .isNull(let operand, let isNegated):
            self.operand(operand, .additive)
            write(isNegated ? " IS NOT NULL" : " IS NULL")
        case .isTyped(let operand, let type, let isNegated):
            self.operand(operand, .additive)
            write(isNegated ? " IS NOT :: " : " IS :: ")
            self.type(type, isClosed: true)
        case .isNormalized(let operand, let form, let isNegated):
            self.operand(operand, .additive)
            write(" IS \(isNegated ? "NOT " : "")\(form.rawValue) NORMALIZED")
        case .hasLabels(let operand, let labels, let isNegated):
            self.operand(operand, .additive)
            write(isNegated ? " IS NOT LABELED " : ":")
            closedLabels(labels)
        default: break
        }
    }

    private mutating func function(_ call: FunctionCall) {
        if call.name.count == 1 {
            switch KeywordTable.keyword(of: call.name[0].text) {
            case .all, .any, .noneOf, .single, .reduce, .allReduce, .shortestPath, .allShortestPaths, .both, .leading,
                .trailing:
                write(Self.quoted(call.name[0].text))
            default: name(call.name[0])
            }
        } else {
            names(call.name, separator: ".")
        }
        write(call.isDistinct ? "(DISTINCT " : "(")
        expressions(call.arguments)
        write(")")
    }
}

extension Expression {
    fileprivate var isNumber: Bool {
        switch kind {
        case .integer, .float: true
        default: false
        }
    }
}

// MARK: - Words of operators

extension Expression.Comparison {
    /// As it is written.
    public var text: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension Expression.Arithmetic {
    /// As it is written.
    public var text: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .modulo: "%"
        case .power: "^"
        case .concatenate: "||"
        }
    }
}

extension Expression.StringOperator {
    /// As it is written.
    public var text: String {
        switch self {
        case .startsWith: "STARTS WITH"
        case .endsWith: "ENDS WITH"
        case .contains: "CONTAINS"
        case .matches: "=~"
        }
    }
}
