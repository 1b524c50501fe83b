import Relate

/// Values as JSON text, as the pipe writes them.
enum JSONText {
    static func value(_ value: CypherValue) -> String {
        var writer = JSONWriter()
        writer.plain(value)
        return text(&writer)
    }

    static func row(_ columns: [String], _ row: [CypherValue]) -> String {
        var writer = JSONWriter()
        writer.plainRow(columns, row)
        return text(&writer)
    }

    private static func text(_ writer: inout JSONWriter) -> String {
        var text = ""
        writer.drain { text += String(decoding: $0, as: UTF8.self) }
        return text
    }
}
