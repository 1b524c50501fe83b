extension CypherValue {
    /// A time of day with its offset from UTC.
    public struct Time: Hashable, Sendable {
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

        public init(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0, offsetSeconds: Int) {
            self.hour = hour
            self.minute = minute
            self.second = second
            self.nanosecond = nanosecond
            self.offsetSeconds = offsetSeconds
        }
    }
}
