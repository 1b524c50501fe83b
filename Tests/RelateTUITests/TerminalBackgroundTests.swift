import Testing

@testable import RelateTUI

/// What a terminal says of its background, whole or in pieces, and what is not such an answer.
@Suite("Terminal background") struct TerminalBackgroundTests {
    @Test(
        "Answers of all lengths are light or dark",
        arguments: [
            ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:0000/0000/0000", false), ("11;rgb:fd/f6/e3", true),
            ("11;rgb:1/1/1", false), ("11;rgba:ffff/ffff/ffff/8000", true), ("11;rgb:0000/0000/ffff", false),
        ])
    func tellsLight(answer: String, isLight: Bool) {
        #expect(TerminalBackground.isLight(answer: answer.utf8) == isLight)
    }

    @Test(
        "What is no answer tells nothing",
        arguments: [
            "", "11;", "11;rgb:", "11;rgb:ffff/ffff", "11;rgb:fffff/0/0", "11;rgb:-1/0/0", "10;rgb:f/f/f", "11;?",
        ])
    func refuses(answer: String) {
        #expect(TerminalBackground.isLight(answer: answer.utf8) == nil)
    }

    @Test("An answer in any pieces is one input, and the keys around it are keys", arguments: ["\u{7}", "\u{1B}\\"])
    func decodesPieces(end: String) {
        let bytes = Array("a\u{1B}]11;rgb:ffff/ffff/ffff\(end)b".utf8)
        for cut in 0...bytes.count {
            var decoder = InputDecoder()
            decoder.expectsBackground = true
            let inputs = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            #expect(
                inputs == [.key(.character("a")), .background(isLight: true), .key(.character("b"))], "cut at \(cut)")
            #expect(!decoder.expectsBackground)
        }
    }

    @Test("A slow answer is no Escape key, and what breaks off in the middle is text again")
    func survivesSlowAnswers() {
        var decoder = InputDecoder()
        decoder.expectsBackground = true
        #expect(decoder.decode(Array("\u{1B}]11;rgb:ff".utf8)).isEmpty)
        #expect(!decoder.isWaiting)
        #expect(decoder.decode(Array("ff/ffff/ffff\u{7}".utf8)) == [.background(isLight: true)])
        decoder.expectsBackground = true
        #expect(decoder.decode(Array("\u{1B}]1\u{1B}[A".utf8)) == [.key(Key(.up))])
        #expect(decoder.decode(Array("x".utf8)) == [.key(.character("x"))])
    }

    @Test("Without a question Alt-] stays a key")
    func keepsKeys() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}]1".utf8)) == [.key(.alt("]")), .key(.character("1"))])
        decoder.expectsBackground = true
        #expect(decoder.decode(Array("\u{1B}]x".utf8)) == [.key(.alt("]")), .key(.character("x"))])
    }

    @Test(
        "COLORFGBG tells of light and dark backgrounds, or of none",
        arguments: [
            ("0;15", "relate-light"), ("15;0", "relate-dark"), ("0;default;7", "relate-light"), ("", nil), ("x", nil),
        ]
            as [(String, String?)])
    func readsColors(colors: String, name: String?) { #expect(ThemeFiles.name(forColors: colors) == name) }

    @Test("Where nobody chose, a terminal of eight colours gets its own ones, and they are not kept as a choice")
    func fitsFewColors() {
        var configuration = ExplorerConfiguration()
        configuration.takesFittingTheme = true
        configuration.themeName = ThemeFiles.darkName
        #expect(configuration.fitTheme(to: .ansi16)?.name == nil && configuration.themeName == ThemeFiles.darkName)
        #expect(configuration.fitTheme(to: .ansi8)?.name == "Relate ANSI")
        let size = ScreenSize(rows: 24, columns: 80)
        #expect(Model(configuration: configuration, size: size).kept.theme == nil)
        configuration.takesFittingTheme = false
        #expect(configuration.fitTheme(to: .ansi8)?.name == nil)
        #expect(Model(configuration: configuration, size: size).kept.theme == "ansi")
    }
}
