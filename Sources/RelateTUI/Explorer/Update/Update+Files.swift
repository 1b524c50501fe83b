import CypherSyntax
import Relate

extension Model {
    // MARK: - Files

    /// `:edit PATH`, or without a path the query in the user's own editor.
    mutating func edit(_ argument: String) -> [Effect] {
        if argument.isEmpty {
            return [.editor(.editExternally(text: editor.text, buffer: buffers[currentBuffer].number))]
        }
        guard let path = needPath(argument, "the file's name") else { return [] }
        if let index = buffers.firstIndex(where: { $0.file?.path == path }) {
            currentBuffer = index
            focus(on: .query)
            return []
        }
        session.pendingCount += 1
        return [.editor(.read(path: path))]
    }

    /// `:write [PATH]`. Without a path, the buffer's own file is replaced, unless another program has changed it.
    ///
    /// - Parameter command: What is told to replace a file.
    mutating func write(_ argument: String, isForced: Bool, command: String = ":write") -> [Effect] {
        write(buffers[currentBuffer], argument, isForced: isForced, command: command)
    }

    mutating func write(
        _ buffer: EditorBuffer, _ argument: String, isForced: Bool, command: String
    ) -> [Effect] {
        var target = buffer.file?.path ?? ""
        if !argument.isEmpty {
            guard let path = needPath(argument, "the file's name") else { return [] }
            target = path
        }
        guard !target.isEmpty else {
            message = .information("This buffer has no file yet: :write FILE, or :save NAME among the saved queries")
            return []
        }
        session.pendingCount += 1
        let content = TextFile.Content(
            text: buffer.text.text, hasByteOrderMark: buffer.file?.hasByteOrderMark ?? false,
            usesCarriageReturns: buffer.file?.usesCarriageReturns ?? false)
        var existing = ExportFile.Existing(isForced: isForced, command)
        if !isForced, let file = buffer.file, file.path == target {
            existing = .isReplacedUnchanged(
                since: file.stamp, replacedBy: command == ":save" ? ":write!" : command + "!")
        }
        return [
            .editor(
                .write(content, path: target, buffer: buffer.number, version: buffer.text.version, existing))
        ]
    }

    /// `:save NAME`: as a file among the saved queries.
    mutating func save(_ name: String, isForced: Bool) -> [Effect] {
        guard !name.isEmpty else {
            message = .information("Type a name behind :save")
            return []
        }
        guard let path = savedPath(name) else { return [] }
        return write(path, isForced: isForced, command: ":save")
    }

    /// The file's name, as it is shown.
    static func title(ofPath path: String) -> String {
        PathBytes.shown(String(path.split(separator: "/").last ?? Substring(path)))
    }

    mutating func fileRead(_ path: String, _ result: Result<TextFile.Content, StatementFailure>) {
        switch result {
        case .failure(let failure): message = .error(failure.message)
        case .success(let content):
            let number = (buffers.map(\.number).max() ?? 0) + 1
            let name = Self.title(ofPath: path)
            let text = TextBuffer(content.text, tabWidth: settings.tabWidth)
            var buffer = EditorBuffer(number: number, title: name, text: text)
            buffer.file = EditorBuffer.File(
                path: path, savedVersion: buffer.text.version, hasByteOrderMark: content.hasByteOrderMark,
                usesCarriageReturns: content.usesCarriageReturns, stamp: content.stamp)
            if content.stamp == nil { message = .information("\(path) is not there yet: ^S makes it") }
            // Of a text that was emptied, the way back is kept.
            if buffers.count == 1, editor.isEmpty, editor.version == 0, buffers[0].file == nil {
                buffers[0] = buffer
                currentBuffer = 0
            } else {
                buffers.append(buffer)
                currentBuffer = buffers.count - 1
            }
            focus(on: .query)
        }
    }

