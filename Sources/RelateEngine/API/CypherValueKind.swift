/// The kind of a `CypherValue`, in the order of its cases.
///
/// - Source: Swift API page, "Values". The page gives the raw values' type but not the numbers: they count from 0 in
///   the order of its table.
public enum CypherValueKind: UInt32, Sendable, Hashable, CaseIterable {
    case null = 0
    case bool = 1
    case int = 2
    case float = 3
    case string = 4
    case list = 5
    case map = 6
    case node = 7
    case relationship = 8
    case path = 9
    case point = 10
    case date = 11
    case time = 12
    case localTime = 13
    case dateTime = 14
    case localDateTime = 15
    case duration = 16
    case vector = 17
}
