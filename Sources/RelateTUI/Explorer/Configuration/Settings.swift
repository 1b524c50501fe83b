import Relate
import Render

/// What a user may choose, with where each choice came from.
///
/// An entry that is not understood is told with its line and leaves the default: a configuration never keeps the program
/// from starting.
struct Settings: Hashable, Sendable {
    enum KeyStyle: String, Hashable, Sendable, CaseIterable {
        case emacs, vim
    }

    /// A store to choose among, by name.
    struct NamedStore: Hashable, Sendable {
        var name = ""
        var path = ""
        var isReadOnly = false
        var namespace: String?
    }

    struct Warning: Hashable, Sendable, CustomStringConvertible {
        var line: Int
        var message: String
        /// Of the file as a whole without a line.
        var description: String { line == 0 ? message : "line \(line): \(message)" }
    }

    /// `nil` chooses by the terminal's background.
    var theme: String?
    var keyStyle = KeyStyle.emacs
    /// The query has vim's modes, or has them not, whatever the keymap says.
    private(set) var usesVim: Bool?
    /// The user's own keymap, a file of keys.
    var keymapName: String?
    var usesMouse = true
    /// `auto`, `osc52`, `helper`, `off`, or a command; `nil` is `auto`.
    var clipboard: String?
    /// `nil` goes by the locale.
    var usesASCII: Bool?
    /// What frames and marks are drawn with, where the terminal takes all characters.
    var glyphs = GlyphSet.unicode
    var usesColor = true
    /// The theme's background is painted, or the terminal's own is left; `nil` goes by the theme.
    var paintsBackground: Bool?
    var keepsHistory = true
    var restoresSession = false
    var checksStatements = true
    var pairsBrackets = false
    /// Columns from one tab stop to the next.
    var tabWidth = TextBuffer.standardTabWidth
    /// `nil` guards stores on disk.
    var guardsWrites: Bool?
    /// A statement that runs longer is interrupted; `nil` lets all run on.
    var timeoutSeconds: Int?
    /// What the result pane keeps of a result.
    var resultLimit = ResultLimit(rowCount: 1_000_000, byteCount: 512 << 20)
    /// `nil` is `∅`, `NULL` in ASCII.
    var nullText: String?
    /// Neighbours that come at a time; `nil` is what suits each place.
    var graphPage: Int?
    /// The property that captions a node, by label.
    var captions: [String: String] = [:]
    /// Commands by key, by the context's name.
    var keys: [KeyAssignment] = []
    var stores: [NamedStore] = []

    struct KeyAssignment: Hashable, Sendable {
        var context: KeyMap.Context
        var key: Key
        /// `nil` takes the key's own command away.
        var command: Command?
    }

    /// The line that each setting was read from, by its name.
    private(set) var lines: [String: Int] = [:]
    private(set) var warnings: [Warning] = []

    /// What the first glance tells of the warnings.
    var warningText: String? {
        guard let first = warnings.first else { return nil }
        let more = warnings.count - 1
        return "config.toml, \(first)" + (more == 0 ? "" : " (and \(more) more: F9 lists them)")
    }

    init() {}

    /// The defaults, for a file of which nothing is known but what is wrong with it.
    init(unreadable reason: String) { warnings = [Warning(line: 0, message: reason)] }

    /// - Parameters:
    ///   - keymap: A keymap's file by its name.
    ///   - themeFault: Why a theme of that name cannot be used; `nil` where it can.
    init(
        parsing text: String, keymap: (String) -> String? = { _ in nil }, themeFault: (String) -> String? = { _ in nil }
    ) {
        let (entries, failures) = TOML.read(text)
        warnings = failures.map { Warning(line: $0.line, message: $0.message) }
        for entry in entries {
            do throws(Unusable) {
                try take(entry)
                lines[entry.path.joined(separator: ".")] = entry.line
            } catch {
                warnings.append(Warning(line: entry.line, message: error.message))
            }
        }
        warnAboutStores(TOML.tables(of: ["connection"], in: text))
        if let keymapName { takeKeymap(keymapName, keymap(keymapName)) }
        takeVim()
        if let theme, theme != "auto", let fault = themeFault(theme) {
            warnings.append(Warning(line: lines["ui.theme"] ?? 0, message: "ui.theme: \(fault)"))
        }
        warnings.sort { $0.line < $1.line }
    }

    /// `editor.vim` goes before what the keymap says of the query.
    private mutating func takeVim() {
        guard let usesVim else { return }
        let style: KeyStyle = usesVim ? .vim : .emacs
        if style != keyStyle, keymapName == nil, let line = lines["ui.keymap"] {
            warnings.append(
                Warning(
                    line: lines["editor.vim"] ?? 0,
                    message: "editor.vim = \(usesVim) goes before ui.keymap = \"\(keyStyle.rawValue)\" of line \(line)")
            )
        }
        keyStyle = style
    }

