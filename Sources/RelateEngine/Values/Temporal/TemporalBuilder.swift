/// Makes instants from maps: from the fields alone, or from other instants that the fields change.
struct TemporalBuilder {
    let fields: TemporalFieldMap
    let clock: TemporalClock
    private var kind: TemporalKind { fields.kind }

    /// What `datetime({…})` and its like make of `map`.
    static func value(_ kind: TemporalKind, from map: MapValue, _ clock: TemporalClock) throws(EngineError) -> Value {
        let fields = try TemporalFieldMap(map, kind: kind, allowsZoneAlone: true)
        if fields.isEmpty {
            throw .temporalMapEmpty(kind.rawValue)
        }
        if let zone = fields.zone, fields.isZoneAlone { return try clock.now(kind, in: zone) }
        return try TemporalBuilder(fields: fields, clock: clock).value()
    }

    /// `base` with the fields in place of its own; a zone among them keeps the local time.
    static func value(
        changing base: TemporalPieces, with fields: TemporalFieldMap, _ clock: TemporalClock
    ) throws(EngineError) -> Value {
        if fields.contains(where: \.isEpoch) || !fields.selected.isEmpty {
            throw .temporalFieldInvalid("Only single fields can be changed here")
        }
        var base = base
        if let zone = fields.zone {
            base.zone = zone
            base.offsetSeconds = nil
        }
        return try TemporalBuilder(fields: fields, clock: clock).assemble(base, target: nil)
    }

    private func value() throws(EngineError) -> Value {
        if kind == .dateTime, fields.contains(where: \.isEpoch) { return try epochDateTime() }
        var base = TemporalPieces()
        if let value = fields.selected[.datetime] {
            if fields.selected.count > 1 {
                throw .temporalFieldInvalid("datetime cannot be given together with date or time")
            }
            base = try pieces(of: value, field: .datetime)
            guard base.date != nil, base.time != nil else { throw cannotSelect(.datetime, from: value) }
        }
        if let value = fields.selected[.date] {
            base.date = try pieces(of: value, field: .date).date
            if base.date == nil { throw cannotSelect(.date, from: value) }
        }
        if let value = fields.selected[.time] {
            let pieces = try pieces(of: value, field: .time)
            guard pieces.time != nil else { throw cannotSelect(.time, from: value) }
            (base.time, base.zone, base.offsetSeconds) = (pieces.time, pieces.zone, pieces.offsetSeconds)
            // A time has no date, but may be shown in a region by the day that it comes from.
            if kind == .time { base.date = pieces.date }
        }
        // A value with a zone keeps its instant in the new zone; others keep their local time.
        if base.zone == nil, let zone = fields.zone {
            base.zone = zone
            return try assemble(base, target: nil)
        }
        return try assemble(base, target: fields.zone)
    }

    private func pieces(of value: Value, field: TemporalField) throws(EngineError) -> TemporalPieces {
        guard let pieces = try TemporalPieces(value) else { throw cannotSelect(field, from: value) }
        return pieces
    }

    private func cannotSelect(_ field: TemporalField, from value: Value) -> EngineError {
        .temporalFieldInvalid(
            "A \(kind.rawValue) cannot take its \(field.rawValue) from \(value.temporalText ?? "that value")")
    }

    /// Changes the pieces by the fields, puts them together, and shows the instant in `target`.
    private func assemble(_ base: TemporalPieces, target: TimeZoneRule?) throws(EngineError) -> Value {
        switch kind {
        case .date:
            return .date(try date(from: base.date))
        case .localTime:
            return .localTime(try time(from: base.time))
        case .localDateTime:
            return .localDateTime(LocalDateTimeValue(try date(from: base.date), try time(from: base.time)))
        case .time:
            let time = try time(from: base.time)
            if let region = fields.zone?.zoneName { return .time(try self.time(time, base, in: region, target)) }
            let zone = if let zone = base.zone { zone } else { try clock.defaultRule() }
            let value = TimeValue(time, offsetSeconds: base.offsetSeconds ?? clock.offset(of: zone))
            guard let target else { return .time(value) }
            return .time(value.shown(at: clock.offset(of: target)))
        case .dateTime:
            let local = LocalDateTimeValue(try date(from: base.date), try time(from: base.time))
            let zone = if let zone = base.zone { zone } else { try clock.defaultRule() }
            let value = try zone.resolve(local, preferredOffset: base.offsetSeconds)
            guard let target else { return .dateTime(value) }
            return .dateTime(try value.shown(in: target))
        }
    }

