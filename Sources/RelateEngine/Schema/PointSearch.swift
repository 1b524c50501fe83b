#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The boxes in which all points lie that a predicate holds of.
enum PointSearch {
    /// Of `point.withinBBox`; none where the corners are no points of one coordinate system.
    static func boxes(from lower: Value, to upper: Value) -> [PointBox] {
        guard case .point(let lower) = lower, case .point(let upper) = upper, lower.srid == upper.srid else {
            return []
        }
        let box = PointBox(srid: lower.srid, lower: lower.coordinates, upper: upper.coordinates)
        guard CoordinateSystem(srid: lower.srid)?.isGeographic == true, lower.x > upper.x else { return [box] }
        return across(box, west: lower.x, east: upper.x)
    }

    /// Of `point.distance(…) <= distance`; none where there is no distance.
    static func boxes(around center: Value, distance: Value) -> [PointBox] {
        guard case .point(let center) = center else { return [] }
        let radius: Double
        switch distance {
        case .int(let number): radius = Double(number)
        case .float(let number): radius = number
        default: return []
        }
        guard radius >= 0 else { return [] }
        guard CoordinateSystem(srid: center.srid)?.isGeographic == true else {
            // A little more than the distance, for the rounding of the distance itself.
            let reach = radius * (1 + 1e-9) + 1e-9 * (abs(center.x) + abs(center.y) + abs(center.z ?? 0))
            return [
                PointBox(
                    srid: center.srid, lower: center.coordinates.map { $0 - reach },
                    upper: center.coordinates.map { $0 + reach })
            ]
        }
        return geographicBoxes(center, radius)
    }

    private static func geographicBoxes(_ center: PointValue, _ radius: Double) -> [PointBox] {
        let height = center.z
        // Below the sphere an arc is longer: points down there are looked for as if all of it were that deep.
        let sphere = SpatialFunctions.earthRadius + (height.map { min(0, $0 - radius) } ?? 0)
        guard sphere > 0 else { return [whole(center.srid)] }
        let angle = radius / sphere * (1 + 1e-9) + 1e-9
        let reach = angle / .pi * 180
        let (south, north) = (center.y - reach, center.y + reach)
        let latitude = center.y / 180 * .pi
        var box = whole(center.srid)
        box.lower[1] = max(-90, south)
        box.upper[1] = min(90, north)
        // Around a pole lie all longitudes.
        guard south > -90, north < 90, angle < .pi / 2 else { return [box] }
        let width = asin(min(1, sin(angle) / cos(latitude))) / .pi * 180 + 1e-9
        let (west, east) = (center.x - width, center.x + width)
        if width >= 180 { return [box] }
        if west < -180 { return across(box, west: west + 360, east: east) }
        if east > 180 { return across(box, west: west, east: east - 360) }
        box.lower[0] = west
        box.upper[0] = east
        return [box]
    }

    private static func whole(_ srid: Int32) -> PointBox {
        let hasHeight = CoordinateSystem(srid: srid)?.dimension == 3
        return PointBox(
            srid: srid, lower: [-180, -90] + (hasHeight ? [-.infinity] : []),
            upper: [180, 90] + (hasHeight ? [.infinity] : []))
    }

    /// A box over the 180th meridian, as the two on its sides.
    private static func across(_ box: PointBox, west: Double, east: Double) -> [PointBox] {
        var (left, right) = (box, box)
        left.lower[0] = -180
        left.upper[0] = east
        right.lower[0] = west
        right.upper[0] = 180
        return [left, right]
    }
}
