import Testing

@testable import Relate

/// Evaluates the expressions of the temporal tests: literals, maps, lists, calls of the temporal functions, `.component`,
/// and `+ - * /`, all from left to right.
struct TemporalExpression {
    private let bytes: [UInt8]
    private var position = 0
    private let context: EvaluationContext

    enum Failure: Error { case notUnderstood(String, Int) }

    static func value(_ text: String, in context: EvaluationContext = .fixed) throws -> Value {
        var expression = TemporalExpression(bytes: Array(text.utf8), context: context)
        let value = try expression.binary()
        guard expression.peek == nil else { throw Failure.notUnderstood(text, expression.position) }
        return value
    }

    /// The ISO text of a temporal result; numbers, text, null and lists as Cypher writes them.
    static func text(_ text: String, in context: EvaluationContext = .fixed) throws -> String {
        describe(try value(text, in: context))
    }

    static func describe(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): String(value)
        case .int(let value): String(value)
        case .float(let value): String(value)
        case .string(let value): value
        case .list(let values): "[" + values.map(describe).joined(separator: ", ") + "]"
        default: value.temporalText ?? "?"
        }
    }

    private var peek: UInt8? {
        mutating get {
            while position < bytes.count, [0x20, 0x0A].contains(bytes[position]) { position += 1 }
            return position < bytes.count ? bytes[position] : nil
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws {
        if !skip(character) { throw Failure.notUnderstood(String(decoding: bytes, as: UTF8.self), position) }
    }

    private mutating func binary() throws -> Value {
        var left = try postfix()
        while true {
            let result: Value?
            if skip("+") {
                result = try TemporalArithmetic.add(left, try postfix())
            } else if skip("-") {
                result = try TemporalArithmetic.subtract(left, try postfix())
            } else if skip("*") {
                result = try TemporalArithmetic.multiply(left, try postfix())
            } else if skip("/") {
                result = try TemporalArithmetic.divide(left, try postfix())
            } else {
                return left
            }
            left = try #require(result, "the operands are not temporal")
        }
    }

    private mutating func postfix() throws -> Value {
        var value = try primary()
        while skip(".") {
            value = try #require(try TemporalComponents.component(name(), of: value))
        }
        return value
    }

    private mutating func name() -> String {
        _ = peek
        let start = position
        while position < bytes.count, (0x61...0x7A).contains(bytes[position] | 0x20) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func primary() throws -> Value {
        if skip("'") {
            let start = position
            while position < bytes.count, bytes[position] != 0x27 { position += 1 }
            defer { position += 1 }
            return .string(String(decoding: bytes[start..<position], as: UTF8.self))
        }
        if skip("{") { return try map() }
        if skip("[") {
            var values: [Value] = []
            while !skip("]") {
                values.append(try binary())
                _ = skip(",")
            }
            return .list(values)
        }
        if let byte = peek, byte == 0x2D || (0x30...0x39).contains(byte) { return try number() }
        return try call()
    }

    private mutating func number() throws -> Value {
        let start = position
        position += 1
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) || "eE.".utf8.contains(bytes[position]) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let integer = Int64(text) { return .int(integer) }
        return .float(try #require(Double(text)))
    }

    private mutating func map() throws -> Value {
        var entries: [(String, Value)] = []
        while !skip("}") {
            let key = name()
            try expect(":")
            entries.append((key, try binary()))
            _ = skip(",")
        }
        entries.sort { $0.0 < $1.0 }
        return .map(MapValue(sortedKeys: entries.map(\.0), values: entries.map(\.1)))
    }

    private mutating func call() throws -> Value {
        var name = name()
        switch name {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        while skip(".") { name += "." + self.name() }
        try expect("(")
        var arguments: [Value] = []
        while !skip(")") {
            arguments.append(try binary())
            _ = skip(",")
        }
        let found = temporalFunctions.first { $0.name.lowercased() == name.lowercased() }
        let function = try #require(found, "no function \(name)")
        if function.isNullPropagating, arguments.contains(where: { if case .null = $0 { true } else { false } }) {
            return .null
        }
        guard case .scalar(let body) = function.body else { return .null }
        return try body(arguments, context)
    }
}

extension EvaluationContext {
    /// The statement began at 2024-02-29T23:30:15.123456789Z, the transaction a minute before.
    static var fixed: EvaluationContext { fixed(zone: "Z") }

    static func fixed(zone: String) -> EvaluationContext {
        EvaluationContext(
            graph: EmptyGraph(), statementInstant: (1_709_249_415, 123_456_789),
            transactionInstant: (1_709_249_355, 123_456_789), defaultZone: zone)
    }
}

/// No elements at all.
private final class EmptyGraph: GraphReading {
    func exists(_ node: NodeID) -> Bool { false }
    func exists(_ relationship: RelationshipID) -> Bool { false }
    func labels(of node: NodeID) -> [String] { [] }
    func type(of relationship: RelationshipID) -> String { "" }
    func start(of relationship: RelationshipID) -> NodeID { NodeID(0) }
    func end(of relationship: RelationshipID) -> NodeID { NodeID(0) }
    func property(_ key: String, of node: NodeID) -> Value { .null }
    func property(_ key: String, of relationship: RelationshipID) -> Value { .null }
    func properties(of node: NodeID) -> MapValue { MapValue(sortedKeys: [], values: []) }
    func properties(of relationship: RelationshipID) -> MapValue { MapValue(sortedKeys: [], values: []) }
    func degree(of node: NodeID) -> Int { 0 }
}
