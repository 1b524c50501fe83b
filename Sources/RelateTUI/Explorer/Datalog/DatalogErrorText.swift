import Relate

/// Refusals of Datalog statements, made readable. The store's own messages show a form by the kinds of its parts, and say
/// no place: here the form is written as it is typed, and looked for in the statement.
enum DatalogErrorText {
    /// What begins a part of a query.
    private static let sections = [
        ":find", ":where", ":with", ":as-of", ":valid-at", ":any-valid-time", ":max-derived-facts", ":max-results",
    ]

    /// The failure with a readable line in front and a place, where one is found; the store's own message stays below.
    static func explained(_ failure: StatementFailure, of statement: String) -> StatementFailure {
        var explained = failure
        if failure.code == "API-010" || failure.code == "API-022" {
            explained.message = "A slot has no value yet: Ctrl-T gives it one, such as  who = :ada\n" + failure.message
            return explained
        }
        guard let form = PrintedForm.first(in: failure.message) else { return failure }
        var line = failure.message.replacingForm(form)
        let words = words(of: statement)
        if let place = place(of: form.text, among: words) {
            explained.span = words[place.lowerBound].span.lowerBound..<words[place.upperBound - 1].span.upperBound
            let before = place.lowerBound > 0 ? words[place.lowerBound - 1] : nil
            if failure.code == "PRS-061", let word = before, word.text.hasPrefix(":"), !sections.contains(word.text) {
                explained.span = word.span
                explained.suggestion = nearest(to: word.text)
                line = "A query has no part \(word.text)"
                line += explained.suggestion.map { ". Did you mean \($0)?" } ?? ""
            }
        }
        explained.message = line + "\n" + failure.message
        return explained
    }

    private struct Word {
        var text: String
        var span: Range<Int>
    }

    private static func words(of text: String) -> [Word] {
        let bytes = Array(text.utf8)
        return DatalogHighlights.highlights(in: text).filter { $0.role != .comment }.map { highlight in
            let span = highlight.span.lowerBound..<highlight.span.upperBound
            return Word(text: String(decoding: bytes[span], as: UTF8.self), span: span)
        }
    }

    /// The first place where the words of `form` stand in a row.
    private static func place(of form: String, among words: [Word]) -> Range<Int>? {
        let wanted = Self.words(of: form).map(\.text)
        guard !wanted.isEmpty, words.count >= wanted.count else { return nil }
        let start = (0...(words.count - wanted.count)).first { start in
            zip(words[start...], wanted).allSatisfy { $0.text == $1 }
        }
        return start.map { $0..<($0 + wanted.count) }
    }

    /// The part that a misspelt one was meant to be: it begins, or goes on, the same.
    private static func nearest(to word: String) -> String? {
        let known = sections.map { section in (section, section.commonPrefix(with: word).count) }
        guard let best = known.max(by: { $0.1 < $1.1 }), best.1 * 2 > word.count else { return nil }
        return best.0
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> Substring {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }

    fileprivate func replacingForm(_ form: PrintedForm) -> String {
        String(self[..<form.range.lowerBound]) + form.text + String(self[form.range.upperBound...])
    }
}

/// A form as messages print it, `Vector([Symbol("?e"), Keyword(":name")])`, and as it is typed, `[?e :name]`.
private struct PrintedForm {
    let range: Range<String.Index>
    let text: String

    private static let depthLimit = 100
    private static let kinds = [
        "Integer", "Float", "String", "Keyword", "Symbol", "Boolean", "Uuid", "BindSlot", "List", "Vector", "Set",
        "Map",
    ]

    /// The first one of a message.
    static func first(in message: String) -> PrintedForm? {
        var start = message.startIndex
        while start < message.endIndex {
            let rest = message[start...]
            let isWordStart = start == message.startIndex || !message[message.index(before: start)].isLetter
            if isWordStart, kinds.contains(where: { rest.hasPrefix($0 + "(") }) {
                var reader = Reader(rest: rest)
                guard let text = reader.form(depth: 0) else { return nil }
                return PrintedForm(range: start..<reader.rest.startIndex, text: text)
            }
            start = message.index(after: start)
        }
        return nil
    }

    private struct Reader {
        var rest: Substring

        /// `nil` for what is no printed form.
        mutating func form(depth: Int) -> String? {
            guard depth < PrintedForm.depthLimit else { return nil }
            let kind = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(kind.count)
            if kind == "Nil" { return "nil" }
            guard take("(") else { return nil }
            let text: String?
            switch kind {
            case "Integer", "Float", "Boolean": text = plain()
            case "Uuid": text = plain().map { "#uuid \"\($0)\"" }
            case "String": text = quoted(isKept: true)
            case "Keyword", "Symbol": text = quoted(isKept: false)
            case "BindSlot": text = quoted(isKept: false).map { $0.hasPrefix("$") ? $0 : "$" + $0 }
            case "List": text = members(depth).map { "(" + $0 + ")" }
            case "Vector": text = members(depth).map { "[" + $0 + "]" }
            case "Set": text = members(depth).map { "#{" + $0 + "}" }
            case "Map": text = pairs(depth).map { "{" + $0 + "}" }
            default: text = nil
            }
            return take(")") ? text : nil
        }

        private mutating func take(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        private mutating func plain() -> String? {
            let text = rest.prefix { $0 != ")" }
            rest = rest.dropFirst(text.count)
            return String(text)
        }

        /// - Parameter isKept: With its quotes and escapes, as a string is typed too.
        private mutating func quoted(isKept: Bool) -> String? {
            guard take("\"") else { return nil }
            var text = ""
            while let character = rest.popFirst() {
                if character == "\"" { return isKept ? "\"\(text)\"" : text }
                if character == "\\", let escaped = rest.popFirst() {
                    text += isKept ? "\\\(escaped)" : String(escaped)
                } else {
                    text.append(character)
                }
            }
            return nil
        }

        private mutating func members(_ depth: Int) -> String? {
            guard take("[") else { return nil }
            var texts: [String] = []
            while !take("]") {
                guard texts.isEmpty || take(", "), let text = form(depth: depth + 1) else { return nil }
                texts.append(text)
            }
            return texts.joined(separator: " ")
        }

        private mutating func pairs(_ depth: Int) -> String? {
            guard take("[") else { return nil }
            var texts: [String] = []
            while !take("]") {
                guard texts.isEmpty || take(", "), take("("), let key = form(depth: depth + 1), take(", "),
                    let value = form(depth: depth + 1), take(")")
                else { return nil }
                texts.append("\(key) \(value)")
            }
            return texts.joined(separator: " ")
        }
    }
}
