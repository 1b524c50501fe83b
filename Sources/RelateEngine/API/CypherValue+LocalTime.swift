extension CypherValue {
    /// A time of day without an offset.
    public struct LocalTime: Hashable, Sendable {
        /// 0 to 23.
        public let hour: Int
        /// 0 to 59.
        public let minute: Int
        /// 0 to 59.
        public let second: Int
        /// 0 to 999,999,999.
        public let nanosecond: Int

        public init(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
            self.hour = hour
            self.minute = minute
            self.second = second
            self.nanosecond = nanosecond
        }
    }
}
