/// The parts that `value.name` reads from a temporal value. Upper and lower case do not count.
package enum TemporalComponents {
    /// `nil` when the value is not temporal.
    ///
    /// - Throws: `temporalFieldInvalid` when the kind has no such part.
    package static func component(_ name: String, of value: Value) throws(EngineError) -> Value? {
        let key = name.lowercased()
        let (kind, found): (String, Value?)
        switch value {
        case .date(let value): (kind, found) = ("Date", part(key, of: value))
        case .localTime(let value): (kind, found) = ("LocalTime", part(key, of: value))
        case .time(let value):
            (kind, found) = ("Time", part(key, of: value.local) ?? zonePart(key, value.offsetSeconds, zone: nil))
        case .localDateTime(let value):
            (kind, found) = ("LocalDateTime", part(key, of: value.date) ?? part(key, of: value.time))
        case .dateTime(let value):
            let local = value.local
            let ofLocal = part(key, of: local.date) ?? part(key, of: local.time)
            let ofZone = ofLocal ?? zonePart(key, value.offsetSeconds, zone: value.zone)
            (kind, found) = ("DateTime", ofZone == nil ? try epochPart(key, of: value) : ofZone)
        case .duration(let value): (kind, found) = ("Duration", try part(key, of: value))
        default: return nil
        }
        guard let found else { throw .temporalFieldInvalid("A \(kind) has no component \(name)") }
        return found
    }

    private static func part(_ key: String, of date: DateValue) -> Value? {
        switch key {
        case "year": .int(date.year)
        case "quarter": .int(date.quarter)
        case "month": .int(date.month)
        case "week": .int(GregorianCalendar.week(ofEpochDay: date.epochDay).week)
        case "weekyear": .int(GregorianCalendar.week(ofEpochDay: date.epochDay).weekYear)
        case "dayofquarter", "quarterday": .int(date.dayOfQuarter)
        case "dayofweek", "weekday": .int(date.weekday)
        case "ordinalday": .int(date.ordinalDay)
        case "day": .int(date.day)
        default: nil
        }
    }

    private static func part(_ key: String, of time: LocalTimeValue) -> Value? {
        switch key {
        case "hour": .int(time.hour)
        case "minute": .int(time.minute)
        case "second": .int(time.second)
        case "millisecond": .int(time.nanosecond / 1_000_000)
        case "microsecond": .int(time.nanosecond / 1_000)
        case "nanosecond": .int(time.nanosecond)
        default: nil
        }
    }

    private static func zonePart(_ key: String, _ offsetSeconds: Int32, zone: String?) -> Value? {
        switch key {
        case "timezone": .string(zone ?? offsetText(offsetSeconds))
        case "offset": .string(offsetText(offsetSeconds))
        case "offsetminutes": .int(Int64(offsetSeconds) / 60)
        case "offsetseconds": .int(Int64(offsetSeconds))
        default: nil
        }
    }

    private static func epochPart(_ key: String, of value: DateTimeValue) throws(EngineError) -> Value? {
        switch key {
        case "epochseconds": return .int(value.epochSecond)
        case "epochmillis":
            let (product, overflow1) = value.epochSecond.multipliedReportingOverflow(by: 1_000)
            let (sum, overflow2) = product.addingReportingOverflow(Int64(value.nanosecond) / 1_000_000)
            if overflow1 || overflow2 {
                throw .temporalFieldInvalid("epochMillis of this instant does not fit 64 bits")
            }
            return .int(sum)
        default: return nil
        }
    }

    /// Whole units of a group, and what of them is left below the next larger unit.
    private static func part(_ key: String, of duration: DurationValue) throws(EngineError) -> Value? {
        let nanoseconds = Int64(duration.nanoseconds)
        switch key {
        case "years": return .int(duration.months / 12)
        case "quarters": return .int(duration.months / 3)
        case "months": return .int(duration.months)
        case "weeks": return .int(duration.days / 7)
        case "days": return .int(duration.days)
        case "hours": return .int(duration.seconds / 3_600)
        case "minutes": return .int(duration.seconds / 60)
        case "seconds": return .int(duration.seconds)
        case "milliseconds": return .int(try whole(duration, perSecond: 1_000))
        case "microseconds": return .int(try whole(duration, perSecond: 1_000_000))
        case "nanoseconds": return .int(try whole(duration, perSecond: 1_000_000_000))
        case "quartersofyear": return .int(duration.months / 3 % 4)
        case "monthsofquarter": return .int(duration.months % 3)
        case "monthsofyear": return .int(duration.months % 12)
        case "daysofweek": return .int(duration.days % 7)
        case "minutesofhour": return .int(duration.seconds / 60 % 60)
        case "secondsofminute": return .int(duration.seconds % 60)
        case "millisecondsofsecond": return .int(nanoseconds / 1_000_000)
        case "microsecondsofsecond": return .int(nanoseconds / 1_000)
        case "nanosecondsofsecond": return .int(nanoseconds)
        default: return nil
        }
    }

    private static func whole(_ duration: DurationValue, perSecond: Int64) throws(EngineError) -> Int64 {
        let below = Int64(duration.nanoseconds) / (TemporalUnits.nanosecondsPerSecond / perSecond)
        let (product, overflow1) = duration.seconds.multipliedReportingOverflow(by: perSecond)
        let (sum, overflow2) = product.addingReportingOverflow(below)
        if overflow1 || overflow2 { throw .durationOverflow() }
        return sum
    }
}
