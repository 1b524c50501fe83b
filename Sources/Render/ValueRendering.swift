import Relate

/// What the renderings of values may be told.
package struct ValueOptions: Sendable {
    package var glyphs = GlyphSet.unicode
    /// Instead of `∅` (`NULL` in ASCII).
    package var nullText: String?
    /// Columns after which a value's line may end: it is cut to its place later.
    package var columnsLimit = 240
    /// The words a node goes by.
    package var caption: @Sendable (CypherValue.Node) -> String? = ValueRendering.standardCaption

    package init(glyphs: GlyphSet = .unicode) { self.glyphs = glyphs }

    var ellipsis: String { glyphs == .unicode ? "…" : "..." }
}

/// Values as styled lines.
package enum ValueRendering {
    /// A value on one line, as the result grid shows it.
    ///
    /// `NULL` and `''` look unlike any text; a string that could be taken for another kind is quoted, as are all
    /// strings inside other values. Ends soon after `options.columnsLimit` columns.
    package static func line(_ value: CypherValue, _ options: ValueOptions = ValueOptions()) -> StyledLine {
        var writer = ValueWriter(options: options)
        writer.write(value, isNested: false)
        return writer.line
    }

    /// A value in at most `width` columns: paths and element ids fold in the middle, all else is cut at its end.
    package static func cell(
        _ value: CypherValue, width: Int, _ options: ValueOptions = ValueOptions()
    ) -> StyledLine {
        var options = options
        options.columnsLimit = min(options.columnsLimit, max(1, width) + 1)
        if case .path(let path) = value { return PathRendering.chain(path, width: width, options).cut(to: width) }
        return line(value, options).cut(to: width)
    }

    /// Numbers stand at the right, all else at the left.
    package static func alignment(of value: CypherValue) -> Alignment {
        switch value {
        case .int, .float: .right
        default: .left
        }
    }

    /// The name of a value's type as Cypher has it.
    package static func typeName(of value: CypherValue) -> String {
        switch value {
        case .null: "NULL"
        case .bool: "BOOLEAN"
        case .int: "INTEGER"
        case .float: "FLOAT"
        case .string: "STRING"
        case .list: "LIST"
        case .map: "MAP"
        case .node: "NODE"
        case .relationship: "RELATIONSHIP"
        case .path: "PATH"
        case .point: "POINT"
        case .date: "DATE"
        case .time: "ZONED TIME"
        case .localTime: "LOCAL TIME"
        case .dateTime: "ZONED DATETIME"
        case .localDateTime: "LOCAL DATETIME"
        case .duration: "DURATION"
        case .vector: "VECTOR"
        }
    }

    /// `name` or `title`, the first of several.
    package static func ownName(_ node: CypherValue.Node) -> String? {
        for key in ["name", "title"] {
            var value = node.properties[key]
            if case .list(let values)? = value { value = values.first }
            switch value {
            case .string(let text) where !text.isEmpty: return text
            case .int(let number): return String(number)
            default: continue
            }
        }
        return nil
    }

    /// `name`, `title`, or else the first property with a string, by key; `nil` where there is none.
    package static let standardCaption: @Sendable (CypherValue.Node) -> String? = { node in
        if let name = ownName(node) { return name }
        var best: (key: String, text: String)?
        for (key, value) in node.properties {
            guard case .string(let text) = value, !text.isEmpty else { continue }
            if let found = best, !key.utf8.lexicographicallyPrecedes(found.key.utf8) { continue }
            best = (key, text)
        }
        return best?.text
    }

    /// A number as it stands in results: the fewest digits that read back as the same.
    package static func text(of value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return "\(value)"
    }

    /// `1 234 567`, in groups of three with a thin mark a terminal can show.
    package static func grouped(_ value: Int64, separator: String = " ") -> String {
        let digits = Array(String(value.magnitude))
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }

    /// A string that would read as another kind of value without quotes.
    static func needsQuotes(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        if text.utf8.count > 64 { return first == UInt8(ascii: " ") }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return true }
        if "([{'\"".utf8.contains(first) { return true }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        if digits.contains(first) || "+-.".utf8.contains(first) {
            return Double(text) != nil || looksTemporal(text)
        }
        switch text.lowercased() {
        case "null", "true", "false", "nan", "infinity", "∅": return true
        default: return first == UInt8(ascii: "P") && looksLikeDuration(text)
        }
    }

    private static func looksTemporal(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isDigit = { (index: Int) in index < bytes.count && bytes[index] >= 0x30 && bytes[index] <= 0x39 }
        let isDate = bytes.count >= 10 && bytes[4] == 0x2D && bytes[7] == 0x2D && isDigit(0) && isDigit(5) && isDigit(8)
        let isTime = bytes.count >= 5 && bytes[2] == 0x3A && isDigit(0) && isDigit(3)
        return isDate || isTime
    }

    private static func looksLikeDuration(_ text: String) -> Bool {
        text.utf8.count > 2 && text.utf8.dropFirst().allSatisfy { "0123456789.-YMWDTHS".utf8.contains($0) }
    }
}

