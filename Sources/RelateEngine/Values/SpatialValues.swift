/// A point in one of the four coordinate systems: 4326, 4979, 7203, 9157; `z` is `nil` in two dimensions.
package struct PointValue: Sendable {
    package var srid: Int32
    package var x: Double
    package var y: Double
    package var z: Double?

    package init(srid: Int32, x: Double, y: Double, z: Double?) {
        self.srid = srid
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A vector of one coordinate type.
package enum VectorValue: Sendable {
    case floats(type: CoordinateType, [Double])
    case integers(type: CoordinateType, [Int64])

    package enum CoordinateType: String, Sendable {
        case integer8 = "INTEGER8"
        case integer16 = "INTEGER16"
        case integer32 = "INTEGER32"
        case integer = "INTEGER"
        case float16 = "FLOAT16"
        case bfloat16 = "BFLOAT16"
        case float32 = "FLOAT32"
        case float = "FLOAT"
    }
}
