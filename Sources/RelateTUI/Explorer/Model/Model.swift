import Relate
import Render

/// All of the explorer's state, as values. `update` changes it, `view` draws it.
struct Model: Sendable {
    var size: ScreenSize
    var session: SessionState
    /// The other connections, each as it was left.
    var parked: [Workspace] = []
    var focus: Pane = .query
    /// The pane that shows below the query where not all fit.
    var lowerPane: Pane = .result
    var isZoomed = false
    var isSidebarHidden = false
    /// What lies over the panes, the last one on top.
    var layers: [Layer] = []

    /// What the user chose in the configuration.
    let settings: Settings
    let keys: KeyTable
    let themeNames: [String]
    /// The theme that was taken because it fits the terminal; empty where one was chosen.
    let fittingThemeName: String
    var vim = VimState()

    var buffers: [EditorBuffer]
    var currentBuffer = 0 {
        didSet {
            guard currentBuffer != oldValue, buffers.indices.contains(oldValue) else { return }
            // What is changed in a buffer when one comes back to it is another change.
            buffers[oldValue].text.isGrouping = false
            buffers[oldValue].text.beginUndoGroup()
            vim.insertStart = nil
        }
    }
    var killedText = ""
    /// What is marked in the query because it was sought, and what was sought last.
    var editorSearch = ""
    var lastEditorSearch = ""
    var checks = CheckState()
    /// What the word at the cursor could become, while that is shown.
    var completion: CompletionState?
    var completions = CompletionCache()
    /// An opening bracket brings the closing one.
    var pairsBrackets = false
    /// The first statement that writes is asked about; where `nil`, in stores on disk.
    var guardsWrites: Bool?
    var grid: GridState?
    var draggedEdge: DraggedEdge?
    var draggedBorder: DraggedBorder?
    var sizes = PaneSizes()
    /// Sorting, searching and the like, while it takes.
    var rowWork: RowWork?
    var plan: PlanState?
    var notes = NotesState()
    var graph = GraphPaneState()
    var schema = SchemaState()
    var time = TimeState()
    /// The query whose answer the result shows, for the rulers to ask again.
    var lastQuery: RunRequest?
    var parameters: [ParameterEntry] = []
    /// Of the last session, as typed: they are read once a store is open.
    var unreadParameters: [String: String] = [:]
    /// The user asked for all rows of results, however many the configuration would keep.
    var keepsAllRows = false
    /// The saved query that the list goes to when it comes.
    var savedSelection: String?
    /// Statements run before, the newest last.
    var history: [String] = []

    /// The statement under way, and those to run after it.
    var running: RunningStatement?
    var queued: [RunRequest] = []
    /// The statements of the open transaction so far.
    var transactionStatements: [RunRequest] = []
    /// What became of them so far, where several were sent at once.
    var script: ScriptProgress?
    var nextNumber = 1
    var message: StatusMessage? {
        didSet { if let message { messages.add(message) } }
    }
    private(set) var messages = MessageLog()
    var promptHistory = PromptHistory()
    /// The last key was Esc.
    var lastEscape = false
    /// The last key was Ctrl-X, the first of two.
    var isPrefixed = false
    /// Buffers whose files are to be written before the program ends.
    var quitsAfterWriting: Set<Int> = []
    var hasEnded = false
    /// The screen has no characters beyond ASCII.
    var isASCII = false

    init(configuration: ExplorerConfiguration, size: ScreenSize) {
        self.size = size
        settings = configuration.settings
        keys = KeyTable(configuration.settings)
        themeNames = configuration.themeNames
        fittingThemeName = configuration.takesFittingTheme ? configuration.themeName ?? "" : ""
        session = SessionState(
            name: configuration.storePath, isReadOnly: configuration.isReadOnly,
            namespace: configuration.namespace ?? "neo4j")
        session.wantedNamespace = configuration.namespace
        session.themeName = configuration.themeName ?? ""
        guardsWrites = configuration.guardsWrites
        pairsBrackets = configuration.pairsBrackets
        checks.isOn = configuration.checksStatements
        session.pendingCount = 1  // the history, which `initialEffects` asks for
        let text = TextBuffer(configuration.initialText, tabWidth: settings.tabWidth)
        buffers = [EditorBuffer(number: 0, title: "", text: text)]
        for warning in configuration.settings.warnings { messages.add(.warning("config.toml, \(warning)")) }
        if let text = configuration.settings.warningText { message = .warning(text) }
        notes.notes = configuration.settings.warnings.map { NotesState.Note($0) }
        parameters = configuration.parameters.sorted { $0.key < $1.key }.map { name, value in
            ParameterEntry(name: name, text: CypherLiteral.text(value), value: value)
        }
        if let session = configuration.restoredSession { restore(session) }
    }

    var editor: TextBuffer {
        get { buffers[currentBuffer].text }
        set { buffers[currentBuffer].text = newValue }
    }

