import Relate

extension CypherValue.Duration {
    /// ISO 8601, as Cypher itself writes it: `P1Y2M10DT2H30M1.5S`.
    var isoText: String {
        // Results have nanoseconds below a second; a value made elsewhere may not.
        let carried = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = carried.remainder < 0 ? 1 : 0
        return DurationValue(
            months: months, days: days, seconds: seconds &+ carried.quotient &- borrow,
            nanoseconds: Int32(carried.remainder + borrow * 1_000_000_000)
        ).isoText
    }
}
