/// Sums, products and quotients of durations. Groups never carry into one another, except fractions that a
/// multiplication leaves: of a month into days (30.436875 each), of a day into seconds.
extension DurationValue {
    package static let zero = DurationValue(months: 0, days: 0, seconds: 0, nanoseconds: 0)

    /// Brings `nanoseconds` into `0 ..< 1e9` and checks that the average length fits a count of seconds in 64 bits.
    init(months: Int64, days: Int64, seconds: Int64, totalNanoseconds: Int64) throws(EngineError) {
        let carry = floorDivide(totalNanoseconds, TemporalUnits.nanosecondsPerSecond)
        let (wholeSeconds, overflow) = seconds.addingReportingOverflow(carry)
        self.init(
            months: months, days: days, seconds: wholeSeconds,
            nanoseconds: Int32(truncatingIfNeeded: floorModulo(totalNanoseconds, TemporalUnits.nanosecondsPerSecond)))
        guard !overflow, averageSeconds != nil else { throw .durationOverflow() }
    }

    /// The length in seconds, with months of 30.436875 days and days of 24 hours; `nil` past 64 bits.
    var averageSeconds: Int64? {
        let (ofMonths, overflow1) = months.multipliedReportingOverflow(by: TemporalUnits.averageSecondsPerMonth)
        let (ofDays, overflow2) = days.multipliedReportingOverflow(by: TemporalUnits.secondsPerDay)
        let (sum, overflow3) = ofMonths.addingReportingOverflow(ofDays)
        let (total, overflow4) = sum.addingReportingOverflow(seconds)
        return overflow1 || overflow2 || overflow3 || overflow4 ? nil : total
    }

    package func adding(_ other: DurationValue) throws(EngineError) -> DurationValue {
        let (months, overflow1) = months.addingReportingOverflow(other.months)
        let (days, overflow2) = days.addingReportingOverflow(other.days)
        let (seconds, overflow3) = seconds.addingReportingOverflow(other.seconds)
        if overflow1 || overflow2 || overflow3 { throw .durationOverflow() }
        return try DurationValue(
            months: months, days: days, seconds: seconds,
            totalNanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
    }

    package func negated() throws(EngineError) -> DurationValue {
        try multiplied(by: -1 as Int64)
    }

    package func subtracting(_ other: DurationValue) throws(EngineError) -> DurationValue {
        try adding(other.negated())
    }

    package func multiplied(by factor: Int64) throws(EngineError) -> DurationValue {
        let (months, overflow1) = months.multipliedReportingOverflow(by: factor)
        let (days, overflow2) = days.multipliedReportingOverflow(by: factor)
        let (seconds, overflow3) = seconds.multipliedReportingOverflow(by: factor)
        // nanoseconds < 2^30, so the product needs its high word too.
        let product = Int64(nanoseconds).multipliedFullWidth(by: factor)
        let carry = TemporalUnits.nanosecondsPerSecond.dividingFullWidth(product)
        let (wholeSeconds, overflow4) = seconds.addingReportingOverflow(carry.quotient)
        if overflow1 || overflow2 || overflow3 || overflow4 { throw .durationOverflow() }
        return try DurationValue(months: months, days: days, seconds: wholeSeconds, totalNanoseconds: carry.remainder)
    }

    package func multiplied(by factor: Double) throws(EngineError) -> DurationValue {
        try scaled { $0 * factor }
    }

    package func divided(by divisor: Double) throws(EngineError) -> DurationValue {
        if divisor == 0 { throw .durationDividedByZero() }
        return try scaled { $0 / divisor }
    }

    /// Whole results when `divisor` divides every group; otherwise as for a `Double`.
    package func divided(by divisor: Int64) throws(EngineError) -> DurationValue {
        if divisor == 1 { return self }
        if let whole = try wholeQuotient(divisor) { return whole }
        return try divided(by: Double(divisor))
    }

    /// The exact quotient where nothing is left over.
    private func wholeQuotient(_ divisor: Int64) throws(EngineError) -> DurationValue? {
        guard divisor > 1, months % divisor == 0, days % divisor == 0 else { return nil }
        let (wholeSeconds, rest) = seconds.quotientAndRemainder(dividingBy: divisor)
        let (scaled, overflow) = rest.multipliedReportingOverflow(by: TemporalUnits.nanosecondsPerSecond)
        let (restNanoseconds, overflow2) = scaled.addingReportingOverflow(Int64(nanoseconds))
        guard !overflow, !overflow2, restNanoseconds % divisor == 0 else { return nil }
        return try DurationValue(
            months: months / divisor, days: days / divisor, seconds: wholeSeconds,
            totalNanoseconds: restNanoseconds / divisor)
    }

    private func scaled(_ scale: (Double) -> Double) throws(EngineError) -> DurationValue {
        var parts = FractionalDuration()
        try parts.addMonths(scale(Double(months)))
        try parts.addDays(scale(Double(days)))
        try parts.addSeconds(scale(Double(seconds)))
        parts.nanoseconds += scale(Double(nanoseconds))
        return try parts.duration()
    }
}

/// A duration while it is put together from numbers with fractions: whole parts exactly, fractions as `Double`s.
///
/// A fraction spills into the next smaller group only when all is added, so that 0.6 and 0.4 months are one month.
struct FractionalDuration {
    private var months: (whole: Int64, fraction: Double) = (0, 0)
    private var days: (whole: Int64, fraction: Double) = (0, 0)
    private var seconds: (whole: Int64, fraction: Double) = (0, 0)
    /// Beside the seconds' fraction.
    var nanoseconds: Double = 0

