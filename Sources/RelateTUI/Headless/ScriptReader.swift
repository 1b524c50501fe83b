import CypherSyntax

/// Hands out the statements of a script one after another.
protocol StatementReader {
    mutating func next() throws -> ScriptReader.Statement?
}

/// Cuts a script into statements while it arrives: a statement is there as soon as its `;` is read.
///
/// Memory holds the statement that is being read, and the piece of the source that came with it.
struct ScriptReader: StatementReader {
    /// The longest statement taken, in bytes. Above the engine's own limit, whose message is the better one.
    static let statementBytesLimit = 1 << 24

    struct Statement: Equatable {
        var text: String
        /// The line of the source it begins at, from 1.
        var line: Int
        /// The character of that line it begins at, from 1.
        var column = 1
        /// Where it begins in the source, in bytes, where the reader counts them.
        var offset = 0
        /// The bytes were not UTF-8, and the text is not what they said.
        var isDamaged = false
    }

    private let source: ByteSource
    private var buffer: [UInt8] = []
    /// Where in `buffer` no `;` was looked for yet.
    private var searched = 0
    private var line = 1
    private var column = 1
    private var ready: [Statement] = []
    private var isAtEnd = false
    /// A prefix is cut only when the buffer has grown to this: a statement full of `;` in strings costs no more than twice.
    private var threshold = 0

    private let limit: Int

    init(_ source: ByteSource, limit: Int = ScriptReader.statementBytesLimit) {
        self.source = source
        self.limit = limit
    }

    /// The statements of a text at hand.
    static func statements(in text: String) throws -> [Statement] {
        var reader = ScriptReader(ByteSource(descriptor: -1, name: "text"), limit: .max)
        reader.buffer = Array(text.utf8)
        try reader.cut(upTo: reader.buffer.count, isLast: true)
        return reader.ready
    }

    /// The next statement, without its `;`; `nil` at the end. Comments and blanks alone are no statement.
    mutating func next() throws -> Statement? {
        while ready.isEmpty {
            if isAtEnd { return nil }
            let piece = try source.next()
            if piece.isEmpty {
                isAtEnd = true
                try cut(upTo: buffer.count, isLast: true)
            } else {
                buffer += piece
                try cutWhatIsComplete()
            }
        }
        return ready.removeFirst()
    }

    private mutating func cutWhatIsComplete() throws {
        let semicolon = buffer[searched...].lastIndex(of: UInt8(ascii: ";"))
        searched = buffer.count
        guard let semicolon, buffer.count >= threshold else {
            guard buffer.count <= limit else { throw tooLong }
            return
        }
        try cut(upTo: semicolon + 1, isLast: false)
        guard buffer.count <= limit else { throw tooLong }
        searched = buffer.count
        threshold = ready.isEmpty ? buffer.count * 2 : 0
    }

    private var tooLong: IOFailure {
        IOFailure("\(source.name):\(line): a statement is longer than \(limit) bytes")
    }

    /// Takes the statements out of the first `end` bytes, which end in a `;` unless they are the last.
    private mutating func cut(upTo end: Int, isLast: Bool) throws {
        let prefix = Array(buffer[..<end])
        if let offset = UTF8Check.firstInvalid(in: prefix) {
            let lines = prefix[..<offset].count { $0 == UInt8(ascii: "\n") }
            throw IOFailure("\(source.name):\(line + lines): the text is not UTF-8")
        }
        let text = String(decoding: prefix, as: UTF8.self)
        var taken = 0
        for part in Script.parts(of: text) {
            // The last one may end at a `;` of a string or comment that goes on in what was not read yet.
            guard isLast || part.isTerminated else { break }
            let span = part.span.lowerBound..<part.span.upperBound
            pass(prefix[taken..<span.lowerBound])
            ready.append(
                Statement(text: String(decoding: prefix[span], as: UTF8.self), line: line, column: column))
            taken = part.territory.upperBound
            pass(prefix[span.lowerBound..<taken])
        }
        buffer.removeFirst(taken)
    }

    private mutating func pass(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
