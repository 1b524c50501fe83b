/// One Cypher value, at any depth of a result or a parameter: every element of a list or map keeps its kind.
///
/// UUIDs arrive as `.string`, byte arrays as a `.list` of `.int`. Larger payloads are boxed, so that a cell takes 24 bytes.
///
/// - Source: Swift API page, "Values".
public enum CypherValue: Sendable {
    /// `NULL`.
    case null
    /// `BOOLEAN`.
    case bool(Bool)
    /// `INTEGER`.
    case int(Int64)
    /// `FLOAT`, NaN and the infinities included.
    case float(Double)
    /// `STRING`; NUL characters inside are kept.
    case string(String)
    /// `LIST`.
    case list([CypherValue])
    /// `MAP`; a map shaped like a node stays a map.
    case map([String: CypherValue])
    /// A node with its labels and properties, as they were when the statement returned it.
    indirect case node(Node)
    /// A relationship with its type and properties, and its ends by id.
    indirect case relationship(Relationship)
    /// A path.
    case path(Path)
    /// `POINT`.
    indirect case point(Point)
    /// `DATE`.
    indirect case date(Date)
    /// `ZONED TIME`.
    indirect case time(Time)
    /// `LOCAL TIME`.
    indirect case localTime(LocalTime)
    /// `ZONED DATETIME`.
    indirect case dateTime(DateTime)
    /// `LOCAL DATETIME`.
    indirect case localDateTime(LocalDateTime)
    /// `DURATION`.
    indirect case duration(Duration)
    /// `VECTOR`.
    case vector(Vector)
}
