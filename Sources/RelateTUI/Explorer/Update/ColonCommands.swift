/// What can be typed behind `:`. The help screen lists this table.
enum ColonCommands {
    struct Entry: Sendable {
        var names: [String]
        var argument: String
        var sentence: String
        /// `!` behind the name does it even where something would be lost.
        var takesForce = false
        /// What has a key of its own, and needs nothing typed behind it.
        var command: Command?

        /// What is typed behind it can be meant. Words in small letters are the only ones there are; without one, the command
        /// tells how things stand.
        func allows(_ typed: String) -> Bool {
            if typed.isEmpty { return true }
            let words = argument.filter { $0 != "[" && $0 != "]" }.split(separator: "|")
            let isOpen = words.contains { $0.contains { $0.isUppercase || $0 == " " } }
            return isOpen || words.contains { $0 == typed }
        }

        /// As it is typed, with what may follow it.
        var usage: String { names[0] + (takesForce ? "[!]" : "") + (argument.isEmpty ? "" : " " + argument) }
    }

    static let entries: [Entry] = [
        Entry(names: ["run"], argument: "[all]", sentence: "Run the statement at the cursor, or all"),
        Entry(
            names: ["limit"], argument: "on|off",
            sentence: "Keep the first rows of results, as many as the configuration says, or all, of this one too"),
        Entry(names: ["explain"], argument: "", sentence: "Show the plan without running", command: .explain),
        Entry(names: ["profile"], argument: "", sentence: "Run and measure every operator", command: .profile),
        Entry(names: ["begin"], argument: "", sentence: "Begin a transaction", command: .begin),
        Entry(names: ["commit"], argument: "", sentence: "Commit it", command: .commit),
        Entry(names: ["rollback"], argument: "", sentence: "Roll it back", command: .rollback),
        Entry(names: ["param"], argument: "NAME VALUE", sentence: "Set a parameter: any expression without variables"),
        Entry(names: ["use"], argument: "NAMESPACE", sentence: "Go to neo4j, system or system_ontologies"),
        Entry(names: ["open"], argument: "[-r] PATH", sentence: "Open another store beside this one; -r only reads"),
        Entry(names: ["connect"], argument: "", sentence: "Begin another session on this store"),
        Entry(names: ["switch"], argument: "[NUMBER]", sentence: "Go to another open store"),
        Entry(
            names: ["reopen"], argument: "", sentence: "Open this store anew, with what others wrote to it",
            command: .reopen),
        Entry(names: ["close"], argument: "", sentence: "Close this store", command: .closeConnection),
        Entry(names: ["checkpoint"], argument: "", sentence: "Write a checkpoint of the store", command: .checkpoint),
        Entry(
            names: ["goto"], argument: "ELEMENT-ID", sentence: "Show a node and what is around it",
            command: .goToElement),
        Entry(names: ["graph"], argument: "[cards|map|overview|trail]", sentence: "Draw the result, or the graph so"),
        Entry(
            names: ["export"], argument: "[-a] FILE",
            sentence: "Write what shows of the result as .csv .json .jsonl .md .cypher, -a all of it; "
                + "the graph as .svg .dot .cypher",
            takesForce: true, command: .export),
        Entry(names: ["copy"], argument: "", sentence: "Copy the rows, or the plan, in a format to choose"),
        Entry(names: ["cols"], argument: "", sentence: "Choose which columns show", command: .chooseColumns),
        Entry(
            names: ["plan"], argument: "FILE", sentence: "Write the plan as .txt, .json, .md, .svg or .dot",
            takesForce: true),
        Entry(names: ["theme"], argument: "[NAME]", sentence: "Choose a theme", command: .theme),
        Entry(names: ["mouse"], argument: "on|off", sentence: "Take the mouse, or leave it to the terminal"),
        Entry(names: ["edit", "e"], argument: "[FILE]", sentence: "Edit a file, or the query in $VISUAL or $EDITOR"),
        Entry(names: ["write", "w"], argument: "[FILE]", sentence: "Write the query to a file", takesForce: true),
        Entry(
            names: ["wq", "x"], argument: "[FILE]", sentence: "Write the query to its file, and quit", takesForce: true),
        Entry(
            names: ["wqa", "xa", "wqall", "xall"], argument: "",
            sentence: "Write all buffers with files that changed, and quit"),
        Entry(names: ["save"], argument: "NAME", sentence: "Keep the query among the saved ones", takesForce: true),
        Entry(names: ["saved"], argument: "", sentence: "Choose a saved query", command: .savedQueries),
        Entry(names: ["history"], argument: "", sentence: "Search the statements run before", command: .history),
        Entry(names: ["format"], argument: "", sentence: "Lay the query out anew; comments stay", command: .format),
        Entry(names: ["bclose"], argument: "", sentence: "Close the buffer", takesForce: true, command: .closeBuffer),
        Entry(names: ["buffers"], argument: "", sentence: "Choose a buffer", command: .chooseBuffer),
        Entry(names: ["guard"], argument: "on|off", sentence: "Ask before the first statement that writes"),
        Entry(names: ["pairs"], argument: "on|off", sentence: "Let an opening bracket bring the closing one"),
        Entry(names: ["check"], argument: "on|off", sentence: "Check statements while they are typed"),
        Entry(names: ["buffer"], argument: "", sentence: "Open a scratch buffer", command: .newBuffer),
        Entry(
            names: ["messages"], argument: "", sentence: "Read what was said at the bottom, whole", command: .messages),
        Entry(names: ["help"], argument: "", sentence: "Show the keys", command: .help),
        Entry(
            names: ["quit", "q", "qa", "qall"], argument: "", sentence: "Quit", takesForce: true, command: .quit),
    ]
}

