import Relate

/// Turns JSON into values: typed JSON (`{"$type":…,"_value":…}`) by its type, other JSON by its own kind.
///
/// A number without fraction and exponent is an INTEGER, other numbers are FLOATs. An object is typed where it has exactly
/// the members `$type` and `_value`, else a MAP.
enum TypedValueReader {
    /// The members of an object as parameters; of a repeated name the last one stands.
    static func parameters(_ members: [JSONMember]) throws(Failure) -> [String: CypherValue] {
        var parameters: [String: CypherValue] = [:]
        parameters.reserveCapacity(members.count)
        for member in members { parameters[member.name] = try value(member.value) }
        return parameters
    }

    static func value(_ json: JSONValue) throws(Failure) -> CypherValue {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let value): return .int(value)
        case .hugeInteger(let digits): throw outOfRange(digits)
        case .decimal(let value): return .float(value)
        case .string(let value): return .string(value)
        case .array(let items): return .list(try list(items))
        case .rows: return try value(json.expanded)
        case .object(let members):
            if members.count == 2 {
                if members[0].name == "$type", members[1].name == "_value" {
                    return try typed(members[0].value, members[1].value)
                }
                if members[1].name == "$type", members[0].name == "_value" {
                    return try typed(members[1].value, members[0].value)
                }
            }
            return .map(try parameters(members))
        }
    }

    private static func list(_ items: [JSONValue]) throws(Failure) -> [CypherValue] {
        var elements: [CypherValue] = []
        elements.reserveCapacity(items.count)
        for item in items { elements.append(try value(item)) }
        return elements
    }

    private static func typed(_ type: JSONValue, _ payload: JSONValue) throws(Failure) -> CypherValue {
        guard case .string(let type) = type else { throw .invalidParameter("$type must be a string") }
        switch (type, payload) {
        case ("Null", .null): return .null
        case ("Boolean", .bool(let value)): return .bool(value)
        case ("Integer", .string(let text)): return .int(try integer(text))
        case ("Integer", .integer(let value)): return .int(value)
        case ("Integer", .hugeInteger(let digits)): throw outOfRange(digits)
        case ("Float", .string(let text)): return .float(try float(text))
        case ("Float", .decimal(let value)): return .float(value)
        case ("Float", .integer(let value)): return .float(Double(value))
        case ("String", .string(let text)): return .string(text)
        case ("List", .array(let items)): return .list(try list(items))
        case ("Map", .object(let members)): return .map(try parameters(members))
        case ("Node", .object(let members)): return .node(try node(TypedObject("Node", members)))
        case ("Relationship", .object(let members)):
            return .relationship(try relationship(TypedObject("Relationship", members)))
        case ("Path", .array(let items)): return .path(try path(items))
        case ("Vector", .object(let members)): return .vector(try vector(TypedObject("Vector", members)))
        case ("Point", .string(let text)):
            guard let point = CypherValue.Point(wellKnownText: text) else { throw malformed(type, text) }
            return .point(point)
        case (_, .string(let text)) where TemporalReader.types.contains(type):
            guard let value = TemporalReader.value(type, text) else { throw malformed(type, text) }
            return value
        default:
            guard knownTypes.contains(type) || TemporalReader.types.contains(type) else {
                throw .invalidParameter("there is no $type \(type)")
            }
            throw .invalidParameter("a \(type) cannot be \(payload.kindName)")
        }
    }

    private static let knownTypes: Set<String> = [
        "Null", "Boolean", "Integer", "Float", "String", "List", "Map", "Node", "Relationship", "Path", "Vector",
        "Point",
    ]

    private static func integer(_ text: String) throws(Failure) -> Int64 {
        if let value = Int64(text) { return value }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let isNumber = !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        throw isNumber ? outOfRange(text) : malformed("Integer", text)
    }

    private static func float(_ text: String) throws(Failure) -> Double {
        switch text {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default:
            // `Double` reads hexadecimal and "inf" too.
            guard text.utf8.allSatisfy({ Self.floatCharacters.contains($0) }), let value = Double(text) else {
                throw malformed("Float", text)
            }
            guard value.isFinite else { throw .invalidParameter("\(text) is out of the range of FLOAT") }
            return value
        }
    }

    private static let floatCharacters: Set<UInt8> = Set("0123456789+-.eE".utf8)

    private static func vector(_ object: TypedObject) throws(Failure) -> CypherValue.Vector {
        let name = try object.string("coordinatesType")
        guard let coordinate = try? VectorConstruction.type(named: name),
            let type = CypherValue.Vector.DType(rawValue: coordinate.rawValue)
        else { throw .invalidParameter("there is no coordinatesType \(name)") }
        let coordinates = try object.strings("coordinates")
        switch type {
        case .integer8, .integer16, .integer32, .integer:
            var values: [Int64] = []
            for text in coordinates { values.append(try integer(text)) }
            return .ints(dtype: type, values: values)
        case .float16, .bfloat16, .float32, .float:
            var values: [Double] = []
            for text in coordinates { values.append(try float(text)) }
            return .floats(dtype: type, values: values)
        }
    }

    private static func node(_ object: TypedObject) throws(Failure) -> CypherValue.Node {
        let elementId = try object.string("_element_id")
        return CypherValue.Node(
            id: number(of: elementId), elementId: elementId, labels: try object.strings("_labels"),
            properties: try object.map("_properties"))
    }

    private static func relationship(_ object: TypedObject) throws(Failure) -> CypherValue.Relationship {
        let elementId = try object.string("_element_id")
        let start = try object.string("_start_node_element_id")
        let end = try object.string("_end_node_element_id")
        return CypherValue.Relationship(
            id: number(of: elementId), elementId: elementId, type: try object.string("_type"),
            startId: number(of: start), endId: number(of: end), startElementId: start, endElementId: end,
            properties: try object.map("_properties"))
    }

    private static func path(_ items: [JSONValue]) throws(Failure) -> CypherValue.Path {
        var nodes: [CypherValue.Node] = []
        var relationships: [CypherValue.Relationship] = []
        for (index, item) in items.enumerated() {
            switch try value(item) {
            case .node(let node) where index % 2 == 0: nodes.append(node)
            case .relationship(let relationship) where index % 2 == 1: relationships.append(relationship)
            default: throw .invalidParameter("a Path alternates nodes and relationships")
            }
        }
        guard nodes.count == relationships.count + 1 else {
            throw .invalidParameter("a Path begins and ends with a node")
        }
        return CypherValue.Path(nodes: nodes, relationships: relationships)
    }

    /// The number at the end of an element id: 7 of `4:relate-neo4j:n7`; 0 of other text.
    private static func number(of elementId: String) -> Int64 {
        let digits = elementId.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int64(String(decoding: digits.reversed(), as: UTF8.self)) ?? 0
    }

    private static func outOfRange(_ digits: String) -> Failure {
        .invalidParameter("\(digits.prefix(60)) is out of the range of INTEGER")
    }

    static func malformed(_ type: String, _ text: String) -> Failure {
        .invalidParameter("\"\(text.prefix(60))\" is no \(type)")
    }
}

