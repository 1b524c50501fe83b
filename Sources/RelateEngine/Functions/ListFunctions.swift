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
                return .string(text.reversedCodePoints)
            default: throw .wrongType(of: arguments[0], for: "reverse()", expected: "a STRING or LIST")
            }
        },
        .scalar(
            "range", .list,
            [.init("start", .integer), .init("end", .integer), .init("step", .integer, isOptional: true)],
            .list(.integer), "The integers from start to end, both included, by steps."
        ) { (arguments, context) throws(EngineError) in
            .list(try range(arguments, context))
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

    private static func range(
        _ arguments: [Value], _ context: EvaluationContext
    ) throws(EngineError) -> [Value] {
        guard let bounds = try RangeBounds(arguments) else { return [] }
        guard bounds.count <= UInt64(Limits.listElementsLimit) else { throw .resultTooLarge("range(…)") }
        var elements: [Value] = []
        elements.reserveCapacity(Int(bounds.count))
        for index in 0..<Int64(bounds.count) {
            if index & 0xffff == 0 { try context.checkInterrupt() }
            elements.append(.int(bounds.start &+ index &* bounds.step))
        }
        return elements
    }
}

/// What `range(start, end, step)` counts.
package struct RangeBounds: Sendable {
    package let start: Int64
    package let step: Int64
    /// Numbers in the range; 0 where the step leads away from the end. Of the whole of INTEGER one is left out.
    package let count: UInt64

    /// - Returns: `nil` where an argument is null.
    /// - Throws: where an argument is no INTEGER, and for step 0.
    package init?(_ arguments: [Value]) throws(EngineError) {
        guard let start = try Self.number(arguments[0], "start"), let end = try Self.number(arguments[1], "end"),
            let step = arguments.count > 2 ? try Self.number(arguments[2], "step") : 1
        else { return nil }
        guard step != 0 else { throw .numberOutOfRange("the step of range() must not be zero") }
        self.start = start
        self.step = step
        guard step > 0 ? start <= end : start >= end else {
            count = 0
            return
        }
        let distance = step > 0 ? UInt64(bitPattern: end &- start) : UInt64(bitPattern: start &- end)
        let steps = distance / step.magnitude
        count = steps == .max ? steps : steps + 1
    }

    private static func number(_ value: Value, _ name: String) throws(EngineError) -> Int64? {
        switch value {
        case .null: return nil
        case .int(let number): return number
        default: throw .argumentTypeInvalid(value, for: "range() as `\(name)`", expected: "an INTEGER")
        }
    }
}
