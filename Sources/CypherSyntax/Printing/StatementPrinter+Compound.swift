// Expressions with parts of their own: comprehensions, CASE, subqueries.

extension StatementPrinter {
    mutating func compound(_ kind: Expression.Kind) {
        switch kind {
        case .trim(let side, let characters, let source):
            write("trim(\(side.text) ")
            if let characters {
                expression(characters, .atom)
                write(" ")
            }
            write("FROM ")
            expression(source)
            write(")")
        case .caseWhen(let expression): caseWhen(expression)
        case .listComprehension(let variable, let list, let predicate, let projection):
            write("[")
            self.variable(variable)
            write(" IN ")
            expression(list, .additive)
            comprehensionTail(predicate, projection)
        case .patternComprehension(let path, let predicate, let projection):
            write("[")
            pattern(path)
            comprehensionTail(predicate, projection)
        case .quantifier(let kind, let variable, let list, let predicate):
            write("\(kind)(")
            self.variable(variable)
            write(" IN ")
            expression(list)
            whereClause(predicate)
            write(")")
        case .reduce(let reduction):
            write("reduce(")
            self.reduction(reduction)
            write(")")
        case .allReduce(let reduction, let predicate):
            write("allReduce(")
            self.reduction(reduction)
            write(", ")
            expression(predicate)
            write(")")
        case .mapProjection(let variable, let items):
            self.variable(variable, quotingAllKeywords: true)
            write(" {")
            list(items) { $0.mapProjectionItem($1) }
            write("}")
        case .exists(let subquery): self.subquery("EXISTS", subquery)
        case .count(let subquery): self.subquery("COUNT", subquery)
        case .collect(let subquery): self.subquery("COLLECT", subquery)
        default: break
        }
    }

    mutating func whereClause(_ predicate: Expression?) {
        guard let predicate else { return }
        write(" WHERE ")
        expression(predicate)
    }

    private mutating func comprehensionTail(_ predicate: Expression?, _ projection: Expression?) {
        whereClause(predicate)
        if let projection {
            write(" | ")
            expression(projection)
        }
        write("]")
    }

    private mutating func reduction(_ reduction: Expression.Reduction) {
        variable(reduction.accumulator)
        write(" = ")
        expression(reduction.initial)
        write(", ")
        variable(reduction.variable)
        write(" IN ")
        expression(reduction.list)
        write(" | ")
        expression(reduction.step)
    }

    private mutating func mapProjectionItem(_ item: Expression.MapProjectionItem) {
        switch item {
        case .property(let key):
            write(".")
            name(key)
        case .allProperties: write(".*")
        case .variable(let name): variable(name)
        case .entry(let entry):
            name(entry.key)
            write(": ")
            expression(entry.value)
        }
    }

    private mutating func caseWhen(_ expression: CaseExpression) {
        write("CASE")
        if let operand = expression.operand {
            write(" ")
            self.expression(operand, .postfix)
        }
        for branch in expression.branches {
            write(" WHEN ")
            list(branch.tests) { printer, test in
                switch test {
                case .value(let value): printer.expression(value)
                case .predicate(let predicate): printer.halfPredicate(predicate)
                }
            }
            write(" THEN ")
            self.expression(branch.value)
        }
        if let otherwise = expression.otherwise {
            write(" ELSE ")
            self.expression(otherwise)
        }
        write(" END")
    }

    /// The operand of the `CASE` is written as nothing, and the space behind it falls away.
    private mutating func halfPredicate(_ predicate: Expression) {
        var printer = StatementPrinter()
        printer.expression(predicate)
        write(String(printer.text.drop { $0 == " " }))
    }

    private mutating func subquery(_ word: String, _ subquery: Subquery) {
        write("\(word) { ")
        switch subquery.body {
        case .query(let query): self.query(query)
        case .pattern(let match): matchBody(match)
        }
        write(" }")
    }
}

extension Expression.TrimSide {
    fileprivate var text: String {
        switch self {
        case .both: "BOTH"
        case .leading: "LEADING"
        case .trailing: "TRAILING"
        }
    }
}
