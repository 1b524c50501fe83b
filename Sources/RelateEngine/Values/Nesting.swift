/// How deep values may nest. Equality, ordering, conversion, even freeing a value go down its levels by recursion, so a
/// deeper one would end on the stack's floor.
package enum Nesting {
    /// Levels of lists and maps one inside another; a reason: a thread of 512 KiB must do.
    package static let levelsLimit = 500

    /// Whether the value has more than `limit` levels of lists and maps. Costs one step an element, no recursion.
    package static func isExceeded(by value: Value, limit: Int = levelsLimit) -> Bool {
        var level = children(of: value)
        var depth = 0
        while !level.isEmpty {
            depth += 1
            if depth > limit { return true }
            var next: [[Value]] = []
            for elements in level {
                for element in elements { next += children(of: element) }
            }
            level = next
        }
        return false
    }

    /// The elements of a list or the values of a map, as one group; nothing for other values.
    private static func children(of value: Value) -> [[Value]] {
        switch value {
        case .list(let elements): [elements]
        case .map(let map): [map.values]
        default: []
        }
    }

    /// The same for a value of the API.
    static func isExceeded(by value: CypherValue, limit: Int = levelsLimit) -> Bool {
        var level = containers(in: [value])
        var depth = 0
        while !level.isEmpty {
            depth += 1
            if depth > limit { return true }
            var next: [CypherValue] = []
            for container in level {
                switch container {
                case .list(let elements): next += containers(in: elements)
                case .map(let entries): next += containers(in: entries.values)
                default: break
                }
            }
            level = next
        }
        return false
    }

    private static func containers(in values: some Collection<CypherValue>) -> [CypherValue] {
        values.filter { value in
            switch value {
            case .list, .map: true
            default: false
            }
        }
    }
}
