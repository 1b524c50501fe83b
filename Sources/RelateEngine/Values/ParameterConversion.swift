import CypherSyntax

/// From the API's values to the engine's: what a statement's parameters go through, and what is refused on the way.
///
/// - Source: Swift API page, "Parameters", refusals.
package enum ParameterConversion {
    /// Each parameter by its name.
    ///
    /// - Throws: `.invalidParameter` for elements of the graph and NUL bytes in names and map keys; `.engine` with stage
    ///   `.internal` for values that Cypher has none of: an impossible date, an unknown zone, a srid of other dimensions,
    ///   more than `Nesting.levelsLimit` levels of lists and maps.
    package static func values(
        of parameters: [String: CypherValue]
    ) throws(RelateError) -> [String: Value] {
        var values: [String: Value] = [:]
        values.reserveCapacity(parameters.count)
        for (name, value) in parameters {
            try refuseNUL(in: name, of: "parameter name")
            values[name] = try self.value(of: value, parameter: name)
        }
        return values
    }

    package static func value(of value: CypherValue, parameter name: String) throws(RelateError) -> Value {
        guard !Nesting.isExceeded(by: value) else {
            throw .engine(
                .parameterRefused(name, "more than \(Nesting.levelsLimit) levels of lists and maps"))
        }
        guard Nesting.isDeep(value) else { return try convert(value, name) }
        let outcome = CypherSyntax.DeepStack.run { () -> Result<Value, RelateError> in
            do throws(RelateError) {
                return .success(try convert(value, name))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .engine(.parameterRefused(name, "nested too deeply for the memory at hand")) }
        return try outcome.get()
    }

    /// The refusal of a statement, path, namespace, parameter name or map key with a NUL byte in it.
    package static func refuseNUL(in text: String, of what: String) throws(RelateError) {
        if text.utf8.contains(0) { throw .invalidParameter("\(what) contains a NUL byte") }
    }

    /// Goes down at most `Nesting.levelsLimit` levels, as was checked.
    private static func convert(_ value: CypherValue, _ name: String) throws(RelateError) -> Value {
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .int(value)
        case .float(let value): return .float(value)
        case .string(let value): return .string(value)
        case .list(let elements):
            var converted: [Value] = []
            converted.reserveCapacity(elements.count)
            for element in elements { converted.append(try convert(element, name)) }
            return .list(converted)
        case .map(let entries):
            var converted: [(key: String, value: Value)] = []
            converted.reserveCapacity(entries.count)
            for (key, value) in entries {
                try refuseNUL(in: key, of: "map key")
                converted.append((key, try convert(value, name)))
            }
            return .map(MapValue(converted))
        case .node, .relationship, .path:
            throw .invalidParameter(
                "nodes, relationships and paths cannot be passed as parameters; "
                    + "pass their element id or properties")
        default:
            do throws(EngineError) {
                return try scalar(value, name)
            } catch {
                // Whatever a constructor found wrong, here it is the argument that is refused.
                throw .engine(error.stage == .internal ? error : .parameterRefused(name, error.message))
            }
        }
    }

    private static func scalar(_ value: CypherValue, _ name: String) throws(EngineError) -> Value {
        switch value {
        case .point(let point): return .point(try self.point(point, name))
        case .date(let date):
            return .date(try self.date(date.year, date.month, date.day, name))
        case .localTime(let time):
            return .localTime(try self.time(time.hour, time.minute, time.second, time.nanosecond, name))
        case .time(let time):
            let local = try self.time(time.hour, time.minute, time.second, time.nanosecond, name)
            return .time(TimeValue(local, offsetSeconds: try offset(time.offsetSeconds, name)))
        case .localDateTime(let dateTime):
            let date = try self.date(dateTime.year, dateTime.month, dateTime.day, name)
            let time = try self.time(
                dateTime.hour, dateTime.minute, dateTime.second, dateTime.nanosecond, name)
            return .localDateTime(LocalDateTimeValue(date, time))
        case .dateTime(let dateTime): return .dateTime(try self.dateTime(dateTime, name))
        case .duration(let duration):
            return .duration(
                try DurationValue(
                    months: duration.months, days: duration.days, seconds: duration.seconds,
                    totalNanoseconds: duration.nanoseconds))
        case .vector(let vector): return .vector(try self.vector(vector, name))
        default: throw .parameterRefused(name, "a value of kind \(value.kind)")
        }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ name: String) throws(EngineError) -> DateValue {
        guard let date = DateValue(year: Int64(year), month: Int64(month), day: Int64(day)) else {
            throw .parameterRefused(name, "there is no date of year \(year), month \(month), day \(day)")
        }
        return date
    }

    private static func time(
        _ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int, _ name: String
    ) throws(EngineError) -> LocalTimeValue {
        let time = LocalTimeValue(
            hour: Int64(hour), minute: Int64(minute), second: Int64(second), nanosecond: Int64(nanosecond))
        guard let time else {
            throw .parameterRefused(
                name, "there is no time of hour \(hour), minute \(minute), second \(second), nanosecond \(nanosecond)")
        }
        return time
    }

    private static func offset(_ seconds: Int, _ name: String) throws(EngineError) -> Int32 {
        guard seconds >= -64_800, seconds <= 64_800 else {
            throw .parameterRefused(name, "an offset of \(seconds) seconds is beyond 18 hours")
        }
        return Int32(seconds)
    }

    /// With a zone, the offset must be one the zone has at that local time: a wrong one would move the instant unseen.
    private static func dateTime(_ value: CypherValue.DateTime, _ name: String) throws(EngineError) -> DateTimeValue {
        let date = try date(value.year, value.month, value.day, name)
        let time = try time(value.hour, value.minute, value.second, value.nanosecond, name)
        let local = LocalDateTimeValue(date, time)
        let offset = try offset(value.offsetSeconds, name)
        guard let zone = value.zone else { return try TimeZoneRule.offset(offset).resolve(local) }
        let rule = TimeZoneRule.region(zone, try ZoneDatabase.system.rules(for: zone))
        let dateTime = try rule.resolve(local, preferredOffset: offset)
        guard dateTime.offsetSeconds == offset, dateTime.local == local else {
            throw .parameterRefused(
                name, "\(local.isoText) in \(zone) does not have an offset of \(offset) seconds")
        }
        return dateTime
    }

    private static func point(_ point: CypherValue.Point, _ name: String) throws(EngineError) -> PointValue {
        guard let srid = Int32(exactly: point.srid), let system = CoordinateSystem(srid: srid) else {
            throw .parameterRefused(name, "unknown srid \(point.srid)")
        }
        guard (system.dimension == 3) == (point.z != nil) else {
            throw .parameterRefused(name, "a point of srid \(srid) has \(system.dimension) coordinates")
        }
        return try PointConstruction.checked(PointValue(srid: srid, x: point.x, y: point.y, z: point.z))
    }

    private static func vector(_ vector: CypherValue.Vector, _ name: String) throws(EngineError) -> VectorValue {
        let dtype: CypherValue.Vector.DType
        let isFloats: Bool
        let elements: [Value]
        switch vector {
        case .floats(let type, let values): (dtype, isFloats, elements) = (type, true, values.map { .float($0) })
        case .ints(let type, let values): (dtype, isFloats, elements) = (type, false, values.map { .int($0) })
        }
        let type = VectorValue.CoordinateType(dtype)
        guard type.isFloat == isFloats else {
            throw .parameterRefused(name, "\(isFloats ? "floats" : "integers") in a vector of \(dtype.rawValue)")
        }
        return try VectorConstruction.vector(
            of: .list(elements), dimension: Int64(elements.count), type: type)
    }
}

extension VectorValue.CoordinateType {
    init(_ dtype: CypherValue.Vector.DType) {
        switch dtype {
        case .integer8: self = .integer8
        case .integer16: self = .integer16
        case .integer32: self = .integer32
        case .integer: self = .integer
        case .float16: self = .float16
        case .bfloat16: self = .bfloat16
        case .float32: self = .float32
        case .float: self = .float
        }
    }
}

extension CypherValue.Vector.DType {
    init(_ type: VectorValue.CoordinateType) {
        switch type {
        case .integer8: self = .integer8
        case .integer16: self = .integer16
        case .integer32: self = .integer32
        case .integer: self = .integer
        case .float16: self = .float16
        case .bfloat16: self = .bfloat16
        case .float32: self = .float32
        case .float: self = .float
        }
    }
}