/// Writes one value into a line, until the line is long enough.
struct ValueWriter {
    private(set) var line = StyledLine()
    let options: ValueOptions

    private var isFull: Bool { line.columns > options.columnsLimit }

    init(options: ValueOptions) { self.options = options }

    mutating func write(_ value: CypherValue, isNested: Bool) {
        guard !isFull else { return }
        switch value {
        case .null: writeNull()
        case .bool(let value): line.append(value ? "true" : "false", .boolean)
        case .int(let value): line.append(String(value), .number)
        case .float(let value): line.append(ValueRendering.text(of: value), .number)
        case .string(let text): write(text, quoted: isNested || ValueRendering.needsQuotes(text))
        case .list(let elements): write(elements)
        case .map(let entries): write(entries)
        case .node(let node): write(node)
        case .relationship(let relationship): write(relationship)
        case .path(let path):
            line.append(PathRendering.chain(path, width: max(20, options.columnsLimit - line.columns), options))
        case .point(let point): write(point)
        case .date(let date): line.append(date.description, .temporal)
        case .time(let time): line.append(time.description, .temporal)
        case .localTime(let time): line.append(time.description, .temporal)
        case .dateTime(let dateTime): line.append(dateTime.description, .temporal)
        case .localDateTime(let dateTime): line.append(dateTime.description, .temporal)
        case .duration(let duration): line.append(duration.isoText, .temporal)
        case .vector(let vector): write(vector)
        }
    }

    private mutating func writeNull() {
        line.append(options.nullText ?? (options.glyphs == .unicode ? "∅" : "NULL"), .null)
    }

    /// Line breaks show as `⏎`, so that one cell stays one line.
    private mutating func write(_ text: String, quoted: Bool) {
        if text.isEmpty { return line.append("''", .null) }
        if quoted { line.append("'", .dim) }
        let room = max(0, options.columnsLimit - line.columns) + 2
        let head = text.utf8.count > room + 1 ? String(decoding: text.utf8.prefix(room + 1), as: UTF8.self) : text
        if TextWidth.isPlain(head) {
            line.append(Span(plain: head, .string))
            if quoted { line.append("'", .dim) }
            return
        }
        var part = ""
        // Never more columns than there are: of an emoji family eleven scalars show in two.
        var eighths = 0
        var isCut = false
        for scalar in text.unicodeScalars {
            isCut = eighths / 8 > room
            if isCut { break }
            eighths += scalar.value < 0x300 ? 8 : 1
            if scalar == "\n" {
                line.append(Span(part, .string))
                line.append(options.glyphs == .unicode ? "⏎" : "$", .dim)
                part = ""
            } else {
                part.unicodeScalars.append(scalar)
            }
        }
        line.append(Span(part, .string, limit: room))
        // What has no width of its own may go on for long, and is left out.
        if isCut, !isFull { line.append("…", .dim) }
        if quoted { line.append("'", .dim) }
    }

    private mutating func write(_ elements: [CypherValue]) {
        line.append("[", .bracket)
        for (index, element) in elements.enumerated() {
            if isFull { return }
            if index > 0 { line.append(", ", .bracket) }
            write(element, isNested: true)
        }
        line.append("]", .bracket)
    }

    mutating func write(_ entries: [String: CypherValue]) {
        line.append("{", .bracket)
        let keys = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (index, key) in keys.enumerated() {
            if isFull { return }
            if index > 0 { line.append(", ", .bracket) }
            line.append(Span(key, .propertyKey, limit: options.columnsLimit))
            line.append(": ", .bracket)
            if let value = entries[key] { write(value, isNested: true) }
        }
        line.append("}", .bracket)
    }

    mutating func write(_ node: CypherValue.Node, showsLabels: Bool = true) {
        line.append("(", .bracket)
        let caption = options.caption(node)
        if showsLabels {
            for label in node.labels {
                line.append(Span(":" + label, .nodeLabel, limit: options.columnsLimit))
                if isFull { return }
            }
        }
        if let caption {
            if showsLabels, !node.labels.isEmpty { line.append(" ") }
            line.append(Span(Self.oneLine(caption, limit: options.columnsLimit), .text, limit: options.columnsLimit))
        } else if node.labels.isEmpty || !showsLabels || node.properties.isEmpty {
            if showsLabels, !node.labels.isEmpty { line.append(" ") }
            line.append(Self.shortId(node.elementId), .elementId)
        } else {
            line.append(" ")
            write(node.properties)
        }
        line.append(")", .bracket)
    }

