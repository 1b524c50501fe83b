import CypherSyntax

// What can be wrong with a value while a statement runs. Kinds are openCypher's words.

extension EngineError {
    private static func runtime(
        _ status: Status, _ kind: String, at span: SourceSpan? = nil, _ detail: String
    ) -> EngineError {
        EngineError(status, stage: .runtime, at: span, "runtime error: \(kind): \(detail)")
    }

    /// An operator or function got a value of a type it does not take.
    package static func typeMismatch(_ detail: String, at span: SourceSpan? = nil) -> EngineError {
        runtime(.typeError, "InvalidArgumentType", at: span, detail)
    }

    /// The same, worded: `<what> needs <expected>, got <type>`.
    package static func wrongType(
        of value: Value, for what: String, expected: String, at span: SourceSpan? = nil
    ) -> EngineError {
        typeMismatch("\(what) needs \(expected), got \(value.typeName)", at: span)
    }

    /// A conversion got a value that cannot be converted at all, which is something else than text it cannot read.
    package static func cannotConvert(_ value: Value, by function: String, accepted: String) -> EngineError {
        runtime(
            .typeError.with(gqlStatus: "22N37"), "InvalidArgumentValue",
            "\(function)() takes \(accepted), got \(value.typeName)")
    }

    /// A value of the right type that makes no sense here: a bad unit, a negative length.
    package static func invalidArgument(_ detail: String, gqlStatus: String = "22N11") -> EngineError {
        runtime(.argumentError.with(gqlStatus: gqlStatus), "InvalidArgumentValue", detail)
    }

    /// An argument's type is wrong where openCypher calls it an argument error, as for `range()`.
    package static func argumentTypeInvalid(_ value: Value, for what: String, expected: String) -> EngineError {
        runtime(.argumentError, "InvalidArgumentType", "\(what) needs \(expected), got \(value.typeName)")
    }

    package static func numberOutOfRange(_ detail: String) -> EngineError {
        runtime(.argumentError.with(gqlStatus: "22003"), "NumberOutOfRange", detail)
    }

    package static func negativeInteger(_ what: String, _ value: Int64) -> EngineError {
        runtime(
            .argumentError.with(gqlStatus: "22N02"), "NegativeIntegerArgument",
            "\(what) must not be negative, got \(value)")
    }

    package static func nullNotAllowed(_ what: String) -> EngineError {
        runtime(.argumentError.with(gqlStatus: "22004"), "InvalidArgumentValue", "\(what) must not be null")
    }

    package static func integerOverflow(_ expression: String, at span: SourceSpan? = nil) -> EngineError {
        runtime(
            .arithmeticError, "IntegerOverflow", at: span, "\(expression) does not fit an INTEGER of 64 bits")
    }

    package static func divisionByZero(at span: SourceSpan? = nil) -> EngineError {
        runtime(.divisionByZero, "DivisionByZero", at: span, "/ by zero")
    }

    package static func mapElementAccessByNonString(_ index: Value, at span: SourceSpan? = nil) -> EngineError {
        runtime(
            .typeError, "MapElementAccessByNonString", at: span,
            "a map is read by a STRING key, got \(index.typeName)")
    }

    package static func listElementAccessByNonInteger(_ index: Value, at span: SourceSpan? = nil) -> EngineError {
        runtime(
            .typeError, "ListElementAccessByNonInteger", at: span,
            "a list is read by an INTEGER index, got \(index.typeName)")
    }

    /// The value, or a part of it, cannot be stored in a property.
    package static func invalidPropertyType(_ detail: String) -> EngineError {
        runtime(.typeError.with(gqlStatus: "22N39"), "InvalidPropertyType", detail)
    }

    package static func emptyPropertyKey(at span: SourceSpan?) -> EngineError {
        runtime(
            .argumentError.with(gqlStatus: "42I11"), "InvalidArgumentValue", at: span, "A property key may not be empty"
        )
    }

    package static func invalidRegularExpression(_ detail: String, at span: SourceSpan? = nil) -> EngineError {
        runtime(.argumentError, "InvalidArgumentValue", at: span, "invalid regular expression: \(detail)")
    }

    /// A pattern of `=~` that would take too long, or too much memory, on a text.
    package static func regularExpressionTooCostly(_ pattern: String, _ detail: String) -> EngineError {
        let shown = pattern.utf8.count <= 100 ? pattern : String(pattern.prefix(100)) + "…"
        return runtime(
            .argumentError, "InvalidArgumentValue",
            "the regular expression '\(shown)' costs too much on a text: \(detail)")
    }

    /// A value nested deeper than `Nesting.levelsLimit`.
    package static func valueNestedTooDeep() -> EngineError {
        runtime(
            .argumentError, "InvalidArgumentValue",
            "a value may have at most \(Nesting.levelsLimit) levels of lists and maps")
    }

    /// A list or text a function was asked to make is longer than any memory budget allows.
    package static func resultTooLarge(_ what: String) -> EngineError {
        runtime(.memoryLimit, "MemoryLimit", "\(what) is too large")
    }

    /// A parameter that no value of Cypher corresponds to: an impossible date, an unknown zone.
    ///
    /// - Source: Swift API page, "Parameters", refusals: stage `.internal`.
    package static func parameterRefused(_ name: String, _ detail: String) -> EngineError {
        EngineError(.argumentError, stage: .internal, "parameter $\(name): \(detail)")
    }
}