    var valueOptions: ValueOptions {
        var options = ValueOptions(glyphs: isASCII ? .ascii : settings.glyphs)
        options.nullText = settings.nullText
        if session.language == .datalog { options.caption = DatalogEntities.caption }
        if !settings.captions.isEmpty { options.caption = settings.caption(else: options.caption) }
        return options
    }

    /// As `valueOptions`, for cards and maps: what has no name goes by its keyword there, where one is known.
    var graphOptions: ValueOptions {
        var options = valueOptions
        guard session.language == .datalog else { return options }
        options.caption = { [own = options.caption] in own($0) ?? DatalogEntities.keyword(of: $0) }
        return options
    }

    /// Something runs whose end will come as an event.
    var isBusy: Bool { workspace.isBusy || parked.contains { $0.isBusy } }
}

/// What is known of the store and the session on it.
struct SessionState: Hashable, Sendable {
    enum Transaction: Hashable, Sendable {
        case none
        case open(statementCount: Int)
    }

    /// Tells connections apart.
    var number = 0
    var name: String
    /// The name that the settings give the store, where it was opened by that.
    var storeTitle: String?
    var isReadOnly: Bool
    var namespace: String
    var language = StatementLanguage.cypher
    var abilities = StoreAbilities.all
    var isOpening = true
    var openFailure: StatementFailure?
    var transaction = Transaction.none
    /// A statement of the open transaction has written, or may have.
    var hasUncommittedWrites = false
    var bookmark: String?
    var themeName = ""
    /// A statement of this session has written, or may have.
    var isChanged = false
    /// The user said yes to a statement that writes.
    var hasConsent = false
    /// Requests to workers, other than statements, that have not been answered.
    var pendingCount = 0
    /// The namespace asked for at the start; `nil` is the store's own first one.
    var wantedNamespace: String?
    /// The store is there: opened again, it is not to be made anew.
    var mustExist = false
    /// It is open already, and on its way to be opened anew.
    var isReopening = false
    /// The connection to go back to where the store cannot be opened.
    var openedFrom: Int?
    /// Where the session shares another's store: the number of the session that opened it.
    var sharedStore: Int?

    /// Tells stores apart: sessions on one store have the same.
    var storeNumber: Int { sharedStore ?? number }

    /// The path's last part, cut so that a title has room for what is said of it.
    var shortName: String {
        let last = name.split(separator: "/").last ?? Substring(name)
        return last.count > Self.shortNameLimit ? "…" + String(last.suffix(Self.shortNameLimit)) : String(last)
    }

    private static let shortNameLimit = 30

    /// It ends with the program.
    var isInMemory: Bool { [":memory:", ":datalog:"].contains(name) }

    /// What the store is called on the screen.
    var title: String { storeTitle ?? name }

    init(name: String, isReadOnly: Bool, namespace: String) {
        self.name = name
        self.isReadOnly = isReadOnly
        self.namespace = namespace
    }
}

/// A text of the query pane.
struct EditorBuffer: Hashable, Sendable {
    var number: Int
    /// Empty for the first one.
    var title: String
    var text: TextBuffer
    var topLine = 0
    var leftColumn = 0
    /// Where the last run found an error, until the text changes.
    var problem: Problem?
    /// Where a note or an operator of the plan led to.
    var jump: Jump?
    /// The text's version that was run last.
    var ranVersion: Int?
    var file: File?

    /// Where the text is kept, and how its bytes are.
    struct File: Hashable, Sendable {
        var path: String
        /// The version that was read or written last.
        var savedVersion: Int
        var hasByteOrderMark = false
        var usesCarriageReturns = false
        /// The file as it was read or written last; `nil` where there was none.
        var stamp: FileStamp?
    }

    /// A stretch that is shown, and not selected: what runs is still the statement.
    struct Jump: Hashable, Sendable {
        var range: Range<TextPosition>
        /// The text's version that it is a place of.
        var version: Int
    }

    /// Where the last jump led, until the text changes or the cursor goes on.
    var jumpPlace: Range<TextPosition>? {
        guard let jump, jump.version == text.version, jump.range.lowerBound == text.cursor, text.selection == nil
        else { return nil }
        return jump.range
    }

    /// It has a file that does not hold what is here.
    var isModified: Bool { file.map { $0.savedVersion != text.version } ?? false }

    struct Problem: Hashable, Sendable {
        var range: Range<TextPosition>
        var message: String
        /// The text's version it was found in.
        var version: Int
    }
}

struct RunningStatement: Hashable, Sendable {
    var request: RunRequest
    var elapsedMs: Double = 0
    var progress = RunProgress()
    var isInterrupted = false
    /// It was interrupted because it took longer than the configuration allows.
    var isTimedOut = false
}

/// Several statements that were sent at once.
struct ScriptProgress: Hashable, Sendable {
    let statementCount: Int
    private(set) var done = 0
    private var elapsedMs: Double = 0

    init(statementCount: Int) { self.statementCount = statementCount }

