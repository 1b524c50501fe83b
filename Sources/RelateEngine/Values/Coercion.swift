/// The conversions behind `toInteger`, `toFloat`, `toBoolean`, `toString` and their kin.
///
/// Each answers `nil` where the value's type cannot be converted at all, and `.null` for null and for text it cannot read.
package enum Coercion {
    /// BOOLEAN (1 or 0), INTEGER, FLOAT (towards zero) or STRING.
    package static func integer(of value: Value) throws(EngineError) -> Value? {
        switch value {
        case .null, .int: return value
        case .bool(let value): return .int(value ? 1 : 0)
        case .float(let number): return .int(truncating(number))
        case .string(let text):
            switch NumberText.integer(in: text) {
            case .integer(let number): return .int(number)
            case .unreadable: return .null
            case .outOfRange: throw .numberOutOfRange("'\(text)' does not fit an INTEGER of 64 bits")
            }
        default: return nil
        }
    }

    /// Towards zero; beyond 64 bits the nearest integer there is, and 0 for NaN.
    package static func truncating(_ number: Double) -> Int64 {
        if number.isNaN { return 0 }
        if number >= 0x1p63 { return .max }
        if number < -0x1p63 { return .min }
        return Int64(number)
    }

    /// INTEGER, FLOAT or STRING.
    package static func float(of value: Value) -> Value? {
        switch value {
        case .null, .float: value
        case .int(let number): .float(Double(number))
        case .string(let text): NumberText.float(in: text).map { .float($0) } ?? .null
        default: nil
        }
    }

    /// BOOLEAN, INTEGER (0 is false) or STRING (`true` or `false`, any case).
    package static func boolean(of value: Value) -> Value? {
        switch value {
        case .null, .bool: return value
        case .int(let number): return .bool(number != 0)
        case .string(let text):
            let word = text.trimmingASCIISpace.lowercased()
            return word.hasSameBytes(as: "true") ? .bool(true) : word.hasSameBytes(as: "false") ? .bool(false) : .null
        default: return nil
        }
    }

    /// The text of a value that can stand in a property, lists apart; `nil` for null and every other value.
    package static func text(of value: Value) -> String? {
        switch value {
        case .string(let text): text
        case .int(let number): String(number)
        case .float(let number): NumberText.text(of: number)
        case .bool(let value): value ? "true" : "false"
        case .point(let point): text(of: point)
        default: value.temporalText
        }
    }

    private static func text(of point: PointValue) -> String {
        var text = "point({x: \(NumberText.text(of: point.x)), y: \(NumberText.text(of: point.y))"
        if let z = point.z { text += ", z: \(NumberText.text(of: z))" }
        return text + ", crs: '\(CoordinateSystem(srid: point.srid)?.name ?? "")'})"
    }
}
