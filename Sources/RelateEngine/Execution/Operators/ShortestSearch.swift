/// A search for shortest ways between two nodes, breadth first from both at once: the side with fewer open nodes goes on.
///
/// Both sides have gone through all ways up to their depths, so that the first node that both have reached lies on a way of
/// the least length.
struct ShortestSearch {
    /// What a node was reached by: the entry before it, and the relationship.
    private struct Way {
        var previous: Int32
        var relationship: UInt32
        /// Another way to the same node of the same length, or -1.
        var next: Int32 = -1
    }

    private struct Side {
        var index = NodeIndex()
        var nodes: [UInt32]
        var depths: [Int32] = [0]
        /// By entry the number of its first way, -1 for the beginning.
        var firstWays: [Int32] = [-1]
        var ways: [Way] = []
        /// Entries of the last level.
        var frontier = 0..<1
        var depth: Int32 = 0

        init(_ node: UInt32) {
            nodes = [node]
            index.insert(node, 0)
        }

        /// With the room that grows ahead of need.
        var byteCount: Int { nodes.count * 56 + ways.count * 24 }

        /// The ways by which an entry was reached, the latest first.
        func ways(into entry: Int) -> [Int32] {
            var result: [Int32] = []
            var number = firstWays[entry]
            while number >= 0 {
                result.append(number)
                number = ways[Int(number)].next
            }
            return result
        }
    }

    private var front: Side
    private var back: Side
    /// Entries of both sides that are the same node.
    private var meetings: [(front: Int, back: Int)] = []

    init(from: UInt32, to: UInt32) {
        front = Side(from)
        back = Side(to)
    }

    typealias Neighbours = (_ node: UInt32, _ isForward: Bool, _ body: (UInt32, UInt32) -> Void) throws(EngineError) ->
        Void

    /// - Parameters:
    ///   - limit: the longest way wanted.
    ///   - keepsAll: all shortest ways are wanted, not just one.
    ///   - memory: is charged for what the search holds.
    ///   - neighbours: calls its `body` with each relationship and neighbour of a node.
    /// - Returns: whether there is a way.
    mutating func run(
        limit: Int, keepsAll: Bool, _ memory: inout HeldMemory, _ neighbours: Neighbours, _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        while !front.frontier.isEmpty, !back.frontier.isEmpty, Int(front.depth) + Int(back.depth) < limit {
            if front.frontier.count <= back.frontier.count {
                try Self.advance(
                    &front, toward: back, isForward: true, keepsAll, neighbours, &meetings, &memory, context)
            } else {
                try Self.advance(
                    &back, toward: front, isForward: false, keepsAll, neighbours, &meetings, &memory, context)
            }
            if !meetings.isEmpty { return true }
        }
        return false
    }

    /// One level more on one side.
    private static func advance(
        _ side: inout Side, toward other: Side, isForward: Bool, _ keepsAll: Bool, _ neighbours: Neighbours,
        _ meetings: inout [(front: Int, back: Int)], _ memory: inout HeldMemory, _ context: ExecutionContext
    ) throws(EngineError) {
        let begin = side.nodes.count
        side.depth += 1
        for entry in side.frontier {
            try context.checkInterrupt()
            try neighbours(side.nodes[entry], isForward) { relationship, neighbour in
                let way = Way(previous: Int32(truncatingIfNeeded: entry), relationship: relationship)
                if let known = side.index[neighbour] {
                    if keepsAll, side.depths[Int(known)] == side.depth {
                        side.ways.append(
                            Way(
                                previous: way.previous, relationship: relationship,
                                next: side.firstWays[Int(known)]))
                        side.firstWays[Int(known)] = Int32(truncatingIfNeeded: side.ways.count - 1)
                    }
                    return
                }
                let new = side.nodes.count
                side.index.insert(neighbour, UInt32(truncatingIfNeeded: new))
                side.nodes.append(neighbour)
                side.depths.append(side.depth)
                side.ways.append(way)
                side.firstWays.append(Int32(truncatingIfNeeded: side.ways.count - 1))
                if let met = other.index[neighbour], keepsAll || meetings.isEmpty {
                    meetings.append(isForward ? (new, Int(met)) : (Int(met), new))
                }
            }
            try memory.hold(side.byteCount &+ other.byteCount, context)
            if !keepsAll, !meetings.isEmpty { return }
        }
        side.frontier = begin..<side.nodes.count
    }

