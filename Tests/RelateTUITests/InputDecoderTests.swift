import Testing

@testable import RelateTUI

@Suite("Input decoder") struct InputDecoderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: String
        let inputs: [InputDecoder.Input]
        var testDescription: String { bytes.debugDescription }

        init(_ bytes: String, _ keys: Key...) {
            self.bytes = bytes
            inputs = keys.map { .key($0) }
        }

        init(_ bytes: String, input: InputDecoder.Input) {
            self.bytes = bytes
            inputs = [input]
        }
    }

    static let cases: [Case] = [
        Case("a", .character("a")), Case("é", .character("é")), Case("渡", .character("渡")),
        Case("😀", .character("😀")), Case("\u{FFFD}", .character("\u{FFFD}")),
        Case("\r", Key(.enter)), Case("\n", .control("j")), Case("\t", Key(.tab)), Case("\u{7F}", Key(.backspace)),
        Case("\u{01}", .control("a")), Case("\u{1F}", .control("_")), Case("\0", Key(.character(" "), .control)),
        Case("\u{1B}[A", Key(.up)), Case("\u{1B}OA", Key(.up)), Case("\u{1B}[1;5C", Key(.right, .control)),
        Case("\u{1B}[1;4D", Key(.left, [.shift, .alt])), Case("\u{1B}[5~", Key(.pageUp)),
        Case("\u{1B}[3;5~", Key(.delete, .control)), Case("\u{1B}OP", .function(1)), Case("\u{1B}[15~", .function(5)),
        Case("\u{1B}[15;3~", Key(.function(5), .alt)), Case("\u{1B}[24~", .function(12)),
        Case("\u{1B}[Z", Key(.tab, .shift)), Case("\u{1B}x", .alt("x")), Case("\u{1B}\r", Key(.enter, .alt)),
        Case("\u{1B}[H", Key(.home)), Case("\u{1B}[4~", Key(.end)),
        Case("\u{1B}[97;5u", .control("a")), Case("\u{1B}[13;5u", Key(.enter, .control)),
        Case("\u{1B}[27u", Key(.escape)), Case("\u{1B}[97;2u", .character("A")), Case("\u{1B}[57358u"),
        Case("\u{1B}[27;5;106~", .control("j")),
        Case("\u{1B}[<0;250;7M", input: .mouse(MouseAction(kind: .press, column: 249, row: 6))),
        Case("\u{1B}[<0;1;1m", input: .mouse(MouseAction(kind: .release, column: 0, row: 0))),
        Case("\u{1B}[<65;3;4M", input: .mouse(MouseAction(kind: .wheelDown, column: 2, row: 3))),
        Case("\u{1B}[<32;3;4M", input: .mouse(MouseAction(kind: .drag, column: 2, row: 3))),
        Case("\u{1B}[M !!", input: .mouse(MouseAction(kind: .press, column: 0, row: 0))),
        Case("\u{1B}[200~a\r\nb\u{1B}[201~", input: .paste("a\nb")),
        Case("\u{1B}[200~x\u{1B}[Ay\u{1B}[201~", input: .paste("x\u{1B}[Ay")),
        Case("\u{1B}[200~\u{1B}[201~", input: .paste("")),
        Case("MATCH (n)\rRETURN n", input: .paste("MATCH (n)\nRETURN n")),
        Case("ab\r", .character("a"), .character("b"), Key(.enter)),
        Case("a\n", .character("a"), Key(.enter)),
        // rxvt
        Case("\u{1B}[a", Key(.up, .shift)), Case("\u{1B}Od", Key(.left, .control)),
        Case("\u{1B}[7^", Key(.home, .control)),
        Case("\u{1B}[8^", Key(.end, .control)), Case("\u{1B}[5$", Key(.pageUp, .shift)),
        Case("\u{1B}[6@", Key(.pageDown, [.shift, .control])), Case("\u{1B}[8$x", Key(.end, .shift), .character("x")),
        // The Linux console
        Case("\u{1B}[[A", .function(1)), Case("\u{1B}[[E", .function(5)), Case("\u{1B}[1~", Key(.home)),
        Case("\u{1B}[[Z"),
        // Modifiers in application mode, and the numeric keypad
        Case("\u{1B}O5F", Key(.end, .control)), Case("\u{1B}O1;5H", Key(.home, .control)),
        Case("\u{1B}O2P", Key(.function(1), .shift)), Case("\u{1B}Op", .character("0")),
        Case("\u{1B}Oy", .character("9")),
        Case("\u{1B}Oj", .character("*")), Case("\u{1B}OX", .character("=")), Case("\u{1B}O~"),
        Case("\u{1B}[1;5H", Key(.home, .control)), Case("\u{1B}[1;5F", Key(.end, .control)),
        Case("\u{1B}[5;2~", Key(.pageUp, .shift)), Case("\u{1B}[1;6H", Key(.home, [.shift, .control])),
        // What nobody knows is passed over whole.
        Case("\u{1B}[?2026;2$y"),
        Case("\u{1B}[?1;2c"), Case("\u{1B}[999;1x"),
        Case("\u{1B}[12;34Rq", Key(.function(3), .control), .character("q")),
    ]

    @Test("A sequence of bytes is the keys it stands for", arguments: cases.dropLast())
    func decodes(example: Case) {
        var decoder = InputDecoder()
        #expect(decoder.decode(example.bytes.utf8) == example.inputs)
        #expect(!decoder.isWaiting)
    }

    @Test(
        "Bytes may come one by one",
        arguments: cases.dropLast().filter { !$0.bytes.contains("\r") && !$0.bytes.contains("\n") })
    func decodesInPieces(example: Case) {
        var decoder = InputDecoder()
        #expect(example.bytes.utf8.flatMap { decoder.decode([$0]) } == example.inputs)
    }

    @Test("A lone ESC is the Escape key once nothing follows")
    func escape() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(Key(.escape))])
        #expect(decoder.decode(Array("\u{1B}\u{1B}[A".utf8)) == [.key(Key(.escape)), .key(Key(.up))])
    }

    @Test("Half a sequence that stays half is dropped or is what it can be")
    func halfSequences() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.flush() == [.key(.alt("["))])
        #expect(decoder.decode([0xE6, 0xB8]) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode([0xFF, 0x61]) == [.key(.character("a"))])
    }

    @Test("Random bytes never break the decoder, and what follows them is understood")
    func randomBytes() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<300 {
            var decoder = InputDecoder()
            var bytes: [UInt8] = []
            for _ in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(truncatingIfNeeded: state >> 33)
                // Sequences are what is interesting.
                bytes.append(byte < 60 ? 0x1B : byte < 90 ? UInt8(ascii: "[") : byte)
            }
            _ = decoder.decode(bytes)
            _ = decoder.flush()
            _ = decoder.decode(Array("\u{1B}[201~".utf8))
            _ = decoder.decode(Array("  ".utf8))
            #expect(decoder.decode(Array("z".utf8)) == [.key(.character("z"))])
        }
    }
}

@Suite("Words of --keys") struct KeyWordsTests {
    @Test("Words and quoted strings become keys")
    func words() throws {
        let steps = try KeyWords.parse(#""a\"b\n" F5 wait C-X M-b S-Tab Space x PageDown"#)
        let keys: [KeyWords.Step] = [
            .press(.character("a")), .press(.character("\"")), .press(.character("b")), .press(Key(.enter)),
            .press(.function(5)), .wait, .press(.control("x")), .press(.alt("b")), .press(Key(.tab, .shift)),
            .press(.character(" ")), .press(.character("x")), .press(Key(.pageDown)),
        ]
        #expect(steps == keys)
    }

    @Test("Every key of the key map is understood as help spells it")
    func helpSpelling() throws {
        for key in KeyMap.bindings.flatMap(\.keys) where key.name != "\"" {
            #expect(KeyWords.key(try KeyWords.parse(key.name)) == key, "\(key.name)")
        }
    }

    @Test("A word that is no key is refused", arguments: ["F13", "Foo", "C-", "\"abc", "ab"])
    func unknown(word: String) {
        #expect(throws: KeyWords.UnknownWord.self) { try KeyWords.parse(word) }
    }
}
