/// A type as written after `::` or `IS TYPED`.
public struct TypeSyntax: Hashable, Sendable {
    public var kind: Kind
    /// `NOT NULL` or `!` behind it.
    public var isNotNull: Bool
    @Uncompared public var span: SourceSpan

    public indirect enum Kind: Hashable, Sendable {
        case simple(SimpleType)
        /// `LIST<T>`, `T LIST`
        case list(TypeSyntax)
        /// `VECTOR[<coordinate>][(dimension)]`
        case vector(coordinate: VectorCoordinate?, dimension: Int?)
        /// `T | U`, `ANY<T | U>`; two or more.
        case union([TypeSyntax])
    }
}

/// Raw values are the canonical names.
public enum SimpleType: String, Hashable, Sendable, CaseIterable {
    case nothing = "NOTHING"
    case null = "NULL"
    case boolean = "BOOLEAN"
    case string = "STRING"
    case uuid = "UUID"
    case integer = "INTEGER"
    case float = "FLOAT"
    case date = "DATE"
    case localTime = "LOCAL TIME"
    case zonedTime = "ZONED TIME"
    case localDatetime = "LOCAL DATETIME"
    case zonedDatetime = "ZONED DATETIME"
    case duration = "DURATION"
    case point = "POINT"
    case node = "NODE"
    case relationship = "RELATIONSHIP"
    case map = "MAP"
    case path = "PATH"
    case propertyValue = "PROPERTY VALUE"
    case any = "ANY"
}

/// Raw values are the canonical names.
public enum VectorCoordinate: String, Hashable, Sendable, CaseIterable {
    case integer8 = "INTEGER8"
    case integer16 = "INTEGER16"
    case integer32 = "INTEGER32"
    case integer = "INTEGER"
    case float16 = "FLOAT16"
    case bfloat16 = "BFLOAT16"
    case float32 = "FLOAT32"
    case float = "FLOAT"
}
