/// A type of Cypher as the binder and the type predicates know it.
package indirect enum StaticType: Hashable, Sendable {
    /// Nothing is known.
    case any
    case nothing
    case null
    case boolean
    case integer
    case float
    /// INTEGER or FLOAT.
    case number
    case string
    case date, localTime, zonedTime, localDateTime, zonedDateTime
    case duration
    case point
    case vector(coordinates: String?, dimension: Int?)
    case node
    case relationship
    case path
    case map
    case list(StaticType)
    case propertyValue
    case union([StaticType])
    /// `T NOT NULL`.
    case notNull(StaticType)
}
