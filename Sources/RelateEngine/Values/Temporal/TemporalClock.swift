#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An instant on the time line, and the zone in which it is looked at where nothing else says.
struct TemporalClock {
    var epochSecond: Int64
    var nanosecond: Int32
    /// As the context names it: an offset or a region.
    var defaultZone: String

    /// Which instant a function without an argument takes.
    enum Source: Sendable {
        case statement, transaction, realtime
    }

    init(_ source: Source, _ context: EvaluationContext) {
        let instant =
            switch source {
            case .statement: context.statementInstant
            case .transaction: context.transactionInstant
            case .realtime: Self.realtime()
            }
        epochSecond = instant.epochSecond
        nanosecond = instant.nanosecond
        defaultZone = context.defaultZone
    }

    /// An instant as a value, seen in the context's zone.
    static func value(
        of instant: (epochSecond: Int64, nanosecond: Int32), _ context: EvaluationContext
    ) throws(EngineError) -> Value {
        var clock = TemporalClock(.statement, context)
        (clock.epochSecond, clock.nanosecond) = instant
        return try clock.now(.dateTime, in: clock.defaultRule())
    }

    /// What the system's clock shows now, as `EvaluationContext` wants it.
    static func realtime() -> (epochSecond: Int64, nanosecond: Int32) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), Int32(truncatingIfNeeded: time.tv_nsec))
    }

    func defaultRule() throws(EngineError) -> TimeZoneRule { try TemporalParser.zone(defaultZone) }

    /// The instant as a value of `kind`, seen in `zone`.
    func now(_ kind: TemporalKind, in zone: TimeZoneRule) throws(EngineError) -> Value {
        let dateTime = try zone.dateTime(epochSecond: epochSecond, nanosecond: nanosecond)
        return switch kind {
        case .date: .date(dateTime.date)
        case .localTime: .localTime(dateTime.time)
        case .time: .time(TimeValue(dateTime.time, offsetSeconds: dateTime.offsetSeconds))
        case .localDateTime: .localDateTime(dateTime.local)
        case .dateTime: .dateTime(dateTime)
        }
    }

    /// The offset that a zone has at this instant: what a time without a date takes from it.
    func offset(of zone: TimeZoneRule) -> Int32 { zone.offset(at: epochSecond) }
}
