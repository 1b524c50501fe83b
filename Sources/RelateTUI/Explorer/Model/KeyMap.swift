/// Key to command, with the command's sentence: the update, the footer, the help screen and the palette all read
/// this one table.
enum KeyMap {
    /// Where a binding holds. A key is looked up in the most particular context first.
    enum Context: Hashable, Sendable, CaseIterable {
        case anywhere
        /// In every pane but the query, where letters are text.
        case outsideText
        case query, result, graph, plan, notes, schema
        case inspector

        var title: String {
            switch self {
            case .anywhere: "Anywhere"
            case .outsideText: "Outside the query"
            case .query: "Query"
            case .result: "Result"
            case .graph: "Graph"
            case .plan: "Plan"
            case .notes: "Notes"
            case .schema: "Schema"
            case .inspector: "Inspector"
            }
        }

        init(_ pane: Pane) {
            switch pane {
            case .query: self = .query
            case .result: self = .result
            case .graph: self = .graph
            case .plan: self = .plan
            case .notes: self = .notes
            case .schema: self = .schema
            }
        }
    }

    struct Binding: Sendable {
        var command: Command
        var context: Context
        /// The first is the one shown.
        var keys: [Key]
        var sentence: String
        /// One or two words for the footer; empty leaves it out.
        var short: String

        init(_ command: Command, _ context: Context, _ keys: [Key], _ sentence: String, short: String = "") {
            self.command = command
            self.context = context
            self.keys = keys
            self.sentence = sentence
            self.short = short
        }
    }

    static let bindings: [Binding] =
        statements + program + connections + moving + grid + copying + time + trees + plan + notes + graph
        + editorMoving + editorChanging + editing

    static func command(for key: Key, in contexts: [Context]) -> Command? {
        for context in contexts {
            if let command = table[context]?[key] { return command }
        }
        return nil
    }

    /// The bindings of a context, in the order of the table.
    static func bindings(in context: Context) -> [Binding] { bindings.filter { $0.context == context } }

    static func binding(of command: Command) -> Binding? { bindings.first { $0.command == command } }

    private static let table: [Context: [Key: Command]] = {
        var table: [Context: [Key: Command]] = [:]
        for binding in bindings {
            for key in binding.keys { table[binding.context, default: [:]][key] = binding.command }
        }
        return table
    }()

    // MARK: - The table

    private static let statements: [Binding] = [
        Binding(
            .run, .anywhere, [.function(5), Key(.enter, .alt), Key(.enter, .control)],
            "Run the selection, or the statement at the cursor",
            short: "run"),
        Binding(.run, .query, [.control("j")], "Run the selection, or the statement at the cursor"),
        Binding(.explain, .anywhere, [.function(6)], "Show the plan without running (EXPLAIN)", short: "explain"),
        Binding(.profile, .anywhere, [.function(7)], "Run and measure every operator (PROFILE)", short: "profile"),
        Binding(.runAll, .anywhere, [Key(.function(5), .alt)], "Run all statements, up to the first failure"),
        Binding(.cancel, .anywhere, [.control("c")], "Cancel the running statement"),
        Binding(.begin, .anywhere, [.alt("t")], "Begin a transaction"),
        // In the query it is a word to the left, as every Emacs and shell has it.
        Binding(.begin, .outsideText, [.alt("b")], "Begin a transaction"),
        Binding(.commit, .anywhere, [.alt("c")], "Commit the transaction"),
        Binding(.rollback, .anywhere, [.alt("r")], "Roll the transaction back"),
        Binding(.history, .anywhere, [.control("r")], "Search the statements run before", short: "history"),
        Binding(.parameters, .anywhere, [.control("t")], "Edit the parameters ($name)", short: "params"),
    ]

