import CypherSyntax

extension Model {
    /// A key while the list shows; `nil` for one that it has no use for.
    mutating func pressInCompletion(_ key: Key) -> [Effect]? {
        guard var state = completion else {
            return key == Key(.tab) && isBehindWord ? suggestOrLeave() : nil
        }
        switch key {
        case Key(.down), .control("n"): state.move(by: 1)
        case Key(.up) where state.isAsked || state.selection != nil: state.move(by: -1)
        case Key(.tab):
            accept(state.selectedItem ?? state.items.first)
            return []
        case Key(.enter):
            guard let item = state.selectedItem else {
                completion = nil
                return nil
            }
            accept(item)
            return []
        default: return nil
        }
        completion = state
        return []
    }

    /// Tab behind a word completes it; where there is nothing to complete, Tab goes on to the next pane: behind a whole
    /// name, and in a text that was run as it is. Ctrl-Space asks there too.
    private mutating func suggestOrLeave() -> [Effect] {
        if buffers[currentBuffer].ranVersion == editor.version || isBehindWholeName { return perform(.nextPane) }
        let effects = suggest(isAsked: true)
        guard let state = completion else { return perform(.nextPane) }
        if state.items.count == 1 { accept(state.items[0]) }
        message = nil
        return effects
    }

    /// A keyword may be the beginning of another one that is meant; a name is taken for what it says.
    private var isBehindWholeName: Bool {
        guard session.language == .cypher, let (context, bytes) = completionContext() else { return false }
        return completionItems(context, bytes).contains {
            $0.name == context.prefix && $0.kind != .function && $0.kind != .keyword
        }
    }

    private var isBehindWord: Bool {
        guard editor.cursor.column > 0, editor.selection == nil else { return false }
        let before = editor.lines[editor.cursor.line][editor.cursor.column - 1]
        return TextBuffer.isWord(before) || ":.$`".contains(before)
            || session.language == .datalog && "?-/".contains(before)
    }

    /// After a typed character: behind `:`, `.` and `$`, and from the second letter of a word on.
    mutating func suggest(after character: Character) -> [Effect] {
        if completion != nil, TextBuffer.isWord(character) { return suggest(isAsked: completion?.isAsked ?? false) }
        completion = nil
        guard checks.isOn else { return [] }
        let isDatalog = session.language == .datalog
        if (isDatalog ? ":$?" : ":.$").contains(character) { return suggest(isAsked: false) }
        let column = editor.cursor.column
        guard TextBuffer.isWord(character), column >= 2,
            TextBuffer.isWord(editor.lines[editor.cursor.line][column - 2])
        else { return [] }
        return suggest(isAsked: false)
    }

    /// Shows what could stand at the cursor.
    mutating func suggest(isAsked: Bool) -> [Effect] {
        completion = nil
        if session.language == .datalog {
            suggestDatalog(isAsked: isAsked)
            return []
        }
        guard let (context, bytes) = completionContext() else { return [] }
        let unknown =
            context.expected.contains(.propertyKey) ? context.labels.filter { completions.keys[$0] == nil } : []
        let items = completionItems(context, bytes)
        let isDone = items.count == 1 && items[0].name == context.prefix && items[0].kind != .function
        var effects: [Effect] = []
        for name in unknown where completions.asked.insert(name).inserted {
            session.pendingCount += 1
            effects.append(.editor(.loadPropertyKeys(of: name)))
        }
        let isWanted = isAsked || !context.prefix.isEmpty || !context.expected.contains(.keyword)
        // A word that is whole wants no list, unless one is asked for.
        let isWhole = items.contains { $0.name == context.prefix && $0.kind != .function } && !isAsked
        guard isWanted, !isWhole, !isDone, !items.isEmpty || !unknown.isEmpty else {
            if isAsked, items.isEmpty { message = .information("Nothing is known that could stand here") }
            return effects
        }
        completion = CompletionState(
            items: items, selection: isAsked && !items.isEmpty ? 0 : nil,
            replacing: context.replacing.lowerBound..<max(context.replacing.lowerBound, context.replacing.upperBound),
            isAsked: isAsked, isLoading: !unknown.isEmpty)
        if items.isEmpty, !isAsked, unknown.isEmpty { completion = nil }
        return effects
    }

    private mutating func suggestDatalog(isAsked: Bool) {
        guard editor.byteCount <= Self.completionBytesLimit,
            let found = DatalogCompletion(
                in: editor.text, at: editor.offset(of: editor.cursor), schema: schema.summary,
                parameters: parameters.map(\.name))
        else { return }
        let isWhole = found.items.contains { $0.name == found.prefix } && (!isAsked || found.items.count == 1)
        if isWhole { return }
        if found.items.isEmpty {
            if isAsked { message = .information("Nothing is known that could stand here") }
            return
        }
        completion = CompletionState(
            items: found.items, selection: isAsked ? 0 : nil, replacing: found.replacing, isAsked: isAsked)
    }

    /// Keys that came in the meantime.
    mutating func refreshCompletion() {
        guard let state = completion else { return }
        let chosen = state.selectedItem
        _ = suggest(isAsked: state.isAsked)
        guard let chosen, let index = completion?.items.firstIndex(of: chosen) else { return }
        completion?.selection = index
    }

    private static let completionBytesLimit = 1 << 16

    private func completionContext() -> (CompletionContext, [UInt8])? {
        guard editor.byteCount <= Self.completionBytesLimit else { return nil }
        let text = editor.text
        let context = Completion.context(in: text, at: editor.offset(of: editor.cursor))
        return context.expected.isEmpty ? nil : (context, Array(text.utf8))
    }

    private func completionItems(_ context: CompletionContext, _ bytes: [UInt8]) -> [CompletionItem] {
        let end = context.replacing.upperBound
        let start = bytes.prefix(context.replacing.lowerBound)
        // Small keywords for those who write them small: by the word itself, else by the text's first letter.
        let letter =
            context.prefix.first { $0.isLetter } ?? String(decoding: start, as: UTF8.self).first { $0.isLetter }
        return CompletionSource(
            context: context, schema: schema.summary, cache: completions, parameters: parameters.map(\.name),
            usesSmallKeywords: letter?.isLowercase ?? false,
            hasBracket: end < bytes.count && bytes[end] == UInt8(ascii: "(")
        ).items
    }

    private mutating func accept(_ item: CompletionItem?) {
        guard let item, let state = completion else { return }
        let start = editor.position(ofOffset: state.replacing.lowerBound)
        let end = editor.position(ofOffset: state.replacing.upperBound)
        editor.replace(start..<end, with: item.text, cursorBack: item.cursorBack)
        completion = nil
        keepInView()
    }
}
