extension Arguments {
    /// Reads the words after the program's name.
    static func parse(_ words: [String]) throws(UsageError) -> Invocation {
        let asksForHelp = words.contains("--help") || words.contains("-h")
        if asksForHelp, let text = StoreCommand.helpText(words.first) { return .storeCommandHelp(text) }
        if let command = try StoreCommand(words) { return .storeCommand(command) }
        switch words.first {
        case "import": return asksForHelp ? .importHelp : .importFiles(try .parse(Array(words.dropFirst())))
        case "export": return asksForHelp ? .exportHelp : .exportStore(try .parse(Array(words.dropFirst())))
        default: break
        }
        try MistypedCommand.refuse(words)
        var parser = ArgumentParser(words)
        return try parser.invocation()
    }
}

/// Goes through the words of a command line, left to right.
private struct ArgumentParser {
    private var words: ArraySlice<String>
    private var arguments = Arguments()
    private var storeIsNamed = false

    init(_ words: [String]) { self.words = words[...] }

    mutating func invocation() throws(UsageError) -> Arguments.Invocation {
        while let word = words.popFirst() {
            if word == "--" {
                while let store = words.popFirst() { try setStore(store) }
            } else if word == "-" {
                arguments.sources.append(.file("-"))
            } else if !word.hasPrefix("-") {
                try setStore(word)
            } else if let special = try option(word) {
                return special
            }
        }
        try check()
        return .run(arguments)
    }

    /// Takes the option `word` with its value; an invocation when nothing else of the command line counts.
    private mutating func option(_ word: String) throws(UsageError) -> Arguments.Invocation? {
        var name = word
        var attached: String?
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            name = String(word[..<equals])
            attached = String(word[word.index(after: equals)...])
        } else if !word.hasPrefix("--"), word.utf8.count > 2 {
            // -cTEXT
            name = String(word.prefix(2))
            attached = String(word.dropFirst(2))
        }
        guard let option = Option(rawValue: name) ?? Option.short[name] else {
            throw UsageError("there is no option \(name)" + Option.suggestion(for: name))
        }
        guard option.placeholder != nil else {
            guard attached == nil else { throw UsageError("\(name) takes no value") }
            return take(option)
        }
        guard let value = attached ?? words.popFirst() else {
            throw UsageError("\(name) needs a value: \(name) \(option.placeholder ?? "")")
        }
        return try take(option, name, value)
    }

    private mutating func take(_ flag: Option) -> Arguments.Invocation? {
        switch flag {
        case .help: return .help
        case .version: return .version
        case .readOnly: arguments.isReadOnly = true
        case .mustExist: arguments.mustExist = true
        case .keepGoing: arguments.keepsGoing = true
        case .noHistory: arguments.keepsHistory = false
        case .printConfig: return .printConfiguration
        default: break
        }
        return nil
    }

    private mutating func take(
        _ option: Option, _ name: String, _ value: String
    ) throws(UsageError) -> Arguments.Invocation? {
        switch option {
        case .database: try setStore(value)
        case .namespace: arguments.namespace = value
        case .sample:
            if value == "list" { return .listSamples }
            arguments.sample = Self.sample(value)
        case .command: arguments.sources.append(.text(value))
        case .file: arguments.sources.append(.file(value))
        case .param: arguments.parameters.append(try Self.parameter(value))
        case .params:
            arguments.parameters.append(value.hasPrefix("@") ? .jsonFile(String(value.dropFirst())) : .json(value))
        case .input: arguments.input = try Self.choice(name, value)
        case .format: arguments.format = try Self.choice(name, value)
        case .screenshot: arguments.screenshot = try Self.screenSize(value)
        case .keys: arguments.keys = value
        case .output: arguments.output = try Self.output(value)
        case .theme: arguments.theme = value
        case .help, .version, .readOnly, .mustExist, .keepGoing, .noHistory, .printConfig: break
        }
        return nil
    }

    private mutating func setStore(_ store: String) throws(UsageError) {
        guard !storeIsNamed else {
            throw UsageError("one store at a time: both \(arguments.store) and \(store) are named")
        }
        guard !store.isEmpty else { throw UsageError("the store's path is empty") }
        storeIsNamed = true
        arguments.store = store
    }

    /// Options that make no sense together.
    private func check() throws(UsageError) {
        if arguments.screenshot == nil {
            if arguments.keys != nil { throw UsageError("--keys types into a --screenshot, which is missing") }
            if arguments.output != nil { throw UsageError("--output takes a --screenshot, which is missing") }
        } else if !arguments.sources.isEmpty {
            throw UsageError("--screenshot shows the explorer: it takes --keys, not -c or -f")
        }
        if arguments.sources.count(where: { $0 == .file("-") }) > 1 {
            throw UsageError("stdin can be read once only: -f - is there twice")
        }
        if arguments.input == .datalog, !arguments.isDatalogStore {
            throw UsageError("--input datalog needs a Datalog store: a .graph file or :datalog:")
        }
        if arguments.input == .cypher, arguments.isDatalogStore {
            throw UsageError("--input cypher needs a Cypher store, not \(arguments.store)")
        }
        if arguments.isDatalogStore { try checkDatalog() }
        if arguments.isReadOnly, arguments.store == ":memory:", arguments.sample == nil {
            throw UsageError(
                "--read-only reads a store that exists: name its path, as in relate-tui --read-only PATH. "
                    + "Without --read-only an empty store in memory is begun")
        }
        if arguments.mustExist, StoreOpening.isInMemory(arguments.store) {
            throw UsageError("--must-exist is for a store on disk: name its path")
        }
        if arguments.sample != nil, arguments.isReadOnly {
            throw UsageError("--sample writes to the store, which --read-only forbids")
        }
    }

    private func checkDatalog() throws(UsageError) {
        if arguments.namespace != nil { throw UsageError("--namespace is for Cypher stores, not \(arguments.store)") }
        if arguments.sample != nil { throw UsageError("--sample is for Cypher stores, not \(arguments.store)") }
        if arguments.isReadOnly, arguments.store == ":datalog:" {
            throw UsageError("a store in memory begins empty: --read-only makes no sense with it")
        }
    }

    private static func sample(_ value: String) -> Arguments.Sample {
        guard let equals = value.firstIndex(of: "=") else { return .init(name: value, path: nil) }
        return .init(name: String(value[..<equals]), path: String(value[value.index(after: equals)...]))
    }

    private static func parameter(_ value: String) throws(UsageError) -> Arguments.Parameter {
        guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
            throw UsageError("--param takes NAME=VALUE, not \(value)")
        }
        let name = value[..<equals].drop { $0 == "$" }
        return .literal(name: String(name), text: String(value[value.index(after: equals)...]))
    }

    private static func choice<Choice>(_ name: String, _ value: String) throws(UsageError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let choice = Choice(rawValue: value) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(name) takes one of \(choices), not \(value)")
        }
        return choice
    }

    private static func screenSize(_ value: String) throws(UsageError) -> Arguments.ScreenSize {
        let numbers = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
            throw UsageError("--screenshot takes COLSxROWS, such as 120x40, not \(value)")
        }
        guard (1...1000).contains(columns), (1...1000).contains(rows) else {
            throw UsageError("--screenshot takes 1 to 1000 columns and rows, not \(value)")
        }
        return .init(columns: columns, rows: rows)
    }

    private static func output(_ value: String) throws(UsageError) -> String {
        guard [".txt", ".ansi", ".svg"].contains(where: value.hasSuffix) else {
            throw UsageError("--output names a file that ends in .txt, .ansi or .svg, not \(value)")
        }
        return value
    }
}
