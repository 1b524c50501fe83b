/// The functions that make, truncate and compare instants and durations.
let temporalFunctions: [FunctionDefinition] =
    TemporalKind.allCases.flatMap(instantFunctions) + durationFunctions + epochFunctions + [formatFunction]

/// `date(…)`, `date.statement(…)` and so on, `date.truncate(…)`.
private func instantFunctions(_ kind: TemporalKind) -> [FunctionDefinition] {
    let name = kind.functionName
    let typeName = instantTypeName(kind)
    var functions = [
        temporalFunction(
            name,
            [
                FunctionDefinition.Parameter("input", .any, isOptional: true),
                FunctionDefinition.Parameter("pattern", .string, isOptional: true),
            ], kind.staticType,
            "Makes a \(typeName) from text, which a pattern may describe, a map or another instant; without input, the"
                + " statement's instant."
        ) { arguments, context throws(EngineError) in
            if arguments.count == 2 {
                guard case .string(let text) = arguments[0], case .string(let pattern) = arguments[1] else {
                    throw .temporalArgumentInvalid(name, "a pattern goes with text")
                }
                return try InstantPatternReader.value(kind, text, pattern: pattern, TemporalClock(.statement, context))
            }
            return try makeInstant(kind, arguments.first, TemporalClock(.statement, context))
        }
    ]
    let clocks: [(String, TemporalClock.Source, String)] = [
        ("transaction", .transaction, "The \(typeName) at which the transaction began."),
        ("statement", .statement, "The \(typeName) at which the statement began."),
        ("realtime", .realtime, "The \(typeName) that the system's clock shows now."),
    ]
    for (suffix, source, summary) in clocks {
        let zone = FunctionDefinition.Parameter("timezone", .string, isOptional: true)
        functions.append(
            temporalFunction("\(name).\(suffix)", [zone], kind.staticType, summary) {
                arguments, context throws(EngineError) in
                try instant(kind, "\(name).\(suffix)", arguments.first, TemporalClock(source, context))
            })
    }
    var truncation = temporalFunction(
        "\(name).truncate",
        [
            FunctionDefinition.Parameter("unit", .string),
            FunctionDefinition.Parameter("input", .any, isOptional: true),
            FunctionDefinition.Parameter("fields", .map, isOptional: true),
        ], kind.staticType,
        "The \(typeName) with every part below the unit set to its first value, then changed by the fields."
    ) { arguments, context throws(EngineError) in
        try truncate(kind, arguments, TemporalClock(.statement, context))
    }
    // Null fields are no fields.
    truncation.isNullPropagating = false
    functions.append(truncation)
    return functions
}

private func instantTypeName(_ kind: TemporalKind) -> String {
    switch kind {
    case .date: "DATE"
    case .localTime: "LOCAL TIME"
    case .time: "ZONED TIME"
    case .localDateTime: "LOCAL DATETIME"
    case .dateTime: "ZONED DATETIME"
    }
}

private func makeInstant(
    _ kind: TemporalKind, _ input: Value?, _ clock: TemporalClock
) throws(EngineError) -> Value {
    switch input {
    case nil: return try clock.now(kind, in: clock.defaultRule())
    case .null: return .null
    case .string(let text): return try parseInstant(kind, text, clock)
    case .map(let map): return try TemporalBuilder.value(kind, from: map, clock)
    case .some(let value):
        guard let pieces = try TemporalPieces(value) else {
            throw .temporalArgumentInvalid(kind.functionName, "expected text, a map or an instant")
        }
        return try selectInstant(kind, pieces, from: value, clock)
    }
}

private func parseInstant(_ kind: TemporalKind, _ text: String, _ clock: TemporalClock) throws(EngineError) -> Value {
    switch kind {
    case .date: return .date(try TemporalParser.date(text))
    case .localTime: return .localTime(try TemporalParser.localTime(text))
    case .localDateTime: return .localDateTime(try TemporalParser.localDateTime(text))
    case .time:
        return .time(
            try TemporalParser.time(text) { () throws(EngineError) in try clock.offset(of: clock.defaultRule()) })
    case .dateTime:
        return .dateTime(
            try TemporalParser.dateTime(text) { () throws(EngineError) in try clock.defaultRule() })
    }
}

