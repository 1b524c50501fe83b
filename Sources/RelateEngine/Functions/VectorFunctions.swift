/// Vectors: made, measured and compared. Where a function takes a vector it also takes a list of numbers.
///
/// - Source: Cypher manual, "Vector functions".
enum VectorFunctions {
    private static let vectorOrList: StaticType = .union([
        .vector(coordinates: nil, dimension: nil), .list(.number),
    ])
    private static let pair: [FunctionDefinition.Parameter] = [.init("a", vectorOrList), .init("b", vectorOrList)]

    static let all: [FunctionDefinition] = [
        .scalar(
            "vector", .vector,
            [
                .init("value", .union([.list(.number), .string, .vector(coordinates: nil, dimension: nil)])),
                .init("dimension", .integer), .init("coordinateType", .string),
            ], .vector(coordinates: nil, dimension: nil), "A vector of a list of numbers or of text in brackets."
        ) { (arguments, context) throws(EngineError) in
            let dimension = try arguments[1].integer(for: "vector")
            let type = try VectorConstruction.type(named: arguments[2].string(for: "vector"))
            return .vector(try VectorConstruction.vector(of: arguments[0], dimension: dimension, type: type))
        },
        .scalar("vector_dimension_count", .vector, [.init("vector", vectorOrList)], .integer, "How many coordinates.") {
            (arguments, context) throws(EngineError) in
            .int(Int64(try coordinates(arguments[0], for: "vector_dimension_count").count))
        },
        .scalar(
            "vector.similarity.cosine", .vector, pair, .float,
            "From 0 to 1: half of one more than the cosine of the angle between two vectors."
        ) { (arguments, context) throws(EngineError) in
            let (a, b) = try coordinatePair(arguments, for: "vector.similarity.cosine")
            let cosine = try VectorMath.cosine(a, b, for: "vector.similarity.cosine")
            return .float(Double(Float((1 + cosine) / 2)))
        },
        .scalar(
            "vector.similarity.euclidean", .vector, pair, .float,
            "From 0 to 1: the reciprocal of one more than the squared distance of two vectors."
        ) { (arguments, context) throws(EngineError) in
            let (a, b) = try coordinatePair(arguments, for: "vector.similarity.euclidean")
            return .float(Double(Float(1 / (1 + VectorMath.squaredDistance(a, b)))))
        },
        .scalar(
            "vector_distance", .vector, pair + [.init("metric", .string)], .float,
            "The distance of two vectors by a metric; smaller is closer."
        ) { (arguments, context) throws(EngineError) in
            let (a, b) = try coordinatePair(arguments, for: "vector_distance")
            let metric = try arguments[2].string(for: "vector_distance")
            return .float(try VectorMath.distance(a, b, metric: metric))
        },
        .scalar(
            "vector_norm", .vector, [.init("vector", vectorOrList), .init("metric", .string)], .float,
            "The length of a vector by a metric."
        ) { (arguments, context) throws(EngineError) in
            let values = try coordinates(arguments[0], for: "vector_norm")
            let metric = try arguments[1].string(for: "vector_norm")
            return .float(try VectorMath.norm(values, metric: metric))
        },
    ]

    private static func coordinatePair(
        _ arguments: [Value], for function: String
    ) throws(EngineError) -> ([Double], [Double]) {
        let a = try coordinates(arguments[0], for: function)
        let b = try coordinates(arguments[1], for: function)
        guard a.count == b.count else {
            throw .invalidArgument("\(function)() needs vectors of one dimension, got \(a.count) and \(b.count)")
        }
        return (a, b)
    }

    private static func coordinates(_ value: Value, for function: String) throws(EngineError) -> [Double] {
        switch value {
        case .vector(.floats(_, let values)): return values
        case .vector(.integers(_, let values)): return values.map { Double($0) }
        case .list(let elements):
            var values: [Double] = []
            values.reserveCapacity(elements.count)
            for element in elements { values.append(try element.number(for: function)) }
            guard !values.isEmpty, values.allSatisfy(\.isFinite) else {
                throw .invalidArgument("\(function)() needs finite coordinates, at least one")
            }
            return values
        default: throw .wrongType(of: value, for: "\(function)()", expected: "a VECTOR or a LIST of numbers")
        }
    }
}
