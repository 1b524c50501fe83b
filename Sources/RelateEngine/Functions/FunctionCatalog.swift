/// Every function of the language, by name. What the parser reads as syntax (`reduce`, `all`, `exists`, `shortestPath`) is no
/// row here.
package enum FunctionCatalog {
    /// Sorted by name.
    package static let all: [FunctionDefinition] = families.flatMap { $0 }.sorted {
        $0.name.compareBytes(to: $1.name) < 0
    }

    private static let families: [[FunctionDefinition]] = [
        ScalarFunctions.all, ConversionFunctions.all, ListFunctions.all, CollectionFunctions.all, StringFunctions.all,
        MathFunctions.all, SpatialFunctions.all, VectorFunctions.all, UUIDFunctions.all,
        Aggregates.all, temporalFunctions,
    ]

    package static let names: [String] = all.map(\.name)

    private static let byName: [String: FunctionDefinition] = Dictionary(
        all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    /// Without regard to case; `nil` for a name that no function has.
    package static func function(named name: String) -> FunctionDefinition? { byName[name.lowercased()] }
}
