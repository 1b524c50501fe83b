/// Elements of one state by name, for functions and for the API's border.
///
/// Of an element deleted in the state, labels and properties are empty; whether asking is an error is the caller's to
/// say, by `exists`. Type, start and end of a deleted relationship are still there.
package final class GraphReader: GraphReading {
    package let state: GraphState

    package init(_ state: GraphState) { self.state = state }

    package func exists(_ node: NodeID) -> Bool { state.exists(node) }
    package func exists(_ relationship: RelationshipID) -> Bool { state.exists(relationship) }

    package func labels(of node: NodeID) -> [String] { state.labels(of: node).map { state.name(of: $0) } }
    package func type(of relationship: RelationshipID) -> String { state.name(of: state.type(of: relationship)) }
    package func start(of relationship: RelationshipID) -> NodeID { state.start(of: relationship) }
    package func end(of relationship: RelationshipID) -> NodeID { state.end(of: relationship) }

    package func property(_ key: String, of node: NodeID) -> Value {
        guard let id = state.propertyKeyID(named: key) else { return .null }
        return state.property(id, of: node)
    }

    package func property(_ key: String, of relationship: RelationshipID) -> Value {
        guard let id = state.propertyKeyID(named: key) else { return .null }
        return state.property(id, of: relationship)
    }

    package func properties(of node: NodeID) -> MapValue { map(state.properties(of: node)) }
    package func properties(of relationship: RelationshipID) -> MapValue { map(state.properties(of: relationship)) }

    package func degree(of node: NodeID) -> Int { state.degree(of: node, type: nil, direction: .both) }

    private func map(_ properties: [(PropertyKeyID, Value)]) -> MapValue {
        let named = properties.map { (name: state.name(of: $0.0), value: $0.1) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return MapValue(sortedKeys: named.map(\.name), values: named.map(\.value))
    }
}