/// The payload of a typed object with members of its own.
private struct TypedObject {
    let type: String
    let members: [JSONMember]

    init(_ type: String, _ members: [JSONMember]) {
        self.type = type
        self.members = members
    }

    func string(_ name: String) throws(Failure) -> String {
        guard case .string(let text) = member(name) else {
            throw .invalidParameter("a \(type) needs the string \(name)")
        }
        return text
    }

    func strings(_ name: String) throws(Failure) -> [String] {
        guard case .array(let items) = member(name) else {
            throw .invalidParameter("a \(type) needs the array \(name)")
        }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else {
                throw .invalidParameter("\(name) of a \(type) holds strings")
            }
            texts.append(text)
        }
        return texts
    }

    func map(_ name: String) throws(Failure) -> [String: CypherValue] {
        guard case .object(let entries) = member(name) else {
            throw .invalidParameter("a \(type) needs the object \(name)")
        }
        return try TypedValueReader.parameters(entries)
    }

    private func member(_ name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}

extension CypherValue.Point {
    /// Reads `SRID=7203;POINT (1.0 2.0)` or `SRID=9157;POINT Z (1.0 2.0 3.0)`.
    init?(wellKnownText text: String) {
        let halves = text.split(separator: ";", maxSplits: 1)
        guard halves.count == 2, halves[0].hasPrefix("SRID="), let srid = Int(halves[0].dropFirst(5)),
            halves[1].hasSuffix(")"), let open = halves[1].firstIndex(of: "(")
        else { return nil }
        let words = halves[1][..<open].split(separator: " ")
        let numbers = halves[1][open...].dropFirst().dropLast().split(separator: " ").map { Double($0) }
        guard let x = numbers.first ?? nil, numbers.count > 1, let y = numbers[1] else { return nil }
        switch (words, numbers.count) {
        case (["POINT"], 2): self.init(srid: srid, x: x, y: y)
        case (["POINT", "Z"], 3):
            guard let z = numbers[2] else { return nil }
            self.init(srid: srid, x: x, y: y, z: z)
        default: return nil
        }
    }
}
