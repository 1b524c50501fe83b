/// The types a column of an import file can have, and how a field's text becomes a value of each.
enum ImportType: String, CaseIterable, Hashable, Sendable {
    case string, integer8, integer16, integer32, integer, float, boolean, date, time, localTime, dateTime,
        localDateTime, duration, point, vector

    /// As headers write them, in small letters.
    private static let byName: [String: ImportType] = [
        "string": .string, "char": .string, "byte": .integer8, "short": .integer16, "int": .integer32, "long": .integer,
        "integer": .integer, "float": .float, "double": .float, "boolean": .boolean, "date": .date, "time": .time,
        "localtime": .localTime, "datetime": .dateTime, "localdatetime": .localDateTime, "duration": .duration,
        "point": .point, "vector": .vector,
    ]

    static let names = byName.keys.sorted()

    init?(name: String) {
        guard let type = Self.byName[name] else { return nil }
        self = type
    }

    /// What a column of integers holds; `nil` for the other types. In the store all of them have 64 bits.
    var integers: ClosedRange<Int64>? {
        switch self {
        case .integer8: Int64(Int8.min)...Int64(Int8.max)
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        case .integer: Int64.min...Int64.max
        default: nil
        }
    }
}

/// A column's type with what its header says of it: `point{crs:WGS-84}`, `datetime{timezone:Europe/Stockholm}`,
/// `vector{coordinateType:float,dimensions:3}`.
struct ImportFormat: Hashable, Sendable {
    let type: ImportType
    /// What a column of integers holds; `nil` for the other types.
    let integers: ClosedRange<Int64>?
    private var coordinateSystem: String?
    /// Of times that name none.
    private var zone: String?
    private var coordinateType = VectorValue.CoordinateType.float32
    private var dimension: Int?

    init(_ type: ImportType) {
        self.type = type
        integers = type.integers
    }

    /// - Parameter options: Of the header, by name.
    /// - Throws: What is wrong with them, as a sentence without its end.
    init(_ type: ImportType, options: [(key: String, value: String)]) throws(ImportFailure) {
        self.init(type)
        for (key, value) in options {
            do throws(EngineError) {
                switch (type, key.lowercased()) {
                case (.point, "crs"):
                    guard CoordinateSystem(name: value) != nil else {
                        throw .invalidArgument("unknown coordinate system '\(value)'")
                    }
                    coordinateSystem = value
                case (.time, "timezone"):
                    guard case .offset = try TemporalParser.zone(value) else {
                        throw .invalidArgument("a time takes an offset such as +02:00, not '\(value)'")
                    }
                    zone = value
                case (.dateTime, "timezone"):
                    _ = try TemporalParser.zone(value)
                    zone = value
                case (.vector, "coordinatetype"): coordinateType = try Self.coordinateType(value)
                case (.vector, "dimensions"):
                    guard let count = Int(value), VectorConstruction.dimensions.contains(count) else {
                        throw .invalidArgument("a vector has 1 to 4096 dimensions, not '\(value)'")
                    }
                    dimension = count
                default: throw .invalidArgument("the type \(type.rawValue) has no option '\(key)'")
                }
            } catch {
                throw ImportFailure(error.message)
            }
        }
    }

    /// By the names of Java's numbers, as the import tool has them, or by the language's.
    private static func coordinateType(_ name: String) throws(EngineError) -> VectorValue.CoordinateType {
        switch name.lowercased() {
        case "byte": .integer8
        case "short": .integer16
        case "int": .integer32
        case "long": .integer
        case "float": .float32
        case "double": .float
        default: try VectorConstruction.type(named: name)
        }
    }

    /// - Parameter separator: Between the coordinates of a vector.
    func value(of text: String, separator: Character) throws(ImportFailure) -> Value {
        if type == .string { return .string(text) }
        let text = Self.trimmed(text)
        if let integers {
            guard let value = Self.integer(text), integers.contains(value) else { throw Self.noInteger(text, integers) }
            return .int(value)
        }
        switch type {
        case .float:
            return .float(try Self.float(text))
        case .boolean:
            switch text.lowercased() {
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: throw ImportFailure("'\(text)' is neither true nor false")
            }
        default:
            do throws(EngineError) {
                return try other(text, separator)
            } catch {
                throw ImportFailure(error.message)
            }
        }
    }

