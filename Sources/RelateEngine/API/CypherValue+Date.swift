extension CypherValue {
    /// A day of the proleptic Gregorian calendar. The initializer takes any numbers: an impossible date is refused when it is
    /// bound to a statement; so it is with the other temporal payloads.
    public struct Date: Hashable, Sendable {
        /// -999,999,999 to 999,999,999; 0 is the year before 1.
        public let year: Int
        /// 1 to 12.
        public let month: Int
        /// 1 to 31.
        public let day: Int

        public init(year: Int, month: Int, day: Int) {
            self.year = year
            self.month = month
            self.day = day
        }
    }
}