    /// A way that was found.
    func firstPath() -> PathValue? {
        guard let meeting = meetings.first else { return nil }
        var nodes: [NodeID] = []
        var relationships: [RelationshipID] = []
        var entry = meeting.front
        nodes.append(NodeID(front.nodes[entry]))
        while front.firstWays[entry] >= 0 {
            let way = front.ways[Int(front.firstWays[entry])]
            relationships.append(RelationshipID(way.relationship))
            entry = Int(way.previous)
            nodes.append(NodeID(front.nodes[entry]))
        }
        nodes.reverse()
        relationships.reverse()
        entry = meeting.back
        while back.firstWays[entry] >= 0 {
            let way = back.ways[Int(back.firstWays[entry])]
            relationships.append(RelationshipID(way.relationship))
            entry = Int(way.previous)
            nodes.append(NodeID(back.nodes[entry]))
        }
        return PathValue(nodes: nodes, relationships: relationships)
    }

    /// Calls `take` with all ways of the least length, each once: a way has one node at the depth where the sides met. There
    /// may be very many of them, so none is kept.
    func forEachPath(
        _ context: ExecutionContext, _ take: (PathValue) throws(EngineError) -> Void
    ) throws(EngineError) {
        for meeting in meetings {
            try Self.forEachTrail(front, from: meeting.front, context) { headNodes, headSteps throws(EngineError) in
                let nodes = Array(headNodes.reversed())
                let steps = Array(headSteps.reversed())
                try Self.forEachTrail(back, from: meeting.back, context) { tailNodes, tailSteps throws(EngineError) in
                    try take(PathValue(nodes: nodes + tailNodes.dropFirst(), relationships: steps + tailSteps))
                }
            }
        }
    }

    /// Calls `body` with every way from an entry back to where its side began; without recursion.
    private static func forEachTrail(
        _ side: Side, from entry: Int, _ context: ExecutionContext,
        _ body: ([NodeID], [RelationshipID]) throws(EngineError) -> Void
    ) throws(EngineError) {
        var nodes = [NodeID(side.nodes[entry])]
        var relationships: [RelationshipID] = []
        var open = [side.ways(into: entry)]
        if open[0].isEmpty { return try body(nodes, relationships) }
        while !open.isEmpty {
            try context.checkInterrupt()
            guard let number = open[open.count - 1].popLast() else {
                open.removeLast()
                nodes.removeLast()
                if !relationships.isEmpty { relationships.removeLast() }
                continue
            }
            let way = side.ways[Int(number)]
            let previous = Int(way.previous)
            nodes.append(NodeID(side.nodes[previous]))
            relationships.append(RelationshipID(way.relationship))
            let ways = side.ways(into: previous)
            if ways.isEmpty { try body(nodes, relationships) }
            open.append(ways)
        }
    }
}

/// Node numbers to small numbers: open addressing, half full at most.
struct NodeIndex {
    private static let free = UInt32.max
    private var keys: [UInt32]
    private var values: [UInt32]
    private var count = 0

    init() {
        keys = [UInt32](repeating: Self.free, count: 64)
        values = [UInt32](repeating: 0, count: 64)
    }

    @inline(__always)
    private func place(of key: UInt32) -> Int {
        let mask = keys.count &- 1
        var place = Int(key &* 0x9E37_79B1 >> 7) & mask
        while keys[place] != key, keys[place] != Self.free { place = (place &+ 1) & mask }
        return place
    }

    subscript(key: UInt32) -> UInt32? {
        let place = place(of: key)
        return keys[place] == key ? values[place] : nil
    }

    mutating func insert(_ key: UInt32, _ value: UInt32) {
        if (count + 1) * 2 > keys.count { grow() }
        let place = place(of: key)
        if keys[place] == Self.free { count += 1 }
        keys[place] = key
        values[place] = value
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        keys = [UInt32](repeating: Self.free, count: oldKeys.count * 2)
        values = [UInt32](repeating: 0, count: oldKeys.count * 2)
        for (key, value) in zip(oldKeys, oldValues) where key != Self.free {
            let place = place(of: key)
            keys[place] = key
            values[place] = value
        }
    }
}
