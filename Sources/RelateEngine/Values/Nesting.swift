/// How deep values may nest. Equality, ordering, conversion, even freeing a value go down its levels by recursion, so a
/// deeper one would end on the stack's floor.
package enum Nesting {
    /// Levels of lists and maps one inside another; a reason: a thread of 512 KiB must do.
    package static let levelsLimit = 500

    /// Whether the value has more than `levelsLimit` levels of lists and maps. Costs one step an element, no recursion.
    package static func isExceeded(by value: Value) -> Bool {
        levels(of: value, elementsLimit: .max).map { $0 > levelsLimit } ?? false
    }

    /// How many levels of lists and maps, counted up to one more than `levelsLimit`: 0 for a scalar, 1 for a list of scalars.
    /// `nil` where more than `elementsLimit` elements would have to be looked at.
    static func levels(of value: Value, elementsLimit: Int) -> Int? {
        var level = children(of: value)
        var depth = 0
        var looked = 0
        while !level.isEmpty {
            depth += 1
            if depth > levelsLimit { return depth }
            var next: [[Value]] = []
            for elements in level {
                looked += elements.count
                if looked > elementsLimit { return nil }
                for element in elements { next += children(of: element) }
            }
            level = next
        }
        return depth
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
    static func isExceeded(by value: CypherValue) -> Bool { isExceeded(by: value, levelsLimit) }

    /// Whether going down the value by recursion takes more stack than every thread has.
    static func isDeep(_ value: CypherValue) -> Bool { isExceeded(by: value, DeepStack.shallowNestingLimit) }

    private static func isExceeded(by value: CypherValue, _ limit: Int) -> Bool {
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

/// Watches a value that an expression wraps again and again, as `reduce` may, so that it cannot grow too deep to be freed.
///
/// A value with few elements is looked at before its pace can take it far past the limit, a wide one every 1,024 steps:
/// the watch costs less than the step it watches.
package struct NestingWatch {
    private var steps = 0
    private var nextLook = 1
    private var lastLook = 0
    private var lastLevels = 0

    package init() {}

    /// - Throws: `EngineError.valueNestedTooDeep`.
    package mutating func step(to value: Value) throws(EngineError) {
        steps += 1
        guard steps >= nextLook else { return }
        let isThorough = steps % 1_024 == 0
        guard let levels = Nesting.levels(of: value, elementsLimit: isThorough ? .max : 4_096) else {
            nextLook = (steps / 1_024 + 1) * 1_024
            return
        }
        guard levels <= Nesting.levelsLimit else { throw .valueNestedTooDeep() }
        let pace = max(1, (levels - lastLevels) / max(1, steps - lastLook))
        lastLook = steps
        lastLevels = levels
        nextLook = steps + max(1, min(16, (Nesting.levelsLimit - levels) / pace))
    }

    /// For the last value: `[a, a]` doubles what a value stands for at each step, within few levels and little memory.
    ///
    /// - Throws: `EngineError.resultTooLarge` where the value, written out, would exceed any statement's memory.
    package func finish(with value: Value) throws(EngineError) {
        guard value.heapByteCount <= Limits.statementMemoryBytesLimit else { throw .resultTooLarge("the value") }
    }
}
