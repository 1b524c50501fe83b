/// The shortest paths from one node to each end, as many as a path selector wants.
///
/// First every place is reached by its least length: what leads to an end by its least length are its shortest paths, for
/// most queries all that is asked. Ends that want more take part in a second search by lengths, in which a place counts at
/// a length only if a path that keeps to the mode reaches it so; it goes as far as the first has seen.
struct SelectedPaths {
    /// How many paths, or lengths of paths, one end takes.
    let wanted: Int
    let isByGroups: Bool
    let graph: PathGraph
    let tracer: PathTracer
    let context: ExecutionContext

    /// Of a place at a length: a dictionary that grows by being copied is half full.
    private static let layerEntryBytes = 48

    private struct End {
        var place: Int
        var taken = 0
    }

    /// - Parameter take: gets each path as its ways; false where the path does not count.
    func find(_ take: ([Int]) throws(EngineError) -> Bool) throws(EngineError) {
        var open: [End] = []
        var firstLength: Int?
        var horizon = Int.max
        var searched = -1
        repeat {
            while !graph.isExhausted, graph.doneLength <= horizon {
                let length = graph.doneLength
                for place in try graph.advance(context) {
                    var end = End(place: place)
                    firstLength = firstLength ?? length
                    let depths = graph.depths
                    try collect(&end, length, { depths[$0] == $1 }, take)
                    if end.taken < wanted { open.append(end) }
                }
                // One end: what lies far beyond it need not be seen.
                if tracer.stepper.plan.isInto, let firstLength {
                    if open.isEmpty { return }
                    if horizon == .max { horizon = firstLength * 2 + 2 }
                }
            }
            guard !open.isEmpty else { return }
            try findLonger(&open, after: searched, upTo: graph.isExhausted ? .max : horizon, take)
            searched = horizon
            if horizon < .max / 2 { horizon *= 2 }
        } while !open.isEmpty && !graph.isExhausted
    }

    /// Takes paths to `end` of one length.
    private func collect(
        _ end: inout End, _ length: Int, _ isReached: (Int, Int) -> Bool,
        _ take: ([Int]) throws(EngineError) -> Bool
    ) throws(EngineError) {
        var found = 0
        let limit = isByGroups ? Int.max : wanted - end.taken
        try tracer.forEachPath(to: end.place, length: length, isReached: isReached) { path throws(EngineError) in
            if try take(path) { found += 1 }
            return found < limit
        }
        end.taken += isByGroups ? min(found, 1) : found
    }

    /// The second search: lengths above an end's least one, without those that an earlier call has gone through.
    private func findLonger(
        _ open: inout [End], after searched: Int, upTo horizon: Int, _ take: ([Int]) throws(EngineError) -> Bool
    ) throws(EngineError) {
        let isUseful = graph.places(leadingTo: open.map(\.place))
        guard isUseful[0] else { return }
        var layers: [[Int: Bool]] = [[0: true]]
        var memory = HeldMemory()
        defer { memory.release(context) }
        var length = 0
        while length < layers.count, length <= horizon, !open.isEmpty {
            var queue = Array(layers[length].keys)
            var position = 0
            while position < queue.count {
                try context.checkInterrupt()
                let place = queue[position]
                position += 1
                if length > 0, try !hasPath(to: place, length, layers) {
                    layers[length][place] = false
                    continue
                }
                for number in graph.outgoing[place] {
                    let way = graph.ways[number]
                    guard isUseful[way.to] else { continue }
                    while layers.count <= length + way.length { layers.append([:]) }
                    guard layers[length + way.length][way.to] == nil else { continue }
                    try memory.add(Self.layerEntryBytes, context)
                    layers[length + way.length][way.to] = true
                    if way.length == 0 { queue.append(way.to) }
                }
            }
            if length > searched {
                for index in open.indices where graph.depths[open[index].place] < length {
                    guard layers[length][open[index].place] == true else { continue }
                    try collect(&open[index], length, { layers[$1][$0] == true }, take)
                }
                open.removeAll { $0.taken >= wanted }
            }
            length += 1
        }
    }

    private func hasPath(to place: Int, _ length: Int, _ layers: [[Int: Bool]]) throws(EngineError) -> Bool {
        if tracer.stepper.plan.mode == .walk { return true }
        var found = false
        try tracer.forEachPath(to: place, length: length, isReached: { layers[$1][$0] == true }) {
            _ throws(EngineError) in
            found = true
            return false
        }
        return found
    }
}
