extension CypherValue {
    /// A point; `x` and `y` are longitude and latitude in degrees for srid 4326 and 4979.
    public struct Point: Hashable, Sendable {
        /// 4326 (WGS 84), 4979 (WGS 84, 3D), 7203 (Cartesian) or 9157 (Cartesian, 3D).
        public let srid: Int
        public let x: Double
        public let y: Double
        /// `nil` in two dimensions; a height in metres for srid 4979.
        public let z: Double?

        /// Any numbers: a srid that does not fit the dimensions is refused when the point is bound to a statement.
        public init(srid: Int, x: Double, y: Double, z: Double? = nil) {
            self.srid = srid
            self.x = x
            self.y = y
            self.z = z
        }
    }
}
