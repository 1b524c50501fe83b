import Relate

/// A graph that is to be written into an empty store: nodes by their place in a list, relationships between places.
struct GraphSeed {
    struct Node {
        var label: String
        var properties: [String: CypherValue]
    }

    struct Relationship {
        var type: String
        var start: Int
        var end: Int
        var properties: [String: CypherValue]
    }

    private(set) var nodes: [Node] = []
    private(set) var relationships: [Relationship] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        var label: String
        var name: String
    }

    /// The place of the node with this label and name, which is made when it is asked for first.
    mutating func node(_ label: String, _ name: String) -> Int {
        if let place = places[Key(label: label, name: name)] { return place }
        places[Key(label: label, name: name)] = nodes.count
        nodes.append(Node(label: label, properties: [:]))
        return nodes.count - 1
    }

    /// The place of that node, if it is there.
    func place(_ label: String, _ name: String) -> Int? { places[Key(label: label, name: name)] }

    mutating func set(_ properties: [String: CypherValue], of place: Int) {
        nodes[place].properties.merge(properties) { _, new in new }
    }

    mutating func relate(_ start: Int, _ type: String, _ end: Int, _ properties: [String: CypherValue] = [:]) {
        relationships.append(Relationship(type: type, start: start, end: end, properties: properties))
    }
}
