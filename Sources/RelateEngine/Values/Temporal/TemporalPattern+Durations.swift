/// Writes durations by a pattern: a unit shows what the larger units of its group in the pattern leave of the group.
struct DurationPatternWriter {
    private let pattern: TemporalPattern
    private let duration: DurationValue
    private let units: Set<Unit>

    private enum Unit: Hashable {
        case years, quarters, months, weeks, days, hours, minutes, seconds, milliseconds, nanoseconds
        /// The digits after the decimal point of the seconds.
        case fraction

        init?(_ letter: Unicode.Scalar) {
            switch letter {
            case "y", "Y", "u": self = .years
            case "q", "Q": self = .quarters
            case "M", "L": self = .months
            case "w", "W": self = .weeks
            case "d", "D": self = .days
            case "h", "H", "k", "K": self = .hours
            case "m": self = .minutes
            case "s": self = .seconds
            case "S", "n": self = .fraction
            case "A": self = .milliseconds
            case "N": self = .nanoseconds
            default: return nil
            }
        }
    }

    static func text(_ duration: DurationValue, pattern text: String) throws(EngineError) -> String {
        let pattern = try TemporalPattern(text)
        let writer = DurationPatternWriter(
            pattern: pattern, duration: duration, units: Set(units(in: pattern.elements)))
        return try pattern.text("Duration") { (letter, count) throws(EngineError) in
            try writer.text(letter, count)
        }
    }

    private static func units(in elements: [TemporalPattern.Element]) -> [Unit] {
        elements.flatMap { element in
            switch element {
            case .literal: [Unit]()
            case .letters(let letter, _, _): Unit(letter).map { [$0] } ?? []
            case .optional(let section): units(in: section)
            }
        }
    }

    private func text(_ letter: Unicode.Scalar, _ count: Int) throws(EngineError) -> String? {
        guard let unit = Unit(letter) else {
            throw .temporalPatternInvalid(pattern.text, "the letter \(letter) means nothing for a duration")
        }
        guard count <= 19 else {
            throw .temporalPatternInvalid(pattern.text, "the letter \(letter) stands too often in a row")
        }
        switch unit {
        case .years, .quarters, .months:
            let sizes: [(Unit, Int64)] = [(.years, 12), (.quarters, 3), (.months, 1)]
            return PatternNumber.padded(share(of: duration.months, unit, sizes), width: count)
        case .weeks, .days:
            return PatternNumber.padded(share(of: duration.days, unit, [(.weeks, 7), (.days, 1)]), width: count)
        case .hours, .minutes, .seconds, .milliseconds, .nanoseconds:
            return try clockText(unit, width: count)
        case .fraction:
            if letter == "n" { return PatternNumber.padded(nanoseconds, width: count) }
            guard count <= 9 else {
                throw .temporalPatternInvalid(pattern.text, "the letter S stands at most nine times in a row")
            }
            return PatternNumber.fraction(nanoseconds: nanoseconds, letters: count)
        }
    }

    /// Whole seconds towards zero, and the nanoseconds beside them without a sign.
    private var seconds: Int64 {
        duration.seconds < 0 && duration.nanoseconds > 0 ? duration.seconds + 1 : duration.seconds
    }

    private var nanoseconds: Int64 {
        let above = Int64(duration.nanoseconds)
        return duration.seconds < 0 && above > 0 ? TemporalUnits.nanosecondsPerSecond - above : above
    }

    /// `sizes` descend.
    private func share(of total: Int64, _ unit: Unit, _ sizes: [(Unit, Int64)]) -> Int64 {
        var rest = total
        for (other, size) in sizes {
            if other == unit { return rest / size }
            if units.contains(other) { rest %= size }
        }
        return rest
    }

    private func clockText(_ unit: Unit, width: Int) throws(EngineError) -> String {
        let sizes: [(Unit, Int64)] = [(.hours, 3_600), (.minutes, 60), (.seconds, 1)]
        let whole = share(of: seconds, unit, sizes)
        let isNegative = duration.seconds < 0
        switch unit {
        case .milliseconds, .nanoseconds:
            var perSecond: Int64 = unit == .milliseconds ? 1_000 : TemporalUnits.nanosecondsPerSecond
            var below = nanoseconds / (TemporalUnits.nanosecondsPerSecond / perSecond)
            var rest = whole.magnitude
            if unit == .nanoseconds, units.contains(.milliseconds) {
                (perSecond, below, rest) = (1, nanoseconds % 1_000_000, 0)
            }
            let (product, overflow1) = rest.multipliedReportingOverflow(by: perSecond.magnitude)
            let (sum, overflow2) = product.addingReportingOverflow(below.magnitude)
            guard !overflow1, !overflow2, let number = Int64(exactly: sum) else { throw .durationOverflow() }
            return PatternNumber.padded(isNegative ? -number : number, width: width)
        default:
            // -0.5 seconds are 0 seconds with a minus.
            let text = PatternNumber.padded(whole, width: width)
            let hidesSign = unit == .seconds && whole == 0 && isNegative && nanoseconds > 0
            return hidesSign && units.isDisjoint(with: [.hours, .minutes]) ? "-" + text : text
        }
    }
}
