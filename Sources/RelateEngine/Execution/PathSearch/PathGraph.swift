/// What a search from one node has seen: places as numbers, and how each is reached from others.
///
/// This is the product of graph and pattern. A way of length 0 goes on to the pattern's next segment.
final class PathGraph {
    struct Way {
        var from: Int
        var to: Int
        var length: Int
        /// `nil` for a way of length 0.
        var step: PathStep?
    }

    private(set) var places: [PathPlace] = []
    /// The least length by which a place is reached.
    private(set) var depths: [Int] = []
    private(set) var outgoing: [[Int]] = []
    private(set) var incoming: [[Int]] = []
    private(set) var ways: [Way] = []
    private var numbers: [PathPlace: Int] = [:]
    private var mayEnd: [Bool] = []
    private var isExpanded: [Bool] = []
    /// Places by the length at which they wait to be expanded.
    private var waiting: [[Int]] = []
    /// The lengths below are done.
    private(set) var doneLength = 0
    private var charged = 0
    private let stepper: PathStepper

    init(from node: UInt32, _ stepper: PathStepper, _ context: ExecutionContext) throws(EngineError) {
        self.stepper = stepper
        let start = PathPlace(node: node, segment: 0, count: 0)
        let ends = stepper.isEnough(start) ? try stepper.mayEnd(start, context) : false
        _ = try number(start, depth: 0, mayEnd: ends, context)
    }

    var isExhausted: Bool { doneLength >= waiting.count }

    /// The place is the end of the pattern.
    func isEnd(_ place: Int) -> Bool { places[place].segment == stepper.segmentCount }

    /// Expands every place at the next length. Returns the ends that were reached first at this length.
    func advance(_ context: ExecutionContext) throws(EngineError) -> [Int] {
        var ends: [Int] = []
        let length = doneLength
        var position = 0
        while length < waiting.count, position < waiting[length].count {
            try context.checkInterrupt()
            let place = waiting[length][position]
            position += 1
            // Reached by a shorter way since.
            guard depths[place] == length, !isExpanded[place] else { continue }
            isExpanded[place] = true
            if isEnd(place) {
                ends.append(place)
            } else {
                try expand(place, context)
            }
        }
        if length < waiting.count { waiting[length] = [] }
        doneLength += 1
        return ends
    }

    private func expand(_ number: Int, _ context: ExecutionContext) throws(EngineError) {
        let place = places[number]
        let depth = depths[number]
        if mayEnd[number], stepper.isEnough(place) {
            let next = stepper.following(place)
            let ends = stepper.isEnough(next) ? try stepper.mayEnd(next, context) : false
            let target = try self.number(next, depth: depth, mayEnd: ends, context)
            try add(Way(from: number, to: target, length: 0, step: nil), context)
        }
        for step in try stepper.steps(from: place, context) {
            let length = step.relationships.count
            let target = try self.number(step.target, depth: depth + length, mayEnd: step.mayEnd, context)
            try add(Way(from: number, to: target, length: length, step: step), context)
        }
    }

    private func add(_ way: Way, _ context: ExecutionContext) throws(EngineError) {
        outgoing[way.from].append(ways.count)
        incoming[way.to].append(ways.count)
        ways.append(way)
        try charge(80 + (way.step?.byteCount ?? 48), context)
    }

    private func number(
        _ place: PathPlace, depth: Int, mayEnd: Bool, _ context: ExecutionContext
    ) throws(EngineError) -> Int {
        if let known = numbers[place] {
            if depth < depths[known] {
                depths[known] = depth
                wait(known, depth)
            }
            return known
        }
        let number = places.count
        places.append(place)
        depths.append(depth)
        outgoing.append([])
        incoming.append([])
        self.mayEnd.append(mayEnd)
        isExpanded.append(false)
        numbers[place] = number
        wait(number, depth)
        try charge(160, context)
        return number
    }

    private func wait(_ place: Int, _ depth: Int) {
        while waiting.count <= depth { waiting.append([]) }
        waiting[depth].append(place)
    }

    /// The places from which one of `ends` can be reached.
    func places(leadingTo ends: [Int]) -> [Bool] {
        var result = [Bool](repeating: false, count: places.count)
        var stack = ends
        for end in ends { result[end] = true }
        while let place = stack.popLast() {
            for way in incoming[place] where !result[ways[way].from] {
                result[ways[way].from] = true
                stack.append(ways[way].from)
            }
        }
        return result
    }

    private func charge(_ bytes: Int, _ context: ExecutionContext) throws(EngineError) {
        charged += bytes
        try context.charge(bytes)
    }

    func release(_ context: ExecutionContext) {
        context.release(charged)
        Disposal.free(&ways, leaving: [], bytes: charged)
        Disposal.free(&outgoing, leaving: [], bytes: charged)
        Disposal.free(&incoming, leaving: [], bytes: charged)
        charged = 0
    }
}