    mutating func addMonths(_ count: Double) throws(EngineError) { try Self.add(count, to: &months) }
    mutating func addDays(_ count: Double) throws(EngineError) { try Self.add(count, to: &days) }
    mutating func addSeconds(_ count: Double) throws(EngineError) { try Self.add(count, to: &seconds) }

    /// `whole` and `fraction` (of the same sign, or 0) of a unit of `unitLength` months.
    mutating func addMonths(_ whole: Int64, _ fraction: Double, unitLength: Int64 = 1) throws(EngineError) {
        try Self.add(whole, fraction, unitLength, to: &months)
    }

    mutating func addDays(_ whole: Int64, _ fraction: Double, unitLength: Int64 = 1) throws(EngineError) {
        try Self.add(whole, fraction, unitLength, to: &days)
    }

    mutating func addSeconds(_ whole: Int64, _ fraction: Double, unitLength: Int64 = 1) throws(EngineError) {
        try Self.add(whole, fraction, unitLength, to: &seconds)
    }

    /// `whole` units of which `perSecond` make a second.
    mutating func addParts(_ whole: Int64, _ fraction: Double, perSecond: Int64) throws(EngineError) {
        try Self.add(whole / perSecond, 0, 1, to: &seconds)
        let unitNanoseconds = Double(TemporalUnits.nanosecondsPerSecond / perSecond)
        nanoseconds += (Double(whole % perSecond) + fraction) * unitNanoseconds
    }

    func duration() throws(EngineError) -> DurationValue {
        var (months, days, seconds) = (months, days, seconds)
        try Self.settle(&months)
        let spill = Self.wholeNanoseconds(
            months.fraction * Double(TemporalUnits.averageSecondsPerMonth * TemporalUnits.nanosecondsPerSecond))
        let spilledDays = spill / TemporalUnits.nanosecondsPerDay
        try Self.add(spilledDays, 0, 1, to: &days)
        let restOfMonth = spill % TemporalUnits.nanosecondsPerDay
        try Self.add(0, Double(restOfMonth) / Double(TemporalUnits.nanosecondsPerDay), 1, to: &days)
        try Self.settle(&days)
        let ofDays = Self.wholeNanoseconds(days.fraction * Double(TemporalUnits.nanosecondsPerDay))
        try Self.add(ofDays / TemporalUnits.nanosecondsPerSecond, 0, 1, to: &seconds)
        try Self.settle(&seconds)
        let rest =
            Double(ofDays % TemporalUnits.nanosecondsPerSecond)
            + seconds.fraction * Double(TemporalUnits.nanosecondsPerSecond) + nanoseconds
        guard rest.magnitude < 9e18 else { throw .durationOverflow() }
        return try DurationValue(
            months: months.whole, days: days.whole, seconds: seconds.whole,
            totalNanoseconds: Self.wholeNanoseconds(rest))
    }

    private static func add(_ count: Double, to group: inout (whole: Int64, fraction: Double)) throws(EngineError) {
        guard let (whole, fraction) = split(count) else { throw .durationOverflow() }
        try add(whole, fraction, 1, to: &group)
    }

    private static func add(
        _ whole: Int64, _ fraction: Double, _ unitLength: Int64, to group: inout (whole: Int64, fraction: Double)
    ) throws(EngineError) {
        let (product, overflow1) = whole.multipliedReportingOverflow(by: unitLength)
        let (sum, overflow2) = group.whole.addingReportingOverflow(product)
        if overflow1 || overflow2 { throw .durationOverflow() }
        group = (sum, group.fraction + fraction * Double(unitLength))
    }

    /// Moves what is whole in the fraction to the whole part, which is that of the sum: -16 days and 0.25 are -15 and -0.75.
    private static func settle(_ group: inout (whole: Int64, fraction: Double)) throws(EngineError) {
        guard let (carry, fraction) = split(group.fraction) else { throw .durationOverflow() }
        let (whole, overflow) = group.whole.addingReportingOverflow(carry)
        if overflow { throw .durationOverflow() }
        group = (whole, fraction)
        if whole > 0, fraction < 0 { group = (whole - 1, fraction + 1) }
        if whole < 0, fraction > 0 { group = (whole + 1, fraction - 1) }
    }

    /// The parts before and after the decimal point, both of the number's sign; `nil` where the first is too large.
    ///
    /// A number within 1e-12 of a whole one is that one: 0.3 years are 3.6 months and not a bit less.
    static func split(_ number: Double) -> (whole: Int64, fraction: Double)? {
        let rounded = number.rounded()
        let isWhole = (number - rounded).magnitude < 1e-12
        let whole = isWhole ? rounded : number.rounded(.towardZero)
        guard let exact = Int64(exactly: whole) else { return nil }
        return (exact, isWhole ? 0 : number - whole)
    }

    /// Towards zero, but a number that misses a whole one only by the error of its arithmetic is that one.
    private static func wholeNanoseconds(_ number: Double) -> Int64 {
        let rounded = number.rounded()
        let tolerance = max(1e-4, 4 * number.ulp)
        let whole = (number - rounded).magnitude <= tolerance ? rounded : number.rounded(.towardZero)
        return Int64(exactly: whole) ?? 0
    }
}
