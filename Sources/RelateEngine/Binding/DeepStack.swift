import CypherSyntax

/// Room for recursion over trees: a nesting of 500 must not depend on whose thread runs the statement.
///
/// Walks of small trees run where they are. Deeper ones run upon a thread with a large stack, which is waited for;
/// `BoundStatement.nesting` tells a later stage which one it has.
package enum DeepStack {
    /// Nesting that fits a stack of 512 KiB, debug builds included.
    package static let shallowNestingLimit = 32

    /// Runs `body` where a tree of that nesting has room.
    package static func run<Result>(
        nesting: Int, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        nesting <= shallowNestingLimit ? try body() : try onLargeStack(body)
    }

    /// Whether a statement may nest deeper than fits any stack: never false where it does, and true of a few that do not. What
    /// is made of such a statement has to go on a large stack as well, since releasing recurses.
    package static func mayBeNeeded(by text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var openers = 0
            for byte in bytes { openers &+= opens(byte) }
            return openers > shallowNestingLimit && nesting(of: bytes) > shallowNestingLimit
        }
    }

    /// 1 for what may open a level, or begin a word that does: brackets, signs, `CASE`, `NOT`.
    @inline(__always)
    private static func opens(_ byte: UInt8) -> Int {
        let isBracket = byte == UInt8(ascii: "(") || byte | 0x20 == UInt8(ascii: "{")
        let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        let isLetter = byte | 0x20 == UInt8(ascii: "c") || byte | 0x20 == UInt8(ascii: "n")
        return isBracket || isSign || isLetter ? 1 : 0
    }

    /// Behind it a sign stands between two operands, or belongs to an arrow. A word that it may end is taken for an operand:
    /// then one sign behind a keyword is not counted.
    private static func endsOperand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), 0x80...:
            true
        default: false
        }
    }

    /// At least the levels of the text: brackets by their depth, all else as if each stood within the one before.
    private static func nesting(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        func isAt(_ index: Int, _ second: UInt8, _ third: UInt8) -> Bool {
            index + 2 < bytes.count && bytes[index + 1] | 0x20 == second && bytes[index + 2] | 0x20 == third
        }
        var depth = 0
        var deepest = 0
        var prefixes = 0
        var previous = UInt8(ascii: "(")
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: "-"), UInt8(ascii: "+"): if !endsOperand(previous) { prefixes += 1 }
            case UInt8(ascii: "c"), UInt8(ascii: "C"):
                if isAt(index, UInt8(ascii: "a"), UInt8(ascii: "s")) { prefixes += 1 }
            case UInt8(ascii: "n"), UInt8(ascii: "N"):
                if isAt(index, UInt8(ascii: "o"), UInt8(ascii: "t")) { prefixes += 1 }
            default: break
            }
            if byte > UInt8(ascii: " ") { previous = byte }
        }
        return deepest + prefixes
    }

    @inline(never)
    package static func onLargeStack<Result>(
        _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        let outcome = CypherSyntax.DeepStack.run { () -> Swift.Result<Result, EngineError> in
            do throws(EngineError) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .nestingTooDeep() }
        return try outcome.get()
    }
}
