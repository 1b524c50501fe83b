import CypherSyntax

/// The type that a property-type constraint asks for.
package struct PropertyType: Hashable, Sendable {
    package let type: StaticType

    package init(_ type: StaticType) { self.type = type }

    /// The type that `text` names, `nil` where it names none.
    package init?(text: String) {
        guard let tree = try? Parser.statement(in: "RETURN null IS :: \(text) AS x"),
            let bound = try? Binder.bind(tree, catalog: BuiltInCatalog()),
            case .query(.single(let clauses)) = bound.body, case .project(let projection)? = clauses.last,
            case .isType(_, let type, _)? = projection.items.first?.expression
        else { return nil }
        self.type = type
    }

    /// As Cypher writes it, members of a union in the order of types: `LIST<STRING NOT NULL>`, `INTEGER | STRING`.
    package var text: String { members.joined(separator: " | ") }

    /// The types of a union, in order; one where it is none.
    var members: [String] {
        guard case .union(let members) = type else { return [type.text] }
        return members.map(\.text).sorted { left, right in
            let (leftRank, rightRank) = (Self.rank(left), Self.rank(right))
            return leftRank == rightRank ? left < right : leftRank < rightRank
        }
    }

    private static let order = [
        "BOOLEAN", "STRING", "INTEGER", "FLOAT", "DATE", "LOCAL TIME", "ZONED TIME", "LOCAL DATETIME",
        "ZONED DATETIME", "DURATION", "POINT",
    ]

    private static func rank(_ text: String) -> Int { order.firstIndex(of: text) ?? order.count }
}
