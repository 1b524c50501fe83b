import Relate
import Testing

@Suite("Points and vectors")
struct SpatialAndVectorTests {
    static let points: [(Value, String)] = [
        (["x": 1, "y": 2], "point({srid: 7203, x: 1.0, y: 2.0})"),
        (["x": 1, "y": 2, "z": 3], "point({srid: 9157, x: 1.0, y: 2.0, z: 3.0})"),
        (["longitude": 12.5, "latitude": 55], "point({srid: 4326, x: 12.5, y: 55.0})"),
        (["longitude": 12.5, "latitude": 55, "height": 7], "point({srid: 4979, x: 12.5, y: 55.0, z: 7.0})"),
        (["x": 1, "y": 2, "crs": "WGS-84"], "point({srid: 4326, x: 1.0, y: 2.0})"),
        (["x": 1, "y": 2, "srid": 4326], "point({srid: 4326, x: 1.0, y: 2.0})"),
        (["x": 181, "y": 2, "srid": 4326], "point({srid: 4326, x: -179.0, y: 2.0})"), (["x": 1, "y": nil], "null"),
        (["x": 1, "y": 2, "crs": nil], "null"), (nil, "null"),
    ]

    @Test("a point is made of a map", arguments: points)
    func point(map: Value, expected: String) throws {
        #expect(rendered(try called("point", [map])) == expected)
    }

    static let badPoints: [Value] = [
        [:], ["x": 1], ["x": 1, "y": 2, "crs": "cartesian", "srid": 7203], ["x": 1, "y": 2, "crs": "moon"],
        ["x": 1, "y": 2, "srid": 1],
        ["x": 1, "y": 2, "srid": .int(.max)], ["x": 1, "y": 2, "srid": 9157], ["x": 1, "y": 2, "z": 3, "srid": 7203],
        ["longitude": 1, "latitude": 2, "crs": "cartesian"], ["longitude": 1, "latitude": 91], ["x": "a", "y": 1],
        ["longitude": .float(.infinity), "latitude": 1], ["x": 1, "y": 2, "w": 3], ["x": 1, "y": 2, "crs": 1],
    ]

    @Test("a map that is no point is refused", arguments: badPoints)
    func badPoint(map: Value) {
        let error = caughtError { () throws(EngineError) in _ = try called("point", [map]) }
        #expect(["InvalidArgumentValue", "InvalidArgumentType"].contains(errorKind(of: error)))
    }

    private func flat(_ x: Double, _ y: Double, srid: Int32 = 7203) -> Value {
        .point(PointValue(srid: srid, x: x, y: y, z: nil))
    }

    @Test("distances are straight in the plane and along the sphere on it")
    func distances() throws {
        #expect(rendered(try called("point.distance", [flat(0, 0), flat(3, 4)])) == "5.0")
        #expect(rendered(try called("point.distance", [flat(0, 0), flat(3, 4, srid: 4326)])) == "null")
        #expect(rendered(try called("point.distance", [nil, flat(3, 4)])) == "null")
        let malmo = flat(12.994341, 55.611784, srid: 4326)
        let copenhagen = flat(12.564590, 55.672874, srid: 4326)
        guard case .float(let metres) = try called("point.distance", [malmo, copenhagen]) else { return }
        #expect(abs(metres - 27_842) < 100)
        let poles = try called("point.distance", [flat(0, 90, srid: 4326), flat(0, -90, srid: 4326)])
        guard case .float(let half) = poles else { return }
        #expect(abs(half - .pi * 6_378_140) < 1)
    }

    @Test("a box holds its edges and may cross the 180th meridian")
    func boxes() throws {
        let inside = try called("point.withinBBox", [flat(0, 0), flat(0, 0), flat(1, 1)])
        #expect(rendered(inside) == "true")
        #expect(rendered(try called("point.withinBBox", [flat(2, 0), flat(0, 0), flat(1, 1)])) == "false")
        #expect(rendered(try called("point.withinBBox", [flat(0, 0), flat(0, 0), flat(1, 1, srid: 4326)])) == "null")
        let across = [flat(179, 0, srid: 4326), flat(170, -1, srid: 4326), flat(-170, 1, srid: 4326)]
        #expect(rendered(try called("point.withinBBox", across)) == "true")
        #expect(rendered(try called("point.withinBBox", [flat(0, 0, srid: 4326)] + across.dropFirst())) == "false")
        #expect(rendered(try called("point.withinBBox", [flat(0, 0), flat(0, 1), flat(1, 0)])) == "false")
    }

