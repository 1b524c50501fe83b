extension EngineError {
    /// The text is no value of the temporal type `kind`, such as `Date`.
    static func temporalTextInvalid(_ text: String, kind: String, _ reason: String) -> EngineError {
        EngineError(
            .syntaxError.with(gqlStatus: "22007"), stage: .runtime,
            "runtime error: InvalidArgumentValue: Text cannot be parsed to a \(kind): '\(excerpt(text))': \(reason)")
    }

    /// A field of a map, or a component, that the type does not have, or that does not go with the others.
    static func temporalFieldInvalid(_ detail: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22N15"), stage: .runtime,
            "runtime error: InvalidArgumentValue: \(detail)")
    }

    /// A region's offset for a time of no day.
    static func zoneNeedsDate(_ region: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22N13"), stage: .runtime,
            "runtime error: InvalidArgumentValue: A time without a date cannot have a named time zone, only an offset such "
                + "as +01:00: \(excerpt(region))")
    }

    /// A map that says nothing.
    static func temporalMapEmpty(_ kind: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22N30"), stage: .runtime,
            "runtime error: InvalidArgumentValue: A \(kind) needs at least one field")
    }

    /// A field whose number lies outside the field's range, such as month 13.
    static func temporalFieldOutOfRange(_ field: String, _ value: String, _ expected: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22N03"), stage: .runtime,
            "runtime error: InvalidArgumentValue: Invalid value for \(field) (\(expected)): \(excerpt(value))")
    }

    /// The result would lie outside ±999,999,999 years.
    static func temporalOverflow() -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22008"), stage: .runtime,
            "runtime error: NumberOutOfRange: The instant lies outside the years -999999999 to 999999999")
    }

    /// A group of a duration, or its average length in seconds, does not fit 64 bits.
    static func durationOverflow() -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22015"), stage: .runtime,
            "runtime error: NumberOutOfRange: The duration is too long")
    }

    static func durationDividedByZero() -> EngineError {
        EngineError(
            .divisionByZero, stage: .runtime, "runtime error: ArithmeticError: A duration cannot be divided by zero")
    }

    /// No time zone of the name.
    static func timeZoneUnknown(_ name: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22NB5"), stage: .runtime,
            "runtime error: InvalidArgumentValue: Unknown time zone: '\(excerpt(name))'")
    }

    /// The system has no zone files, or the zone's file is damaged.
    static func timeZoneUnreadable(_ name: String, _ reason: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22NB5"), stage: .runtime,
            "runtime error: InvalidArgumentValue: The time zone '\(excerpt(name))' cannot be read: \(reason)")
    }

    /// `function` cannot make anything of the argument.
    static func temporalArgumentInvalid(_ function: String, _ detail: String) -> EngineError {
        EngineError(
            .typeError.with(gqlStatus: "22N01"), stage: .runtime,
            "runtime error: InvalidArgumentType: \(function)(): \(detail)")
    }

    /// A unit that the type cannot be truncated to, or no unit at all.
    static func temporalUnitInvalid(_ unit: String, _ detail: String) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22N14"), stage: .runtime,
            "runtime error: InvalidArgumentValue: Unit '\(excerpt(unit))': \(detail)")
    }

    /// A pattern of `format` that is none, or that does not suit the value.
    static func temporalPatternInvalid(_ pattern: String, _ reason: String) -> EngineError {
        EngineError(
            .argumentError, stage: .runtime,
            "runtime error: InvalidArgumentValue: The pattern '\(excerpt(pattern))': \(reason)")
    }

    /// What of a long text an error shows.
    private static func excerpt(_ text: String) -> String {
        let limit = 100
        return text.utf8.count <= limit ? text : String(text.prefix(limit)) + "…"
    }
}
