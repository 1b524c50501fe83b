/// What a session leaves to the next one, in a file that only its owner can read: the query's buffers and where one was
/// in them, the panes, the theme, parameters, and the stores that were open beside.
struct SessionFile: Sendable {
    struct Buffer: Hashable, Sendable {
        var title = ""
        var text = ""
        /// Where the text is kept.
        var path: String?
        /// The file does not hold what is here.
        var isModified = false
        /// The file as it was when it was read or written.
        var stamp: FileStamp?
        var cursor = TextPosition.start
    }

    struct Content: Hashable, Sendable {
        var buffers: [Buffer] = []
        var currentBuffer = 0
        /// The pane that shows below the query.
        var pane: Pane?
        var isSidebarHidden = false
        var theme: String?
        /// As they were typed, by name.
        var parameters: [String: String] = [:]
        var stores: [StoreRequest] = []
    }

    let path: String

    static var standard: SessionFile? { UserFolders.state.map { SessionFile(path: $0 + "/session.toml") } }

    /// Texts may be as long as the query pane takes them, and there may be many.
    private static let byteLimit = 256 << 20

    /// Empty when there is no file.
    func read() -> Content {
        UserFolders.read(path, byteLimit: Self.byteLimit).map { Self.content(of: $0) } ?? Content()
    }

    /// What another explorer has kept meanwhile is not lost: its texts come behind these.
    ///
    /// - Parameter start: What the file held when the session began.
    /// - Returns: Why it could not be written.
    func write(_ content: Content, since start: Content = Content()) -> StatementFailure? {
        PosixFile.makeDirectories(above: path)
        var content = content
        let known = Set((start.buffers + content.buffers).map(\.identity))
        content.buffers += read().buffers.filter { !known.contains($0.identity) && !$0.isEmpty }
        return ExportFile.write(Self.text(of: content), to: path, access: .owner).failure
    }

    // MARK: - As text

    static func text(of content: Content) -> String {
        var text = "# The last session of relate-tui.\ncurrent = \(content.currentBuffer)\n"
        if let pane = content.pane { text += "pane = \(TOML.quoted(pane.title))\n" }
        if content.isSidebarHidden { text += "sidebar = false\n" }
        if let theme = content.theme { text += "theme = \(TOML.quoted(theme))\n" }
        for buffer in content.buffers {
            text += "\n[[buffer]]\ntitle = \(TOML.quoted(buffer.title))\n"
            if let path = buffer.path { text += "file = \(TOML.quoted(path))\nmodified = \(buffer.isModified)\n" }
            if let stamp = buffer.stamp { text += "stamp = \(TOML.quoted(stamp.text))\n" }
            text += "line = \(buffer.cursor.line)\ncolumn = \(buffer.cursor.column)\n"
            text += "text = \(TOML.quoted(buffer.text))\n"
        }
        for (name, value) in content.parameters.sorted(by: { $0.key < $1.key }) {
            text += "\n[[parameter]]\nname = \(TOML.quoted(name))\ntext = \(TOML.quoted(value))\n"
        }
        for store in content.stores {
            text += "\n[[store]]\npath = \(TOML.quoted(store.path))\nread_only = \(store.isReadOnly)\n"
            if let namespace = store.namespace { text += "namespace = \(TOML.quoted(namespace))\n" }
        }
        return text
    }

    private static let tablesLimit = 1_000

    /// What is not understood is left out: a session is a convenience.
    static func content(of text: String) -> Content {
        var content = Content()
        var parameters: [(name: String, text: String)] = []
        for entry in TOML.read(text).entries {
            let place = min(entry.place ?? 0, tablesLimit)
            switch (entry.path.joined(separator: "."), entry.value) {
            case ("current", .integer(let number)): content.currentBuffer = number
            case ("pane", .string(let title)): content.pane = Pane.allCases.first { $0.title == title }
            case ("sidebar", .boolean(let isShown)): content.isSidebarHidden = !isShown
            case ("theme", .string(let name)): content.theme = name
            case (let name, let value) where name.hasPrefix("buffer."):
                while content.buffers.count <= place { content.buffers.append(Buffer()) }
                take(name, value, &content.buffers[place])
            case ("parameter.name", .string(let name)): parameters.append((name, ""))
            case ("parameter.text", .string(let text)) where !parameters.isEmpty:
                parameters[parameters.count - 1].text = text
            case ("store.path", .string(let path)):
                content.stores.append(StoreRequest(path: path, isReadOnly: false, namespace: nil, mustExist: true))
            case ("store.read_only", .boolean(let isReadOnly)) where !content.stores.isEmpty:
                content.stores[content.stores.count - 1].isReadOnly = isReadOnly
            case ("store.namespace", .string(let namespace)) where !content.stores.isEmpty:
                content.stores[content.stores.count - 1].namespace = namespace
            default: break
            }
        }
        content.parameters = Dictionary(parameters.map { ($0.name, $0.text) }) { _, last in last }
        return content
    }