    mutating func fileWritten(
        _ path: String, buffer number: Int, version: Int, _ result: Result<FileStamp?, StatementFailure>
    ) {
        let stamp: FileStamp?
        switch result {
        case .failure(let failure):
            message = .error(failure.message)
            return
        case .success(let written): stamp = written
        }
        message = .success("Written to \(path)")
        // A device or a pipe has not kept it: the text is still unsaved.
        guard stamp != nil else { return }
        guard let index = buffers.firstIndex(where: { $0.number == number }) else { return }
        let old = buffers[index].file
        buffers[index].file = EditorBuffer.File(
            path: path, savedVersion: version, hasByteOrderMark: old?.hasByteOrderMark ?? false,
            usesCarriageReturns: old?.usesCarriageReturns ?? false, stamp: stamp)
        buffers[index].title = Self.title(ofPath: path)
    }

    mutating func editedExternally(_ number: Int, _ result: Result<String, StatementFailure>) {
        switch result {
        case .failure(let failure): message = .error(failure.message)
        case .success(let text):
            guard showBuffer(number: number) else { return }
            // Editors end a file with a line end; the query need not.
            let text = text.hasSuffix("\n") && !editor.text.hasSuffix("\n") ? String(text.dropLast()) : text
            if text != editor.text { changeQuery { $0.replaceAll(with: text) } }
            keepInView()
        }
    }

    // MARK: - Buffers

    mutating func showNextBuffer(step: Int) {
        currentBuffer = (currentBuffer + step + buffers.count) % buffers.count
        completion = nil
        keepInView()
    }

    /// Closes the buffer in front; one with a file that was not written stays, unless it is forced, and one that holds
    /// what stands nowhere else is asked about.
    mutating func closeBuffer(isForced: Bool) {
        let buffer = buffers[currentBuffer]
        guard isForced || !buffer.isModified else {
            message = .warning("\(buffer.title) is not written: :write, or :bclose! to drop it")
            return
        }
        guard isForced || !holdsOnlyCopy(buffer) else {
            layers.append(
                .question(
                    Question(
                        title: "Close the buffer", detail: "What was typed in it is kept nowhere. Close it?",
                        action: .closeBuffer(buffer.number))))
            return
        }
        dropBuffer()
    }

    /// The buffer in front goes, and the next one comes.
    mutating func dropBuffer() {
        let buffer = buffers[currentBuffer]
        checks.reports[buffer.number] = nil
        if buffers.count == 1 {
            let number = buffer.number + 1
            buffers = [EditorBuffer(number: number, title: "", text: TextBuffer(tabWidth: settings.tabWidth))]
        } else {
            buffers.remove(at: currentBuffer)
            currentBuffer = min(currentBuffer, buffers.count - 1)
        }
        keepInView()
    }

    func bufferPicker() -> Picker {
        let items = buffers.map { buffer in
            let text = buffer.text.lines.first { !$0.isEmpty }.map { String($0.prefix(200)) } ?? "(empty)"
            let mark = buffer.isModified ? "* " : ""
            return Picker.Item(
                title: buffer.title.isEmpty ? text : "\(mark)\(buffer.title)  \(text)", detail: "",
                choice: .buffer(buffer.number))
        }
        return Picker(.buffers, title: "Buffers", items: items)
    }

    // MARK: - Format

    mutating func format() {
        guard editor.byteCount <= Self.formattedBytesLimit else {
            message = .information("The text is too long to be laid out")
            return
        }
        let old = editor.text
        let new = ScriptFormatter.formatted(old)
        guard new != old else {
            message = .information("The text is laid out already")
            return
        }
        // The cursor stays behind the same visible characters.
        let seen = old.utf8.prefix(editor.offset(of: editor.cursor)).lazy.filter { $0 > 0x20 }.count
        var left = seen
        var offset = 0
        for byte in new.utf8 {
            if left == 0 { break }
            if byte > 0x20 { left -= 1 }
            offset += 1
        }
        let place = TextBuffer(new).position(ofOffset: offset)
        changeQuery { $0.replaceAll(with: new, cursor: place) }
        keepInView()
    }

    private static let formattedBytesLimit = 1 << 18
}
