/// Element ids as text: `4:relate-neo4j:n0` for a node, `5:relate-neo4j:r0` for a relationship.
///
/// - Source: Swift API page, "Values" and "Example".
package enum ElementIDText {
    package static func text(of node: NodeID, in namespace: Namespace = .neo4j) -> String {
        "4:relate-\(namespace.rawValue):n\(node.rawValue)"
    }

    package static func text(of relationship: RelationshipID, in namespace: Namespace = .neo4j) -> String {
        "5:relate-\(namespace.rawValue):r\(relationship.rawValue)"
    }

    /// The node of this text, whether or not it is alive; `nil` for text that is no node's id in the namespace.
    package static func node(_ text: String, in namespace: Namespace = .neo4j) -> NodeID? {
        number(text, after: "4:relate-\(namespace.rawValue):n").map { NodeID($0) }
    }

    package static func relationship(_ text: String, in namespace: Namespace = .neo4j) -> RelationshipID? {
        number(text, after: "5:relate-\(namespace.rawValue):r").map { RelationshipID($0) }
    }

    /// The `neo4j` in `4:relate-neo4j:n0`.
    package static func databaseName(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "4" || parts[0] == "5", parts[1].hasPrefix("relate-") else { return nil }
        return String(parts[1].dropFirst("relate-".count))
    }

    private static func number(_ text: String, after prefix: String) -> UInt32? {
        guard text.hasPrefixBytes(prefix) else { return nil }
        let digits = text.utf8.dropFirst(prefix.utf8.count)
        // Only the one way this engine writes the number: no sign, no leading zero.
        guard let first = digits.first, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            first != 0x30 || digits.count == 1
        else { return nil }
        return UInt32(String(Substring(digits)))
    }
}
