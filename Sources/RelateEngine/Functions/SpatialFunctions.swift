#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Points: made of a map, measured, and looked for in a box.
///
/// - Source: Cypher manual, "Spatial functions".
enum SpatialFunctions {
    static let all: [FunctionDefinition] = [
        .scalar("point", .spatial, [.init("input", .map)], .point, "A point of a map of its coordinates.") {
            (arguments, context) throws(EngineError) in
            guard case .map(let map) = arguments[0] else {
                throw .wrongType(of: arguments[0], for: "point()", expected: "a MAP")
            }
            return try PointConstruction.point(of: map)
        },
        .scalar(
            "point.distance", .spatial, [.init("from", .point), .init("to", .point)], .float,
            "The distance of two points of one coordinate system, in metres for geographic ones."
        ) { (arguments, context) throws(EngineError) in
            let from = try point(arguments[0], for: "point.distance")
            let to = try point(arguments[1], for: "point.distance")
            return distance(from, to).map { .float($0) } ?? .null
        },
        .scalar(
            "point.withinBBox", .spatial,
            [.init("point", .point), .init("lowerLeft", .point), .init("upperRight", .point)], .boolean,
            "Whether a point lies in the box between two corners, its edges included."
        ) { (arguments, context) throws(EngineError) in
            let inner = try point(arguments[0], for: "point.withinBBox")
            let lower = try point(arguments[1], for: "point.withinBBox")
            let upper = try point(arguments[2], for: "point.withinBBox")
            return isWithin(inner, lower, upper).map { .bool($0) } ?? .null
        },
    ]

    private static func point(_ value: Value, for function: String) throws(EngineError) -> PointValue {
        if case .point(let point) = value { return point }
        throw .wrongType(of: value, for: "\(function)()", expected: "a POINT")
    }

    /// Metres: the radius of the sphere that geographic distances are measured on.
    static let earthRadius = 6_378_140.0

    /// `nil` for points of different coordinate systems.
    package static func distance(_ from: PointValue, _ to: PointValue) -> Double? {
        guard from.srid == to.srid else { return nil }
        guard CoordinateSystem(srid: from.srid)?.isGeographic == true else {
            let height = (from.z ?? 0) - (to.z ?? 0)
            return hypot(hypot(from.x - to.x, from.y - to.y), height)
        }
        let fromLatitude = from.y / 180 * .pi
        let toLatitude = to.y / 180 * .pi
        let halfLatitude = sin((toLatitude - fromLatitude) / 2)
        let halfLongitude = sin((to.x - from.x) / 180 * .pi / 2)
        let chord = halfLatitude * halfLatitude + cos(fromLatitude) * cos(toLatitude) * halfLongitude * halfLongitude
        let angle = 2 * atan2(chord.squareRoot(), max(0, 1 - chord).squareRoot())
        guard let fromHeight = from.z, let toHeight = to.z else { return earthRadius * angle }
        // Along the sphere at the mean height, then up or down.
        return hypot((earthRadius + (fromHeight + toHeight) / 2) * angle, fromHeight - toHeight)
    }

    private static func isWithin(_ point: PointValue, _ lower: PointValue, _ upper: PointValue) -> Bool? {
        guard point.srid == lower.srid, point.srid == upper.srid else { return nil }
        guard point.y >= lower.y, point.y <= upper.y else { return false }
        if let z = point.z, let lowerZ = lower.z, let upperZ = upper.z, z < lowerZ || z > upperZ { return false }
        let isGeographic = CoordinateSystem(srid: point.srid)?.isGeographic == true
        if isGeographic, lower.x > upper.x {
            // The box crosses the 180th meridian.
            return point.x >= lower.x || point.x <= upper.x
        }
        return point.x >= lower.x && point.x <= upper.x
    }
}
