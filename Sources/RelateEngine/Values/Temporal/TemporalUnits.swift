/// Fixed lengths that every part of the temporal code shares.
enum TemporalUnits {
    static let nanosecondsPerSecond: Int64 = 1_000_000_000
    static let nanosecondsPerMinute: Int64 = 60_000_000_000
    static let nanosecondsPerHour: Int64 = 3_600_000_000_000
    static let nanosecondsPerDay: Int64 = 86_400_000_000_000
    static let secondsPerDay: Int64 = 86_400
    /// A twelfth of 365.2425 days, which is how long a month counts where months turn into days or are compared.
    static let averageSecondsPerMonth: Int64 = 2_629_746
    /// ±18 hours.
    static let offsetSecondsLimit: Int64 = 64_800
}
