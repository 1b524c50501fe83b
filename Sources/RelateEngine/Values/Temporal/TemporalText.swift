/// The ISO 8601 text of temporal values: what `toString` and every display show, and what the parsers read back.
///
/// Seconds always stand there, fractions without trailing zeros; years outside 0000 to 9999 have a sign.
extension DateValue {
    /// Such as `1984-10-11`.
    package var isoText: String { TemporalWriter.text { $0.append(self) } }
}

extension LocalTimeValue {
    /// Such as `12:31:14.645`.
    package var isoText: String { TemporalWriter.text { $0.append(self) } }
}

extension TimeValue {
    /// Such as `12:31:14+01:00`; UTC is `Z`.
    package var isoText: String {
        TemporalWriter.text {
            $0.append(local)
            $0.appendOffset(offsetSeconds)
        }
    }
}

extension LocalDateTimeValue {
    /// Such as `1984-10-11T12:31:14`.
    package var isoText: String { TemporalWriter.text { $0.append(self) } }
}

extension DateTimeValue {
    /// Such as `1984-10-11T12:31:14+01:00[Europe/Stockholm]`.
    package var isoText: String {
        TemporalWriter.text {
            $0.append(local)
            $0.appendOffset(offsetSeconds)
            if let zone { $0.append("[\(zone)]") }
        }
    }
}

extension DurationValue {
    /// Such as `P12Y5M14DT16H13M10.5S`: groups that are zero are left out, each has its own sign.
    package var isoText: String { TemporalWriter.text { $0.append(self) } }
}

extension Value {
    /// The ISO text of a temporal value, `nil` of others.
    package var temporalText: String? {
        switch self {
        case .date(let value): value.isoText
        case .time(let value): value.isoText
        case .localTime(let value): value.isoText
        case .dateTime(let value): value.isoText
        case .localDateTime(let value): value.isoText
        case .duration(let value): value.isoText
        default: nil
        }
    }
}

/// The text of an offset from UTC: `Z`, `+01:00`, `+00:53:28`.
func offsetText(_ offsetSeconds: Int32) -> String {
    TemporalWriter.text { $0.appendOffset(offsetSeconds) }
}

/// Appends the parts of ISO 8601 texts to a buffer.
struct TemporalWriter {
    private var bytes: [UInt8] = []

    static func text(_ write: (inout TemporalWriter) -> Void) -> String {
        var writer = TemporalWriter()
        writer.bytes.reserveCapacity(40)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    mutating func append(_ text: String) { bytes += text.utf8 }

    mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: character.value)) }

    mutating func append(_ date: DateValue) {
        let civil = date.civil
        if civil.year < 0 {
            append("-")
        } else if civil.year > 9_999 {
            append("+")
        }
        append(civil.year.magnitude, width: 4)
        append("-")
        append(civil.month.magnitude, width: 2)
        append("-")
        append(civil.day.magnitude, width: 2)
    }

    mutating func append(_ time: LocalTimeValue) {
        append(time.hour.magnitude, width: 2)
        append(":")
        append(time.minute.magnitude, width: 2)
        append(":")
        append(time.second.magnitude, width: 2)
        appendFraction(nanoseconds: time.nanosecond.magnitude)
    }

    mutating func append(_ dateTime: LocalDateTimeValue) {
        append(dateTime.date)
        append("T")
        append(dateTime.time)
    }

    mutating func appendOffset(_ offsetSeconds: Int32) {
        if offsetSeconds == 0 {
            append("Z")
            return
        }
        let magnitude = UInt64(offsetSeconds.magnitude)
        append(offsetSeconds < 0 ? "-" : "+" as Unicode.Scalar)
        append(magnitude / 3_600, width: 2)
        append(":")
        append(magnitude / 60 % 60, width: 2)
        if magnitude % 60 != 0 {
            append(":")
            append(magnitude % 60, width: 2)
        }
    }

    mutating func append(_ duration: DurationValue) {
        append("P")
        let start = bytes.count
        append(duration.months / 12, unit: "Y")
        append(duration.months % 12, unit: "M")
        append(duration.days, unit: "D")
        if duration.seconds != 0 || duration.nanoseconds != 0 {
            append("T")
            appendClock(of: duration)
        }
        if bytes.count == start { append("T0S") }
    }

    /// Hours, minutes and seconds, all of one sign.
    private mutating func appendClock(of duration: DurationValue) {
        let isNegative = duration.seconds < 0
        var seconds = duration.seconds
        var nanoseconds = UInt64(duration.nanoseconds.magnitude)
        if isNegative, nanoseconds != 0 {
            // Nanoseconds are counted up from the second below.
            seconds += 1
            nanoseconds = UInt64(TemporalUnits.nanosecondsPerSecond) - nanoseconds
        }
        append(seconds / 3_600, unit: "H")
        append(seconds / 60 % 60, unit: "M")
        guard seconds % 60 != 0 || nanoseconds != 0 else { return }
        if isNegative { append("-") }
        append((seconds % 60).magnitude, width: 1)
        appendFraction(nanoseconds: nanoseconds)
        append("S")
    }

    private mutating func append(_ count: Int64, unit: Unicode.Scalar) {
        if count == 0 { return }
        if count < 0 { append("-") }
        append(count.magnitude, width: 1)
        append(unit)
    }

    /// At least `width` digits.
    mutating func append(_ number: UInt64, width: Int) {
        var digits: UInt64 = 1
        var count = 1
        while count < 20, number / digits >= 10 {
            digits *= 10
            count += 1
        }
        for _ in 0..<max(0, width - count) { bytes.append(UInt8(ascii: "0")) }
        while digits > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / digits % 10))
            digits /= 10
        }
    }

    mutating func appendFraction(nanoseconds: UInt64) {
        if nanoseconds == 0 { return }
        var width = 9
        var number = nanoseconds
        while number % 10 == 0 {
            number /= 10
            width -= 1
        }
        append(".")
        append(number, width: width)
    }
}
