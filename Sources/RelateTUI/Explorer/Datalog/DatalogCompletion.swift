/// What could stand at a place of a Datalog text: the words of the language, and the names of the store.
struct DatalogCompletion {
    let items: [CompletionItem]
    /// The part of the word before the cursor.
    let prefix: String
    /// What a completion replaces: the whole word that the cursor stands in or behind, in UTF-8 bytes.
    let replacing: Range<Int>

    /// - Parameters:
    ///   - offset: The cursor, in UTF-8 bytes.
    ///   - parameters: Names, without their `$`.
    /// - Returns: `nil` inside strings and comments, where nothing is completed.
    init?(in text: String, at offset: Int, schema: SchemaSummary?, parameters: [String]) {
        let bytes = Array(text.utf8)
        let offset = max(0, min(offset, bytes.count))
        var start = offset
        while start > 0, Self.isWord(bytes[start - 1]) { start -= 1 }
        var end = offset
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        guard let place = DatalogPlace(bytes, upTo: start) else { return nil }
        prefix = String(decoding: bytes[start..<offset], as: UTF8.self)
        replacing = start..<end
        let words = Words(
            place: place, prefix: prefix, schema: schema, parameters: parameters, text: text, offset: start)
        items = CompletionSource.ranked(words.all, by: prefix)
    }

    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || !" \t\n\r,;\"()[]{}".utf8.contains(byte)
    }
}

/// Where a word stands: the brackets around it, and what stands before it in the innermost.
struct DatalogPlace {
    struct Bracket {
        var kind: UInt8
        /// Words and brackets in it so far.
        var count = 0
        /// The first word in it.
        var head = ""
        /// The last `:find`, `:where` and so on in it.
        var section = ""
        /// The last word in it.
        var last = ""
    }

    /// From the outermost on.
    private(set) var open: [Bracket] = []

    private static let depthLimit = 200

    /// `nil` where the bytes end inside a string or a comment.
    init?(_ bytes: [UInt8], upTo end: Int) {
        var place = 0
        while place < end {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                while place < end, bytes[place] != UInt8(ascii: "\"") {
                    place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard place < end else { return nil }
                add("\"")
            case UInt8(ascii: ";"):
                while place < end, bytes[place] != 0x0A { place += 1 }
                if place == end { return nil }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                add("")
                guard open.count < Self.depthLimit else { return nil }
                open.append(Bracket(kind: byte))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
            default:
                guard DatalogCompletion.isWord(byte) else { break }
                let start = place
                while place < end, DatalogCompletion.isWord(bytes[place]) { place += 1 }
                add(String(decoding: bytes[start..<place], as: UTF8.self))
                continue
            }
            place += 1
        }
    }

    private mutating func add(_ word: String) {
        guard var bracket = open.popLast() else { return }
        if bracket.count == 0 { bracket.head = word }
        if DatalogNames.sections.contains(word) { bracket.section = word }
        bracket.last = word
        bracket.count += 1
        open.append(bracket)
    }

    /// The section of the query or rule around it; empty outside of one.
    var section: String {
        open.count > 1 && open[1].kind == UInt8(ascii: "[") ? open[0].head == "rule" ? ":where" : open[1].section : ""
    }

    /// It is an entity, an attribute or a value of a pattern or fact; which of them is how many stand before it.
    var isInTriple: Bool {
        guard let bracket = open.last, bracket.kind == UInt8(ascii: "["), bracket.head != "" || bracket.count == 0
        else {
            return false
        }
        return open.count > 2
    }
}

