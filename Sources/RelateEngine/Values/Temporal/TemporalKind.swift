/// The five kinds of instants, and what each is made of.
enum TemporalKind: String, Sendable, CaseIterable {
    case date = "Date"
    case localTime = "LocalTime"
    case time = "Time"
    case localDateTime = "LocalDateTime"
    case dateTime = "DateTime"

    var hasDate: Bool { self != .localTime && self != .time }
    var hasTime: Bool { self != .date }
    var hasZone: Bool { self == .time || self == .dateTime }

    /// The function that makes it.
    var functionName: String { rawValue.lowercased() }

    var staticType: StaticType {
        switch self {
        case .date: .date
        case .localTime: .localTime
        case .time: .zonedTime
        case .localDateTime: .localDateTime
        case .dateTime: .zonedDateTime
        }
    }
}

/// A temporal value taken apart: what its kind lacks is `nil`.
struct TemporalPieces {
    var date: DateValue?
    var time: LocalTimeValue?
    var zone: TimeZoneRule?
    /// The offset that holds, where a zone shows a time twice.
    var offsetSeconds: Int32?

    init() {}

    /// `nil` when the value is no instant.
    init?(_ value: Value) throws(EngineError) {
        switch value {
        case .date(let value):
            date = value
        case .localTime(let value):
            time = value
        case .time(let value):
            time = value.local
            zone = .offset(value.offsetSeconds)
            offsetSeconds = value.offsetSeconds
        case .localDateTime(let value):
            date = value.date
            time = value.time
        case .dateTime(let value):
            date = value.date
            time = value.time
            zone = try TimeZoneRule(value)
            offsetSeconds = value.offsetSeconds
        default:
            return nil
        }
    }
}