/// The parts of another instant, which must have all that the kind needs, but for a zone.
private func selectInstant(
    _ kind: TemporalKind, _ pieces: TemporalPieces, from value: Value, _ clock: TemporalClock
) throws(EngineError) -> Value {
    if kind.hasDate, pieces.date == nil {
        throw .temporalArgumentInvalid(kind.functionName, "'\(value.temporalText ?? "")' has no date")
    }
    if kind.hasTime, pieces.time == nil {
        throw .temporalArgumentInvalid(kind.functionName, "'\(value.temporalText ?? "")' has no time of day")
    }
    let noFields = try TemporalFieldMap(MapValue(sortedKeys: [], values: []), kind: kind)
    return try TemporalBuilder.value(changing: pieces, with: noFields, clock)
}

/// The clock's instant, in the zone that the argument names.
private func instant(
    _ kind: TemporalKind, _ function: String, _ zone: Value?, _ clock: TemporalClock
) throws(EngineError) -> Value {
    switch zone {
    case nil: return try clock.now(kind, in: clock.defaultRule())
    case .null: return .null
    case .string(let name): return try clock.now(kind, in: TemporalParser.zone(name))
    default: throw .temporalArgumentInvalid(function, "expected a time zone as text")
    }
}

private func truncate(_ kind: TemporalKind, _ arguments: [Value], _ clock: TemporalClock) throws(EngineError) -> Value {
    let name = "\(kind.functionName).truncate"
    if case .null = arguments.first { return .null }
    guard case .string(let unit) = arguments.first else {
        throw .temporalArgumentInvalid(name, "expected a unit as text")
    }
    if arguments.count > 1, case .null = arguments[1] { return .null }
    let input = arguments.count > 1 ? arguments[1] : try clock.now(kind, in: clock.defaultRule())
    var fields = MapValue(sortedKeys: [], values: [])
    if arguments.count > 2 {
        switch arguments[2] {
        case .null: break
        case .map(let map): fields = map
        default: throw .temporalArgumentInvalid(name, "expected the fields as a map")
        }
    }
    return try TemporalTruncation.truncate(
        input, to: TemporalTruncation.Unit(name: unit), kind: kind, fields: fields, clock)
}

private let epochFunctions: [FunctionDefinition] = [
    temporalFunction(
        "datetime.fromepoch",
        [FunctionDefinition.Parameter("seconds", .number), FunctionDefinition.Parameter("nanoseconds", .number)],
        .zonedDateTime, "The ZONED DATETIME so many seconds and nanoseconds after 1970-01-01T00:00Z.",
        isDeterministic: true
    ) { arguments, _ throws(EngineError) in
        let seconds = try integer(arguments, 0, "datetime.fromepoch")
        let nanoseconds = try integer(arguments, 1, "datetime.fromepoch")
        let carry = floorDivide(nanoseconds, TemporalUnits.nanosecondsPerSecond)
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        if overflow { throw .temporalOverflow() }
        let rest = floorModulo(nanoseconds, TemporalUnits.nanosecondsPerSecond)
        return .dateTime(
            try TimeZoneRule.utc.dateTime(epochSecond: sum, nanosecond: Int32(truncatingIfNeeded: rest)))
    },
    temporalFunction(
        "datetime.fromepochmillis", [FunctionDefinition.Parameter("milliseconds", .number)], .zonedDateTime,
        "The ZONED DATETIME so many milliseconds after 1970-01-01T00:00Z.", isDeterministic: true
    ) { arguments, _ throws(EngineError) in
        let milliseconds = try integer(arguments, 0, "datetime.fromepochmillis")
        return .dateTime(
            try TimeZoneRule.utc.dateTime(
                epochSecond: floorDivide(milliseconds, 1_000),
                nanosecond: Int32(truncatingIfNeeded: floorModulo(milliseconds, 1_000) * 1_000_000)))
    },
]

