extension CypherValue {
    /// A day and a time of day as a clock in its zone shows them, with the offset from UTC.
    public struct DateTime: Hashable, Sendable {
        /// -999,999,999 to 999,999,999; 0 is the year before 1.
        public let year: Int
        /// 1 to 12.
        public let month: Int
        /// 1 to 31.
        public let day: Int
        /// 0 to 23.
        public let hour: Int
        /// 0 to 59.
        public let minute: Int
        /// 0 to 59.
        public let second: Int
        /// 0 to 999,999,999.
        public let nanosecond: Int
        /// Seconds east of UTC, -64,800 to 64,800 (18 hours).
        public let offsetSeconds: Int
        /// The region, such as `Europe/Berlin`; `nil` for a value that has only an offset.
        public let zone: String?

        public init(
            year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0,
            offsetSeconds: Int, zone: String? = nil
        ) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
            self.nanosecond = nanosecond
            self.offsetSeconds = offsetSeconds
            self.zone = zone
        }
    }
}
