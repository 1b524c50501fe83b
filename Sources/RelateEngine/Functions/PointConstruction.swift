/// What `point({…})` makes of a map: which coordinate system, and its coordinates.
///
/// - Source: Cypher manual, "point()".
enum PointConstruction {
    /// `.null` where one of the map's coordinates is null.
    static func point(of map: MapValue) throws(EngineError) -> Value {
        for key in map.keys where !knownKeys.contains(key) {
            throw .invalidArgument("point() does not know the key '\(key)'")
        }
        if map.values.contains(where: \.isNull) { return .null }
        let isGeographic = map["longitude"] != nil || map["latitude"] != nil || map["height"] != nil
        let x = try coordinate(map, "x", or: "longitude")
        let y = try coordinate(map, "y", or: "latitude")
        let z = try coordinate(map, "z", or: "height")
        guard let x, let y else {
            throw .invalidArgument("point() needs x and y, or longitude and latitude", gqlStatus: "22N18")
        }
        let system = try system(map, isGeographic: isGeographic, isThreeD: z != nil)
        guard (system.dimension == 3) == (z != nil) else {
            throw .invalidArgument(
                "a point of \(system.name) has \(system.dimension) coordinates", gqlStatus: "22N20")
        }
        guard system.isGeographic || !isGeographic else {
            throw .invalidArgument(
                "a point with longitude and latitude cannot be of \(system.name)", gqlStatus: "22N21")
        }
        return .point(try checked(PointValue(srid: system.srid, x: x, y: y, z: z)))
    }

    private static let knownKeys: Set<String> = [
        "x", "y", "z", "longitude", "latitude", "height", "crs", "srid",
    ]

    private static func coordinate(_ map: MapValue, _ name: String, or other: String) throws(EngineError) -> Double? {
        guard let value = map[name] ?? map[other] else { return nil }
        switch value {
        case .float(let number): return number
        case .int(let number): return Double(number)
        default: throw .wrongType(of: value, for: "the coordinate '\(name)' of point()", expected: "a number")
        }
    }

    private static func system(
        _ map: MapValue, isGeographic: Bool, isThreeD: Bool
    ) throws(EngineError) -> CoordinateSystem {
        switch (map["crs"], map["srid"]) {
        case (.some, .some): throw .invalidArgument("point() takes crs or srid, not both", gqlStatus: "22N22")
        case (.string(let name)?, nil):
            guard let system = CoordinateSystem(name: name) else {
                throw .invalidArgument("unknown coordinate system '\(name)'", gqlStatus: "22N21")
            }
            return system
        case (nil, .int(let srid)?):
            guard let number = Int32(exactly: srid), let system = CoordinateSystem(srid: number) else {
                throw .invalidArgument("unknown srid \(srid)", gqlStatus: "22N29")
            }
            return system
        case (let crs?, nil): throw .wrongType(of: crs, for: "crs of point()", expected: "a STRING")
        case (nil, let srid?): throw .wrongType(of: srid, for: "srid of point()", expected: "an INTEGER")
        case (nil, nil):
            if isGeographic { return isThreeD ? .wgs84ThreeD : .wgs84 }
            return isThreeD ? .cartesianThreeD : .cartesian
        }
    }

    /// Geographic points have finite coordinates, a latitude within ±90 degrees and a longitude brought within ±180.
    static func checked(_ point: PointValue) throws(EngineError) -> PointValue {
        guard CoordinateSystem(srid: point.srid)?.isGeographic == true else { return point }
        guard point.x.isFinite, point.y.isFinite else {
            throw .invalidArgument("a geographic point has finite coordinates", gqlStatus: "22N19")
        }
        guard point.y >= -90, point.y <= 90 else {
            throw .invalidArgument(
                "the latitude \(NumberText.text(of: point.y)) is outside -90 to 90 degrees", gqlStatus: "22N23")
        }
        var point = point
        if point.x < -180 || point.x > 180 {
            let turned = (point.x + 180).truncatingRemainder(dividingBy: 360)
            point.x = (turned < 0 ? turned + 360 : turned) - 180
        }
        return point
    }
}