private func integer(_ arguments: [Value], _ index: Int, _ function: String) throws(EngineError) -> Int64 {
    if index < arguments.count, case .int(let number) = arguments[index] { return number }
    if index < arguments.count, case .float(let number) = arguments[index], let whole = Int64(exactly: number) {
        return whole
    }
    throw .temporalArgumentInvalid(function, "expected an INTEGER")
}

private let durationFunctions: [FunctionDefinition] =
    [
        temporalFunction(
            "duration", [FunctionDefinition.Parameter("input", .any)], .duration,
            "Makes a DURATION from text or a map.", isDeterministic: true
        ) { arguments, _ throws(EngineError) in
            switch arguments.first {
            case .null: return .null
            case .duration(let duration): return .duration(duration)
            case .string(let text): return .duration(try DurationParser.duration(text))
            case .map(let map): return .duration(try DurationMap.duration(from: map))
            default: throw .temporalArgumentInvalid("duration", "expected text, a map or a DURATION")
            }
        },
        differenceFunction("between", "The DURATION between two instants in months, days and seconds.") {
            between throws(EngineError) in try between.logical()
        },
        differenceFunction("inMonths", "The DURATION between two instants in whole months.") {
            between throws(EngineError) in try between.inMonths()
        },
        differenceFunction("inDays", "The DURATION between two instants in whole days.") {
            between throws(EngineError) in try between.inDays()
        },
        differenceFunction("inSeconds", "The DURATION between two instants in seconds.") {
            between throws(EngineError) in try between.seconds()
        },
    ]

private let formatFunction = temporalFunction(
    "format",
    [
        FunctionDefinition.Parameter("value", .any),
        FunctionDefinition.Parameter("pattern", .string, isOptional: true),
    ], .string, "The text of an instant or a DURATION, in ISO 8601 or as the pattern says.", isDeterministic: true
) { arguments, _ throws(EngineError) in
    let value = arguments.first ?? .null
    if case .null = value { return .null }
    guard let isoText = value.temporalText else {
        throw .temporalArgumentInvalid("format", "expected an instant or a DURATION")
    }
    guard arguments.count > 1 else { return .string(isoText) }
    guard case .string(let pattern) = arguments[1] else {
        throw .temporalArgumentInvalid("format", "expected a pattern as text")
    }
    if case .duration(let duration) = value {
        return .string(try DurationPatternWriter.text(duration, pattern: pattern))
    }
    return .string(try InstantPatternWriter.text(value, pattern: pattern) ?? isoText)
}

private func differenceFunction(
    _ suffix: String, _ summary: String,
    _ measure: @escaping @Sendable (DurationBetween) throws(EngineError) -> DurationValue
) -> FunctionDefinition {
    let name = "duration.\(suffix)"
    return temporalFunction(
        name, [FunctionDefinition.Parameter("from", .any), FunctionDefinition.Parameter("to", .any)], .duration,
        summary, isDeterministic: true
    ) { arguments, _ throws(EngineError) in
        guard arguments.count == 2 else { throw .temporalArgumentInvalid(name, "expected two instants") }
        if case .null = arguments[0] { return .null }
        if case .null = arguments[1] { return .null }
        guard let between = try DurationBetween(arguments[0], arguments[1]) else {
            throw .temporalArgumentInvalid(name, "expected two instants")
        }
        return .duration(try measure(between))
    }
}

private func temporalFunction(
    _ name: String, _ parameters: [FunctionDefinition.Parameter], _ result: StaticType, _ summary: String,
    isDeterministic: Bool = false,
    _ body: @escaping @Sendable ([Value], EvaluationContext) throws(EngineError) -> Value
) -> FunctionDefinition {
    var definition = FunctionDefinition(
        name: name, category: .temporal, parameters: parameters, isVariadic: false, result: result, summary: summary,
        isNullPropagating: true, isDeterministic: isDeterministic, replacement: nil, body: .scalar(body))
    definition.isFixedInStatement = !name.hasSuffix(".realtime")
    return definition
}
