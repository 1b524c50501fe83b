/// Functions that take a list apart or make one.
///
/// - Source: Cypher manual, "List functions".
enum ListFunctions {
    private static let anyList: StaticType = .list(.any)

    static let all: [FunctionDefinition] = parts + graphLists

    private static let parts: [FunctionDefinition] = [
        .scalar("head", .list, [.init("list", anyList)], .any, "The first element; null for an empty list.") {
            (arguments, context) throws(EngineError) in
            try arguments[0].list(for: "head").first ?? .null
        },
        .scalar("last", .list, [.init("list", anyList)], .any, "The last element; null for an empty list.") {
            (arguments, context) throws(EngineError) in
            try arguments[0].list(for: "last").last ?? .null
        },
        .scalar("tail", .list, [.init("list", anyList)], anyList, "All elements but the first.") {
            (arguments, context) throws(EngineError) in
            .list(Array(try arguments[0].list(for: "tail").dropFirst()))
        },
        .scalar(
            "reverse", .list, [.init("value", .union([.string, anyList]))], .any,
            "A list or string in the opposite order."
        ) { (arguments, context) throws(EngineError) in
            switch arguments[0] {
            case .list(let elements): return .list(elements.reversed())
            case .string(let text):
                var reversed = String.UnicodeScalarView()
                reversed.append(contentsOf: text.unicodeScalars.reversed())
                return .string(String(reversed))
            default: throw .wrongType(of: arguments[0], for: "reverse()", expected: "a STRING or LIST")
            }
        },
        .scalar(
            "range", .list,
            [.init("start", .integer), .init("end", .integer), .init("step", .integer, isOptional: true)],
            .list(.integer), "The integers from start to end, both included, by steps."
        ) { (arguments, context) throws(EngineError) in
            .list(try range(arguments))
        },
    ]

    private static let graphLists: [FunctionDefinition] = [
        .scalar(
            "keys", .list, [.init("element", .union([.node, .relationship, .map]))], .list(.string),
            "The names of all properties of a node or relationship, or the keys of a map."
        ) { (arguments, context) throws(EngineError) in
            let map = try ScalarFunctions.properties(of: arguments[0], for: "keys", in: context)
            return .list(map.keys.map { .string($0) })
        },
        .scalar("labels", .list, [.init("node", .node)], .list(.string), "The labels of a node.") {
            (arguments, context) throws(EngineError) in
            guard case .node(let node) = arguments[0] else {
                throw .cannotConvert(arguments[0], by: "labels", accepted: "a NODE")
            }
            guard context.graph.exists(node) else { throw .deletedEntityAccess("The node") }
            return .list(context.graph.labels(of: node).map { .string($0) })
        },
        .scalar("nodes", .list, [.init("path", .path)], .list(.node), "The nodes of a path, in its order.") {
            (arguments, context) throws(EngineError) in
            .list(try path(arguments[0], for: "nodes").nodes.map { .node($0) })
        },
        .scalar(
            "relationships", .list, [.init("path", .path)], .list(.relationship),
            "The relationships of a path, in its order."
        ) { (arguments, context) throws(EngineError) in
            .list(try path(arguments[0], for: "relationships").relationships.map { .relationship($0) })
        },
    ]

    private static func path(_ value: Value, for function: String) throws(EngineError) -> PathValue {
        if case .path(let path) = value { return path }
        throw .wrongType(of: value, for: "\(function)()", expected: "a PATH")
    }

    /// The most numbers `range()` hands out as one list: 24 bytes each, so 3.2 GB.
    static let rangeElementsLimit = 1 << 27

    private static func range(_ arguments: [Value]) throws(EngineError) -> [Value] {
        let start = try rangeBound(arguments[0], "start")
        let end = try rangeBound(arguments[1], "end")
        let step = arguments.count > 2 ? try rangeBound(arguments[2], "step") : 1
        guard let count = try count(from: start, through: end, by: step) else { return [] }
        var elements: [Value] = []
        elements.reserveCapacity(count)
        for index in 0..<count { elements.append(.int(start &+ Int64(index) &* step)) }
        return elements
    }

    private static func rangeBound(_ value: Value, _ name: String) throws(EngineError) -> Int64 {
        if case .int(let number) = value { return number }
        throw .argumentTypeInvalid(value, for: "range() as `\(name)`", expected: "an INTEGER")
    }

    /// How many elements `range(start, end, step)` has; `nil` for none.
    ///
    /// - Throws: for step 0, and for more elements than `rangeElementsLimit`.
    package static func count(from start: Int64, through end: Int64, by step: Int64) throws(EngineError) -> Int? {
        guard step != 0 else { throw .numberOutOfRange("the step of range() must not be zero") }
        guard step > 0 ? start <= end : start >= end else { return nil }
        let distance = step > 0 ? UInt64(bitPattern: end &- start) : UInt64(bitPattern: start &- end)
        let steps = distance / step.magnitude
        guard steps < UInt64(rangeElementsLimit) else {
            throw .resultTooLarge("range(\(start), \(end), \(step))")
        }
        return Int(steps) + 1
    }
}