    /// What a region's clocks show depends on the day: without one there is no such time.
    private func time(
        _ time: LocalTimeValue, _ base: TemporalPieces, in region: String, _ target: TimeZoneRule?
    ) throws(EngineError) -> TimeValue {
        guard let date = base.date else { throw .zoneNeedsDate(region) }
        let zone = if let zone = base.zone { zone } else { try clock.defaultRule() }
        var value = try zone.resolve(LocalDateTimeValue(date, time), preferredOffset: base.offsetSeconds)
        if let target { value = try value.shown(in: target) }
        return TimeValue(value.time, offsetSeconds: value.offsetSeconds)
    }

    // MARK: Dates

    /// `base` with the fields that are there; without a base every field needs the larger ones.
    private func date(from base: DateValue?) throws(EngineError) -> DateValue {
        let group = try dateGroup()
        if base == nil {
            guard fields[.year] != nil else { throw .temporalFieldInvalid("year must be given") }
            try fields.require(.month, for: .day)
            try fields.require(.week, for: .dayOfWeek)
            try fields.require(.quarter, for: .dayOfQuarter)
        }
        switch group {
        case .calendar: return try calendarDate(base)
        case .week: return try weekDate(base)
        case .quarter: return try quarterDate(base)
        case .ordinal: return try ordinalDate(base)
        }
    }

    private enum DateGroup: String {
        case calendar, week, quarter, ordinal
    }

    /// The fields must be of one way to name a day.
    private func dateGroup() throws(EngineError) -> DateGroup {
        var found: (group: DateGroup, field: TemporalField)?
        let groups: [(TemporalField, DateGroup)] = [
            (.month, .calendar), (.day, .calendar), (.week, .week), (.dayOfWeek, .week), (.quarter, .quarter),
            (.dayOfQuarter, .quarter), (.ordinalDay, .ordinal),
        ]
        for (field, group) in groups where fields[field] != nil {
            if let found, found.group != group {
                throw .temporalFieldInvalid("\(field.rawValue) cannot be given together with \(found.field.rawValue)")
            }
            found = (group, field)
        }
        return found?.group ?? .calendar
    }

    private func calendarDate(_ base: DateValue?) throws(EngineError) -> DateValue {
        let civil = base?.civil ?? GregorianCalendar.Civil(year: 0, month: 1, day: 1)
        let year = fields[.year] ?? civil.year
        let month = fields[.month] ?? civil.month
        let lastDay = GregorianCalendar.dayCount(ofMonth: month, year: year)
        let day = fields[.day] ?? min(civil.day, lastDay)
        guard let date = DateValue(year: year, month: month, day: day) else {
            throw .temporalFieldOutOfRange("day", String(day), "the month has \(lastDay) days")
        }
        return date
    }

    /// The year is the one that owns the week.
    private func weekDate(_ base: DateValue?) throws(EngineError) -> DateValue {
        let weekday = fields[.dayOfWeek] ?? base?.weekday ?? 1
        if fields[.week] == nil, let base {
            // Only another day of the week: first the year, then the day.
            let day = try calendarDate(base)
            return try day.adding(months: 0, days: weekday - day.weekday)
        }
        let baseWeek = base.map { GregorianCalendar.week(ofEpochDay: $0.epochDay) }
        let year = fields[.year] ?? baseWeek?.weekYear ?? 0
        let week = fields[.week] ?? baseWeek?.week ?? 1
        if let date = DateValue(weekYear: year, week: week, weekday: weekday) { return date }
        let weekCount = GregorianCalendar.weekCount(ofYear: year)
        // The first and the last week of all stand partly outside.
        guard week > weekCount else { throw .temporalOverflow() }
        throw .temporalFieldOutOfRange("week", String(week), "the year \(year) has \(weekCount) weeks")
    }

    private func quarterDate(_ base: DateValue?) throws(EngineError) -> DateValue {
        // The same month of the quarter, and the same day where the month has it.
        let base = base ?? DateValue(epochDay: 0)
        let civil = base.civil
        let year = fields[.year] ?? civil.year
        let quarter = fields[.quarter] ?? base.quarter
        let month = quarter * 3 - 2 + (civil.month - 1) % 3
        guard let dayOfQuarter = fields[.dayOfQuarter] else {
            let day = min(civil.day, GregorianCalendar.dayCount(ofMonth: month, year: year))
            guard let date = DateValue(year: year, month: month, day: day) else { throw .temporalOverflow() }
            return date
        }
        guard let date = DateValue(year: year, quarter: quarter, dayOfQuarter: dayOfQuarter) else {
            throw .temporalFieldOutOfRange(
                "dayOfQuarter", String(dayOfQuarter),
                "the quarter has \(GregorianCalendar.dayCount(ofQuarter: quarter, year: year)) days")
        }
        return date
    }

