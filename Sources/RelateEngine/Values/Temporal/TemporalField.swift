/// A key of the maps that instants are made from. Upper and lower case do not count.
enum TemporalField: String, Sendable, CaseIterable {
    case year, quarter, month, week, ordinalDay, dayOfQuarter, dayOfWeek, day
    case hour, minute, second, millisecond, microsecond, nanosecond
    case timezone, epochSeconds, epochMillis
    case date, time, datetime

    private static let byName: [String: TemporalField] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    init?(name: String) {
        guard let field = Self.byName[name.lowercased()] else { return nil }
        self = field
    }

    /// The values that make sense on their own; others depend on the rest.
    var range: ClosedRange<Int64> {
        switch self {
        case .year: -GregorianCalendar.yearLimit...GregorianCalendar.yearLimit
        case .quarter: 1...4
        case .month: 1...12
        case .week: 1...53
        case .ordinalDay: 1...366
        case .dayOfQuarter: 1...92
        case .dayOfWeek: 1...7
        case .day: 1...31
        case .hour: 0...23
        case .minute, .second: 0...59
        case .millisecond: 0...999
        case .microsecond: 0...999_999
        case .nanosecond: 0...999_999_999
        default: Int64.min...Int64.max
        }
    }

    var isOfDate: Bool {
        switch self {
        case .year, .quarter, .month, .week, .ordinalDay, .dayOfQuarter, .dayOfWeek, .day: true
        default: false
        }
    }

    var isOfTime: Bool {
        switch self {
        case .hour, .minute, .second, .millisecond, .microsecond, .nanosecond: true
        default: false
        }
    }

    var isEpoch: Bool { self == .epochSeconds || self == .epochMillis }

    /// Names a whole value that the other fields change.
    var isSelector: Bool { self == .date || self == .time || self == .datetime }

    func isAllowed(for kind: TemporalKind) -> Bool {
        if isOfDate || self == .date { return kind.hasDate }
        if isOfTime || self == .time { return kind.hasTime }
        switch self {
        case .datetime: return kind.hasDate && kind.hasTime
        case .epochSeconds, .epochMillis: return kind == .dateTime
        default: return kind.hasZone
        }
    }
}

/// The fields of one map, checked one by one; null stands for a field that is not there.
struct TemporalFieldMap {
    private var numbers: [TemporalField: Int64] = [:]
    private(set) var selected: [TemporalField: Value] = [:]
    private(set) var zone: TimeZoneRule?
    let kind: TemporalKind

    init(_ map: MapValue, kind: TemporalKind, allowsZoneAlone: Bool = false) throws(EngineError) {
        self.kind = kind
        for (key, value) in zip(map.keys, map.values) {
            guard let field = TemporalField(name: key) else {
                throw .temporalFieldInvalid("No such field: \(key)")
            }
            // A zone alone asks every kind for the current instant there.
            guard field.isAllowed(for: kind) || (field == .timezone && allowsZoneAlone && map.keys.count == 1) else {
                throw .temporalFieldInvalid("A \(kind.rawValue) has no field \(field.rawValue)")
            }
            switch (field, value) {
            case (_, .null): continue
            case (.timezone, .string(let name)): zone = try TemporalParser.zone(name)
            case (.timezone, _): throw .temporalFieldInvalid("timezone must be a STRING")
            case (_, _) where field.isSelector: selected[field] = value
            case (_, .int(let number)):
                guard field.range.contains(number) else {
                    throw .temporalFieldOutOfRange(
                        field.rawValue, String(number),
                        "valid values \(field.range.lowerBound) - \(field.range.upperBound)")
                }
                numbers[field] = number
            default: throw .temporalFieldInvalid("\(field.rawValue) must be an INTEGER")
            }
        }
    }

    subscript(field: TemporalField) -> Int64? { numbers[field] }

    /// Gives `field` a number unless the map had one.
    mutating func supply(_ number: Int64, for field: TemporalField) {
        if numbers[field] == nil { numbers[field] = number }
    }

    func contains(where matches: (TemporalField) -> Bool) -> Bool { numbers.keys.contains(where: matches) }

    var isEmpty: Bool { numbers.isEmpty && selected.isEmpty && zone == nil }

    /// Only a time zone: the current instant in that zone is meant.
    var isZoneAlone: Bool { numbers.isEmpty && selected.isEmpty && zone != nil }

    func require(_ field: TemporalField, for dependent: TemporalField) throws(EngineError) {
        if numbers[dependent] != nil, numbers[field] == nil {
            throw .temporalFieldInvalid("\(dependent.rawValue) needs \(field.rawValue)")
        }
    }
}
