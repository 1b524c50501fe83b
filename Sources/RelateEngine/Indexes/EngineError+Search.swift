import CypherSyntax

// Why a search of an index was refused.

extension EngineError {
    static func wrongIndexKind(_ index: IndexDefinition, needed: IndexKind) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22NCG"), stage: .runtime,
            "runtime error: WrongIndexType: The index `\(index.name)` is a \(index.kind.rawValue) index; a "
                + "\(needed.rawValue) index is needed")
    }

    static func wrongIndexEntity(_ index: IndexDefinition, needed: EntityKind) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22NCG"), stage: .runtime,
            "runtime error: WrongIndexType: The index `\(index.name)` is for \(index.entity.noun)s, and "
                + "\(needed.noun)s are searched for")
    }

    static func unknownAnalyzer(_ name: String) -> EngineError {
        .invalidArgument(
            "There is no analyzer `\(name)`; CALL db.index.fulltext.listAvailableAnalyzers() lists all")
    }

    static func vectorDimensionMismatch(_ name: String, expected: Int, found: Int) -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "51N65"), stage: .runtime,
            "runtime error: VectorDimensionMismatch: The index `\(name)` has vectors of dimension \(expected), and the "
                + "query's dimension is \(found)")
    }

    static func invalidQueryVector(_ name: String) -> EngineError {
        .invalidArgument(
            "A search of the vector index `\(name)` needs coordinates that are finite in single precision, and for cosine a "
                + "length above 0")
    }

    static func propertyNotInIndex(_ key: String, _ index: IndexDefinition) -> EngineError {
        let known = index.additionalProperties.map { "`\($0)`" }.joined(separator: ", ")
        return EngineError(
            .argumentError.with(gqlStatus: "22ND3"), stage: .runtime,
            "runtime error: PropertyNotInIndex: WHERE within SEARCH tests `\(key)`, and the index `\(index.name)` has "
                + (known.isEmpty ? "no additional properties" : "only \(known)")
                + "; CREATE VECTOR INDEX … WITH [n.\(key)] names it, or test it in the WHERE of MATCH")
    }

    static func filterOfFulltextSearch() -> EngineError {
        EngineError(
            .argumentError.with(gqlStatus: "22ND3"), stage: .runtime,
            "runtime error: PropertyNotInIndex: A full-text index has no additional properties to test; put the predicate "
                + "into the WHERE of MATCH, or ask for words by `property:word`")
    }
}