    /// A keymap has tables of keys as the configuration has, and `base = "vim"` where it builds on vim's. What the
    /// configuration itself says goes before it.
    private mutating func takeKeymap(_ name: String, _ text: String?) {
        let line = lines["ui.keymap"] ?? 0
        guard let text else {
            let message = "there is no keymap \(name): it is emacs, vim, or a file keymaps/\(name).toml beside this one"
            warnings.append(Warning(line: line, message: message))
            return
        }
        let own = keys
        keys = []
        let (entries, failures) = TOML.read(text)
        func warn(_ number: Int, _ message: String) {
            warnings.append(Warning(line: line, message: "keymaps/\(name).toml, line \(number): \(message)"))
        }
        for failure in failures { warn(failure.line, failure.message) }
        for entry in entries {
            do throws(Unusable) {
                switch (entry.path.first, entry.path.count) {
                case ("base", 1):
                    guard let style = KeyStyle(rawValue: try Self.string(entry)) else {
                        throw Unusable(message: "base is \"emacs\" or \"vim\"")
                    }
                    keyStyle = style
                case ("keys", 3): try takeKey(entry)
                default: throw Unusable(message: "a keymap has base and tables [keys.…]")
                }
            } catch {
                warn(entry.line, error.message)
            }
        }
        keys += own
    }

    private struct Unusable: Error {
        var message: String
    }

