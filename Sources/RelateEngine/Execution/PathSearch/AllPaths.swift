/// Every path from one node that fits the pattern and keeps to the path mode, depth first.
struct AllPaths {
    let stepper: PathStepper
    let context: ExecutionContext

    /// What can still be tried at one place.
    private struct Level {
        var place: PathPlace
        var steps: [PathStep]
        var next = 0
        /// The way on without a step, to the pattern's next segment, has not been tried.
        var mayGoOn: Bool
        /// A simple path that has come back to its start: it cannot go on.
        var isClosed: Bool
        /// It was reached by a step, not by going on to the next segment.
        var hasStep: Bool

        /// A long path leaves at each of its places what else could be tried there.
        var byteCount: Int { MemoryLayout<Level>.stride + 64 + steps.count * (steps.first?.byteCount ?? 0) }
    }

    /// Calls `body` with each path: its places, and before each place but the first the step to it (`nil` for none).
    func find(
        from start: UInt32, _ body: ([(place: PathPlace, step: PathStep?)]) throws(EngineError) -> Void
    ) throws(EngineError) {
        let first = PathPlace(node: start, segment: 0, count: 0)
        var used = ForwardElements(mode: stepper.plan.mode, start: start)
        var path: [(place: PathPlace, step: PathStep?)] = [(first, nil)]
        var levels = [try level(first, hasStep: false, isClosed: false, mayEnd: nil)]
        var memory = HeldMemory()
        defer { memory.release(context) }
        while let level = levels.last {
            try context.checkInterrupt()
            if level.mayGoOn {
                levels[levels.count - 1].mayGoOn = false
                let next = stepper.following(level.place)
                path.append((next, nil))
                if next.segment == stepper.segmentCount {
                    try body(path)
                    path.removeLast()
                } else {
                    let deeper = try self.level(next, hasStep: false, isClosed: level.isClosed, mayEnd: nil)
                    try memory.add(deeper.byteCount, context)
                    levels.append(deeper)
                }
                continue
            }
            guard level.next < level.steps.count else {
                memory.remove(level.byteCount)
                levels.removeLast()
                path.removeLast()
                if level.hasStep { used.removeLast() }
                continue
            }
            levels[levels.count - 1].next += 1
            let step = level.steps[level.next]
            var isClosed = false
            guard used.add(step, from: level.place.node, &isClosed, stepper, context) else { continue }
            path.append((step.target, step))
            let deeper = try self.level(step.target, hasStep: true, isClosed: isClosed, mayEnd: step.mayEnd)
            try memory.add(deeper.byteCount, context)
            levels.append(deeper)
        }
    }

    private func level(
        _ place: PathPlace, hasStep: Bool, isClosed: Bool, mayEnd: Bool?
    ) throws(EngineError) -> Level {
        let isEnough = stepper.isEnough(place)
        let mayGoOn: Bool
        if let mayEnd {
            mayGoOn = isEnough && mayEnd
        } else {
            mayGoOn = isEnough ? try stepper.mayEnd(place, context) : false
        }
        return Level(
            place: place, steps: isClosed ? [] : try stepper.steps(from: place, context), mayGoOn: mayGoOn,
            isClosed: isClosed, hasStep: hasStep)
    }
}

/// What the path mode minds of a path that grows forwards.
private struct ForwardElements {
    let mode: PatternPath.Mode
    let start: UInt32
    private var elements: Set<UInt32> = []
    private var added: [[UInt32]] = []
    /// A simple path's: the one relationship that it could take back to its start.
    private var first: UInt32?

    init(mode: PatternPath.Mode, start: UInt32) {
        self.mode = mode
        self.start = start
        if mode == .acyclic || mode == .simple { elements.insert(start) }
    }

    /// Whether the step may be added behind the path; it is then. `isClosed` is set where it comes back to the start.
    mutating func add(
        _ step: PathStep, from node: UInt32, _ isClosed: inout Bool, _ stepper: PathStepper,
        _ context: ExecutionContext
    ) -> Bool {
        var new: [UInt32] = []
        switch mode {
        case .walk: break
        case .trail: step.relationships.forEach { new.append($0) }
        case .acyclic, .simple: new = stepper.nodes(along: step.relationships, from: node, context)
        }
        if mode == .simple {
            let walked = stepper.walked(step.relationships)
            if new.last == start {
                guard isCircle(walked) else { return false }
                isClosed = true
                new.removeLast()
            }
            if added.isEmpty { first = walked.first }
        }
        var inserted: [UInt32] = []
        for element in new {
            guard elements.insert(element).inserted else {
                for element in inserted { elements.remove(element) }
                return false
            }
            inserted.append(element)
        }
        added.append(inserted)
        return true
    }

    /// What leads back to the start is not the relationship by which the path left it.
    private func isCircle(_ walked: [UInt32]) -> Bool {
        added.isEmpty ? walked.count == 1 || walked.first != walked.last : walked.last != first
    }

    mutating func removeLast() {
        for element in added.popLast() ?? [] { elements.remove(element) }
    }
}
