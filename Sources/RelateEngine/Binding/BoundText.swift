import CypherSyntax

/// Bound expressions and patterns as Cypher text, with the variables' names: for the details of plans and for messages.
package struct BoundText: Sendable {
    let slots: [SlotInfo]
    let parameters: [String]
    /// Slots without a name in the text, by index, and what stands for them: keys and aggregates of a projection.
    var replacements: [Int: Replacement] = [:]

    struct Replacement: Sendable {
        var text: String
        var level: Level
    }

    package init(slots: [SlotInfo], parameters: [String] = []) {
        self.slots = slots
        self.parameters = parameters
    }

    /// How tightly an operator binds; an operand of a looser one stands in parentheses.
    enum Level: Int, Comparable {
        case or, xor, and, not, comparison, test, sum, product, power, sign, postfix, atom

        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        var next: Level { Level(rawValue: rawValue + 1) ?? .atom }
    }

    package func text(_ expression: BoundExpression) -> String { text(expression, at: .or) }

    package func name(of slot: Slot) -> String {
        slots.indices.contains(slot.index)
            ? Self.quoted(slots[slot.index].name, isAnonymous: slots[slot.index].isAnonymous) : "?"
    }

    /// A name as Cypher reads it back: in backticks where it is no plain word.
    package static func quoted(_ name: String, isAnonymous: Bool = false) -> String {
        isAnonymous ? name : StatementPrinter.name(name)
    }

    // MARK: Expressions

    func text(_ expression: BoundExpression, at level: Level) -> String {
        let own = self.level(of: expression)
        let text = bare(expression)
        return own < level ? "(\(text))" : text
    }

    func level(of expression: BoundExpression) -> Level {
        switch expression {
        case .slot(let slot): replacements[slot.index]?.level ?? .atom
        case .nested(_, _, _, _, let source): level(of: source)
        case .or: .or
        case .xor: .xor
        case .and: .and
        case .not: .not
        case .compare, .comparisonChain: .comparison
        case .isNull, .string, .isIn, .hasLabels, .isType, .isNormalized: .test
        case .arithmetic(_, let operation, _, _): Self.level(of: operation)
        case .arithmeticChain(_, let rest): rest.first.map { Self.level(of: $0.0) } ?? .atom
        case .negate: .sign
        case .literal(.int(let value)) where value < 0: .sign
        case .literal(.float(let value)) where value < 0: .sign
        case .property, .subscriptOf, .slice: .postfix
        case .placed(let inner, _): level(of: inner)
        default: .atom
        }
    }

    private static func level(of operation: ArithmeticOperator) -> Level {
        switch operation {
        case .add, .subtract, .concatenate: .sum
        case .multiply, .divide, .modulo: .product
        case .power: .power
        }
    }

    private func bare(_ expression: BoundExpression) -> String {
        switch expression {
        case .literal(let value): ValueText.text(value)
        case .parameter(let index):
            "$" + (parameters.indices.contains(index) ? Self.quoted(parameters[index]) : String(index))
        case .slot(let slot): replacements[slot.index]?.text ?? name(of: slot)
        case .placed(let inner, _): bare(inner)
        case .property(let base, let key, _): "\(text(base, at: .postfix)).\(Self.quoted(key))"
        case .subscriptOf(let base, let index, _) where shortestPath(base) != nil: shortestPath(base) ?? text(index)
        case .subscriptOf(let base, let index, _): "\(text(base, at: .postfix))[\(text(index))]"
        case .slice(let base, let from, let to, _):
            "\(text(base, at: .postfix))[\(from.map(text) ?? "")..\(to.map(text) ?? "")]"
        case .list(let elements): "[\(list(elements))]"
        case .map(let entries): self.map(entries)
        case .function(let definition, let arguments, _): "\(definition.name)(\(list(arguments)))"
        default: operators(expression)
        }
    }

    private func operators(_ expression: BoundExpression) -> String {
        switch expression {
        case .and(let operands): joined(operands, " AND ", .and)
        case .or(let operands): joined(operands, " OR ", .or)
        case .xor(let operands): joined(operands, " XOR ", .xor)
        case .not(let operand): "NOT \(text(operand, at: .not))"
        case .isNull(let operand, let negated): "\(text(operand, at: .sum)) IS \(negated ? "NOT " : "")NULL"
        case .compare(let left, let comparison, let right):
            "\(text(left, at: .test)) \(comparison.text) \(text(right, at: .test))"
        case .comparisonChain(let first, let rest):
            text(first, at: .test) + rest.map { " \($0.0.text) \(text($0.1, at: .test))" }.joined()
        case .arithmetic(let left, let operation, let right, _):
            "\(text(left, at: Self.level(of: operation))) \(operation.text)"
                + " \(text(right, at: Self.level(of: operation).next))"
        case .arithmeticChain(let first, let rest): chain(first, rest)
        case .negate(let operand, _): "-\(text(operand, at: .sign))"
        case .string(let left, let operation, let right, _):
            "\(text(left, at: .sum)) \(operation.text) \(text(right, at: .sum))"
        case .isIn(let left, let right): "\(text(left, at: .sum)) IN \(text(right, at: .sum))"
        case .hasLabels(let operand, let labels): "\(text(operand, at: .postfix)):\(self.labels(labels))"
        case .isType(let operand, let type, let negated):
            "\(text(operand, at: .sum)) IS \(negated ? "NOT " : "")\(Self.typePrefix)\(type.text)"
        case .isNormalized(let operand, let form, let negated):
            "\(text(operand, at: .sum)) IS \(negated ? "NOT " : "")\(form) NORMALIZED"
        default: scoped(expression)
        }
    }

    private static let typePrefix = ":: "

    private func scoped(_ expression: BoundExpression) -> String {
        switch expression {
        case .caseWhen(let operand, let branches, let otherwise): caseWhen(operand, branches, otherwise)
        case .listComprehension(let element, let list, let predicate, let projection):
            "[\(name(of: element)) IN \(text(list))\(predicate.map { " WHERE " + text($0) } ?? "")"
                + "\(projection.map { " | " + text($0) } ?? "")]"
        case .quantifier(let kind, let element, let list, let predicate):
            "\(kind)(\(name(of: element)) IN \(text(list)) WHERE \(text(predicate)))"
        case .reduce(let accumulator, let initial, let element, let list, let step):
            "reduce(\(fold(accumulator, initial, element, list, step)))"
        case .allReduce(let accumulator, let initial, let element, let list, let step, let predicate):
            "allReduce(\(fold(accumulator, initial, element, list, step)), \(text(predicate)))"
        case .mapProjection(let base, let items): mapProjection(base, items)
        case .exists(let query, _): "EXISTS { \(self.query(query, isMatchImplied: true)) }"
        case .count(let query, _): "COUNT { \(self.query(query, isMatchImplied: true)) }"
        case .collect(let query, _, _): "COLLECT { \(self.query(query)) }"
        case .patternComprehension(let match, let projection):
            "[\(pattern(match.pattern))\(predicates(match.predicates)) | \(text(projection))]"
        case .path(let slots): path(slots)
        case .degree(let slot, let types, let direction): degree(slot, types, direction)
        case .nested(_, _, _, _, let source): bare(source)
        default: "…"
        }
    }

    private func fold(
        _ accumulator: Slot, _ initial: BoundExpression, _ element: Slot, _ list: BoundExpression,
        _ step: BoundExpression
    ) -> String {
        "\(name(of: accumulator)) = \(text(initial)), \(name(of: element)) IN \(text(list)) | \(text(step))"
    }

    func list(_ expressions: [BoundExpression]) -> String {
        expressions.map(text).joined(separator: ", ")
    }

    func joined(_ operands: [BoundExpression], _ separator: String, _ level: Level) -> String {
        operands.map { text($0, at: level.next) }.joined(separator: separator)
    }

    private func chain(
        _ first: BoundExpression, _ rest: [(ArithmeticOperator, BoundExpression, SourceSpan)]
    ) -> String {
        guard let start = rest.first else { return text(first) }
        let level = Self.level(of: start.0)
        var result = text(first, at: level)
        for link in rest { result += " \(link.0.text) \(text(link.1, at: level.next))" }
        return result
    }

    package func map(_ entries: [(key: String, value: BoundExpression)]) -> String {
        "{" + entries.map { "\(Self.quoted($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
    }

    private func caseWhen(
        _ operand: BoundExpression?, _ branches: [(test: BoundCaseTest, value: BoundExpression)],
        _ otherwise: BoundExpression?
    ) -> String {
        var result = "CASE" + (operand.map { " " + text($0) } ?? "")
        for branch in branches {
            let test =
                switch branch.test {
                case .value(let value): text(value)
                case .predicate(let predicate, _): text(predicate)
                }
            result += " WHEN \(test) THEN \(text(branch.value))"
        }
        return result + (otherwise.map { " ELSE " + text($0) } ?? "") + " END"
    }

    private func mapProjection(_ base: BoundExpression, _ items: [MapProjectionItem]) -> String {
        let parts = items.map { item in
            switch item {
            case .property(let key): ".\(Self.quoted(key))"
            case .allProperties: ".*"
            case .entry(let key, let value): "\(Self.quoted(key)): \(text(value))"
            }
        }
        return "\(text(base, at: .postfix)){\(parts.joined(separator: ", "))}"
    }

    /// `count(DISTINCT n.age)`
    package func aggregate(_ call: AggregateCall) -> String {
        if call.arguments.isEmpty { return "\(call.function.name)(*)" }
        return "\(call.function.name)(\(call.isDistinct ? "DISTINCT " : "")\(list(call.arguments)))"
    }
}

extension BoundExpression {
    /// This expression as Cypher text.
    package func text(slots: [SlotInfo], parameters: [String] = []) -> String {
        BoundText(slots: slots, parameters: parameters).text(self)
    }
}

extension ComparisonOperator {
    package var text: String {
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

extension ArithmeticOperator {
    package var text: String {
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

extension StringOperator {
    package var text: String {
        switch self {
        case .startsWith: "STARTS WITH"
        case .endsWith: "ENDS WITH"
        case .contains: "CONTAINS"
        case .matches: "=~"
        }
    }
}

/// Literals as Cypher text. Only the kinds that a literal can have are exact.
enum ValueText {
    static func text(_ value: Value) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .int(let value): return String(value)
        case .float(let value):
            return value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\(value)"
        case .string(let text): return quoted(text)
        case .list(let elements): return "[" + elements.map(text).joined(separator: ", ") + "]"
        case .map(let map):
            let entries = zip(map.keys, map.values).map { "\(BoundText.quoted($0)): \(text($1))" }
            return "{" + entries.joined(separator: ", ") + "}"
        default: return "…"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": result += "\\'"
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }
}
