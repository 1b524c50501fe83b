/// A property of elements whose numbers follow each other, and that have none yet.
enum FirstValues: Sendable {
    /// Zero at the places, ascending, that have none.
    case integers([Int64], absent: [Int])
    /// Numbers in the store's `StringPool`.
    case strings([UInt32], absent: [Int])
    /// `.null` where there is none; all may be stored.
    case values([Value])

    var presentCount: Int {
        switch self {
        case .integers(let integers, let absent): integers.count - absent.count
        case .strings(let numbers, let absent): numbers.count - absent.count
        case .values(let values): values.count { !$0.isNull }
        }
    }
}
