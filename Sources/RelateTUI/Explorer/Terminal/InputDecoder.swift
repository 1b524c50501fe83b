/// Turns the bytes of a terminal into keys, mouse actions and pasted text.
///
/// Knows the sequences of xterm and its kin, SGR mouse reports, bracketed paste and `CSI u` keys, and swallows what it
/// does not know. Text that arrives in one piece with line ends inside is taken as an unbracketed paste, so that its
/// first line does not run alone. Bytes may be split anywhere; only a lone ESC needs `flush`, once nothing followed.
struct InputDecoder {
    enum Input: Hashable, Sendable {
        case key(Key)
        case mouse(MouseAction)
        case paste(String)
        /// The terminal's answer to the question for its background.
        case background(isLight: Bool)
    }

    /// The terminal was asked for its background: its answer may come at any time, in pieces too.
    var expectsBackground = false

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?
    /// What has come of the terminal's answer.
    private var answer: [UInt8]?

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
    private static let sequenceBytesLimit = 64

    /// An escape sequence has begun and may be a lone ESC: ask again in 25 ms, then `flush`.
    var isWaiting: Bool { !pending.isEmpty && pasted == nil && answer == nil }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
        pending.append(contentsOf: bytes)
        return takeAll(isFinal: false)
    }

    /// What is pending is all there is: an ESC is the Escape key.
    mutating func flush() -> [Input] {
        takeAll(isFinal: true)
    }

    private mutating func takeAll(isFinal: Bool) -> [Input] {
        var inputs: [Input] = []
        var position = 0
        while position < pending.count {
            if pasted != nil {
                position = takePaste(from: position, into: &inputs)
                if pasted != nil { break }
                continue
            }
            if answer != nil {
                guard let end = takeAnswer(from: position, into: &inputs) else { break }
                position = end
                continue
            }
            if let end = endOfPastedLines(from: position) {
                inputs.append(.paste(Self.text(pending[position..<end])))
                position = end
                continue
            }
            guard let length = takeOne(from: position, isFinal: isFinal, into: &inputs) else { break }
            position += length
        }
        pending.removeFirst(min(position, pending.count))
        return inputs
    }

    /// The next input, or `nil` while its last bytes are missing; the number of bytes it took.
    private mutating func takeOne(from start: Int, isFinal: Bool, into inputs: inout [Input]) -> Int? {
        let byte = pending[start]
        if byte == 0x1B { return takeEscape(from: start, isFinal: isFinal, into: &inputs) }
        if byte == 0x0A, start > 0, pending[start - 1] >= 0x20 {
            // A line feed right behind text came with that text: the end of a pasted line, not Ctrl-J.
            inputs.append(.key(Key(.enter)))
            return 1
        }
        if let key = Self.controlKey(byte) {
            inputs.append(.key(key))
            return 1
        }
        guard let length = Self.scalarLength(byte) else { return 1 }
        guard start + length <= pending.count else { return isFinal ? pending.count - start : nil }
        let scalars = String(decoding: pending[start..<start + length], as: UTF8.self)
        if let character = scalars.first, character != "\u{FFFD}" || length == 3 {
            inputs.append(.key(.character(character)))
            return length
        }
        return 1
    }

    private mutating func takeEscape(from start: Int, isFinal: Bool, into inputs: inout [Input]) -> Int? {
        guard start + 1 < pending.count else {
            guard isFinal else { return nil }
            inputs.append(.key(Key(.escape)))
            return 1
        }
        switch pending[start + 1] {
        case UInt8(ascii: "["):
            return takeControlSequence(from: start, isFinal: isFinal, into: &inputs)
        case UInt8(ascii: "O"):
            guard start + 2 < pending.count else {
                guard isFinal else { return nil }
                inputs.append(.key(.alt("O")))
                return 2
            }
            return takeApplicationKey(from: start, isFinal: isFinal, into: &inputs)
        case UInt8(ascii: "]") where expectsBackground:
            guard start + 2 < pending.count else {
                guard isFinal else { return nil }
                inputs.append(.key(.alt("]")))
                return 2
            }
            guard pending[start + 2] == UInt8(ascii: "1") else {
                inputs.append(.key(.alt("]")))
                return 2
            }
            answer = []
            return 2
        case 0x1B:
            inputs.append(.key(Key(.escape)))
            return 1
        default:
            var keys: [Input] = []
            guard let length = takeOne(from: start + 1, isFinal: isFinal, into: &keys) else { return nil }
            for case .key(var key) in keys {
                key.modifiers.insert(.alt)
                inputs.append(.key(key))
            }
            return 1 + length
        }
    }

    /// `ESC O parameters final`.
    private func takeApplicationKey(from start: Int, isFinal: Bool, into inputs: inout [Input]) -> Int? {
        var end = start + 2
        while end < pending.count, (0x30...0x3B).contains(pending[end]) {
            if end - start > Self.sequenceBytesLimit { return end - start }
            end += 1
        }
        guard end < pending.count else { return isFinal ? pending.count - start : nil }
        // What no sequence ends with is a key of its own.
        guard (0x40...0x7E).contains(pending[end]) else { return end - start }
        if let key = KeySequences.applicationKey(pending[start + 2..<end], final: pending[end]) {
            inputs.append(.key(key))
        }
        return end + 1 - start
    }

    /// `ESC [ parameters final`.
    private mutating func takeControlSequence(from start: Int, isFinal: Bool, into inputs: inout [Input]) -> Int? {
        var end = start + 2
        while end < pending.count, !(0x40...0x7E).contains(pending[end]) {
            // rxvt ends keys with Shift so; elsewhere it is no end.
            if pending[end] == UInt8(ascii: "$"), end > start + 2, (0x30...0x39).contains(pending[start + 2]) { break }
            // A stray control byte ends the sequence without belonging to it.
            if pending[end] < 0x20 || end - start > Self.sequenceBytesLimit { return end - start }
            end += 1
        }
        guard end < pending.count else {
            guard isFinal else { return nil }
            if end == start + 2 { inputs.append(.key(.alt("["))) }
            return end - start
        }
        let parameters = pending[start + 2..<end]
        let final = pending[end]
        if final == UInt8(ascii: "["), parameters.isEmpty {
            guard end + 1 < pending.count else { return isFinal ? end + 1 - start : nil }
            if let key = KeySequences.consoleKey(pending[end + 1]) { inputs.append(.key(key)) }
            return end + 2 - start
        }
        if final == UInt8(ascii: "M"), parameters.isEmpty {
            return takeOldMouse(from: end + 1, start: start, isFinal: isFinal, into: &inputs)
        }
        if parameters.first == UInt8(ascii: "<") {
            if let action = KeySequences.mouse(parameters.dropFirst(), isRelease: final == UInt8(ascii: "m")) {
                inputs.append(.mouse(action))
            }
        } else if final == UInt8(ascii: "~"), Array(parameters) == Array("200".utf8) {
            pasted = []
        } else if let key = KeySequences.key(parameters, final: final) {
            inputs.append(.key(key))
        }
        return end + 1 - start
    }

    /// The three bytes of an X10 mouse report, for terminals without SGR reports.
    private func takeOldMouse(from bytes: Int, start: Int, isFinal: Bool, into inputs: inout [Input]) -> Int? {
        guard bytes + 3 <= pending.count else { return isFinal ? pending.count - start : nil }
        let numbers = (0..<3).map { Int(pending[bytes + $0]) - 32 }
        if let action = KeySequences.mouse(
            button: numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 3 == 3)
        {
            inputs.append(.mouse(action))
        }
        return bytes + 3 - start
    }

    /// Up to BEL or `ESC \\`; what cannot belong to an answer ends it as well, and is a key again.
    ///
    /// - Returns: The place behind what was taken; `nil` where more has to come.
    private mutating func takeAnswer(from start: Int, into inputs: inout [Input]) -> Int? {
        var position = start
        while position < pending.count {
            let byte = pending[position]
            if byte == 0x1B, position + 1 == pending.count { return position == start ? nil : position }
            let isEnd = byte == 0x07 || (byte == 0x1B && pending[position + 1] == UInt8(ascii: "\\"))
            if isEnd, let isLight = answer.flatMap({ TerminalBackground.isLight(answer: $0) }) {
                inputs.append(.background(isLight: isLight))
                expectsBackground = false
            }
            let belongs = (0x20..<0x7F).contains(byte) && (answer?.count ?? 0) < Self.sequenceBytesLimit
            if isEnd || !belongs {
                answer = nil
                return isEnd ? position + (byte == 0x07 ? 1 : 2) : position
            }
            answer?.append(byte)
            position += 1
        }
        return position
    }

    private mutating func takePaste(from start: Int, into inputs: inout [Input]) -> Int {
        let mark = Self.pasteEnd
        var position = start
        while position < pending.count {
            if pending[position] == 0x1B {
                let candidate = pending[position..<min(pending.count, position + mark.count)]
                if candidate.elementsEqual(mark.prefix(candidate.count)) {
                    if candidate.count < mark.count { return position }
                    inputs.append(.paste(Self.text(pasted ?? [])))
                    pasted = nil
                    return position + mark.count
                }
            }
            pasted?.append(pending[position])
            position += 1
        }
        return position
    }

    /// The end of a run of text that has a line end with more text after it: nobody types that in one read.
    private func endOfPastedLines(from start: Int) -> Int? {
        var end = start
        var lineEnd: Int?
        while end < pending.count {
            let byte = pending[end]
            if byte == 0x0D || byte == 0x0A {
                lineEnd = lineEnd ?? end
            } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                break
            }
            end += 1
        }
        guard let lineEnd, lineEnd > start, end > lineEnd + 1 else { return nil }
        let rest = pending[lineEnd..<end]
        return rest.contains { $0 != 0x0D && $0 != 0x0A } ? end : nil
    }

    /// Pasted bytes as text: line ends become `\n`.
    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        var clean: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D {
                clean.append(0x0A)
            } else if !(byte == 0x0A && previous == 0x0D) {
                clean.append(byte)
            }
            previous = byte
        }
        return String(decoding: clean, as: UTF8.self)
    }

    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: Key(.character(" "), .control)
        case 0x08: .control("h")
        case 0x09: Key(.tab)
        case 0x0D: Key(.enter)
        case 0x7F: Key(.backspace)
        case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x1C...0x1F: .control(Character(UnicodeScalar(byte + 0x40)))
        default: nil
        }
    }

    private static func scalarLength(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x20..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: nil
        }
    }
}
