/// Walks a `PathGraph` backwards from an end, and tells the paths of one length that keep to the path mode.
struct PathTracer {
    let graph: PathGraph
    let stepper: PathStepper
    let context: ExecutionContext

    private var mode: PatternPath.Mode { stepper.plan.mode }

    private struct Frame {
        var place: Int
        var depth: Int
        /// The next of the ways into `place` to try.
        var next = 0
    }

    /// Calls `body` with each path to `end` of `length`, its ways from the start on, until it returns false.
    ///
    /// - Parameter isReached: whether a place is known to be reached by some path of a length.
    func forEachPath(
        to end: Int, length: Int, isReached: (_ place: Int, _ length: Int) -> Bool,
        _ body: ([Int]) throws(EngineError) -> Bool
    ) throws(EngineError) {
        var frames = [Frame(place: end, depth: length)]
        var trail: [Int] = []
        var used = UsedElements(mode: mode, end: graph.places[end].node)
        while let frame = frames.last {
            if frame.next == 0 {
                try context.checkInterrupt()
                if frame.place == 0, frame.depth == 0 {
                    guard try body(trail.reversed()) else { return }
                    stepBack(&frames, &trail, &used)
                    continue
                }
            }
            let ways = graph.incoming[frame.place]
            guard frame.next < ways.count else {
                stepBack(&frames, &trail, &used)
                continue
            }
            frames[frames.count - 1].next += 1
            let number = ways[frame.next]
            let way = graph.ways[number]
            let depth = frame.depth - way.length
            guard depth >= 0, isReached(way.from, depth) else { continue }
            if let step = way.step {
                let isStart = way.from == 0 && depth == 0
                guard used.add(step, from: graph.places[way.from].node, isStart: isStart, stepper, context) else {
                    continue
                }
            }
            trail.append(number)
            frames.append(Frame(place: way.from, depth: depth))
        }
    }

    private func stepBack(_ frames: inout [Frame], _ trail: inout [Int], _ used: inout UsedElements) {
        frames.removeLast()
        guard let way = trail.popLast() else { return }
        if graph.ways[way].step != nil { used.removeLast() }
    }
}

/// The relationships or nodes of a path so far, as far as the path mode minds them.
struct UsedElements {
    private let mode: PatternPath.Mode
    private let end: UInt32
    private var elements: [UInt32] = []
    private var lookup: Set<UInt32> = []
    private var counts: [Int] = []
    /// A simple path's: the relationship that leads to its end, by which it cannot have left its start.
    private var last: UInt32?
    /// Up to this many elements a search through the list is quicker than a set.
    private static let listLimit = 32

    /// - Parameter end: the node from which the path is gone through.
    init(mode: PatternPath.Mode, end: UInt32) {
        self.mode = mode
        self.end = end
        if mode == .acyclic || mode == .simple { insert(end) }
    }

    /// Whether the step may be added in front of the path; it is then.
    ///
    /// - Parameter from: the node at the step's far side, seen from `end`; `isStart` where the path begins with it.
    mutating func add(
        _ step: PathStep, from: UInt32, isStart: Bool, _ stepper: PathStepper, _ context: ExecutionContext
    ) -> Bool {
        let before = elements.count
        var isFree = true
        switch mode {
        case .walk: break
        case .trail:
            step.relationships.forEach { relationship in
                if isFree { isFree = insert(relationship) }
            }
        case .acyclic, .simple:
            if mode == .simple {
                let walked = stepper.walked(step.relationships)
                if isStart, from == end {
                    let isWhole = counts.isEmpty
                    guard walked.first != (isWhole ? walked.last : last) || isWhole && walked.count == 1 else {
                        return false
                    }
                }
                if counts.isEmpty { last = walked.last }
            }
            // The step's last node is there already, by the step behind it.
            let passed = [from] + stepper.nodes(along: step.relationships, from: from, context).dropLast()
            for (place, node) in passed.enumerated() where isFree {
                if mode == .simple, place == 0, isStart, node == end { continue }
                isFree = insert(node)
            }
        }
        guard isFree else {
            removeElements(downTo: before)
            return false
        }
        counts.append(elements.count - before)
        return true
    }

    mutating func removeLast() {
        guard let count = counts.popLast() else { return }
        removeElements(downTo: elements.count - count)
    }

    private mutating func removeElements(downTo count: Int) {
        while elements.count > count {
            let element = elements.removeLast()
            if !lookup.isEmpty { lookup.remove(element) }
        }
    }

    @discardableResult
    private mutating func insert(_ element: UInt32) -> Bool {
        if lookup.isEmpty {
            if elements.contains(element) { return false }
            elements.append(element)
            if elements.count > Self.listLimit { lookup = Set(elements) }
            return true
        }
        guard lookup.insert(element).inserted else { return false }
        elements.append(element)
        return true
    }
}
