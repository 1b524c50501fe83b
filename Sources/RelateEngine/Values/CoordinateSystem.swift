/// The four coordinate reference systems of points.
package enum CoordinateSystem: Int32, Sendable, CaseIterable {
    case wgs84 = 4326
    case wgs84ThreeD = 4979
    case cartesian = 7203
    case cartesianThreeD = 9157

    package init?(srid: Int32) { self.init(rawValue: srid) }

    /// By name, in any case.
    package init?(name: String) {
        let wanted = name.lowercased()
        guard let found = Self.allCases.first(where: { $0.name.hasSameBytes(as: wanted) }) else { return nil }
        self = found
    }

    package var srid: Int32 { rawValue }

    package var name: String {
        switch self {
        case .wgs84: "wgs-84"
        case .wgs84ThreeD: "wgs-84-3d"
        case .cartesian: "cartesian"
        case .cartesianThreeD: "cartesian-3d"
        }
    }

    package var dimension: Int { self == .wgs84 || self == .cartesian ? 2 : 3 }
    package var isGeographic: Bool { self == .wgs84 || self == .wgs84ThreeD }
}