    private static let program: [Binding] = [
        Binding(.nextPane, .anywhere, [Key(.tab), .character("o").prefixed], "Go to the next pane", short: "pane"),
        Binding(.previousPane, .anywhere, [Key(.tab, .shift)], "Go to the previous pane"),
        Binding(.focusQuery, .anywhere, [.function(2), .alt("1")], "Go to the query"),
        Binding(.focusResult, .anywhere, [.function(3), .alt("2")], "Go to the result"),
        Binding(.focusGraph, .anywhere, [.function(4), .alt("3")], "Go to the graph"),
        Binding(.focusPlan, .anywhere, [.function(8), .alt("4")], "Go to the plan"),
        Binding(.focusNotes, .anywhere, [.function(9), .alt("5")], "Go to the notes"),
        Binding(.focusSchema, .anywhere, [.alt("6")], "Go to the schema"),
        Binding(.focusQuery, .outsideText, [.character("1"), .character("i")], "Go to the query"),
        Binding(.focusResult, .outsideText, [.character("2")], "Go to the result"),
        Binding(.focusGraph, .outsideText, [.character("3")], "Go to the graph"),
        Binding(.focusPlan, .outsideText, [.character("4")], "Go to the plan"),
        Binding(.focusNotes, .outsideText, [.character("5")], "Go to the notes"),
        Binding(.focusSchema, .outsideText, [.character("6")], "Go to the schema"),
        Binding(.zoom, .anywhere, [.function(10)], "Give the focused pane the whole screen, or give it back"),
        Binding(.zoom, .outsideText, [.character("z")], "Give the focused pane the whole screen, or give it back"),
        Binding(.sidebar, .anywhere, [.alt("s")], "Show or hide the schema"),
        Binding(.taller, .anywhere, [.character("^").prefixed], "Make the pane taller; borders can be dragged, too"),
        Binding(.lessTall, .anywhere, [.character("-").prefixed], "Make the pane less tall"),
        Binding(.broader, .anywhere, [.character("}").prefixed], "Make the pane broader"),
        Binding(.lessBroad, .anywhere, [.character("{").prefixed], "Make the pane less broad"),
        Binding(.usualSizes, .anywhere, [.character("+").prefixed], "Give all panes their usual sizes"),
        Binding(.palette, .anywhere, [.control("p"), .alt("x")], "List every command", short: "commands"),
        Binding(.commandLine, .anywhere, [.alt(":")], "Type a command"),
        Binding(.commandLine, .outsideText, [.character(":")], "Type a command", short: "command"),
        Binding(.export, .anywhere, [.alt("e")], "Write the result or the graph to a file"),
        Binding(.goToElement, .outsideText, [.character("'")], "Go to a node or relationship by its element id"),
        Binding(
            .prefix, .anywhere, [.control("x")], "Begin a key of two, such as ^X e"),
        Binding(.help, .anywhere, [.function(1)], "Show the keys", short: "keys"),
        Binding(.help, .outsideText, [.character("?")], "Show the keys", short: "help"),
        Binding(.messages, .anywhere, [.character("m").prefixed], "Read what was said at the bottom, whole"),
        Binding(.theme, .anywhere, [], "Choose a theme"),
        Binding(.repaint, .anywhere, [.control("l")], "Repaint the screen"),
        Binding(.suspend, .outsideText, [.control("z")], "Suspend the program; `fg` in the shell brings it back"),
        Binding(.quit, .anywhere, [.control("q"), Key.control("c").prefixed], "Quit", short: "quit"),
        Binding(.quit, .outsideText, [.character("q")], "Quit", short: "quit"),
    ]

