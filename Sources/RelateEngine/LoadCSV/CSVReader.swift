import CKernels

/// Reads a CSV file record by record: fields apart at the terminator, quotes around those that hold one, a line end or a
/// quote, which is doubled then. Lines end with LF, CR LF or CR; a byte order mark is passed over; an empty line is none.
///
/// A field without quotes and without a character is null.
struct CSVReader {
    private let file: CSVFile
    private let terminator: [UInt8]
    private var buffer: UnsafeMutableRawBufferPointer
    private let owner: Buffer
    private var position = 0
    private var end = 0
    private var isAtEnd = false
    private var isAtStart = true
    /// Of the record read last, from 1.
    private(set) var line = 0
    private var nextLine = 1
    /// Where the buffer begins in the file, once it is decompressed.
    private var bufferOffset = 0
    /// Up to here, in the file, all that comes next can be in blocks.
    private var oddOffset = 0
    /// And here it cannot.
    private var isOddKnown = false
    /// The unescaped content of a quoted field.
    private var scratch: [UInt8] = []

    private static let initialBytes = 1 << 18
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Frees the buffer with the last copy of the reader.
    private final class Buffer {
        var memory: UnsafeMutableRawBufferPointer

        init(_ count: Int) { memory = .allocate(byteCount: count, alignment: 16) }

        deinit { memory.deallocate() }

