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
            var distinct: [Value] = []
            try context.forEach(try arguments[0].list(for: "coll.distinct")) { (element) throws(EngineError) in
                if seen.insert(EquivalenceKey(element)).inserted { distinct.append(element) }
            }
            return .list(distinct)
        },
        .scalar(
            "coll.flatten", .list, [list, .init("depth", .integer, isOptional: true)], .list(.any),
            "The list with the elements of inner lists in their place, down to a depth of 1 or as given."
        ) { (arguments, context) throws(EngineError) in
            let elements = try arguments[0].list(for: "coll.flatten")
            let depth = arguments.count > 1 ? try arguments[1].nonNegative(for: "coll.flatten", "depth") : 1
            var flat: [Value] = []
            try flatten(elements, depth: min(depth, Int64(Nesting.levelsLimit)), into: &flat, context)
            return .list(flat)
        },
        .scalar(
            "coll.indexOf", .list, [list, .init("value", .any)], .integer,
            "The place of the first element that equals the value, from 0; -1 where none does."
        ) { (arguments, context) throws(EngineError) in
            var (place, count) = (-1, 0)
            try context.forEach(try arguments[0].list(for: "coll.indexOf")) { (element) throws(EngineError) in
                if place < 0, Equality.equals(element, arguments[1]) == true { place = count }
                count += 1
            }
            return .int(Int64(place))
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
            var best = Value.null
            try context.forEach(try arguments[0].list(for: "coll.max")) { (element) throws(EngineError) in
                if !element.isNull, best.isNull || Ordering.isBefore(best, element) { best = element }
            }
            return best
        },
        .scalar("coll.min", .list, [list], .any, "The least element, nulls left out.") {
            (arguments, context) throws(EngineError) in
            var best = Value.null
            try context.forEach(try arguments[0].list(for: "coll.min")) { (element) throws(EngineError) in
                if !element.isNull, best.isNull || Ordering.isBefore(element, best) { best = element }
            }
            return best
        },
        .scalar("coll.sort", .list, [list], .list(.any), "The list in ascending order.") {
            (arguments, context) throws(EngineError) in
            var elements = try arguments[0].list(for: "coll.sort")
            try RunSort.sort(&elements, { () throws(EngineError) in try context.checkInterrupt() }) { left, right in
                Ordering.isBefore(left, right)
            }
            return .list(elements)
        },
    ]

    private static func place(_ value: Value, through last: Int, for function: String) throws(EngineError) -> Int {
        let index = try value.integer(for: function)
        guard index >= 0, index <= Int64(last) else {
            throw .numberOutOfRange("the index \(index) of \(function)() is outside the list")
        }
        return Int(index)
    }

    private static func flatten(
        _ elements: [Value], depth: Int64, into flat: inout [Value], _ context: EvaluationContext
    ) throws(EngineError) {
        guard flat.count + elements.count <= Limits.listElementsLimit else {
            throw .resultTooLarge("the list of coll.flatten()")
        }
        for (index, element) in elements.enumerated() {
            if index & 0x3fff == 0 { try context.checkInterrupt() }
            if depth > 0, case .list(let inner) = element {
                try flatten(inner, depth: depth - 1, into: &flat, context)
            } else {
                flat.append(element)
            }
        }
    }
}