    private func ordinalDate(_ base: DateValue?) throws(EngineError) -> DateValue {
        let year = fields[.year] ?? base?.year ?? 0
        let day = fields[.ordinalDay] ?? 1
        guard let date = DateValue(year: year, ordinalDay: day) else {
            throw .temporalFieldOutOfRange(
                "ordinalDay", String(day), "the year \(year) has \(GregorianCalendar.dayCount(ofYear: year)) days")
        }
        return date
    }

    // MARK: Times

    private func time(from base: LocalTimeValue?) throws(EngineError) -> LocalTimeValue {
        if base == nil {
            if !kind.hasDate, fields[.hour] == nil { throw .temporalFieldInvalid("hour must be given") }
            try fields.require(.hour, for: .minute)
            try fields.require(.minute, for: .second)
            for field in [TemporalField.millisecond, .microsecond, .nanosecond] {
                try fields.require(.second, for: field)
            }
        }
        let time = LocalTimeValue(
            hour: fields[.hour] ?? base?.hour ?? 0, minute: fields[.minute] ?? base?.minute ?? 0,
            second: fields[.second] ?? base?.second ?? 0,
            nanosecond: try nanosecond() ?? base?.nanosecond ?? 0)
        guard let time else { throw .temporalFieldInvalid("There is no such time of day") }
        return time
    }

    /// What the fields below the second add up to; `nil` when none is there. Together each is only a part of the larger.
    private func nanosecond() throws(EngineError) -> Int64? {
        let millisecond = fields[.millisecond]
        let microsecond = fields[.microsecond]
        let nanosecond = fields[.nanosecond]
        if millisecond == nil, microsecond == nil, nanosecond == nil { return nil }
        if let microsecond, millisecond != nil, microsecond > 999 {
            throw .temporalFieldOutOfRange("microsecond", String(microsecond), "at most 999 beside millisecond")
        }
        if let nanosecond {
            let limit: Int64 = microsecond != nil ? 999 : millisecond != nil ? 999_999 : 999_999_999
            guard nanosecond <= limit else {
                throw .temporalFieldOutOfRange("nanosecond", String(nanosecond), "at most \(limit) beside larger parts")
            }
        }
        return (millisecond ?? 0) * 1_000_000 + (microsecond ?? 0) * 1_000 + (nanosecond ?? 0)
    }

    // MARK: Epoch

    /// From `epochSeconds` or `epochMillis`, with parts below them and a zone to look at it.
    private func epochDateTime() throws(EngineError) -> Value {
        if !fields.selected.isEmpty
            || fields.contains(where: { $0.isOfDate || [.hour, .minute, .second].contains($0) })
        {
            throw .temporalFieldInvalid("epochSeconds and epochMillis go only with smaller fields and timezone")
        }
        let rule = if let zone = fields.zone { zone } else { try clock.defaultRule() }
        if let milliseconds = fields[.epochMillis] {
            if fields[.epochSeconds] != nil || fields[.millisecond] != nil {
                throw .temporalFieldInvalid("epochMillis cannot be given together with epochSeconds or millisecond")
            }
            let rest = (floorModulo(milliseconds, 1_000)) * 1_000_000
            let below = try nanosecond() ?? 0
            guard below < 1_000_000 else {
                throw .temporalFieldOutOfRange(
                    "nanosecond", String(below), "less than a millisecond beside epochMillis")
            }
            return .dateTime(
                try rule.dateTime(
                    epochSecond: floorDivide(milliseconds, 1_000), nanosecond: Int32(truncatingIfNeeded: rest + below)))
        }
        let nanosecond = try nanosecond() ?? 0
        return .dateTime(
            try rule.dateTime(
                epochSecond: fields[.epochSeconds] ?? 0, nanosecond: Int32(truncatingIfNeeded: nanosecond)))
    }
}

extension TimeValue {
    /// The same moment of the day at another offset, around midnight.
    func shown(at offset: Int32) -> TimeValue {
        let shift = Int64(offset - offsetSeconds) * TemporalUnits.nanosecondsPerSecond
        return TimeValue(
            nanosecondOfDay: floorModulo(nanosecondOfDay + shift, TemporalUnits.nanosecondsPerDay),
            offsetSeconds: offset)
    }
}
