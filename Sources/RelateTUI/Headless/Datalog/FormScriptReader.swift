/// Cuts a Datalog script into forms while it arrives: a form is there as soon as its last bracket is read.
///
/// A form outside all brackets is a word of its own; brackets are counted whatever their kind, so that a wrong one costs one
/// statement. Memory holds the form that is being read, and the piece of the source that came with it.
struct FormScriptReader: StatementReader {
    private let source: ByteSource
    private let limit: Int
    private var ready: [ScriptReader.Statement] = []
    private var isAtEnd = false

    /// The form that is being read, from its first byte.
    private var form: [UInt8] = []
    /// The line that `form` begins at, and the one of the byte looked at.
    private var firstLine = 1
    /// In bytes, alike.
    private var firstOffset = 0
    private var offset = 0
    private var line = 1
    private var depth = 0
    private var state = State.between

    private enum State {
        /// Outside strings and comments.
        case between
        /// In a word outside all brackets.
        case word
        case string
        /// Behind a backslash in a string.
        case escape
        case comment
    }

    init(_ source: ByteSource, limit: Int = ScriptReader.statementBytesLimit) {
        self.source = source
        self.limit = limit
    }

    /// The forms of a text at hand.
    static func forms(in text: String) -> [ScriptReader.Statement] {
        var reader = FormScriptReader(ByteSource(descriptor: -1, name: "text"), limit: .max)
        for byte in text.utf8 { reader.take(byte) }
        reader.finish()
        return reader.ready
    }

    /// The next form; `nil` at the end. Comments and blanks alone are no form.
    mutating func next() throws -> ScriptReader.Statement? {
        while ready.isEmpty {
            if isAtEnd { return nil }
            let piece = try source.next()
            for byte in piece { take(byte) }
            if form.count > limit {
                throw IOFailure("\(source.name):\(firstLine): a statement is longer than \(limit) bytes")
            }
            if piece.isEmpty {
                isAtEnd = true
                finish()
            }
        }
        let statement = ready.removeFirst()
        guard UTF8Check.firstInvalid(in: Array(statement.text.utf8)) == nil, !statement.isDamaged else {
            throw IOFailure("\(source.name):\(statement.line): the text is not UTF-8")
        }
        return statement
    }

    private mutating func take(_ byte: UInt8) {
        if state == .word, isBoundary(byte) { close() }
        if form.isEmpty, state != .comment {
            guard !isBlank(byte) else { return advance(byte) }
            firstLine = line
            firstOffset = offset
        }
        switch state {
        case .comment:
            if byte == UInt8(ascii: "\n") { state = .between }
            if !form.isEmpty { form.append(byte) }
        case .escape:
            form.append(byte)
            state = .string
        case .string:
            form.append(byte)
            if byte == UInt8(ascii: "\\") { state = .escape }
            if byte == UInt8(ascii: "\"") {
                state = .between
                if depth == 0 { close() }
            }
        case .word: form.append(byte)
        case .between: takeBetween(byte)
        }
        advance(byte)
    }

    private mutating func takeBetween(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ";"):
            state = .comment
            if !form.isEmpty { form.append(byte) }
        case UInt8(ascii: "\""):
            form.append(byte)
            state = .string
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            form.append(byte)
            depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            form.append(byte)
            depth = max(0, depth - 1)
            if depth == 0 { close() }
        default:
            form.append(byte)
            if depth == 0 { state = .word }
        }
    }

    private mutating func advance(_ byte: UInt8) {
        offset += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: ",")
    }

    /// What ends a word outside all brackets. `#{` and the string of `#uuid "…"` are errors there in any case.
    private func isBoundary(_ byte: UInt8) -> Bool {
        isBlank(byte) || "()[]{}\";".utf8.contains(byte)
    }

    private mutating func close() {
        let text = String(decoding: form, as: UTF8.self)
        ready.append(
            .init(
                text: text, line: firstLine, offset: firstOffset,
                isDamaged: UTF8Check.firstInvalid(in: form) != nil))
        form = []
        depth = 0
        state = .between
    }

    private mutating func finish() {
        if !form.isEmpty { close() }
    }
}
