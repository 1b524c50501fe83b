/// The functions named `coll.`: lists compared by the order of all values, grouped by equivalence.
///
/// - Source: Cypher manual, "List functions".
enum CollectionFunctions {
    private static let list = FunctionDefinition.Parameter("list", .list(.any))
    private static let index = FunctionDefinition.Parameter("index", .integer)

    static let all: [FunctionDefinition] = [
        .scalar(
            "coll.distinct", .list, [list], .list(.any),
            "The list without repetitions, in the order of first appearance."
        ) { (arguments, context) throws(EngineError) in
            var seen: Set<EquivalenceKey> = []
            return .list(
                try arguments[0].list(for: "coll.distinct").filter { seen.insert(EquivalenceKey($0)).inserted })
        },
        .scalar(
            "coll.flatten", .list, [list, .init("depth", .integer, isOptional: true)], .list(.any),
            "The list with the elements of inner lists in their place, down to a depth of 1 or as given."
        ) { (arguments, context) throws(EngineError) in
            let elements = try arguments[0].list(for: "coll.flatten")
            let depth = arguments.count > 1 ? try arguments[1].nonNegative(for: "coll.flatten", "depth") : 1
            return .list(flatten(elements, depth: min(depth, Int64(Nesting.levelsLimit))))
        },
        .scalar(
            "coll.indexOf", .list, [list, .init("value", .any)], .integer,
            "The place of the first element that equals the value, from 0; -1 where none does."
        ) { (arguments, context) throws(EngineError) in
            let place = try arguments[0].list(for: "coll.indexOf").firstIndex {
                Equality.equals($0, arguments[1]) == true
            }
            return .int(Int64(place ?? -1))
        },
        .scalar(
            "coll.insert", .list, [list, index, .init("value", .any)], .list(.any),
            "The list with one more element at a place from 0 to its size.", isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            if arguments[0].isNull || arguments[1].isNull { return .null }
            var elements = try arguments[0].list(for: "coll.insert")
            let index = try place(arguments[1], through: elements.count, for: "coll.insert")
            elements.insert(arguments[2], at: index)
            return .list(elements)
        },
        .scalar("coll.remove", .list, [list, index], .list(.any), "The list without the element at a place from 0.") {
            (arguments, context) throws(EngineError) in
            var elements = try arguments[0].list(for: "coll.remove")
            elements.remove(at: try place(arguments[1], through: elements.count - 1, for: "coll.remove"))
            return .list(elements)
        },
        .scalar("coll.max", .list, [list], .any, "The greatest element, nulls left out.") {
            (arguments, context) throws(EngineError) in
            try arguments[0].list(for: "coll.max").filter { !$0.isNull }.max(by: Ordering.isBefore) ?? .null
        },
        .scalar("coll.min", .list, [list], .any, "The least element, nulls left out.") {
            (arguments, context) throws(EngineError) in
            try arguments[0].list(for: "coll.min").filter { !$0.isNull }.min(by: Ordering.isBefore) ?? .null
        },
        .scalar("coll.sort", .list, [list], .list(.any), "The list in ascending order.") {
            (arguments, context) throws(EngineError) in
            .list(try arguments[0].list(for: "coll.sort").sorted(by: Ordering.isBefore))
        },
    ]

    private static func place(_ value: Value, through last: Int, for function: String) throws(EngineError) -> Int {
        let index = try value.integer(for: function)
        guard index >= 0, index <= Int64(last) else {
            throw .numberOutOfRange("the index \(index) of \(function)() is outside the list")
        }
        return Int(index)
    }

    private static func flatten(_ elements: [Value], depth: Int64) -> [Value] {
        guard depth > 0 else { return elements }
        var flat: [Value] = []
        for element in elements {
            if case .list(let inner) = element {
                flat += flatten(inner, depth: depth - 1)
            } else {
                flat.append(element)
            }
        }
        return flat
    }
}
