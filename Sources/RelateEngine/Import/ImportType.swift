/// The types a column of an import file can have, and how a field's text becomes a value of each.
enum ImportType: String, CaseIterable, Hashable, Sendable {
    case string, integer, float, boolean, date, time, localTime, dateTime, localDateTime, duration, point

    /// As headers write them, in small letters.
    private static let byName: [String: ImportType] = [
        "string": .string, "char": .string, "int": .integer, "long": .integer, "short": .integer, "byte": .integer,
        "integer": .integer, "float": .float, "double": .float, "boolean": .boolean, "date": .date, "time": .time,
        "localtime": .localTime, "datetime": .dateTime, "localdatetime": .localDateTime, "duration": .duration,
        "point": .point,
    ]

    static let names = byName.keys.sorted()

    init?(name: String) {
        guard let type = Self.byName[name] else { return nil }
        self = type
    }

    func value(of text: String) throws(ImportFailure) -> Value {
        if self == .string { return .string(text) }
        let text = Self.trimmed(text)
        switch self {
        case .integer:
            guard let value = Int64(text) else { throw ImportFailure("'\(text)' is no integer of 64 bits") }
            return .int(value)
        case .float:
            guard let value = Double(text) else { throw ImportFailure("'\(text)' is no number") }
            return .float(value)
        case .boolean:
            switch text.lowercased() {
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: throw ImportFailure("'\(text)' is neither true nor false")
            }
        default:
            do throws(EngineError) {
                return try other(text)
            } catch {
                throw ImportFailure(error.message)
            }
        }
    }

    private func other(_ text: String) throws(EngineError) -> Value {
        switch self {
        case .date: return .date(try TemporalParser.date(text))
        case .time: return .time(try TemporalParser.time(text) { 0 })
        case .localTime: return .localTime(try TemporalParser.localTime(text))
        case .dateTime: return .dateTime(try TemporalParser.dateTime(text) { .offset(0) })
        case .localDateTime: return .localDateTime(try TemporalParser.localDateTime(text))
        case .duration: return .duration(try DurationParser.duration(text))
        case .point: return try PointConstruction.point(of: Self.map(text))
        default: return .string(text)
        }
    }

    /// The map of `{x: 1.5, y: 2, crs: 'cartesian'}`, or of the same without braces.
    private static func map(_ text: String) throws(EngineError) -> MapValue {
        var body = Substring(text)
        if body.hasPrefix("{"), body.hasSuffix("}") { body = body.dropFirst().dropLast() }
        var entries: [(key: String, value: Value)] = []
        for part in body.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { throw .typeMismatch("'\(text)' is no point; write {x: 1, y: 2}") }
            let value = trimmed(String(pair[1]))
            let unquoted = value.trimmingPrefix { $0 == "'" || $0 == "\"" }
            entries.append(
                (
                    key: trimmed(String(pair[0])),
                    value: Int64(value).map { .int($0) } ?? Double(value).map { .float($0) }
                        ?? .string(String(unquoted.prefix { $0 != "'" && $0 != "\"" }))
                ))
        }
        return MapValue(entries)
    }

    private static func trimmed(_ text: String) -> String {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard text.first.map(blanks) == true || text.last.map(blanks) == true else { return text }
        var rest = text.drop(while: blanks)
        while rest.last.map(blanks) == true { rest.removeLast() }
        return String(rest)
    }
}
