import Relate
import Render

/// CSV after RFC 4180, with lines that end in a newline alone.
///
/// NULL is an empty field and an empty string is `""`, so that the two stay apart; lists, maps, nodes, relationships and
/// paths are plain JSON.
///
/// CSV has no escape for control characters. Where it goes to a terminal (`isShown`), they are made visible instead.
enum CSVText {
    static func header(_ columns: [String], isShown: Bool = false, to json: inout JSONWriter) {
        for (index, column) in columns.enumerated() {
            if index > 0 { json.raw(",") }
            field(column, isShown, to: &json)
        }
        json.newline()
    }

    static func row(_ row: [CypherValue], isShown: Bool = false, to json: inout JSONWriter) {
        for (index, value) in row.enumerated() {
            if index > 0 { json.raw(",") }
            switch value {
            case .null: break
            case .bool(let value): json.bool(value)
            case .int(let value): json.integer(value)
            case .float(let value): json.append(JSONWriter.text(of: value))
            case .string(let text): field(text, isShown, to: &json)
            default: field(value.plainText, isShown, to: &json)
            }
        }
        json.newline()
    }

    /// A field, in quotes where a reader would otherwise mistake it.
    private static func field(_ text: String, _ isShown: Bool, to json: inout JSONWriter) {
        var text = isShown ? visible(text) : text
        let needsQuotes = text.withUTF8 { utf8 in
            utf8.isEmpty
                || utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
                || utf8.first == 0x20 || utf8.last == 0x20
        }
        guard needsQuotes else { return json.append(text) }
        json.raw("\"")
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { json.raw("\"\"") }
            json.append(String(part))
        }
        json.raw("\"")
    }
}

extension CSVText {
    private static func visible(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TextWidth.visible(String($0)).text }.joined(separator: "\n")
    }
}

extension CypherValue {
    /// A string as it is, any other value as its plain JSON without quotes around it.
    var plainText: String {
        switch self {
        case .string(let text): return text
        case .point(let point): return point.wellKnownText
        case .date(let date): return date.description
        case .time(let time): return time.description
        case .localTime(let time): return time.description
        case .dateTime(let dateTime): return dateTime.description
        case .localDateTime(let dateTime): return dateTime.description
        case .duration(let duration): return duration.isoText
        case .float(let value): return JSONWriter.text(of: value)
        default:
            var json = JSONWriter()
            json.plain(self)
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }
}