        func grow() {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: memory.count * 2, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(memory))
            memory.deallocate()
            memory = larger
        }
    }

    /// - Parameter bufferBytes: what is read at once.
    init(_ file: CSVFile, terminator: String, bufferBytes: Int = Self.initialBytes) {
        self.file = file
        self.terminator = Array(terminator.utf8)
        owner = Buffer(bufferBytes)
        buffer = owner.memory
    }

    /// The fields of the next record, `nil` at the end of the file.
    ///
    /// - Throws: where a quote is not closed, something stands behind a closing quote, or a field is no UTF-8.
    mutating func next(_ fields: inout [Value]) throws(EngineError) -> Bool {
        fields.removeAll(keepingCapacity: true)
        if isAtStart { try passMark() }
        // A line without a character is no record.
        while true {
            guard try has(1) else { return false }
            guard buffer[position] == Self.lineFeed || buffer[position] == Self.carriageReturn else { break }
            try passLineEnd()
        }
        line = nextLine
        while true {
            let isLast: Bool
            if buffer[position] == Self.quote {
                isLast = try quotedField(&fields)
            } else {
                isLast = try plainField(&fields)
            }
            if isLast { return true }
            guard try has(1) else {
                // The terminator was the last character.
                fields.append(.null)
                return true
            }
        }
    }

    // MARK: Records without quotes

    /// Where the fields of the next record lie, until the next call; one without a character is empty.
    ///
    /// - Returns: `false`, and nothing is read, where the record has a field in quotes, or does not lie in the buffer
    ///   with its line feed: that is for `next`.
    mutating func nextPlain(_ ranges: inout [Range<Int>]) throws(EngineError) -> Bool {
        guard terminator.count == 1, !isAtStart else { return false }
        while true {
            switch plainRecord(&ranges) {
            case .whole(let next):
                line = nextLine
                nextLine += 1
                position = next
                return true
            case .other: return false
            case .cut:
                guard position > 0 || end < buffer.count, try more() else { return false }
            }
        }
    }

    /// Whole records that lie in the buffer, many at once, each a line: without a quote, and without a carriage return but before
    /// its line feed. The reader goes behind them.
    ///
    /// - Returns: `nil`, and nothing is read, where what comes next is not of that kind, or there is little of it.
    mutating func plainBlock() throws(EngineError) -> PlainBlock? {
        guard terminator.count == 1, !isAtStart else { return nil }
        if isOddKnown, 0..<Self.blockMinimum ~= oddOffset - (bufferOffset + position) { return nil }
        if end - position < buffer.count / 2 { _ = try more() }
        findOdd()
        guard let base = buffer.baseAddress else { return nil }
        let limit = oddOffset - bufferOffset
        var last = limit - 1
        while last >= position, buffer[last] != Self.lineFeed { last -= 1 }
        guard last >= position, !isOddKnown || last - position >= Self.blockMinimum else { return nil }
        let bytes = UnsafeRawBufferPointer(start: base + position, count: last + 1 - position)
        let block = PlainBlock(bytes: Array(bytes), separator: terminator[0], firstLine: nextLine)
        position = last + 1
        nextLine += block.lineCount
        return block
    }

    /// Of fewer bytes a block takes longer than it spares.
    private static let blockMinimum = 1 << 13

    /// Looks for a byte that no block holds, where it was not looked for yet.
    private mutating func findOdd() {
        if oddOffset < bufferOffset + position {
            oddOffset = bufferOffset + position
            isOddKnown = false
        }
        guard !isOddKnown, let base = buffer.baseAddress else { return }
        let start = oddOffset - bufferOffset
        let plainCount = relate_first_odd(base.assumingMemoryBound(to: UInt8.self) + start, end - start)
        oddOffset += plainCount
        // What follows the last byte is not known yet.
        isOddKnown = plainCount < end - start - 1 || plainCount < end - start && buffer[end - 1] == Self.quote
    }

    private enum PlainRecord {
        /// With the place behind its line feed.
        case whole(next: Int)
        /// The buffer ends before its line feed.
        case cut
        case other
    }

    private func plainRecord(_ ranges: inout [Range<Int>]) -> PlainRecord {
        let bytes = UnsafeRawBufferPointer(buffer)
        let separator = terminator[0]
        ranges.removeAll(keepingCapacity: true)
        var start = position
        var place = position
        guard place < end else { return .cut }
        if bytes[place] == Self.quote { return .other }
        while place < end {
            let byte = bytes[place]
            if byte == separator {
                ranges.append(start..<place)
                start = place &+ 1
                if start < end, bytes[start] == Self.quote { return .other }
            } else if byte == Self.lineFeed {
                let isReturn = place > start && bytes[place &- 1] == Self.carriageReturn
                // A line without a character is no record.
                if place == position || isReturn && place == position &+ 1 { return .other }
                ranges.append(start..<(isReturn ? place &- 1 : place))
                return .whole(next: place &+ 1)
            } else if byte == Self.carriageReturn, place &+ 1 < end, bytes[place &+ 1] != Self.lineFeed {
                // It ends a line by itself.
                return .other
            }
            place &+= 1
        }
        return .cut
    }

    /// - Parameter ranges: of the record that `nextPlain` read last.
    /// - Throws: where it is no UTF-8.
    func checkUTF8(of ranges: [Range<Int>]) throws(EngineError) {
        guard let first = ranges.first?.lowerBound, let end = ranges.last?.upperBound, first < end else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[first..<end])
        if !bytes.isASCII { _ = try string(bytes) }
    }

    /// The record read last holds more than rows can.
    func recordTooLong() -> EngineError { .csvFieldTooLong(file.path, line: line) }

    /// The memory in which the ranges of `nextPlain` lie.
    var memory: UnsafeRawPointer? { UnsafeRawPointer(buffer.baseAddress) }

    // MARK: Fields

    /// Returns whether the record ends with it.
    private mutating func plainField(_ fields: inout [Value]) throws(EngineError) -> Bool {
        let first = terminator[0]
        var place = position
        while true {
            while place < end {
                let byte = buffer[place]
                if byte == first || byte == Self.lineFeed || byte == Self.carriageReturn { break }
                place &+= 1
            }
            if place < end {
                if buffer[place] == first {
                    guard try isTerminator(&place) else {
                        place += 1
                        continue
                    }
                    fields.append(try text(position, place))
                    position = place + terminator.count
                    return false
                }
                fields.append(try text(position, place))
                position = place
                try passLineEnd()
                return true
            }
            let kept = place - position
            guard try more() else {
                fields.append(try text(position, end))
                position = end
                return true
            }
            place = position + kept
        }
    }

    /// At a closing quote or the field's beginning: goes behind the field.
    private mutating func quotedField(_ fields: inout [Value]) throws(EngineError) -> Bool {
        position += 1
        scratch.removeAll(keepingCapacity: true)
        var isCopied = false
        var place = position
        while true {
            while place < end, buffer[place] != Self.quote {
                if buffer[place] == Self.lineFeed { nextLine += 1 }
                place &+= 1
            }
            if place == end {
                let kept = place - position
                guard try more() else { throw .csvUnclosedQuote(file.path, line: line) }
                place = position + kept
                continue
            }
            if place + 1 == end {
                let kept = place - position
                _ = try more()
                place = position + kept
            }
            guard place + 1 < end, buffer[place + 1] == Self.quote else { break }
            // A doubled quote: what came before it and one quote.
            scratch.append(contentsOf: buffer[position...place])
            isCopied = true
            place += 2
            position = place
        }
        if isCopied {
            scratch.append(contentsOf: buffer[position..<place])
            guard let text = String(validating: scratch, as: UTF8.self) else {
                throw .csvNotUTF8(file.path, line: line)
            }
            fields.append(.string(text))
        } else {
            fields.append(
                .string(try string(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[position..<place]))))
        }
        position = place + 1
        guard try has(1) else { return true }
        if buffer[position] == Self.lineFeed || buffer[position] == Self.carriageReturn {
            try passLineEnd()
            return true
        }
        var after = position
        guard buffer[position] == terminator[0], try isTerminator(&after) else {
            throw .csvTextAfterQuote(file.path, line: line)
        }
        position = after + terminator.count
        return false
    }

    private func text(_ start: Int, _ stop: Int) throws(EngineError) -> Value {
        if start == stop { return .null }
        return .string(try string(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<stop])))
    }

    private func string(_ bytes: UnsafeRawBufferPointer) throws(EngineError) -> String {
        // The library's check takes longer than all the rest of a short field.
        if bytes.isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self) else {
            throw .csvNotUTF8(file.path, line: line)
        }
        return text
    }

    // MARK: Bytes

    /// The terminator stands at `place`; more bytes may be read to tell, which moves the place.
    private mutating func isTerminator(_ place: inout Int) throws(EngineError) -> Bool {
        if terminator.count == 1 { return true }
        while place + terminator.count > end {
            let kept = place - position
            guard try more() else { return false }
            place = position + kept
        }
        for (index, byte) in terminator.enumerated() where buffer[place + index] != byte { return false }
        return true
    }

    private mutating func passLineEnd() throws(EngineError) {
        nextLine += 1
        let isReturn = buffer[position] == Self.carriageReturn
        position += 1
        if isReturn, try has(1), buffer[position] == Self.lineFeed { position += 1 }
    }

    private mutating func passMark() throws(EngineError) {
        isAtStart = false
        guard try has(2) else { return }
        let pair = (buffer[position], buffer[position + 1])
        if pair == (0xff, 0xfe) || pair == (0xfe, 0xff) { throw .csvNotUTF8(file.path, line: 1) }
        if try has(3), pair == (0xef, 0xbb), buffer[position + 2] == 0xbf { position += 3 }
    }

    /// At least `count` bytes are at hand.
    private mutating func has(_ count: Int) throws(EngineError) -> Bool {
        while end - position < count {
            guard try more() else { return false }
        }
        return true
    }

    /// Reads more behind what is at hand, which moves to the front; `false` at the end of the file.
    private mutating func more() throws(EngineError) -> Bool {
        if isAtEnd { return false }
        if position > 0 {
            let rest = end - position
            bufferOffset += position
            if rest > 0, let base = buffer.baseAddress { base.copyMemory(from: base + position, byteCount: rest) }
            position = 0
            end = rest
        }
        if end == buffer.count {
            guard buffer.count < Limits.csvFieldBytesLimit else { throw .csvFieldTooLong(file.path, line: line) }
            owner.grow()
            buffer = owner.memory
        }
        let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
        isAtEnd = count == 0
        end += count
        return count > 0
    }
}