    mutating func add(_ outcome: StatementOutcome) {
        done += 1
        elapsedMs += outcome.elapsedMs
    }

    /// `BEGIN` and its like give nothing that could be added.
    mutating func addStep() { done += 1 }

    var summary: String { "\(Counts.of(done, "statement")) in \(Quantities.duration(ms: elapsedMs))" }
}

struct ParameterEntry: Hashable, Sendable {
    var name: String
    /// As typed: an expression without variables.
    var text: String
    /// What the store made of the text.
    var value: CypherValue
}

/// One line at the bottom that says what just happened.
struct StatusMessage: Hashable, Sendable {
    var text: String
    var role: Role

    /// What is said of a file may have its path.
    init(text: String, role: Role) {
        self.text = PathBytes.shown(text)
        self.role = role
    }

    static func information(_ text: String) -> StatusMessage { StatusMessage(text: text, role: .information) }
    static func success(_ text: String) -> StatusMessage { StatusMessage(text: text, role: .success) }
    static func warning(_ text: String) -> StatusMessage { StatusMessage(text: text, role: .warning) }
    static func error(_ text: String) -> StatusMessage { StatusMessage(text: text, role: .error) }
}

/// What was said at the bottom, as long as the program runs: a line may be too long for it, or gone before it was read.
struct MessageLog: Hashable, Sendable {
    private(set) var messages: [StatusMessage] = []
    private static let countLimit = 500

    mutating func add(_ message: StatusMessage) {
        // What follows itself is the same thing said again.
        guard !message.text.isEmpty, messages.last != message else { return }
        messages.append(message)
        if messages.count > Self.countLimit { messages.removeFirst(Self.countLimit / 5) }
    }

    /// The newest first, a paragraph each.
    var text: String {
        messages.reversed().map { message in
            (message.role == .error ? "error: " : message.role == .warning ? "warning: " : "") + message.text
        }.joined(separator: "\n\n")
    }
}

/// What lies over the panes and takes the keys. Esc closes the top one.
enum Layer: Sendable {
    case help(HelpState)
    case picker(Picker)
    case prompt(Prompt)
    case parameters(ParametersState)
    case inspector(InspectorState)
    case timeline(TimelineState)
    case question(Question)
}

/// A line to type into, at the bottom of the screen.
struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case command, search, filter, storeSearch
        /// Another name for a saved query, by its file.
        case renameSaved(path: String)
    }

    var purpose: Purpose
    var line: LineInput
    /// Which of the lines before is shown, from the newest; `nil` for the line that is being typed.
    private var recalled: Int?
    /// What was typed before lines were called back.
    private var draft = LineInput()
    /// What it could become, while Tab goes through that.
    var completion: PromptCompletion?

    init(purpose: Purpose, line: LineInput) {
        self.purpose = purpose
        self.line = line
    }

    /// Shows an older line, or a newer one, and behind the newest what was being typed.
    ///
    /// - Parameter lines: The newest last.
    mutating func recall(older: Bool, of lines: [String]) {
        if older {
            let next = recalled.map { $0 + 1 } ?? 0
            guard next < lines.count else { return }
            if recalled == nil { draft = line }
            recalled = next
            line = LineInput(lines[lines.count - 1 - next])
        } else if let place = recalled {
            recalled = place > 0 ? place - 1 : nil
            line = place > 0 ? LineInput(lines[lines.count - place]) : draft
        }
    }
}

/// Lines that were entered at the bottom of the screen, by what they were for: kept while the program runs, and nowhere
/// else, as they may hold what is not to stay.
struct PromptHistory: Hashable, Sendable {
    private var lines: [Prompt.Purpose: [String]] = [:]
    private static let linesLimit = 200

    /// The newest last.
    subscript(purpose: Prompt.Purpose) -> [String] { lines[purpose, default: []] }

    /// A line that was there before is not there twice.
    mutating func add(_ line: String, _ purpose: Prompt.Purpose) {
        guard !line.allSatisfy(\.isWhitespace) else { return }
        var known = self[purpose]
        known.removeAll { $0 == line }
        known.append(line)
        lines[purpose] = known.suffix(Self.linesLimit)
    }
}

/// Yes or no before something that can't be taken back.
struct Question: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case quit
        case closeBuffer(Int)
        /// A saved query's file.
        case removeSaved(path: String)
        /// Of the history.
        case removeStatement(String)
        case closeStore(Int)
        /// Of the session with this number.
        case reopen(Int)
        /// Of the session with this number.
        case rollback(Int)
        case write(RunRequest)
        /// Puts a statement into a buffer of its own.
        case scratch(String)
    }

    var title: String
    var detail: String
    var action: Action
    /// Something else was typed meanwhile: a y may belong to that.
    var isDisturbed = false

    static func isYes(_ key: Key) -> Bool { key == .character("y") || key == .character("Y") }

    init(title: String, detail: String, action: Action) {
        self.title = title
        self.detail = detail
        self.action = action
    }
}