    private static func take(_ name: String, _ value: TOML.Value, _ buffer: inout Buffer) {
        switch (name, value) {
        case ("buffer.title", .string(let title)): buffer.title = title
        case ("buffer.text", .string(let text)): buffer.text = text
        case ("buffer.file", .string(let path)): buffer.path = path
        case ("buffer.modified", .boolean(let isModified)): buffer.isModified = isModified
        case ("buffer.stamp", .string(let text)): buffer.stamp = FileStamp(text: text)
        case ("buffer.line", .integer(let line)): buffer.cursor.line = line
        case ("buffer.column", .integer(let column)): buffer.cursor.column = column
        default: break
        }
    }
}

extension SessionFile.Buffer {
    /// Nothing is lost with it.
    var isEmpty: Bool { path == nil && text.allSatisfy(\.isWhitespace) }

    /// What tells one text from another: of a file that is as it was written, the file.
    fileprivate var identity: [String] { [path ?? "", path == nil || isModified ? text : ""] }
}

extension EditorBuffer {
    /// A buffer as it was left. Where its file held what it had, the file is read again: it may have changed since.
    init(_ kept: SessionFile.Buffer, number: Int, tabWidth: Int = TextBuffer.standardTabWidth) {
        var text = kept.text
        var content: TextFile.Content?
        if let path = kept.path {
            content = try? TextFile.read(path, byteLimit: Model.statementByteLimit)
            if let content, !kept.isModified { text = content.text }
        }
        self.init(number: number, title: kept.title, text: TextBuffer(text, tabWidth: tabWidth))
        self.text.move(to: kept.cursor)
        guard let path = kept.path else { return }
        file = File(
            path: path, savedVersion: kept.isModified || content == nil ? -1 : self.text.version,
            hasByteOrderMark: content?.hasByteOrderMark ?? false,
            usesCarriageReturns: content?.usesCarriageReturns ?? false,
            stamp: kept.isModified ? kept.stamp : content?.stamp)
    }
}

extension Model {
    /// What the next session begins with.
    var kept: SessionFile.Content {
        var content = SessionFile.Content()
        content.buffers = buffers.map { buffer in
            SessionFile.Buffer(
                title: buffer.title, text: buffer.text.text, path: buffer.file?.path, isModified: buffer.isModified,
                stamp: buffer.file?.stamp, cursor: buffer.text.cursor)
        }
        content.currentBuffer = currentBuffer
        content.pane = lowerPane
        content.isSidebarHidden = isSidebarHidden
        // Those that follow the terminal follow it the next time too.
        let isChosen = !["", ThemeFiles.lightName, ThemeFiles.darkName, fittingThemeName].contains(session.themeName)
        content.theme = isChosen ? session.themeName : nil
        content.parameters = Dictionary(parameters.map { ($0.name, $0.text) }) { _, last in last }
        content.stores = sessions.filter { $0.openFailure == nil && !StoreOpening.isInMemory($0.name) }.map(\.request)
        return content
    }

    /// Takes up what the last session left: its stores open beside the present one.
    mutating func restore(_ content: SessionFile.Content) {
        restoreBuffers(content)
        if let pane = content.pane, pane != .query { lowerPane = pane }
        isSidebarHidden = content.isSidebarHidden
        for store in content.stores where !sessions.contains(where: { $0.name == store.path }) {
            var other = SessionState(name: store.path, isReadOnly: store.isReadOnly, namespace: "")
            other.themeName = session.themeName
            other.wantedNamespace = store.namespace
            other.mustExist = store.mustExist
            other.number = (sessions.map(\.number).max() ?? 0) + 1
            parked.append(Workspace(other))
        }
        // They are expressions, which need a store to be read.
        let known = Set(parameters.map(\.name))
        unreadParameters = content.parameters.filter { !known.contains($0.key) }
    }

    /// What the program was started with stands in front of what was there; it is not there twice.
    private mutating func restoreBuffers(_ content: SessionFile.Content) {
        let asked = editor.isEmpty ? nil : buffers[0]
        let kept = content.buffers.filter { kept in
            asked == nil || !kept.isEmpty && (kept.path != nil || kept.text != asked?.text.text)
        }
        guard !kept.isEmpty else { return }
        let first = asked == nil ? 0 : 1
        buffers = [asked].compactMap { $0 }
        buffers += kept.enumerated().map { EditorBuffer($1, number: $0 + first, tabWidth: settings.tabWidth) }
        currentBuffer = asked == nil ? min(max(0, content.currentBuffer), buffers.count - 1) : 0
    }

    /// Has the parameters of the last session read, once there is a store.
    mutating func readParameters() -> [Effect] {
        let waiting = unreadParameters.sorted { $0.key < $1.key }
        unreadParameters = [:]
        session.pendingCount += waiting.count
        return waiting.map { .evaluateParameter(name: $0.key, text: $0.value) }
    }
}
