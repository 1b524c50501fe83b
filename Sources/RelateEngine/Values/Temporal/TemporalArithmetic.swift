/// What `+ - * /` mean where an operand is temporal. Every function returns `nil` when the operands are not its
/// business, so that the general arithmetic can go on; null operands are the caller's.
package enum TemporalArithmetic {
    /// instant + duration, duration + instant, duration + duration.
    package static func add(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.duration(let first), .duration(let second)): .duration(try first.adding(second))
        case (let instant, .duration(let duration)): try shift(instant, by: duration)
        case (.duration(let duration), let instant): try shift(instant, by: duration)
        default: nil
        }
    }

    /// instant - duration, duration - duration.
    package static func subtract(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.duration(let first), .duration(let second)): .duration(try first.subtracting(second))
        case (let instant, .duration(let duration)): try shift(instant, by: duration.negated())
        default: nil
        }
    }

    /// duration * number, number * duration.
    package static func multiply(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.duration(let duration), .int(let factor)), (.int(let factor), .duration(let duration)):
            .duration(try duration.multiplied(by: factor))
        case (.duration(let duration), .float(let factor)), (.float(let factor), .duration(let duration)):
            .duration(try duration.multiplied(by: factor))
        default: nil
        }
    }

    /// duration / number.
    package static func divide(_ left: Value, _ right: Value) throws(EngineError) -> Value? {
        switch (left, right) {
        case (.duration(let duration), .int(let divisor)): .duration(try duration.divided(by: divisor))
        case (.duration(let duration), .float(let divisor)): .duration(try duration.divided(by: divisor))
        default: nil
        }
    }

    /// `instant` later by `duration`; `nil` when it is no instant.
    private static func shift(_ instant: Value, by duration: DurationValue) throws(EngineError) -> Value? {
        switch instant {
        case .date(let date): .date(try date.adding(duration))
        case .localTime(let time): .localTime(time.adding(duration))
        case .time(let time): .time(TimeValue(time.local.adding(duration), offsetSeconds: time.offsetSeconds))
        case .localDateTime(let dateTime): .localDateTime(try dateTime.adding(duration))
        case .dateTime(let dateTime): .dateTime(try dateTime.adding(duration))
        default: nil
        }
    }
}

extension DateValue {
    /// Months first (a day that the month lacks becomes its last), then days, then the whole days in the seconds.
    package func adding(_ duration: DurationValue) throws(EngineError) -> DateValue {
        let shifted = try adding(months: duration.months, days: duration.days)
        // Towards zero: -23 hours are no day.
        var seconds = duration.seconds
        if seconds < 0, duration.nanoseconds > 0 { seconds += 1 }
        return try shifted.adding(months: 0, days: seconds / TemporalUnits.secondsPerDay)
    }

    func adding(months: Int64, days: Int64) throws(EngineError) -> DateValue {
        guard let inMonth = GregorianCalendar.adding(months: months, toEpochDay: epochDay),
            let shifted = GregorianCalendar.adding(days: days, toEpochDay: inMonth)
        else { throw .temporalOverflow() }
        return DateValue(epochDay: shifted)
    }
}

extension LocalTimeValue {
    /// Around midnight; months and days of the duration do nothing.
    package func adding(_ duration: DurationValue) -> LocalTimeValue {
        let seconds = duration.seconds % TemporalUnits.secondsPerDay
        let shift = seconds * TemporalUnits.nanosecondsPerSecond + Int64(duration.nanoseconds)
        return LocalTimeValue(nanosecondOfDay: floorModulo(nanosecondOfDay + shift, TemporalUnits.nanosecondsPerDay))
    }
}

extension LocalDateTimeValue {
    package func adding(_ duration: DurationValue) throws(EngineError) -> LocalDateTimeValue {
        try LocalDateTimeValue(date.adding(months: duration.months, days: duration.days), time)
            .adding(seconds: duration.seconds, nanoseconds: Int64(duration.nanoseconds))
    }

    /// `nanoseconds`: less than a second, of either sign.
    func adding(seconds: Int64, nanoseconds: Int64) throws(EngineError) -> LocalDateTimeValue {
        let total = Int64(nanosecond) + nanoseconds
        let carry = floorDivide(total, TemporalUnits.nanosecondsPerSecond)
        let (sum, overflow1) = localSecond.addingReportingOverflow(seconds)
        let (second, overflow2) = sum.addingReportingOverflow(carry)
        guard !overflow1, !overflow2,
            GregorianCalendar.contains(epochDay: floorDivide(second, TemporalUnits.secondsPerDay))
        else { throw .temporalOverflow() }
        let rest = floorModulo(total, TemporalUnits.nanosecondsPerSecond)
        return LocalDateTimeValue(localSecond: second, nanosecond: Int32(truncatingIfNeeded: rest))
    }
}
