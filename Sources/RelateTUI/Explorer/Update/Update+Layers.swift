import Relate
import Render

extension Model {
    /// A key while something lies over the panes.
    mutating func press(_ key: Key, in layer: Layer) -> [Effect] {
        // Ctrl-Q, and not the q that closes a layer.
        if keys.command(for: key, in: [.anywhere]) == .quit { return leave(layer) }
        switch layer {
        case .help(let state): return press(key, in: state)
        case .picker(let picker): return press(key, in: picker)
        case .prompt(let prompt): return press(key, in: prompt)
        case .parameters(let state): return press(key, in: state)
        case .inspector(let state): return press(key, in: state)
        case .timeline(let state): return press(key, in: state)
        case .question(let question): return press(key, in: question)
        }
    }

    /// Quits from within a layer; a question that is open is answered by no.
    private mutating func leave(_ layer: Layer) -> [Effect] {
        guard case .question(let question) = layer else { return perform(.quit) }
        closeTop()
        return answer(question, false) + perform(.quit)
    }

    mutating func paste(_ text: String, into layer: Layer) -> [Effect] {
        switch layer {
        case .picker(var picker):
            picker.query.insert(text)
            picker.narrow()
            replaceTop(.picker(picker))
        case .prompt(var prompt):
            prompt.line.insert(text)
            replaceTop(.prompt(prompt))
        case .parameters(var state):
            guard state.editing != nil else { break }
            state.editing?.insert(text)
            replaceTop(.parameters(state))
        case .help(var state):
            guard state.isTyping else { break }
            state.filter.insert(text)
            replaceTop(.help(state))
        case .inspector, .timeline, .question: break
        }
        return []
    }

    mutating func replaceTop(_ layer: Layer) {
        guard !layers.isEmpty else { return }
        layers[layers.count - 1] = layer
    }

    mutating func closeTop() {
        _ = layers.popLast()
    }

    static func isClosing(_ key: Key) -> Bool { key == Key(.escape) || key == .control("c") || key == .control("g") }

    // MARK: - Help

    private mutating func press(_ key: Key, in state: HelpState) -> [Effect] {
        var state = state
        if state.isTyping {
            switch key {
            case Key(.enter), Key(.down), Key(.up), Key(.pageDown), Key(.pageUp): state.isTyping = false
            case _ where Self.isClosing(key):
                state = HelpState()
            case Key(.backspace) where state.filter.isEmpty: state.isTyping = false
            default:
                _ = state.filter.handle(key)
                state.topLine = 0
            }
            replaceTop(.help(state))
            return []
        }
        let command = keys.command(for: key, in: [.result, .outsideText])
        let count = HelpText.lines(self, with: state.filter.text).count
        let page = max(1, size.rows - 4)
        if key == .character("/") || command == .search {
            state.isTyping = true
            replaceTop(.help(state))
        } else if let command,
            let line = Self.moved(state.topLine, by: command, count: max(1, count - page + 1), page: page)
        {
            state.topLine = line
            replaceTop(.help(state))
        } else if Self.isClosing(key), !state.filter.isEmpty {
            replaceTop(.help(HelpState()))
        } else if Self.isClosing(key) || [.quit, .help].contains(command) || key == Key(.enter)
            || key == .function(1)
        {
            closeTop()
        }
        return []
    }

    // MARK: - Questions

    /// What is asked, on top of everything.
    var question: Question? {
        guard case .question(let question)? = layers.last else { return nil }
        return question
    }

    /// A yes came as the question did, and was not taken.
    mutating func answeredTooSoon() {
        message = .warning("That y came as the question did, and is not taken: y again says yes")
    }

    private mutating func press(_ key: Key, in question: Question) -> [Effect] {
        switch key {
        case _ where Question.isYes(key):
            guard !question.isDisturbed else {
                var calm = question
                calm.isDisturbed = false
                replaceTop(.question(calm))
                message = .warning("Something was typed while this was asked: y again says yes")
                return []
            }
            closeTop()
            return answer(question, true)
        // What is asked about loses or changes something: a key typed ahead must not say yes.
        case .character("n"), .character("N"), Key(.enter):
            closeTop()
            return answer(question, false)
        default:
            guard Self.isClosing(key) else {
                // Text that was meant for elsewhere.
                guard key.text != nil else { break }
                var disturbed = question
                disturbed.isDisturbed = true
                replaceTop(.question(disturbed))
                break
            }
            closeTop()
            return answer(question, false)
        }
        return []
    }

    // MARK: - Pickers