    static let vectors: [(String, [Value], String)] = [
        ("vector", [[1, 2, 3], 3, "INT8"], "vector<INTEGER8>[1, 2, 3]"),
        ("vector", ["[1, 2.5]", 2, "FLOAT32"], "vector<FLOAT32>[1.0, 2.5]"),
        ("vector", [[1.9, -1.9], 2, "INTEGER"], "vector<INTEGER>[1, -1]"),
        ("vector", [[0.1], 1, "FLOAT32"], "vector<FLOAT32>[0.10000000149011612]"),
        ("vector", [[0.1], 1, "FLOAT16"], "vector<FLOAT16>[0.0999755859375]"), ("vector", [nil, 1, "INT8"], "null"),
        ("vector_dimension_count", [[1, 2, 3]], "3"), ("vector.similarity.cosine", [[1, 0], [1, 0]], "1.0"),
        ("vector.similarity.cosine", [[1, 0], [-1, 0]], "0.0"),
        ("vector.similarity.euclidean", [[0, 0], [1, 0]], "0.5"),
        ("vector.similarity.cosine", [nil, [1]], "null"), ("vector_distance", [[0, 0], [3, 4], "EUCLIDEAN"], "5.0"),
        ("vector_distance", [[0, 0], [3, 4], "EUCLIDEAN_SQUARED"], "25.0"),
        ("vector_distance", [[0, 0], [3, 4], "MANHATTAN"], "7.0"),
        ("vector_distance", [[1, 0], [0, 1], "COSINE"], "1.0"),
        ("vector_distance", [[1, 2], [3, 4], "DOT"], "-11.0"),
        ("vector_distance", [[1, 2], [1, 4], "HAMMING"], "1.0"), ("vector_norm", [[3, 4], "EUCLIDEAN"], "5.0"),
        ("vector_norm", [[3, -4], "MANHATTAN"], "7.0"),
    ]

    @Test("vectors are made, measured and compared", arguments: vectors)
    func vector(name: String, arguments: [Value], expected: String) throws {
        #expect(rendered(try called(name, arguments)) == expected)
    }

    static let badVectors: [(String, [Value])] = [
        ("vector", [[1, 2], 3, "INT8"]), ("vector", [[], 0, "INT8"]), ("vector", [[1], .int(.max), "INT8"]),
        ("vector", [[128], 1, "INT8"]),
        ("vector", [[.nan], 1, "FLOAT"]), ("vector", [[.float(0x1p63)], 1, "INTEGER"]), ("vector", [[nil], 1, "INT8"]),
        ("vector", [["a"], 1, "INT8"]),
        ("vector", [[1], 1, "INT7"]), ("vector", ["1, 2", 2, "INT8"]), ("vector", ["[1, x]", 2, "INT8"]),
        ("vector", ["[", 1, "INT8"]),
        ("vector", [[70_000], 1, "FLOAT16"]), ("vector.similarity.cosine", [[0, 0], [1, 0]]),
        ("vector.similarity.cosine", [[1], [1, 0]]),
        ("vector_distance", [[1], [1], "MOON"]), ("vector_norm", [[1], "COSINE"]),
        ("vector.similarity.euclidean", [[.nan], [1]]),
        ("vector.similarity.euclidean", [[], []]), ("vector_dimension_count", [1]),
    ]

    @Test("what is no vector is refused", arguments: badVectors)
    func badVector(name: String, arguments: [Value]) {
        let error = caughtError { () throws(EngineError) in
            let value = try called(name, arguments)
            Issue.record("\(name) answers \(rendered(value))")
        }
        #expect(error?.stage == .runtime)
    }
}
