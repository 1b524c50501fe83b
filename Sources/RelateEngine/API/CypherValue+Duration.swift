extension CypherValue {
    /// A duration in four groups that never carry into one another, but for nanoseconds into seconds.
    public struct Duration: Hashable, Sendable {
        public let months: Int64
        public let days: Int64
        public let seconds: Int64
        /// 0 to 999,999,999 in results; a parameter may hold any number, which is carried into `seconds`.
        public let nanoseconds: Int64

        public init(months: Int64 = 0, days: Int64 = 0, seconds: Int64 = 0, nanoseconds: Int64 = 0) {
            self.months = months
            self.days = days
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }
    }
}