extension Model {
    /// A line typed behind `:`.
    mutating func perform(commandLine text: String) -> [Effect] {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let word = words.first else { return [] }
        if words.count == 1, word.allSatisfy({ $0.isASCII && $0.isNumber }) { return go(toLine: word) }
        let isForced = word.hasSuffix("!")
        let name = String(isForced ? word.dropLast() : word)
        let argument = words.count > 1 ? words[1].trimmingSpaces : ""
        let exact = ColonCommands.entries.filter { $0.names.contains(name) }
        let matching = exact.isEmpty ? ColonCommands.entries.filter { $0.names[0].hasPrefix(name) } : exact
        guard matching.count == 1 else {
            message = .error(
                matching.isEmpty
                    ? "There is no command :\(name)"
                    : ":\(name) could be " + matching.map { ":\($0.names[0])" }.joined(separator: " or "))
            return []
        }
        guard matching[0].takesForce || !isForced else {
            message = .error(":\(matching[0].names[0]) needs no !: nothing is lost by it; type it without")
            return []
        }
        guard matching[0].allows(argument) else {
            let usage = matching[0].argument
            message = .error(
                usage.isEmpty
                    ? ":\(matching[0].names[0]) takes nothing behind it, and not “\(argument)”"
                    : ":\(matching[0].names[0]) takes \(usage), and not “\(argument)”")
            return []
        }
        if matching[0].names[0] == "wq" { return writeAndQuit(argument, always: name != "x", isForced: isForced) }
        return perform(colonCommand: matching[0].names[0], argument, isForced: isForced)
    }

    /// `:12`: to a line of the query, or the last one where it has fewer.
    private mutating func go(toLine number: Substring) -> [Effect] {
        let line = max(1, Int(number) ?? .max)
        focus(on: .query)
        editor.move(to: editor.firstText(ofLine: min(line, editor.lines.count) - 1))
        keepInView()
        return []
    }

    private mutating func perform(colonCommand name: String, _ argument: String, isForced: Bool) -> [Effect] {
        switch name {
        case "run": return perform(argument == "all" ? .runAll : .run)
        case "limit": return limitRows(argument)
        case "explain": return perform(.explain)
        case "profile": return perform(.profile)
        case "begin": return perform(.begin)
        case "commit": return perform(.commit)
        case "rollback": return perform(.rollback)
        case "param": return setParameter(argument)
        case "use": return use(argument)
        case "open": return open(argument)
        case "goto": return goTo(elementID: wholeElementID(argument))
        case "export": return export(argument, isForced: isForced)
        case "copy": return copyInFormat()
        case "cols": return chooseColumns()
        case "graph": return drawGraph(argument)
        case "mouse": return useMouse(argument)
        case "connect": return connectAgain()
        case "switch": return switchConnection(argument)
        case "reopen": return perform(.reopen)
        case "close": return perform(.closeConnection)
        case "checkpoint": return perform(.checkpoint)
        case "plan": return needPath(argument, "a file's name").map { exportPlan($0, isForced: isForced) } ?? []
        case "theme": return argument.isEmpty ? perform(.theme) : [.loadTheme(argument)]
        case "buffer":
            openBuffer(title: "scratch", text: "")
            return []
        case "edit": return edit(argument)
        case "write": return write(argument, isForced: isForced)
        case "wqa": return writeAllAndQuit()
        case "save": return save(argument, isForced: isForced)
        case "saved": return perform(.savedQueries)
        case "history": return perform(.history)
        case "format": format()
        case "bclose": closeBuffer(isForced: isForced)
        case "buffers": return perform(.chooseBuffer)
        case "guard": setGuard(argument)
        case "check": setChecking(argument)
        case "pairs":
            if argument == "on" || argument == "off" { pairsBrackets = argument == "on" }
            message = .information(pairsBrackets ? "Brackets come in pairs" : "Brackets come one by one")
        case "messages": return perform(.messages)
        case "help": return perform(.help)
        case "quit": return isForced ? quit() : perform(.quit)
        default: break
        }
        return []
    }

