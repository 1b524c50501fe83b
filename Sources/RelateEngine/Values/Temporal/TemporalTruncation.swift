/// Sets every part of an instant below a unit to its first value.
enum TemporalTruncation {
    enum Unit: String, Sendable, CaseIterable {
        case millennium, century, decade, year, weekYear, quarter, month, week, day
        case hour, minute, second, millisecond, microsecond

        init(name: String) throws(EngineError) {
            guard let unit = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
                let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
                throw .temporalUnitInvalid(name, "expected one of \(names)")
            }
            self = unit
        }

        /// Smaller than a day: in nanoseconds.
        var nanoseconds: Int64? {
            switch self {
            case .hour: TemporalUnits.nanosecondsPerHour
            case .minute: TemporalUnits.nanosecondsPerMinute
            case .second: TemporalUnits.nanosecondsPerSecond
            case .millisecond: 1_000_000
            case .microsecond: 1_000
            default: nil
            }
        }
    }

    /// `input`, of any kind that has the parts, truncated to a value of `kind`, and then changed by `fields`.
    static func truncate(
        _ input: Value, to unit: Unit, kind: TemporalKind, fields: MapValue, _ clock: TemporalClock
    ) throws(EngineError) -> Value {
        guard var pieces = try TemporalPieces(input) else {
            throw .temporalArgumentInvalid("\(kind.functionName).truncate", "the value to truncate is no instant")
        }
        if kind.hasDate {
            guard let date = pieces.date else { throw cannot(unit, kind, "the value has no date") }
            if let length = unit.nanoseconds {
                guard kind.hasTime else { throw cannot(unit, kind, "a \(kind.rawValue) has no time of day") }
                guard let time = pieces.time else { throw cannot(unit, kind, "the value has no time of day") }
                pieces.time = truncate(time, to: length)
            } else {
                pieces.date = try truncate(date, to: unit)
                pieces.time = LocalTimeValue(nanosecondOfDay: 0)
            }
        } else {
            guard let time = pieces.time else { throw cannot(unit, kind, "the value has no time of day") }
            guard unit == .day || unit.nanoseconds != nil else { throw cannot(unit, kind, "it is longer than a day") }
            pieces.time = truncate(time, to: unit.nanoseconds ?? TemporalUnits.nanosecondsPerDay)
        }
        var changes = try TemporalFieldMap(fields, kind: kind)
        let changesBelowMillisecond = changes[.microsecond] != nil || changes[.nanosecond] != nil
        // What is left of the second goes on beside the parts below the unit.
        if unit == .millisecond, changesBelowMillisecond, let time = pieces.time {
            changes.supply(time.nanosecond / 1_000_000, for: .millisecond)
        }
        if unit == .microsecond, changes[.nanosecond] != nil, changes[.millisecond] == nil, let time = pieces.time {
            changes.supply(time.nanosecond / 1_000, for: .microsecond)
        }
        return try TemporalBuilder.value(changing: pieces, with: changes, clock)
    }

    private static func cannot(_ unit: Unit, _ kind: TemporalKind, _ reason: String) -> EngineError {
        .temporalUnitInvalid(unit.rawValue, "\(kind.functionName).truncate() cannot use it: \(reason)")
    }

    private static func truncate(_ time: LocalTimeValue, to length: Int64) -> LocalTimeValue {
        LocalTimeValue(nanosecondOfDay: time.nanosecondOfDay - time.nanosecondOfDay % length)
    }

    private static func truncate(_ date: DateValue, to unit: Unit) throws(EngineError) -> DateValue {
        let civil = date.civil
        let truncated: DateValue?
        switch unit {
        case .millennium: truncated = firstDay(ofYear: civil.year, multipleOf: 1_000)
        case .century: truncated = firstDay(ofYear: civil.year, multipleOf: 100)
        case .decade: truncated = firstDay(ofYear: civil.year, multipleOf: 10)
        case .year: truncated = firstDay(ofYear: civil.year, multipleOf: 1)
        case .weekYear:
            let weekYear = GregorianCalendar.week(ofEpochDay: date.epochDay).weekYear
            truncated = DateValue(weekYear: weekYear, week: 1, weekday: 1)
        case .quarter: truncated = DateValue(year: civil.year, quarter: date.quarter, dayOfQuarter: 1)
        case .month: truncated = DateValue(year: civil.year, month: civil.month, day: 1)
        case .week: truncated = try date.adding(months: 0, days: 1 - date.weekday)
        default: truncated = date
        }
        guard let truncated else { throw .temporalOverflow() }
        return truncated
    }

    private static func firstDay(ofYear year: Int64, multipleOf count: Int64) -> DateValue? {
        DateValue(year: floorDivide(year, count) * count, month: 1, day: 1)
    }
}
