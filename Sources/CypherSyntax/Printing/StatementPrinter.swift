/// Writes trees as canonical Cypher on one line: parsed again, the text gives an equal tree.
public struct StatementPrinter {
    public static func text(of statement: Statement) -> String {
        var printer = StatementPrinter()
        printer.statement(statement)
        return printer.text
    }

    public static func text(of query: Query) -> String {
        var printer = StatementPrinter()
        printer.query(query)
        return printer.text
    }

    public static func text(of clause: Clause) -> String {
        var printer = StatementPrinter()
        printer.clause(clause)
        return printer.text
    }

    public static func text(of expression: Expression) -> String {
        var printer = StatementPrinter()
        printer.expression(expression)
        return printer.text
    }

    public static func text(of pattern: PathPattern) -> String {
        var printer = StatementPrinter()
        printer.pattern(pattern)
        return printer.text
    }

    public static func text(of labels: LabelSyntax) -> String {
        var printer = StatementPrinter()
        printer.labels(labels)
        return printer.text
    }

    public static func text(of type: TypeSyntax) -> String {
        var printer = StatementPrinter()
        printer.type(type)
        return printer.text
    }

    /// A name, in backticks where it needs them.
    public static func name(_ name: String) -> String {
        isPlainName(name) ? name : quoted(name)
    }

    var text = ""
    private var depth = 0

    mutating func write(_ part: String) { text += part }

    /// Runs `body` a level deeper, now and then on a fresh stack, so that any tree can be written.
    mutating func nested(_ body: (inout StatementPrinter) -> Void) {
        depth += 1
        if depth % 32 == 0 {
            var copy = self
            text = ""
            if DeepStack.run({ body(&copy) }) == nil { body(&copy) }
            self = copy
        } else {
            body(&self)
        }
        depth -= 1
    }

    mutating func list<Element>(
        _ elements: [Element], separator: String = ", ", _ body: (inout StatementPrinter, Element) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { write(separator) }
            body(&self, element)
        }
    }
}

// MARK: - Names and literals

extension StatementPrinter {
    static func isPlainName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, Lexer.beginsName(first) else { return false }
        return name.unicodeScalars.allSatisfy(Lexer.continuesName)
    }

    /// A name in backticks, whatever it is. A backslash would begin an escape there.
    public static func quoted(_ name: String) -> String {
        var text = "`"
        for character in name.unicodeScalars {
            switch character {
            case "`": text += "``"
            case "\\": text += "\\u005C"
            default: text.unicodeScalars.append(character)
            }
        }
        return text + "`"
    }

    /// Keywords that mean nothing special where an expression can stand.
    private static let harmless: Set<Keyword> = [
        .type, .key, .status, .text, .count, .path, .user, .node, .row, .score, .index, .point, .range, .element,
        .property, .report, .error, .second, .language, .vector, .graph, .function, .database,
    ]

    /// A label, type, property key or function: any word will do.
    mutating func name(_ name: Name) { write(Self.name(name.text)) }

    mutating func names(_ names: [Name], separator: String = ", ") {
        list(names, separator: separator) { $0.name($1) }
    }

    /// A variable or alias: a keyword goes into backticks unless it is harmless.
    mutating func variable(_ name: Name, quotingAllKeywords: Bool = false) {
        let keyword = KeywordTable.keyword(of: name.text)
        if let keyword, quotingAllKeywords || !Self.harmless.contains(keyword) {
            write(Self.quoted(name.text))
        } else {
            write(Self.name(name.text))
        }
    }

    mutating func variables(_ names: [Name]) {
        list(names) { $0.variable($1) }
    }

    mutating func parameter(_ parameter: Parameter) {
        let isPlain = !parameter.name.isEmpty && parameter.name.unicodeScalars.allSatisfy(Lexer.continuesName)
        write("$" + (isPlain ? parameter.name : Self.quoted(parameter.name)))
    }

    mutating func nameOrParameter(_ name: NameOrParameter) {
        switch name {
        case .name(let name): variable(name)
        case .parameter(let parameter): self.parameter(parameter)
        }
    }

    mutating func string(_ string: String) {
        write("'\(Self.escaped(string))'")
    }

    static func escaped(_ string: String, escapingDollar: Bool = false) -> String {
        var text = ""
        for character in string.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "'": text += "\\'"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "$" where escapingDollar: text += "\\$"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
