extension CypherValue {
    /// A day and a time of day without an offset.
    public struct LocalDateTime: Hashable, Sendable {
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

        public init(
            year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0
        ) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
            self.nanosecond = nanosecond
        }
    }
}