    private mutating func take(_ entry: TOML.Entry) throws(Unusable) {
        let name = entry.path.joined(separator: ".")
        switch name {
        case "ui.theme": theme = try Self.string(entry)
        case "ui.keymap":
            let name = try Self.string(entry)
            guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                throw Unusable(message: "ui.keymap is \"emacs\", \"vim\", or the name of a file in keymaps/")
            }
            if let style = KeyStyle(rawValue: name) { keyStyle = style } else { keymapName = name }
        case "ui.mouse": usesMouse = try Self.boolean(entry)
        case "ui.clipboard": clipboard = try Self.string(entry)
        case "ui.ascii": usesASCII = try Self.boolean(entry)
        case "ui.glyphs":
            switch try Self.string(entry) {
            case "unicode": glyphs = .unicode
            case "ascii": glyphs = .ascii
            default: throw Unusable(message: "ui.glyphs is \"unicode\" or \"ascii\"")
            }
        case "ui.color": usesColor = try Self.boolean(entry)
        case "ui.paint_background": paintsBackground = try Self.boolean(entry)
        case "ui.history": keepsHistory = try Self.boolean(entry)
        case "ui.restore_session": restoresSession = try Self.boolean(entry)
        case "editor.background_explain": checksStatements = try Self.boolean(entry)
        case "editor.vim": usesVim = try Self.boolean(entry)
        case "editor.autopair": pairsBrackets = try Self.boolean(entry)
        case "editor.tab_width": tabWidth = try Self.integer(entry, in: 1...16, "of columns")
        case "run.guard_writes": guardsWrites = try Self.boolean(entry)
        case "run.timeout":
            let seconds = try Self.integer(entry, in: 0...Self.timeoutSecondsLimit, "of seconds")
            timeoutSeconds = seconds == 0 ? nil : seconds
        case "grid.max_rows":
            let count = try Self.integer(entry, in: 0...Self.rowsLimitLimit, "of rows")
            resultLimit.rowCount = count == 0 ? nil : count
        case "grid.max_bytes":
            let count = try Self.integer(entry, in: 0...Self.bytesLimitLimit, "of bytes")
            resultLimit.byteCount = count == 0 ? nil : count
        case "graph.page":
            graphPage = try Self.integer(entry, in: 1...Self.graphPageLimit, "of neighbours")
        case "grid.null_text": nullText = try Self.string(entry)
        default:
            switch (entry.path.first, entry.path.count) {
            case ("caption", 2): captions[entry.path[1]] = try Self.string(entry)
            case ("keys", 3): try takeKey(entry)
            case ("connection", 2) where entry.place != nil: try takeStore(entry)
            default: throw Unusable(message: "there is no setting \(name)")
            }
        }
    }

    private mutating func takeKey(_ entry: TOML.Entry) throws(Unusable) {
        guard let context = KeyMap.Context(named: entry.path[1]) else {
            let names = KeyMap.Context.allCases.map(\.settingName).joined(separator: ", ")
            throw Unusable(message: "there are no keys of \(entry.path[1]); there are \(names)")
        }
        let steps: [KeyWords.Step]
        do { steps = try KeyWords.parse(entry.path[2]) } catch { throw Unusable(message: "\(error)") }
        guard let key = KeyWords.key(steps) else {
            throw Unusable(message: "\(entry.path[2]) is not one key, such as C-r, M-o, F5 or s, or one behind C-x")
        }
        let name = try Self.string(entry)
        let command = Command(rawValue: name)
        guard command != nil || name == "none" else {
            throw Unusable(message: "there is no command \(name); --print-config lists them")
        }
        keys.append(KeyAssignment(context: context, key: key, command: command))
    }

    private mutating func takeStore(_ entry: TOML.Entry) throws(Unusable) {
        guard let place = entry.place, place < 1_000 else { return }
        while stores.count <= place { stores.append(NamedStore()) }
        switch entry.path[1] {
        case "name": stores[place].name = try Self.string(entry)
        case "path": stores[place].path = try Self.string(entry)
        case "read_only": stores[place].isReadOnly = try Self.boolean(entry)
        case "namespace": stores[place].namespace = try Self.string(entry)
        default: throw Unusable(message: "a connection has name, path, read_only and namespace")
        }
    }

    /// A connection is opened by its name, and leads to its path: without one of them it is none.
    private mutating func warnAboutStores(_ lines: [Int]) {
        for (place, line) in lines.enumerated() {
            let store = stores.indices.contains(place) ? stores[place] : NamedStore()
            let missing = [store.name.isEmpty ? "name" : nil, store.path.isEmpty ? "path" : nil].compactMap { $0 }
            let which = !store.name.isEmpty ? " “\(store.name)”" : !store.path.isEmpty ? " of \(store.path)" : ""
            guard !missing.isEmpty else {
                if let first = stores.firstIndex(where: { $0.name == store.name }), first < place {
                    warnings.append(
                        Warning(
                            line: line,
                            message: "the connection\(which) has the name of one before, and cannot be opened by it"))
                }
                continue
            }
            warnings.append(
                Warning(
                    line: line,
                    message: "the connection\(which) has no \(missing.joined(separator: " and no ")), and is left out"))
        }
    }

    private static func string(_ entry: TOML.Entry) throws(Unusable) -> String {
        guard case .string(let text) = entry.value else {
            throw Unusable(message: "\(entry.path.joined(separator: ".")) is a string, in quotes")
        }
        return text
    }

    /// A week.
    private static let timeoutSecondsLimit = 604_800
    private static let rowsLimitLimit = 1_000_000_000
    private static let bytesLimitLimit = 1 << 40
    private static let graphPageLimit = 10_000

    /// - Parameter unit: What is counted, with its "of".
    private static func integer(
        _ entry: TOML.Entry, in range: ClosedRange<Int>, _ unit: String
    ) throws(Unusable) -> Int {
        guard case .integer(let number) = entry.value, range.contains(number) else {
            let name = entry.path.joined(separator: ".")
            throw Unusable(
                message: "\(name) is a whole number \(unit) from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func boolean(_ entry: TOML.Entry) throws(Unusable) -> Bool {
        guard case .boolean(let flag) = entry.value else {
            throw Unusable(message: "\(entry.path.joined(separator: ".")) is true or false")
        }
        return flag
    }
}

extension ResultLimit {
    /// What is kept, for who asks.
    var sentence: String {
        let parts = [
            rowCount.map { Counts.of($0, "row") }, byteCount.map { Quantities.bytes(Int64($0)) },
        ].compactMap { $0 }
        return parts.isEmpty
            ? "Results keep all of their rows" : "Results keep \(parts.joined(separator: " or ")); :limit off keeps all"
    }
}

extension Settings {
    var graphPages: GraphPages { graphPage.map { GraphPages(of: $0) } ?? GraphPages() }

    /// The theme with its background painted, or the terminal's own left, as the user chose.
    func painting(_ theme: Theme) -> Theme {
        var theme = theme
        if let paintsBackground { theme.paintsBackground = paintsBackground }
        return theme
    }

    /// The property that the user chose for one of the node's labels, else what stands for a node anywhere.
    func caption(
        else standard: @escaping @Sendable (CypherValue.Node) -> String?
    ) -> @Sendable (CypherValue.Node) -> String? {
        { [captions] node in
            for label in node.labels {
                guard let key = captions[label], let value = node.properties[key] else { continue }
                if case .string(let text) = value { return text }
                return ValueRendering.line(value).plainText
            }
            return standard(node)
        }
    }
}

extension KeyMap.Context {
    /// As `[keys.NAME]` has it.
    var settingName: String { self == .outsideText ? "outside_text" : title.lowercased() }

    init?(named name: String) {
        guard let context = Self.allCases.first(where: { $0.settingName == name }) else { return nil }
        self = context
    }
}