    /// The element id of what cards and map show of it: `#n17`, `n17`, `r3`, or a node's number alone. Any other text stays.
    func wholeElementID(_ text: String) -> String {
        guard session.language == .cypher else { return text }
        var short = text.drop { $0 == "#" }
        if short.first?.isNumber == true { short = "n" + short }
        guard let kind = short.first, kind == "n" || kind == "r", short.count > 1,
            short.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return text }
        return "\(kind == "n" ? 4 : 5):relate-\(session.namespace):\(short)"
    }

    mutating func need(_ argument: String, _ what: String) -> Bool {
        if argument.isEmpty { message = .information("Type \(what) behind the command") }
        return !argument.isEmpty
    }

    private mutating func use(_ namespace: String) -> [Effect] {
        guard need(namespace, "the namespace") else { return [] }
        guard session.transaction == .none else {
            message = .warning("The namespace cannot change while a transaction is open")
            return []
        }
        session.pendingCount += 1
        return [.use(namespace: namespace)]
    }

    /// The formats of what the focused pane has, else of the result.
    private mutating func copyInFormat() -> [Effect] {
        if focus == .plan || focus == .graph { return perform(focus == .plan ? .copyAs : .copyRow) }
        guard let grid, !grid.layout.columns.isEmpty else {
            message = .information("There is no result to copy")
            return []
        }
        layers.append(.picker(copyPicker()))
        return []
    }

    private mutating func chooseColumns() -> [Effect] {
        guard let grid, !grid.table.columns.isEmpty else {
            message = .information("There is no result yet: F5 runs the statement")
            return []
        }
        layers.append(.picker(columnsPicker(grid)))
        return []
    }

    private mutating func export(_ argument: String, isForced: Bool) -> [Effect] {
        let isWhole = argument == "-a" || argument.hasPrefix("-a ")
        let path = isWhole ? argument.dropFirst(2).trimmingSpaces : argument
        let endings = ".csv, .json, .jsonl, .md, .cypher, .svg or .dot"
        guard let path = needPath(path, "the file's name, ending in \(endings)") else { return [] }
        if GraphDrawing.isPath(path), focus == .graph || !path.lowercased().hasSuffix(".cypher") {
            return exportGraph(to: path, isForced: isForced)
        }
        guard ResultExport.isPath(path) else {
            let graph = GraphDrawing.endings.joined(separator: ", ")
            let result = ResultExport.endings.joined(separator: ", ")
            message = .error(
                focus == .graph
                    ? "The graph's file ends in \(graph); the result's in \(result)"
                    : "The result's file ends in \(result); the graph's in \(graph)")
            return []
        }
        return exportRows(to: path, isWhole: isWhole, isForced: isForced)
    }

    mutating func exportRows(to path: String, isWhole: Bool, isForced: Bool) -> [Effect] {
        guard let grid, !grid.table.columns.isEmpty else {
            message = .information("There is no result to export")
            return []
        }
        if postpone(.export(path: path, isWhole: isWhole, isForced: isForced)) { return [] }
        let selection = grid.selection(isWhole: isWhole)
        return work(.exporting, of: grid, scope: selection.scope) { _ in
            [.export(selection.table, order: selection.order, path: path, isForced: isForced)]
        }
    }
}

extension Substring {
    var trimmingSpaces: String {
        let head = drop { $0 == " " }
        return String(head.prefix(head.count - head.reversed().prefix { $0 == " " }.count))
    }
}
