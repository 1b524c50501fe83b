#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Points in time as milliseconds since 1970, and the two texts they are written as.
enum Timestamp {
    /// The end of a window without one.
    static let forever = Int64.max

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
    }

    /// Reads `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, cut to milliseconds.
    static func parse(_ text: String) throws(MiniGrafError) -> Int64 {
        let bytes = Array(text.utf8)
        let hasOffset = bytes.enumerated().contains { place, byte in
            byte == UInt8(ascii: "+") || (byte == UInt8(ascii: "-") && place >= 10)
        }
        if hasOffset {
            throw .timestamp(
                "timezone offsets are not supported; use UTC (Z) timestamps only. chrono's local timezone handling "
                    + "(GHSA-wcg3-cvx6-7396) is avoided by design.")
        }
        let kind = bytes.contains(UInt8(ascii: "T")) ? "UTC timestamp" : "date"
        var scanner = TimestampScanner(text: Array(text.unicodeScalars))
        do {
            return kind == "date" ? try scanner.date(toEnd: true) : try scanner.dateTime()
        } catch {
            throw .timestamp("invalid \(kind) '\(text)': \(error.reason)")
        }
    }

    /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year &- 1 : year
        let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
        let yearOfEra = shifted &- era &* 400
        let monthIndex = (month &+ 9) % 12
        let dayOfYear = (153 &* monthIndex &+ 2) / 5 &+ day &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* 146_097 &+ dayOfEra &- 719_468
    }
}

private struct TimestampProblem: Error {
    let reason: String

    static let invalid = TimestampProblem(reason: "input contains invalid characters")
    static let outOfRange = TimestampProblem(reason: "input is out of range")
    static let short = TimestampProblem(reason: "premature end of input")
    static let trailing = TimestampProblem(reason: "trailing input")
}

/// Spaces may stand around every number, as in the original.
private struct TimestampScanner {
    let text: [Unicode.Scalar]
    var place = 0

    init(text: [Unicode.Scalar]) {
        self.text = text
    }

    private var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

    /// Years from which on, and up to which, there are days.
    private static let years: ClosedRange<Int64> = -262_143...262_142

    mutating func date(toEnd: Bool) throws(TimestampProblem) -> Int64 {
        skipSpaces()
        let isNegative = next == "-"
        if isNegative { place += 1 }
        // With a sign it may have any number of digits; so many are no year.
        let digits = try digits(atMost: isNegative ? 18 : 4)
        let year = isNegative ? 0 &- digits : digits
        try expect("-")
        let month = try number(in: 1...12)
        try expect("-")
        let day = try number(in: 1...31)
        if toEnd { try expectEnd() }
        guard Self.years.contains(year), day <= Self.daysIn(month, of: year) else { throw .outOfRange }
        return Timestamp.days(year: year, month: month, day: day) &* 86_400_000
    }

    mutating func dateTime() throws(TimestampProblem) -> Int64 {
        let midnight = try date(toEnd: false)
        guard let separator = next else { throw .short }
        guard separator == "T" || separator == "t" || separator == " " else { throw .invalid }
        place += 1
        let hour = try number(in: 0...23)
        try expect(":")
        let minute = try number(in: 0...59)
        try expect(":")
        let second = try number(in: 0...60)
        var milliseconds: Int64 = 0
        if next == "." {
            place += 1
            milliseconds = try fraction()
        }
        skipSpaces()
        try zone()
        try expectEnd()
        let seconds = hour &* 3600 &+ minute &* 60 &+ second
        return midnight &+ seconds &* 1000 &+ milliseconds
    }

    /// `Z` or `UTC`, in either case.
    private mutating func zone() throws(TimestampProblem) {
        guard let first = next else { throw .short }
        if first == "Z" || first == "z" {
            place += 1
        } else if text.count - place >= 3,
            String(String.UnicodeScalarView(text[place..<(place + 3)])).uppercased() == "UTC"
        {
            place += 3
        } else {
            throw .invalid
        }
    }

    private mutating func expectEnd() throws(TimestampProblem) {
        skipSpaces()
        if place < text.count { throw .trailing }
    }

    private mutating func fraction() throws(TimestampProblem) -> Int64 {
        var milliseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 3 { milliseconds = milliseconds &* 10 &+ digit }
            count += 1
        }
        if count == 0 { throw place < text.count ? .invalid : .short }
        while count < 3 {
            milliseconds = milliseconds &* 10
            count += 1
        }
        return milliseconds
    }

    private mutating func skipSpaces() {
        while let next, next.properties.isWhitespace { place += 1 }
    }

    /// A number of one or two digits.
    private mutating func number(in range: ClosedRange<Int64>) throws(TimestampProblem) -> Int64 {
        skipSpaces()
        let number = try digits(atMost: 2)
        guard range.contains(number) else { throw .outOfRange }
        return number
    }

    private mutating func digits(atMost limit: Int) throws(TimestampProblem) -> Int64 {
        var value: Int64 = 0
        var count = 0
        while count < limit, let digit = digit() {
            value = value &* 10 &+ digit
            count += 1
        }
        if count == 0 { throw place < text.count ? .invalid : .short }
        return value
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(TimestampProblem) {
        skipSpaces()
        guard let next else { throw .short }
        guard next == character else { throw .invalid }
        place += 1
    }

    /// Takes a digit, if one comes next.
    private mutating func digit() -> Int64? {
        guard let next, (0x30...0x39).contains(next.value) else { return nil }
        place += 1
        return Int64(next.value &- 0x30)
    }

    private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