    /// The integer that a field of an integer column is; blanks may stand around it.
    static func integer(_ text: String) -> Int64? { Int64(trimmed(text)) }

    /// The id that a field of an id column of integers is; `nil` where it is a text, or no integer.
    func integerID(_ text: () -> String) -> Int64? { integers == nil ? nil : Self.integer(text()) }

    static func noInteger(_ text: String, _ integers: ClosedRange<Int64>) -> ImportFailure {
        ImportFailure("'\(text)' is no integer of \(64 - integers.upperBound.leadingZeroBitCount + 1) bits")
    }

    private func other(_ text: String, _ separator: Character) throws(EngineError) -> Value {
        switch type {
        case .date: return .date(try TemporalParser.date(text))
        case .time:
            return .time(
                try TemporalParser.time(text) { () throws(EngineError) in
                    guard let zone, case .offset(let offset) = try TemporalParser.zone(zone) else { return 0 }
                    return offset
                })
        case .localTime: return .localTime(try TemporalParser.localTime(text))
        case .dateTime:
            return .dateTime(
                try TemporalParser.dateTime(text) { () throws(EngineError) in
                    try zone.map { (zone) throws(EngineError) in try TemporalParser.zone(zone) } ?? .offset(0)
                })
        case .localDateTime: return .localDateTime(try TemporalParser.localDateTime(text))
        case .duration: return .duration(try DurationParser.duration(text))
        case .point: return try PointConstruction.point(of: map(text))
        case .vector:
            var coordinates: [Value] = []
            for part in text.split(separator: separator, omittingEmptySubsequences: false) {
                let number = Self.trimmed(String(part))
                coordinates.append(try Self.number(number))
            }
            let count = dimension ?? coordinates.count
            return .vector(
                try VectorConstruction.vector(of: .list(coordinates), dimension: Int64(count), type: coordinateType))
        default: return .string(text)
        }
    }

    /// The map of `{x: 1.5, y: 2, crs: 'cartesian'}`, or of the same without braces.
    private func map(_ text: String) throws(EngineError) -> MapValue {
        var body = Substring(text)
        if body.hasPrefix("{"), body.hasSuffix("}") { body = body.dropFirst().dropLast() }
        var entries: [(key: String, value: Value)] = []
        for part in body.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { throw .typeMismatch("'\(text)' is no point; write {x: 1, y: 2}") }
            let value = Self.trimmed(String(pair[1]))
            let unquoted = value.trimmingPrefix { $0 == "'" || $0 == "\"" }
            entries.append(
                (
                    key: Self.trimmed(String(pair[0])),
                    value: Double(value) == nil
                        ? .string(String(unquoted.prefix { $0 != "'" && $0 != "\"" })) : try Self.number(value)
                ))
        }
        // The header's coordinate system is that of fields which name none.
        if let coordinateSystem, !entries.contains(where: { $0.key == "crs" || $0.key == "srid" }) {
            entries.append((key: "crs", value: .string(coordinateSystem)))
        }
        return MapValue(entries)
    }

    /// - Throws: Where it is no number, and where digits write one beyond the range, which would become infinite unseen.
    private static func float(_ text: String) throws(ImportFailure) -> Double {
        guard let value = Double(text) else { throw ImportFailure("'\(text)' is no number") }
        if value.isInfinite, text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            throw ImportFailure("'\(text)' is out of the range of FLOAT")
        }
        return value
    }

    /// An integer or a float inside of another value.
    private static func number(_ text: String) throws(EngineError) -> Value {
        if let integer = Int64(text) { return .int(integer) }
        do throws(ImportFailure) {
            return .float(try float(text))
        } catch {
            throw .invalidArgument(error.message)
        }
    }

    private static func trimmed(_ text: String) -> String {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard text.first.map(blanks) == true || text.last.map(blanks) == true else { return text }
        var rest = text.drop(while: blanks)
        while rest.last.map(blanks) == true { rest.removeLast() }
        return String(rest)
    }
}
