extension FunctionDefinition {
    package typealias ScalarBody = @Sendable ([Value], EvaluationContext) throws(EngineError) -> Value

    /// A row for a function of its arguments. As nearly all are, it is null for a null argument and deterministic.
    package static func scalar(
        _ name: String, _ category: Category, _ parameters: [Parameter], _ result: StaticType, _ summary: String,
        isVariadic: Bool = false, isNullPropagating: Bool = true, isDeterministic: Bool = true,
        replacement: String? = nil, _ body: @escaping ScalarBody
    ) -> FunctionDefinition {
        FunctionDefinition(
            name: name, category: category, parameters: parameters, isVariadic: isVariadic, result: result,
            summary: summary, isNullPropagating: isNullPropagating, isDeterministic: isDeterministic,
            replacement: replacement, body: .scalar(body))
    }

    /// A row for a function of a group of rows.
    package static func aggregate(
        _ name: String, _ parameters: [Parameter], _ result: StaticType, _ summary: String,
        _ make: @escaping @Sendable () -> any Accumulator
    ) -> FunctionDefinition {
        FunctionDefinition(
            name: name, category: .aggregating, parameters: parameters, isVariadic: false, result: result,
            summary: summary, isNullPropagating: false, isDeterministic: true, replacement: nil, body: .aggregate(make))
    }

    /// As documentation writes it, such as `substring(original :: STRING, start :: INTEGER[, length :: INTEGER]) :: STRING`.
    package var signature: String {
        var text = name + "("
        var closing = ""
        for (index, parameter) in parameters.enumerated() {
            let separator = index == 0 ? "" : ", "
            text += parameter.isOptional ? "[" + separator : separator
            if parameter.isOptional { closing += "]" }
            text += "\(parameter.name) :: \(parameter.type.text)"
        }
        return text + (isVariadic ? ", …" : "") + closing + ") :: " + result.text
    }
}

/// What functions ask of their arguments: the payload, or the error that names the function.
extension Value {
    func string(for function: String) throws(EngineError) -> String {
        if case .string(let text) = self { return text }
        throw .wrongType(of: self, for: "\(function)()", expected: "a STRING")
    }

    func integer(for function: String) throws(EngineError) -> Int64 {
        if case .int(let number) = self { return number }
        throw .wrongType(of: self, for: "\(function)()", expected: "an INTEGER")
    }

    /// A FLOAT, or an INTEGER widened.
    func number(for function: String) throws(EngineError) -> Double {
        switch self {
        case .float(let number): return number
        case .int(let number): return Double(number)
        default: throw .wrongType(of: self, for: "\(function)()", expected: "a number")
        }
    }

    func list(for function: String) throws(EngineError) -> [Value] {
        if case .list(let elements) = self { return elements }
        throw .wrongType(of: self, for: "\(function)()", expected: "a LIST")
    }

    func nonNegative(for function: String, _ what: String) throws(EngineError) -> Int64 {
        guard !isNull else { throw .nullNotAllowed("the \(what) of \(function)()") }
        let number = try integer(for: function)
        guard number >= 0 else { throw .negativeInteger("the \(what) of \(function)()", number) }
        return number
    }
}
