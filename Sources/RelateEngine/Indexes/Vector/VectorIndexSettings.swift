/// What `OPTIONS {indexConfig: …}` says of a vector index, with what was left out at its default.
struct VectorIndexSettings: Sendable {
    /// `nil` where vectors of any size are taken, those of each size by themselves.
    var dimension: Int?
    var similarity = VectorSimilarity.cosine
    /// Links of a slot on a level; on the lowest twice as many.
    var neighbours = 16
    /// How many candidates are weighed when a slot is linked.
    var candidates = 100
    /// How many times more candidates are weighed than rows are asked for.
    var expansion = 1.5

    init() {}

    init(_ configuration: MapValue) {
        for (key, value) in zip(configuration.keys, configuration.values) {
            switch (key, value) {
            case ("vector.dimensions", .int(let number)): dimension = Int(number)
            case ("vector.hnsw.m", .int(let number)): neighbours = max(2, Int(number))
            case ("vector.hnsw.ef_construction", .int(let number)): candidates = max(1, Int(number))
            case ("vector.similarity_function", .string(let name)):
                similarity = VectorSimilarity(rawValue: name.lowercased()) ?? .cosine
            case ("vector.default_search_expansion_factor", .float(let factor)): expansion = factor
            case ("vector.default_search_expansion_factor", .int(let factor)): expansion = Double(factor)
            default: break
            }
        }
    }
}