    private static let moving: [Binding] = [
        Binding(.open, .outsideText, [Key(.enter)], "Look into what the cursor is on", short: "open"),
        Binding(
            .back, .outsideText, [Key(.backspace), .character("["), .control("h"), Key(.left, .alt)], "Go back",
            short: "back"),
        Binding(.forward, .outsideText, [.character("]"), Key(.right, .alt)], "Go forward again"),
        Binding(.up, .outsideText, [Key(.up), .character("k")], "Move up"),
        Binding(.down, .outsideText, [Key(.down), .character("j")], "Move down"),
        Binding(.left, .outsideText, [Key(.left), .character("h")], "Move left"),
        Binding(.right, .outsideText, [Key(.right), .character("l")], "Move right"),
        Binding(.pageUp, .outsideText, [Key(.pageUp), .control("b")], "Move a page up"),
        Binding(.pageDown, .outsideText, [Key(.pageDown), .control("f"), .character(" ")], "Move a page down"),
        Binding(.halfPageUp, .outsideText, [.control("u")], "Move half a page up"),
        Binding(.halfPageDown, .outsideText, [.control("d")], "Move half a page down"),
        Binding(.first, .outsideText, [.character("g"), Key(.home), Key(.home, .control)], "Go to the first row"),
        Binding(.last, .outsideText, [.character("G"), Key(.end), Key(.end, .control)], "Go to the last row"),
        Binding(.lineStart, .outsideText, [.character("0"), .character("^")], "Go to the first column"),
        Binding(.lineEnd, .outsideText, [.character("$")], "Go to the last column"),
        Binding(.copy, .outsideText, [.character("y")], "Copy what the cursor is on", short: "copy"),
        Binding(.copyRow, .outsideText, [.character("Y")], "Copy the whole row, card or plan"),
    ]

    private static let grid: [Binding] = [
        Binding(.search, .result, [.character("/")], "Search", short: "find"),
        Binding(.first, .result, [Key(.up, .control)], "Go to the first row"),
        Binding(.last, .result, [Key(.down, .control)], "Go to the last row"),
        Binding(.lineStart, .result, [Key(.left, .control)], "Go to the first column"),
        Binding(.lineEnd, .result, [Key(.right, .control)], "Go to the last column"),
        Binding(.searchNext, .result, [.character("n")], "Go to the next match"),
        Binding(.searchPrevious, .result, [.character("N")], "Go to the previous match"),
        Binding(.sort, .result, [.character("s")], "Sort by the column: up, down, as it came", short: "sort"),
        Binding(.filter, .result, [.character("&")], "Show only rows with a text", short: "filter"),
        Binding(.hideColumn, .result, [.character("H")], "Hide the column"),
        Binding(.showColumns, .result, [.character("A")], "Show all hidden columns"),
        Binding(.chooseColumns, .result, [], "Choose which columns show"),
        Binding(.freeze, .result, [.character("f")], "Keep the columns up to this one in view"),
        Binding(.narrower, .result, [.character("<")], "Make the column narrower"),
        Binding(.wider, .result, [.character(">")], "Make the column wider"),
        Binding(.columnLeft, .result, [.character("{")], "Move the column to the left"),
        Binding(.columnRight, .result, [.character("}")], "Move the column to the right"),
        Binding(.fitWidths, .result, [.character("=")], "Fit the widths to what is in view"),
    ]

    private static let trees: [Binding] = [
        Binding(.fold, .plan, [.character("x"), .character(" ")], "Fold or unfold the operator", short: "fold"),
        Binding(.foldAll, .plan, [.character("X")], "Unfold everything, or fold the cheap steps"),
        Binding(.planTree, .plan, [.character("t")], "Show the plan as a tree"),
        Binding(
            .planList, .plan, [.character("o")], "List the operators, the costliest first; again: by the next column",
            short: "list"),
        Binding(.planBars, .plan, [.character("b")], "Show the time of each branch as a bar", short: "bars"),
        Binding(.fold, .inspector, [.character(" "), .character("x")], "Fold or unfold the value", short: "fold"),
        Binding(.foldAll, .inspector, [.character("X")], "Fold or unfold everything"),
        Binding(.search, .inspector, [.character("/")], "Find a part by its key or its text", short: "find"),
        Binding(.searchNext, .inspector, [.character("n")], "Go to the next match"),
        Binding(.searchPrevious, .inspector, [.character("N")], "Go to the previous match"),
        Binding(
            .textView, .inspector, [.character("t")], "Show a string as text, as a literal, as bytes",
            short: "text, literal, bytes"),
        Binding(.fold, .schema, [.character("x"), .character(" ")], "Fold or unfold the section"),
        Binding(.search, .schema, [.character("/")], "Show only entries with a text, until Esc", short: "find"),
    ]

