extension Value {
    /// Bytes the value holds beyond its own 24, about: what a memory budget is charged for keeping it.
    ///
    /// A part that stands in several places counts each time, as it will take room each time once it is handed out.
    /// Counting ends a little above `Limits.statementMemoryBytesLimit`, which no budget allows, and for a value nested too
    /// deep gives that much at once: so it takes bounded time, though a value of 60 levels can name its parts 2^60 times.
    package var heapByteCount: Int { heapByteCount(limit: Limits.statementMemoryBytesLimit) }

    func heapByteCount(limit: Int) -> Int {
        switch self {
        case .list, .map:
            var meter = ByteMeter(limit: limit)
            meter.add(self, level: 0)
            return meter.total
        default: return ownByteCount
        }
    }

    /// Without the elements of a list or the entries of a map.
    fileprivate var ownByteCount: Int {
        switch self {
        case .null, .bool, .int, .float, .node, .relationship, .date, .time, .localTime, .localDateTime: 0
        case .string(let text): Value.byteCount(of: text)
        case .dateTime, .duration, .point: 48
        case .path(let path): 64 + 4 * (path.nodes.count + path.relationships.count)
        case .vector(.floats(_, let values)): 64 + 8 * values.count
        case .vector(.integers(_, let values)): 64 + 8 * values.count
        case .list: 32
        case .map: 64
        }
    }

    /// Short ones lie within the value.
    static func byteCount(of text: String) -> Int { text.utf8.count > 15 ? text.utf8.count + 32 : 0 }
}

private struct ByteMeter {
    let limit: Int
    private(set) var total = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ value: Value, level: Int) {
        total &+= value.ownByteCount
        switch value {
        case .list(let elements):
            for element in elements {
                guard enter(level) else { return }
                total &+= 24
                add(element, level: level + 1)
            }
        case .map(let map):
            for (key, value) in zip(map.keys, map.values) {
                guard enter(level) else { return }
                total &+= 40 &+ Value.byteCount(of: key)
                add(value, level: level + 1)
            }
        default: break
        }
    }

    private mutating func enter(_ level: Int) -> Bool {
        if level >= Nesting.levelsLimit { total = limit &+ 1 }
        return total <= limit
    }
}