    private mutating func press(_ pressed: Key, in picker: Picker) -> [Effect] {
        var picker = picker
        let isEnd = [.home, .end, .left, .right].contains(pressed.code)
        let key = pressed.isMoving && !isEnd ? Key(pressed.code) : pressed
        switch key {
        case Key(.up), .control("p"): picker.move(by: -1)
        case Key(.down), .control("n"): picker.move(by: 1)
        case .control("r") where picker.kind == .history: picker.move(by: 1)
        case Key(.pageUp): picker.move(by: -10)
        case Key(.pageDown): picker.move(by: 10)
        case Key(.home, .control): picker.move(by: -picker.shown.count)
        case Key(.end, .control): picker.move(by: picker.shown.count)
        case Key(.delete) where picker.kind == .saved && picker.query.isAtEnd:
            guard let item = picker.selectedItem, case .file(let path) = item.choice else { return [] }
            askToRemoveSaved(path)
            return []
        case .function(2) where picker.kind == .saved:
            guard let item = picker.selectedItem, case .file(let path) = item.choice else { return [] }
            askForName(ofSaved: path)
            return []
        case Key(.delete) where picker.kind == .history && picker.query.isAtEnd:
            guard let item = picker.selectedItem, case .text(let text) = item.choice else { return [] }
            askToRemoveStatement(text)
            return []
        case Key(.enter):
            guard let item = picker.selectedItem else {
                closeTop()
                return []
            }
            if picker.kind == .graphTypes || picker.kind == .columns { return choose(item.choice) }
            closeTop()
            return choose(item.choice)
        default:
            if Self.isClosing(key) {
                closeTop()
                return []
            }
            let before = picker.query
            guard picker.query.handle(key) else { return [] }
            if picker.query.text != before.text { picker.narrow() }
        }
        replaceTop(.picker(picker))
        return []
    }

    private mutating func choose(_ choice: Picker.Item.Choice) -> [Effect] {
        switch choice {
        case .command(let command): return perform(command)
        case .theme(let name): return [.loadTheme(name)]
        case .commandLine(let text):
            layers.append(.prompt(Prompt(purpose: .command, line: LineInput(text))))
            return []
        case .connection(let number): return go(toConnection: number)
        case .element(let elementID): return goTo(elementID: elementID)
        case .copyFormat(let format): return copyRows(as: format)
        case .value(let name, let value):
            layers.append(.inspector(InspectorState(name: name, place: value.ownElementID ?? "", value: value)))
            return []
        case .graphType, .graphLabel: return toggle(choice)
        case .column(let column):
            toggleColumn(column)
            return []
        case .file(let path): return edit(path)
        case .buffer(let number):
            _ = showBuffer(number: number)
            focus(on: .query)
            return []
        case .planFormat(let format): return copyPlan(as: format)
        case .text(let text):
            putIntoQuery(text)
            return []
        }
    }

    /// A statement in the place of the one at the cursor; the buffer's others stay.
    private mutating func putIntoQuery(_ text: String) {
        focus(on: .query)
        if editor.text.allSatisfy(\.isWhitespace) {
            changeQuery { $0.replaceAll(with: text) }
        } else if let piece = statement(at: editor.offset(of: editor.cursor)) {
            let end = piece.offset + piece.text.utf8.count
            let range = editor.position(ofOffset: piece.offset)..<editor.position(ofOffset: end)
            changeQuery { $0.replace(range, with: text) }
        } else {
            changeQuery { $0.insertText(text) }
        }
        message = .information("Put in the place of the statement at the cursor; ^_ takes it back")
        keepInView()
    }

    /// What holds here, each command once with all its keys. The other panes' commands mean nothing in the query.
    private var paletteBindings: [KeyMap.Binding] {
        var bindings = keys.bindings(in: KeyMap.Context(focus)) + keys.bindings(in: .anywhere)
        bindings += keys.bindings(in: .outsideText).filter {
            focus != .query || $0.command == .commandLine || $0.command == .suspend
        }
        var merged: [KeyMap.Binding] = []
        for binding in bindings {
            guard let place = merged.firstIndex(where: { $0.command == binding.command }) else {
                merged.append(binding)
                continue
            }
            var (first, second) = (merged[place], binding)
            if first.short.isEmpty { (first, second) = (second, first) }
            first.keys += second.keys
            merged[place] = first
        }
        return merged
    }

