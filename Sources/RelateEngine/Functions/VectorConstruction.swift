/// What `vector(value, dimension, type)` makes of its arguments.
///
/// - Source: Cypher manual, "vector()".
package enum VectorConstruction {
    package static let dimensions = 1...4_096

    /// By the language's names for it: `INT8`, `INTEGER8`, `FLOAT32`, `FLOAT` …, in any case.
    package static func type(named name: String) throws(EngineError) -> VectorValue.CoordinateType {
        switch name.uppercased() {
        case "INT8", "INTEGER8": return .integer8
        case "INT16", "INTEGER16": return .integer16
        case "INT32", "INTEGER32": return .integer32
        case "INT", "INT64", "INTEGER", "INTEGER64", "SIGNED INTEGER": return .integer
        case "FLOAT16": return .float16
        case "BFLOAT16": return .bfloat16
        case "FLOAT32": return .float32
        case "FLOAT", "FLOAT64": return .float
        default: throw .invalidArgument("'\(name)' is no coordinate type of vectors", gqlStatus: "42I53")
        }
    }

    package static func vector(
        of value: Value, dimension: Int64, type: VectorValue.CoordinateType
    ) throws(EngineError) -> VectorValue {
        let elements: [Value]
        switch value {
        case .list(let list): elements = list
        case .vector(let vector): elements = vector.elements
        case .string(let text): elements = try self.elements(in: text)
        default: throw .wrongType(of: value, for: "vector()", expected: "a LIST of numbers or a STRING")
        }
        guard dimensions.contains(Int(clamping: dimension)) else {
            throw .invalidArgument(
                "a vector has \(dimensions.lowerBound) to \(dimensions.upperBound) dimensions", gqlStatus: "22NBE")
        }
        guard elements.count == Int(dimension) else {
            throw .invalidArgument("vector() got \(elements.count) coordinates for \(dimension) dimensions")
        }
        if type.isFloat {
            var values: [Double] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                let number = try element.number(for: "vector")
                let value = type.rounded(number)
                guard number.isFinite, value.isFinite else { throw outOfRange(element, type) }
                values.append(value)
            }
            return .floats(type: type, values)
        }
        var values: [Int64] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try integer(element, type)) }
        return .integers(type: type, values)
    }

    private static func integer(_ value: Value, _ type: VectorValue.CoordinateType) throws(EngineError) -> Int64 {
        let integer: Int64
        switch value {
        case .int(let number): integer = number
        case .float(let number):
            guard number > -0x1p63 - 1, number < 0x1p63 else { throw outOfRange(value, type) }
            integer = Int64(number)
        default: throw .wrongType(of: value, for: "a coordinate of vector()", expected: "a number")
        }
        guard type.integerRange.contains(integer) else { throw outOfRange(value, type) }
        return integer
    }

    private static func outOfRange(_ value: Value, _ type: VectorValue.CoordinateType) -> EngineError {
        .numberOutOfRange("the coordinate \(Coercion.text(of: value) ?? "") does not fit \(type.rawValue)")
    }

    private static func elements(in text: String) throws(EngineError) -> [Value] {
        let trimmed = text.trimmingASCIISpace
        guard trimmed.hasPrefixBytes("["), trimmed.hasSuffixBytes("]"), trimmed.utf8.count >= 2 else {
            throw .invalidArgument("text of a vector stands in brackets: '[1, 2, 3]'")
        }
        let inner = trimmed.utf8.dropFirst().dropLast()
        var elements: [Value] = []
        for part in inner.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let word = String(decoding: part, as: UTF8.self).trimmingASCIISpace
            if let integer = Int64(word) {
                elements.append(.int(integer))
            } else if let float = NumberText.float(in: word) {
                elements.append(.float(float))
            } else {
                throw .invalidArgument("'\(word)' is no coordinate of a vector")
            }
        }
        return elements
    }
}

extension VectorValue.CoordinateType {
    /// What an integer type can hold.
    package var integerRange: ClosedRange<Int64> {
        switch self {
        case .integer8: Int64(Int8.min)...Int64(Int8.max)
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        case .integer, .float16, .bfloat16, .float32, .float: Int64.min...Int64.max
        }
    }

    /// The nearest number of a float type; an infinity where none is near.
    package func rounded(_ number: Double) -> Double {
        switch self {
        case .float32: Double(Float(number))
        case .float16: Self.rounded(number, mantissaBits: 10, leastExponent: -14, greatest: 65_504)
        case .bfloat16: Self.rounded(number, mantissaBits: 7, leastExponent: -126, greatest: 0x1.fep127)
        case .float, .integer8, .integer16, .integer32, .integer: number
        }
    }

    /// To the nearest multiple of the last place, ties to even. By hand, because `Float16` is missing on some platforms.
    private static func rounded(
        _ number: Double, mantissaBits: Int, leastExponent: Int, greatest: Double
    ) -> Double {
        guard number.isFinite, number != 0 else { return number }
        let exponent = max(Int(number.exponent), leastExponent)
        let lastPlace = Double(sign: .plus, exponent: exponent - mantissaBits, significand: 1)
        let value = (number / lastPlace).rounded(.toNearestOrEven) * lastPlace
        return value.magnitude > greatest ? (value < 0 ? -.infinity : .infinity) : value
    }
}
