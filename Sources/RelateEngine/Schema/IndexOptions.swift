import CypherSyntax

/// `OPTIONS {indexConfig: {…}}` of an index: which settings each kind takes.
enum IndexOptions {
    /// The settings as given, checked.
    ///
    /// - Throws: `invalidSchemaOptions` for what the kind of index does not take.
    static func configuration(of kind: IndexKind, _ options: Value) throws(EngineError) -> MapValue {
        guard !options.isNull else { return completed(.empty, kind) }
        guard case .map(let map) = options else {
            throw .invalidSchemaOptions("OPTIONS takes a MAP, got \(options.typeName)")
        }
        var configuration = MapValue.empty
        for (key, value) in zip(map.keys, map.values) {
            switch key.lowercased() {
            case "indexconfig":
                guard case .map(let settings) = value else {
                    throw .invalidSchemaOptions("indexConfig is a MAP, got \(value.typeName)")
                }
                configuration = settings
            case "indexprovider":
                guard case .string(let provider) = value, providers(of: kind).contains(provider) else {
                    throw .invalidSchemaOptions(
                        "indexProvider of a \(kind.rawValue) index is \(providers(of: kind).joined(separator: " or "))")
                }
            default:
                throw .invalidSchemaOptions("OPTIONS has indexConfig and indexProvider, not `\(key)`")
            }
        }
        for (key, value) in zip(configuration.keys, configuration.values) { try check(kind, key, value) }
        return completed(configuration, kind)
    }

    /// With the defaults of what is not given: so a store made by one version is the same in the next.
    private static func completed(_ configuration: MapValue, _ kind: IndexKind) -> MapValue {
        var entries = zip(configuration.keys, configuration.values).map { (key: $0, value: $1) }
        for (key, value) in defaults(of: kind) where configuration[key] == nil { entries.append((key, value)) }
        return MapValue(entries)
    }

    private static func defaults(of kind: IndexKind) -> [(String, Value)] {
        func list(_ numbers: [Double]) -> Value { .list(numbers.map { .float($0) }) }
        switch kind {
        case .range, .text, .lookup: return []
        case .point:
            return PointBounds.systems.flatMap { system in
                [
                    ("spatial.\(system.name).min", list(system.minimum)),
                    ("spatial.\(system.name).max", list(system.maximum)),
                ]
            }
        case .fulltext:
            return [
                ("fulltext.analyzer", .string("standard-no-stop-words")),
                ("fulltext.eventually_consistent", .bool(false)),
            ]
        case .vector:
            return [
                ("vector.similarity_function", .string("cosine")), ("vector.hnsw.m", .int(16)),
                ("vector.hnsw.ef_construction", .int(100)),
            ]
        }
    }

    private static func providers(of kind: IndexKind) -> [String] {
        switch kind {
        case .range: ["range-1.0"]
        case .text: ["text-2.0", "text-1.0"]
        case .point: ["point-1.0"]
        case .lookup: ["token-lookup-1.0"]
        case .fulltext: ["fulltext-1.0"]
        case .vector: ["vector-2.0", "vector-1.0"]
        }
    }

    private static func check(_ kind: IndexKind, _ key: String, _ value: Value) throws(EngineError) {
        switch kind {
        case .point: try checkPoint(key, value)
        case .fulltext: try checkFulltext(key, value)
        case .vector: try checkVector(key, value)
        case .range, .text, .lookup:
            throw .invalidSchemaOptions("A \(kind.rawValue) index has no setting `\(key)`")
        }
    }

    private static func checkPoint(_ key: String, _ value: Value) throws(EngineError) {
        let systems = ["cartesian": 2, "cartesian-3d": 3, "wgs-84": 2, "wgs-84-3d": 3]
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count == 3, parts[0] == "spatial", let dimension = systems[parts[1]],
            parts[2] == "min" || parts[2] == "max"
        else { throw .invalidSchemaOptions("A POINT index has no setting `\(key)`") }
        guard case .list(let items) = value, items.count == dimension, items.allSatisfy(\.isFiniteNumber) else {
            throw .invalidSchemaOptions("`\(key)` is a LIST of \(dimension) numbers")
        }
    }

    private static func checkFulltext(_ key: String, _ value: Value) throws(EngineError) {
        switch (key, value) {
        case ("fulltext.analyzer", .string(let name)):
            guard AnalyzerCatalog.analyzer(named: name) != nil else {
                throw .invalidSchemaOptions(
                    "There is no analyzer `\(name)`; CALL db.index.fulltext.listAvailableAnalyzers() lists all")
            }
        case ("fulltext.eventually_consistent", .bool): return
        case ("fulltext.analyzer", _): throw .invalidSchemaOptions("`\(key)` is a STRING, got \(value.typeName)")
        case ("fulltext.eventually_consistent", _):
            throw .invalidSchemaOptions("`\(key)` is a BOOLEAN, got \(value.typeName)")
        default: throw .invalidSchemaOptions("A FULLTEXT index has no setting `\(key)`")
        }
    }

    private static func checkVector(_ key: String, _ value: Value) throws(EngineError) {
        switch key {
        case "vector.dimensions": try checkInteger(key, value, 1...4096)
        case "vector.hnsw.m": try checkInteger(key, value, 1...512)
        case "vector.hnsw.ef_construction": try checkInteger(key, value, 1...3200)
        case "vector.similarity_function": try checkWord(key, value, ["cosine", "euclidean"])
        case "vector.quantization.type": try checkWord(key, value, ["none", "scalar", "binary"])
        case "vector.quantization.enabled":
            guard case .bool = value else {
                throw .invalidSchemaOptions("`\(key)` is a BOOLEAN, got \(value.typeName)")
            }
        case "vector.default_search_expansion_factor":
            let number: Double
            switch value {
            case .int(let integer): number = Double(integer)
            case .float(let float): number = float
            default: throw .invalidSchemaOptions("`\(key)` is a number, got \(value.typeName)")
            }
            guard (1...10_000).contains(number) else {
                throw .invalidSchemaOptions("`\(key)` is a number from 1 to 10000")
            }
        default: throw .invalidSchemaOptions("A VECTOR index has no setting `\(key)`")
        }
    }

    private static func checkInteger(_ key: String, _ value: Value, _ range: ClosedRange<Int64>) throws(EngineError) {
        guard case .int(let number) = value, range.contains(number) else {
            throw .invalidSchemaOptions("`\(key)` is an INTEGER from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private static func checkWord(_ key: String, _ value: Value, _ words: [String]) throws(EngineError) {
        guard case .string(let word) = value, words.contains(word.lowercased()) else {
            throw .invalidSchemaOptions("`\(key)` is one of \(words.map { "'\($0)'" }.joined(separator: ", "))")
        }
    }
}

extension Value {
    fileprivate var isFiniteNumber: Bool {
        switch self {
        case .int: true
        case .float(let number): number.isFinite
        default: false
        }
    }
}
