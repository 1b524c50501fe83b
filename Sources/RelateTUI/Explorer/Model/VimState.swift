/// Where the query pane is with `keymap = "vim"`.
struct VimState: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case normal, insert, visual, visualLines, visualBlock

        var title: String {
            switch self {
            case .normal: "NORMAL"
            case .insert: "INSERT"
            case .visual: "VISUAL"
            case .visualLines: "V-LINE"
            case .visualBlock: "V-BLOCK"
            }
        }

        /// What is selected in a visual mode.
        var selectionKind: TextBuffer.SelectionKind? {
            switch self {
            case .normal, .insert: nil
            case .visual: .throughCursor
            case .visualLines: .lines
            case .visualBlock: .block(.cursor)
            }
        }

        var isVisual: Bool { selectionKind != nil }
    }

    var mode = Mode.normal
    /// Keys that wait for what they are about: `d`, `c`, `y`, `g`, `f` and the like, also two of them, as `dg` or `ci`.
    var pending = ""
    /// How often, as typed.
    var count = ""
    /// The number before an operator: it multiplies the one behind it.
    private var operatorCount: Int?
    /// How often what is inserted is to be there in the end, where it began, and whether each has its own line.
    var insertCount = 1
    var insertStart: TextPosition?
    var insertsLines = false
    /// What was cut or copied last as whole lines; another text is none, whoever cut it.
    var linesText: String? { didSet { blockText = nil } }
    /// The same of what was cut or copied last as a block, a line of it a line of the text.
    var blockText: String?
    /// The other lines of a block get what is inserted into its first.
    var blockInsert: BlockInsert?
    /// The last search in a line, for `;` and `,`.
    var lastFind: (Character, Character)? {
        get { find.count == 2 ? (find[0], find[1]) : nil }
        set { find = newValue.map { [$0.0, $0.1] } ?? [] }
    }
    private var find: [Character] = []

    /// The last change, for `.`, and what is under way.
    var lastChange = VimChange()
    var recorded = VimChange()
    /// The text's version when the change began.
    var recordedVersion = 0
    var isRepeating = false

    struct BlockInsert: Hashable, Sendable {
        /// The other lines.
        var lines: Range<Int>
        /// On the screen; `nil` at each line's end.
        var column: Int?
        /// A line that ends before it gets spaces up to there; else it is left as it is.
        var fills: Bool
        /// Characters of the first line before the insert, and where it goes when that is done.
        var firstCount: Int
        var corner: TextPosition
    }

    private static let countLimit = 10_000

    /// How often what follows is to be done; taken once. `nil` where no number was typed.
    mutating func takeCount() -> Int? {
        defer { dropCount() }
        let own = Int(count).map { min($0, Self.countLimit) } ?? (count.isEmpty ? nil : Self.countLimit)
        guard own != nil || operatorCount != nil else { return nil }
        return min((own ?? 1) * (operatorCount ?? 1), Self.countLimit)
    }

    mutating func dropCount() { (count, operatorCount) = ("", nil) }

    /// An operator waits for its move: the number so far is its own.
    mutating func wait(with operation: Character) {
        operatorCount = takeCount()
        pending = String(operation)
    }

    /// The keys under way take changes back, and are none themselves.
    var isUndoing: Bool {
        recorded.extent == nil && recorded.keys.drop { $0.text?.isNumber == true }.first?.text == "u"
    }

    var isIdle: Bool { pending.isEmpty && count.isEmpty && mode == .normal }

    /// Its keys, for the help.
    static let keys: [(keys: String, sentence: String)] = [
        ("i a I A o O", "Insert before, behind, at the line's start or end, on a line below or above"),
        ("Esc", "Back to the normal mode"),
        ("h j k l w b e 0 ^ $ gg G", "Move; a number before goes so far, and 3G to a line"),
        ("W B E ^D ^U ^F ^B", "Words up to a space; half pages, pages"),
        ("f t F T ; , %", "Go to a character of the line, or up to it; again, and back; to the other bracket"),
        ("d c y < >", "Cut, change, copy, indent what a move goes over; dd, cc, yy, << and >> whole lines"),
        ("iw aw i\" i( i[ i{ …", "Behind d, c or y: the word, the text in quotes or brackets; with a, them too"),
        ("x X D C s S Y", "Cut a character, the one before, to the line's end; change; copy the line"),
        ("r ~ J", "Put another character; change capitals; join lines"),
        ("p P", "Put what was cut behind, or before"),
        ("v V", "Select by moves, and whole lines; then d c y p < > J ~ u U r, o goes to the other end"),
        (
            "^V",
            "Select columns of several lines; I and A insert into each, $ takes them to their ends, O the other corner"
        ),
        ("u ^R .", "Undo, redo, do the last change again"),
        ("/ n N * #", "Find a text in the query, the next one, the one before; the word at the cursor"),
        (":", "Type a command"),
    ]
}