extension DatalogCompletion {
    /// All that fits a place.
    fileprivate struct Words {
        let place: DatalogPlace
        let prefix: String
        let schema: SchemaSummary?
        let parameters: [String]
        let text: String
        let offset: Int

        var all: [CompletionItem] {
            switch prefix.first {
            case "$": parameters.map { item(.parameter, "$" + $0) }
            case "?": variables
            case ":": keywords
            case nil: place.open.last.map { $0.kind == UInt8(ascii: "(") && $0.count == 0 } ?? false ? heads : anything
            default: heads
            }
        }

        private func item(_ kind: CompletionItem.Kind, _ name: String, _ detail: String = "") -> CompletionItem {
            CompletionItem(kind: kind, name: name, text: name, detail: detail)
        }

        /// Those of the statement, in the order of their first use.
        private var variables: [CompletionItem] {
            let statement = DatalogScript.statement(at: offset, in: text)
            var seen: Set<String> = []
            var start: Int?
            var items: [CompletionItem] = []
            let bytes = Array((statement?.text ?? text).utf8) + [0x20]
            let own = offset - (statement?.offset ?? 0)
            for (place, byte) in bytes.enumerated() {
                if let from = start, !DatalogCompletion.isWord(byte) {
                    start = nil
                    let name = String(decoding: bytes[from..<place], as: UTF8.self)
                    // The word at the cursor itself is none yet.
                    if from != own, name.utf8.count > 1, seen.insert(name).inserted {
                        items.append(item(.variable, name, "variable"))
                    }
                }
                let isFirst = place == 0 || !DatalogCompletion.isWord(bytes[place - 1])
                if byte == UInt8(ascii: "?"), isFirst { start = place }
            }
            return items
        }

        /// Words with a colon: sections of a query, options, attributes.
        private var keywords: [CompletionItem] {
            guard let bracket = place.open.last else { return [] }
            switch bracket.kind {
            case UInt8(ascii: "{"): return [":valid-from", ":valid-to"].map { item(.keyword, $0) }
            case UInt8(ascii: "("):
                let isOver =
                    place.open.dropLast().last?.last == ":over" || place.open.dropLast().last?.section == ":over"
                if isOver { return [":partition-by", ":order-by", ":asc", ":desc"].map { item(.keyword, $0) } }
                return place.section == ":find" ? [item(.keyword, ":over")] : attributes
            default:
                if place.isInTriple { return attributes + (bracket.count == 1 ? pseudoAttributes : []) }
                let isQuery = place.open.count == 2 && place.open[0].head == "query"
                return isQuery ? DatalogNames.querySections.map { item(.keyword, $0) } : attributes
            }
        }

        private var pseudoAttributes: [CompletionItem] {
            place.open.first?.head == "query"
                ? DatalogNames.pseudoAttributes.map { item(.propertyKey, $0, "of the fact") } : []
        }

        /// Those that a text can name, with how many facts they have.
        private var attributes: [CompletionItem] {
            (schema?.entries(.attributes) ?? []).filter { $0.action != .none }
                .map { item(.propertyKey, $0.name, $0.count.map(Counts.grouped) ?? "") }
        }

        /// Words behind an opening bracket: commands, clauses, rules, functions.
        private var heads: [CompletionItem] {
            guard let bracket = place.open.last else { return [] }
            if bracket.kind != UInt8(ascii: "(") || bracket.count > 0 { return [] }
            if place.open.count == 1 { return DatalogNames.commands.map { item(.keyword, $0) } }
            let outer = place.open[place.open.count - 2]
            if place.section == ":find" {
                return functions { $0 == "aggregate" || $0 == "window" || $0 == "registered" }
            }
            // A call within a vector or another call of a function is an expression.
            let isExpression =
                outer.kind == UInt8(ascii: "[") && place.open.count > 3
                || outer.kind == UInt8(ascii: "(") && DatalogNames.isFunction(outer.head)
            if isExpression { return functions { $0 != "aggregate" && $0 != "window" } }
            let rules = (schema?.entries(.rules) ?? []).map { item(.function, $0.name, $0.detail) }
            return rules + DatalogNames.clauses.map { item(.keyword, $0) }
        }

        private func functions(_ isWanted: (String) -> Bool) -> [CompletionItem] {
            (schema?.entries(.functions) ?? []).filter { isWanted($0.detail) }.map {
                item(.function, $0.name, $0.detail)
            }
        }

        /// Where nothing is typed yet: the attribute behind an entity; else sections, variables and names.
        private var anything: [CompletionItem] {
            if place.isInTriple, place.open.last?.count == 1 { return attributes + pseudoAttributes + variables }
            if place.isInTriple { return variables + parameters.map { item(.parameter, "$" + $0) } }
            return variables + keywords
        }
    }
}
