/// Functions of one value or element: ids, ends, sizes, types.
///
/// - Source: Cypher manual, "Scalar functions".
enum ScalarFunctions {
    static let all: [FunctionDefinition] = elements + values + sizes

    private static let element: StaticType = .union([.node, .relationship])

    private static let elements: [FunctionDefinition] = [
        .scalar("elementId", .scalar, [.init("element", element)], .string, "The element id of a node or relationship.")
        {
            (arguments, context) throws(EngineError) in
            switch arguments[0] {
            case .node(let node): return .string(ElementIDText.text(of: node))
            case .relationship(let relationship): return .string(ElementIDText.text(of: relationship))
            default: throw .wrongType(of: arguments[0], for: "elementId()", expected: "a NODE or RELATIONSHIP")
            }
        },
        .scalar(
            "id", .scalar, [.init("element", element)], .integer, "The numeric id of a node or relationship.",
            replacement: "elementId"
        ) { (arguments, context) throws(EngineError) in
            switch arguments[0] {
            case .node(let node): return .int(Int64(node.rawValue))
            case .relationship(let relationship): return .int(Int64(relationship.rawValue))
            default: throw .wrongType(of: arguments[0], for: "id()", expected: "a NODE or RELATIONSHIP")
            }
        },
        .scalar(
            "startNode", .scalar, [.init("relationship", .relationship)], .node, "The node a relationship starts at."
        ) { (arguments, context) throws(EngineError) in
            .node(context.graph.start(of: try relationship(arguments[0], for: "startNode")))
        },
        .scalar("endNode", .scalar, [.init("relationship", .relationship)], .node, "The node a relationship ends at.") {
            (arguments, context) throws(EngineError) in
            .node(context.graph.end(of: try relationship(arguments[0], for: "endNode")))
        },
        .scalar("type", .scalar, [.init("relationship", .relationship)], .string, "The type of a relationship.") {
            (arguments, context) throws(EngineError) in
            guard case .relationship(let relationship) = arguments[0] else {
                throw .cannotConvert(arguments[0], by: "type", accepted: "a RELATIONSHIP")
            }
            return .string(context.graph.type(of: relationship))
        },
        .scalar(
            "properties", .scalar, [.init("element", .union([.node, .relationship, .map]))], .map,
            "All properties of a node or relationship as a map; a map as it is."
        ) { (arguments, context) throws(EngineError) in
            .map(try properties(of: arguments[0], for: "properties", in: context))
        },
        .scalar(
            "db.nameFromElementId", .scalar, [.init("elementId", .string)], .string,
            "The name of the database an element id belongs to."
        ) { (arguments, context) throws(EngineError) in
            let text = try arguments[0].string(for: "db.nameFromElementId")
            guard let name = ElementIDText.databaseName(text) else {
                throw .invalidArgument("'\(text)' is no element id")
            }
            return .string(name)
        },
    ]

    private static let values: [FunctionDefinition] = [
        .scalar(
            "coalesce", .scalar, [.init("value", .any)], .any, "The first of its arguments that is not null.",
            isVariadic: true, isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            arguments.first { !$0.isNull } ?? .null
        },
        .scalar(
            "nullIf", .scalar, [.init("value1", .any), .init("value2", .any)], .any,
            "Null where both values are equal, else the first.", isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            Equality.equals(arguments[0], arguments[1]) == true ? .null : arguments[0]
        },
        .scalar(
            "valueType", .scalar, [.init("value", .any)], .string, "The most exact type of a value.",
            isNullPropagating: false
        ) { (arguments, context) throws(EngineError) in
            .string(TypePredicate.name(of: arguments[0]))
        },
        .scalar("randomUUID", .scalar, [], .string, "A random UUID as text.", isDeterministic: false) {
            (arguments, context) throws(EngineError) in
            .string(UUIDFunctions.text(UUIDFunctions.random()))
        },
        .scalar(
            "timestamp", .scalar, [], .integer,
            "Milliseconds from 1970-01-01T00:00Z to the statement's beginning.", isDeterministic: false
        ) { (arguments, context) throws(EngineError) in
            let instant = context.statementInstant
            return .int(instant.epochSecond &* 1_000 &+ Int64(instant.nanosecond) / 1_000_000)
        }.fixedInStatement,
    ]

    private static let sizes: [FunctionDefinition] = [
        .scalar("length", .scalar, [.init("path", .path)], .integer, "How many relationships a path has.") {
            (arguments, context) throws(EngineError) in
            guard case .path(let path) = arguments[0] else {
                throw .wrongType(of: arguments[0], for: "length()", expected: "a PATH")
            }
            return .int(Int64(path.relationships.count))
        },
        .scalar(
            "size", .scalar,
            [.init("value", .union([.string, .list(.any), .vector(coordinates: nil, dimension: nil)]))],
            .integer, "How many elements a list has, or characters a string."
        ) { (arguments, context) throws(EngineError) in
            switch arguments[0] {
            case .string(let text): return .int(Int64(text.codePointCount))
            case .list(let elements): return .int(Int64(elements.count))
            case .vector(let vector): return .int(Int64(vector.dimension))
            default: throw .wrongType(of: arguments[0], for: "size()", expected: "a STRING or LIST")
            }
        },
        characterLength("char_length"), characterLength("character_length"),
        .scalar(
            "isEmpty", .predicate, [.init("value", .union([.string, .list(.any), .map]))], .boolean,
            "Whether a list, map or string has nothing in it."
        ) { (arguments, context) throws(EngineError) in
            switch arguments[0] {
            case .string(let text): return .bool(text.utf8.isEmpty)
            case .list(let elements): return .bool(elements.isEmpty)
            case .map(let map): return .bool(map.isEmpty)
            default: throw .wrongType(of: arguments[0], for: "isEmpty()", expected: "a STRING, LIST or MAP")
            }
        },
    ]

    private static func characterLength(_ name: String) -> FunctionDefinition {
        .scalar(name, .scalar, [.init("text", .string)], .integer, "How many characters a string has.") {
            (arguments, context) throws(EngineError) in
            .int(Int64(try arguments[0].string(for: name).codePointCount))
        }
    }

    private static func relationship(_ value: Value, for function: String) throws(EngineError) -> RelationshipID {
        if case .relationship(let relationship) = value { return relationship }
        throw .wrongType(of: value, for: "\(function)()", expected: "a RELATIONSHIP")
    }

    /// Of an element that is alive, or a map itself.
    static func properties(
        of value: Value, for function: String, in context: EvaluationContext
    ) throws(EngineError) -> MapValue {
        switch value {
        case .map(let map): return map
        case .node(let node):
            guard context.graph.exists(node) else { throw .deletedEntityAccess("The node") }
            return context.graph.properties(of: node)
        case .relationship(let relationship):
            guard context.graph.exists(relationship) else { throw .deletedEntityAccess("The relationship") }
            return context.graph.properties(of: relationship)
        default: throw .wrongType(of: value, for: "\(function)()", expected: "a NODE, RELATIONSHIP or MAP")
        }
    }
}
