/// Reads statements of the plain form `(transact {:valid-from "…"} [[:e :a v] …])` and `(retract [[:e :a v] …])` straight into
/// numbers, without forms in between.
struct FactReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var window: FactWriter.Window
    private let isAssertion: Bool
    private var facts: [NumberedFact] = []
    /// Facts of one entity mostly stand together, and a name's id takes a digest.
    private var lastEntity: (name: Range<Int>, id: ValueID)?

    enum Command {
        case transact, retract
    }

    /// What a plain statement does; `nil` where it is none.
    static func command(_ bytes: UnsafeBufferPointer<UInt8>) -> Command? {
        if bytes.starts(with: transact) { return .transact }
        return bytes.starts(with: retract) ? .retract : nil
    }

    private static let transact = Array("(transact".utf8)
    private static let retract = Array("(retract".utf8)

    /// The facts of a statement of this command; `nil` for one with anything out of the ordinary, or at fault: `FactWriter` reads
    /// it and says what is wrong.
    ///
    /// - Parameter values: takes the values of the facts; those of a statement that is left to others stay without facts.
    static func facts(
        in bytes: UnsafeBufferPointer<UInt8>, of command: Command, now: Int64, values: inout ValueTable
    ) -> [NumberedFact]? {
        var reader = FactReader(bytes, command, now)
        guard reader.readOptions(), reader.skip(UInt8(ascii: "[")) else { return nil }
        while true {
            reader.skipBlank()
            if reader.skip(UInt8(ascii: "]")) { break }
            guard reader.readFact(&values) else { return nil }
        }
        reader.skipBlank()
        guard reader.skip(UInt8(ascii: ")")) else { return nil }
        reader.skipBlank()
        guard reader.place == bytes.count else { return nil }
        var facts = reader.facts
        return FactWriter.removeRepeats(&facts) == nil ? facts : nil
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ command: Command, _ now: Int64) {
        self.bytes = bytes
        isAssertion = command == .transact
        window = isAssertion ? FactWriter.Window(from: now, to: Timestamp.forever) : .ofRetraction
        place = command == .transact ? Self.transact.count : Self.retract.count
        facts.reserveCapacity(min(1 << 16, bytes.count / 32))
    }

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    @inline(__always)
    private mutating func skipBlank() {
        while place < bytes.count, PlainWords.isBlank(bytes[place]) { place += 1 }
    }

    /// Whether a word, string or number may end here.
    @inline(__always)
    private func isEnd(_ end: Int) -> Bool {
        end < bytes.count && (PlainWords.isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "]"))
    }

    @inline(__always)
    private func raw(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// The window of the statement, before its facts.
    private mutating func readOptions() -> Bool {
        skipBlank()
        guard place < bytes.count else { return false }
        if bytes[place] != UInt8(ascii: "{") { return true }
        guard isAssertion, let own = readWindow() else { return false }
        window = own
        skipBlank()
        return true
    }

    private static let from = Array(":valid-from".utf8)
    private static let to = Array(":valid-to".utf8)

    /// `{:valid-from "…" :valid-to "…"}`; what it does not say is the statement's.
    private mutating func readWindow() -> FactWriter.Window? {
        var window = window
        guard skip(UInt8(ascii: "{")) else { return nil }
        while true {
            skipBlank()
            if skip(UInt8(ascii: "}")) { return window }
            guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
            let end = PlainWords.wordEnd(bytes, from: place + 1)
            let key = bytes[place..<end]
            place = end
            skipBlank()
            guard let text = string(), let instant = Self.instant(raw(text)) else { return nil }
            if key.elementsEqual(Self.from) {
                window.from = instant
            } else if key.elementsEqual(Self.to) {
                window.to = instant
            } else {
                return nil
            }
        }
    }

    private static func instant(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        try? Timestamp.parse(String(decoding: bytes, as: UTF8.self))
    }

    /// The bytes of a string without escapes, which ends behind its quote.
    @inline(__always)
    private mutating func string() -> Range<Int>? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\") { return nil }
            place += 1
        }
        let end = place
        guard skip(UInt8(ascii: "\"")), end - start <= FormLexer.stringBytesLimit else { return nil }
        return start..<end
    }

    @inline(__always)
    private mutating func keyword() -> Range<Int>? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
        let start = place
        place = PlainWords.wordEnd(bytes, from: place + 1)
        return place - start <= FormLexer.wordBytesLimit ? start..<place : nil
    }

    private mutating func readFact(_ values: inout ValueTable) -> Bool {
        guard skip(UInt8(ascii: "[")) else { return false }
        skipBlank()
        guard let name = keyword(), isEnd(place) else { return false }
        skipBlank()
        guard let attribute = keyword(), isEnd(place) else { return false }
        skipBlank()
        guard let object = readValue(&values) else { return false }
        skipBlank()
        var own = window
        if place < bytes.count, bytes[place] == UInt8(ascii: "{") {
            guard isAssertion, let named = readWindow() else { return false }
            own = named
            skipBlank()
        }
        guard skip(UInt8(ascii: "]")), !isAssertion || own.from < own.to,
            let attributeID = values.intern(raw(attribute), isKeyword: true)
        else { return false }
        facts.append(
            NumberedFact(
                entity: entity(name, &values), attribute: attributeID, object: object, window: own,
                isAssertion: isAssertion))
        return true
    }

    private mutating func entity(_ name: Range<Int>, _ values: inout ValueTable) -> ValueID {
        if let lastEntity, lastEntity.name.count == name.count, raw(lastEntity.name).elementsEqual(raw(name)) {
            return lastEntity.id
        }
        let id = values.intern(.ref(EntityID(keyword: raw(name))))
        lastEntity = (name, id)
        return id
    }

    /// The number of a value that ends as a word does.
    private mutating func readValue(_ values: inout ValueTable) -> ValueID? {
        guard place < bytes.count else { return nil }
        let id: ValueID?
        switch bytes[place] {
        case UInt8(ascii: ":"): id = keyword().flatMap { values.intern(raw($0), isKeyword: true) }
        case UInt8(ascii: "\""): id = string().flatMap { values.intern(raw($0), isKeyword: false) }
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            guard let (number, end) = PlainWords.number(bytes, from: place) else { return nil }
            place = end
            switch number {
            case .integer(let integer): id = values.intern(.int(integer))
            case .float(let float): id = values.intern(.float(float))
            }
        default: id = literal().map { values.intern($0) }
        }
        return isEnd(place) || place < bytes.count && bytes[place] == UInt8(ascii: "{") ? id : nil
    }

    private mutating func literal() -> Value? {
        let end = PlainWords.wordEnd(bytes, from: place)
        let word = bytes[place..<end]
        place = end
        if word.elementsEqual("true".utf8) { return .bool(true) }
        if word.elementsEqual("false".utf8) { return .bool(false) }
        return word.elementsEqual("nil".utf8) ? .null : nil
    }
}