    private static let notes: [Binding] = [
        Binding(.down, .notes, [.character("n")], "Go to the next note"),
        Binding(.up, .notes, [.character("N")], "Go to the previous note"),
        Binding(.applyRemedy, .notes, [.character("a")], "Put the remedy into a scratch buffer", short: "apply remedy"),
        Binding(.showText, .notes, [.character("t")], "Go to its place in the query", short: "query"),
        Binding(
            .hideCode, .notes, [.character("H"), .character("i")], "Hide notifications of this code for the session",
            short: "hide"),
        Binding(.showCodes, .notes, [.character("A")], "Show what was hidden again"),
        Binding(.reopen, .notes, [.character("R")], "Open the store again"),
        Binding(.retry, .notes, [.character("r")], "Run the statement again", short: "retry"),
    ]

    private static let editorMoving: [Binding] = [
        Binding(.cursorUp, .query, [Key(.up)], "Move up"),
        Binding(.cursorDown, .query, [Key(.down), .control("n")], "Move down"),
        Binding(.cursorLeft, .query, [Key(.left), .control("b")], "Move left"),
        Binding(.cursorRight, .query, [Key(.right), .control("f")], "Move right"),
        Binding(.wordLeft, .query, [Key(.left, .control), Key(.left, .alt), .alt("b")], "Move a word to the left"),
        Binding(.wordRight, .query, [Key(.right, .control), Key(.right, .alt), .alt("f")], "Move a word to the right"),
        Binding(.cursorHome, .query, [Key(.home), .control("a")], "Go to the line's start"),
        Binding(.cursorEnd, .query, [Key(.end), .control("e")], "Go to the line's end"),
        Binding(.cursorPageUp, .query, [Key(.pageUp), .alt("v")], "Move a page up"),
        Binding(.cursorPageDown, .query, [Key(.pageDown), .control("v")], "Move a page down"),
        Binding(.textStart, .query, [Key(.home, .control), .alt("<")], "Go to the text's start"),
        Binding(.textEnd, .query, [Key(.end, .control), .alt(">")], "Go to the text's end"),
    ]

    private static let editorChanging: [Binding] = [
        Binding(.newline, .query, [Key(.enter)], "Begin a new line, indented like this one"),
        Binding(.deleteBackward, .query, [Key(.backspace), .control("h")], "Delete to the left"),
        Binding(.deleteForward, .query, [Key(.delete), .control("d")], "Delete to the right"),
        Binding(
            .deleteWordBackward, .query, [.control("w"), Key(.backspace, .alt), Key(.backspace, .control)],
            "Cut the word before the cursor, or what is selected"),
        Binding(
            .deleteWordForward, .query, [.alt("d"), Key(.delete, .control)], "Cut the word behind the cursor"),
        Binding(.killLine, .query, [.control("k")], "Cut to the line's end"),
        Binding(.killLineBackward, .query, [.control("u")], "Cut to the line's start"),
        Binding(.yank, .query, [.control("y")], "Paste what was cut"),
        Binding(.undo, .query, [.control("_"), .control("z"), .character("u").prefixed], "Undo"),
        Binding(.redo, .query, [.alt("_"), .alt("z")], "Redo"),
        Binding(.selectAll, .query, [.alt("a"), .character("h").prefixed], "Select everything"),
        Binding(.copySelection, .query, [.alt("w")], "Copy the selection, or all"),
        Binding(.cutSelection, .query, [Key.control("x").prefixed], "Cut the selection; with one, ^W does"),
        Binding(.comment, .query, [.alt(";"), .control("]")], "Make the lines comments, or take that back"),
        Binding(.newBuffer, .anywhere, [.alt("n")], "Open a scratch buffer"),
        Binding(
            .nextBuffer, .anywhere, [.alt("."), .control("^"), Key(.right, .prefixed), Key(.pageDown, .control)],
            "Go to the next buffer"),
        Binding(.clearEditor, .query, [], "Empty the query"),
    ]
}
