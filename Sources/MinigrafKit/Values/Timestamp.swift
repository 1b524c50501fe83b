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
            byte == UInt8(ascii: "+") || (byte == UInt8(ascii: "-") && place > 10)
        }
        if hasOffset {
            throw .timestamp(
                "timezone offsets are not supported; use UTC (Z) timestamps only. chrono's local timezone handling "
                    + "(GHSA-wcg3-cvx6-7396) is avoided by design.")
        }
        let kind = bytes.contains(UInt8(ascii: "T")) ? "UTC timestamp" : "date"
        var scanner = TimestampScanner(bytes: bytes)
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

private struct TimestampScanner {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func date(toEnd: Bool) throws(TimestampProblem) -> Int64 {
        skipSpaces()
        var negative = false
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") {
            negative = true
            place += 1
        }
        let year = try number(digits: 4, atLeast: 1)
        try expect("-")
        let month = try number(digits: 2, atLeast: 1)
        try expect("-")
        let day = try number(digits: 2, atLeast: 1)
        if toEnd, place < bytes.count { throw .trailing }
        let signedYear = negative ? 0 &- year : year
        guard (1...12).contains(month), day >= 1, day <= Self.daysIn(month, of: signedYear) else { throw .outOfRange }
        return Timestamp.days(year: signedYear, month: month, day: day) &* 86_400_000
    }

    mutating func dateTime() throws(TimestampProblem) -> Int64 {
        let midnight = try date(toEnd: false)
        try expect("T")
        let hour = try number(digits: 2, atLeast: 1)
        try expect(":")
        let minute = try number(digits: 2, atLeast: 1)
        try expect(":")
        let second = try number(digits: 2, atLeast: 1)
        var milliseconds: Int64 = 0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            milliseconds = try fraction()
        }
        skipSpaces()
        guard place < bytes.count else { throw .short }
        guard bytes[place] == UInt8(ascii: "Z") || bytes[place] == UInt8(ascii: "z") else { throw .invalid }
        place += 1
        if place < bytes.count { throw .trailing }
        guard hour < 24, minute < 60, second <= 60 else { throw .outOfRange }
        let seconds = hour &* 3600 &+ minute &* 60 &+ second
        return midnight &+ seconds &* 1000 &+ milliseconds
    }

    private mutating func fraction() throws(TimestampProblem) -> Int64 {
        var milliseconds: Int64 = 0
        var count = 0
        while place < bytes.count, let digit = digit(bytes[place]) {
            if count < 3 { milliseconds = milliseconds &* 10 &+ digit }
            count += 1
            place += 1
        }
        if count == 0 { throw place < bytes.count ? .invalid : .short }
        while count < 3 {
            milliseconds = milliseconds &* 10
            count += 1
        }
        return milliseconds
    }

    private mutating func skipSpaces() {
        while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    }

    private mutating func number(digits limit: Int, atLeast: Int) throws(TimestampProblem) -> Int64 {
        var value: Int64 = 0
        var count = 0
        while count < limit, place < bytes.count, let digit = digit(bytes[place]) {
            value = value &* 10 &+ digit
            count += 1
            place += 1
        }
        if count < atLeast { throw place < bytes.count ? .invalid : .short }
        return value
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(TimestampProblem) {
        guard place < bytes.count else { throw .short }
        guard bytes[place] == UInt8(ascii: character) else { throw .invalid }
        place += 1
    }

    private func digit(_ byte: UInt8) -> Int64? {
        (0x30...0x39).contains(byte) ? Int64(byte &- 0x30) : nil
    }

    private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