    private mutating func write(_ relationship: CypherValue.Relationship) {
        line.append("-[", .bracket)
        // An attribute of Datalog has a colon of its own.
        let type = relationship.type.hasPrefix(":") ? relationship.type : ":" + relationship.type
        line.append(Span(type, .relationshipType, limit: options.columnsLimit))
        if !relationship.properties.isEmpty {
            line.append(" ")
            if relationship.properties.count <= 3 {
                write(relationship.properties)
            } else {
                line.append("{\(options.ellipsis)}", .bracket)
            }
        }
        line.append("]->", .bracket)
    }

    private mutating func write(_ point: CypherValue.Point) {
        let coordinates = [point.x, point.y] + (point.z.map { [$0] } ?? [])
        line.append("point(", .bracket)
        line.append(coordinates.map(ValueRendering.text(of:)).joined(separator: ", "), .spatial)
        line.append(")", .bracket)
        if point.srid == 4326 || point.srid == 4979 { line.append(" wgs84", .dim) }
    }

    private mutating func write(_ vector: CypherValue.Vector) {
        line.append("\(vector.shortTypeName)[\(vector.count)]", .dim)
        line.append(" ")
        let room = max(4, min(12, options.columnsLimit - line.columns))
        if options.glyphs == .unicode, vector.count > 1 {
            line.append(Bars.sparkline(vector.doubles, width: room))
            return
        }
        for (index, value) in vector.texts(first: 4).enumerated() {
            line.append((index > 0 ? ", " : "") + value, .vector)
        }
        if vector.count > 4 { line.append(", " + options.ellipsis, .dim) }
    }

    /// `#n17` of `4:relate-neo4j:n17`; ids of another form stay whole.
    static func shortId(_ elementId: String) -> String {
        let parts = elementId.split(separator: ":", omittingEmptySubsequences: false)
        return "#" + (parts.count == 3 && Int(parts[0]) != nil ? String(parts[2]) : elementId)
    }

    /// The text with spaces for its line ends; of a long one no more than so many columns may need.
    static func oneLine(_ text: String, limit: Int) -> String {
        let most = min(limit, .max / TextWidth.scalarsPerColumn - 1) * TextWidth.scalarsPerColumn
        let head = text.utf8.count > most + 1 ? String(text.unicodeScalars.prefix(most + 1)) : text
        return head.utf8.contains(UInt8(ascii: "\n")) ? String(head.map { $0.isNewline ? " " : $0 }) : head
    }
}

extension CypherValue.Vector {
    package var count: Int {
        switch self {
        case .floats(_, let values): values.count
        case .ints(_, let values): values.count
        }
    }

    package var typeName: String {
        switch self {
        case .floats(let type, _): type.rawValue
        case .ints(let type, _): type.rawValue
        }
    }

    /// `INT8` for `INTEGER8`; a bare `INTEGER` has 64 bits, a bare `FLOAT` too.
    var shortTypeName: String {
        switch typeName {
        case "INTEGER": "INT64"
        case "FLOAT": "FLOAT64"
        case let name where name.hasPrefix("INTEGER"): "INT" + name.dropFirst(7)
        case let name: name
        }
    }

    package var doubles: [Double] {
        switch self {
        case .floats(_, let values): values
        case .ints(_, let values): values.map(Double.init)
        }
    }

    func texts(first limit: Int) -> [String] {
        switch self {
        case .floats(_, let values): values.prefix(limit).map(ValueRendering.text(of:))
        case .ints(_, let values): values.prefix(limit).map(String.init)
        }
    }
}

extension CypherValue.Duration {
    /// ISO 8601, such as `P1Y2M3DT4H5M6.7S`; each part has its own sign; `PT0S` for none.
    package var isoText: String {
        var text = "P"
        func add(_ value: Int64, _ unit: String) {
            if value != 0 { text += String(value) + unit }
        }
        add(Int64(months) / 12, "Y")
        add(Int64(months) % 12, "M")
        add(Int64(days), "D")
        var whole = Int64(seconds)
        var nanos = Int64(nanoseconds)
        if whole < 0, nanos > 0 {
            whole += 1
            nanos -= 1_000_000_000
        } else if whole > 0, nanos < 0 {
            whole -= 1
            nanos += 1_000_000_000
        }
        var time = ""
        if whole / 3600 != 0 { time += "\(whole / 3600)H" }
        if whole / 60 % 60 != 0 { time += "\(whole / 60 % 60)M" }
        let rest = whole % 60
        if rest != 0 || nanos != 0 {
            let sign = rest < 0 || nanos < 0 ? "-" : ""
            time += "\(sign)\(rest.magnitude)" + Self.fraction(nanos.magnitude) + "S"
        }
        if !time.isEmpty { text += "T" + time }
        return text == "P" ? "PT0S" : text
    }

    private static func fraction(_ nanos: UInt64) -> String {
        guard nanos > 0 else { return "" }
        var digits = String(nanos)
        digits = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }
}
