/// Makes durations from maps such as `{days: 1.5, hours: -3}`.
enum DurationMap {
    static func duration(from map: MapValue) throws(EngineError) -> DurationValue {
        if map.keys.isEmpty { throw .temporalMapEmpty("Duration") }
        var parts = FractionalDuration()
        for (key, value) in zip(map.keys, map.values) {
            let number: (whole: Int64, fraction: Double)
            switch value {
            case .int(let whole): number = (whole, 0)
            case .float(let float):
                guard let split = FractionalDuration.split(float) else { throw .durationOverflow() }
                number = split
            case .null: number = (0, 0)
            default: throw .temporalFieldInvalid("\(key) must be a number")
            }
            try add(number, of: key, to: &parts)
        }
        return try parts.duration()
    }

    private static func add(
        _ number: (whole: Int64, fraction: Double), of unit: String, to parts: inout FractionalDuration
    ) throws(EngineError) {
        switch unit.lowercased() {
        case "years": try parts.addMonths(number.whole, number.fraction, unitLength: 12)
        case "quarters": try parts.addMonths(number.whole, number.fraction, unitLength: 3)
        case "months": try parts.addMonths(number.whole, number.fraction)
        case "weeks": try parts.addDays(number.whole, number.fraction, unitLength: 7)
        case "days": try parts.addDays(number.whole, number.fraction)
        case "hours": try parts.addSeconds(number.whole, number.fraction, unitLength: 3_600)
        case "minutes": try parts.addSeconds(number.whole, number.fraction, unitLength: 60)
        case "seconds": try parts.addSeconds(number.whole, number.fraction)
        case "milliseconds": try parts.addParts(number.whole, number.fraction, perSecond: 1_000)
        case "microseconds": try parts.addParts(number.whole, number.fraction, perSecond: 1_000_000)
        case "nanoseconds": try parts.addParts(number.whole, number.fraction, perSecond: 1_000_000_000)
        default: throw .temporalFieldInvalid("No such field: \(unit)")
        }
    }
}
