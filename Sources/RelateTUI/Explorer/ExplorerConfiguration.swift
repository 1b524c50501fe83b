import Relate
import Render

/// What the explorer is started with.
struct ExplorerConfiguration: Sendable {
    /// `:memory:`, a directory or a file; as shown in the status line.
    var storePath = ":memory:"
    var isReadOnly = false
    /// The session's namespace; `nil` is `neo4j`.
    var namespace: String?
    /// Text of the query pane at the start, ready for F5.
    var initialText = ""
    /// What `--param` and `--params` bind; the parameters pane starts with them.
    var parameters: [String: CypherValue] = [:]
    /// A theme's name, as in `Themes/`; `nil` takes the default.
    var themeName: String?
    /// Nobody chose a theme: the terminal's background does, once it is known.
    var followsBackground = false
    /// Nobody chose a theme: one that the terminal can show is taken, and not kept for the next time.
    var takesFittingTheme = false
    /// Colours are wanted: `NO_COLOR` is not set and `--color` does not say never.
    var usesColor = true
    /// No characters beyond ASCII for frames and marks; the locale decides where `nil`.
    var usesASCII: Bool?

    /// Statements are checked while they are typed, this long after the last key.
    var checksStatements = true
    var checkDelayMs = 250
    /// An opening bracket or quote brings the closing one.
    var pairsBrackets = false
    /// The first statement that writes is asked about; where `nil`, in stores on disk.
    var guardsWrites: Bool?
    /// Statements are kept in the history file.
    var keepsHistory = true
    var clipboard = ClipboardRoute.terminal
    /// What the user's configuration says beside the above.
    var settings = Settings()
    /// Themes to choose among.
    var themeNames = Theme.builtInNames
    /// What the last session left, where that is wanted.
    var restoredSession: SessionFile.Content?
    /// Where the session is kept at the end.
    var sessionFile: SessionFile?
    /// How a store is opened; called on a worker's thread.
    var openStore: StoreOpener

    init(openStore: @escaping StoreOpener = { request throws(StatementFailure) in try StoreOpening.open(request) }) {
        self.openStore = openStore
    }
}