    func palettePicker() -> Picker {
        let bindings = paletteBindings
        let known = Set(bindings.map(\.command))
        let typed = ColonCommands.entries.filter { entry in entry.command.map { !known.contains($0) } ?? true }
        let items =
            Self.items(of: bindings.filter { !$0.short.isEmpty })
            + Self.items(of: bindings.filter { $0.short.isEmpty && !$0.command.isElementary })
            + typed.map { entry in
                Picker.Item(
                    title: entry.sentence, detail: ":" + entry.usage,
                    choice: .commandLine(entry.names[0] + (entry.argument.isEmpty ? "" : " ")), names: entry.names)
            } + named + Self.items(of: bindings.filter { $0.short.isEmpty && $0.command.isElementary })
        return Picker(.palette, title: "Commands", items: items)
    }

    /// What goes by a name of its own: open stores, those of the configuration, buffers, themes.
    private var named: [Picker.Item] {
        let open = sessions.filter { $0.number != session.number }.map { other in
            Picker.Item(title: "Go to \(other.title)", detail: "open store", choice: .connection(other.number))
        }
        let stores = settings.stores.filter { !$0.name.isEmpty && !$0.path.isEmpty }.map { store in
            Picker.Item(
                title: "Open \(store.name)", detail: store.path, choice: .commandLine("open \(store.name)"))
        }
        let buffers =
            buffers.count < 2
            ? []
            : bufferPicker().items.map { item in
                Picker.Item(title: "Buffer " + item.title, detail: "buffer", choice: item.choice)
            }
        let themes = themeNames.map { Picker.Item(title: "Theme \($0)", detail: "theme", choice: .theme($0)) }
        return open + stores + buffers + themes
    }

    /// Commands with their keys, and with their names behind the colon.
    private static func items(of bindings: [KeyMap.Binding]) -> [Picker.Item] {
        bindings.map { binding in
            let names = ColonCommands.entries.first { $0.command == binding.command }?.names ?? []
            let ways = binding.keys.map(\.name) + names.prefix(1).map { ":" + $0 }
            return Picker.Item(
                title: binding.sentence, detail: ways.joined(separator: "  "), choice: .command(binding.command),
                names: names + [binding.command.rawValue] + binding.keys.map(\.name))
        }
    }

    func historyPicker() -> Picker {
        var seen: Set<String> = []
        let items: [Picker.Item] = history.reversed().compactMap { text in
            guard seen.insert(text).inserted else { return nil }
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return Picker.Item(title: line, detail: "", choice: .text(text))
        }
        return Picker(.history, title: "Statements run before", items: items)
    }

    func themePicker() -> Picker {
        let items = themeNames.map { name in
            Picker.Item(title: name, detail: name == session.themeName ? "now" : "", choice: .theme(name))
        }
        return Picker(.theme, title: "Themes", items: items)
    }

    // MARK: - The line at the bottom

    private mutating func press(_ key: Key, in prompt: Prompt) -> [Effect] {
        var prompt = prompt
        if Self.isClosing(key) || (key == Key(.backspace) && prompt.line.isEmpty) {
            closeTop()
            return []
        }
        if key == Key(.enter) {
            closeTop()
            if case .renameSaved = prompt.purpose {} else { promptHistory.add(prompt.line.text, prompt.purpose) }
            switch prompt.purpose {
            case .command: return perform(commandLine: prompt.line.text)
            case .search: return search(prompt.line.text)
            case .filter: return filterGrid(prompt.line.text)
            case .storeSearch: return searchStore(prompt.line.text)
            case .renameSaved(let path): return renameSaved(path, to: prompt.line.text)
            }
        }
        if prompt.purpose == .command, key == Key(.tab) || key == Key(.tab, .shift) {
            message = nil
            return completePrompt(prompt, step: key == Key(.tab) ? 1 : -1)
        }
        prompt.completion = nil
        switch key {
        case Key(.up), .control("p"): prompt.recall(older: true, of: promptHistory[prompt.purpose])
        case Key(.down), .control("n"): prompt.recall(older: false, of: promptHistory[prompt.purpose])
        default: _ = prompt.line.handle(key)
        }
        replaceTop(.prompt(prompt))
        return []
    }

    private mutating func search(_ text: String) -> [Effect] {
        if case .inspector(var state) = layers.last {
            state.searchText = text
            state.foundOffset = nil
            replaceTop(.inspector(state))
            return searchInspector(step: 0)
        }
        switch focus {
        case .query: return searchEditor(text)
        case .result: return searchGrid(text)
        case .schema:
            filterSchema(text)
            return []
        case .graph:
            graph.searchText = text
            return searchGraph(step: 0)
        default: return []
        }
    }
}
