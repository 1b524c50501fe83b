import Foundation
import Testing

@testable import Render

@Suite struct TextWidthTests {
    @Test("Plain is printable ASCII, wherever in a text the one byte stands that is not")
    func plain() {
        for count in 1...17 {
            for place in 0..<count {
                for byte in UInt8(0)...0x7F {
                    var bytes = [UInt8](repeating: UInt8(ascii: " "), count: count)
                    bytes[place] = byte
                    let text = String(decoding: bytes, as: UTF8.self)
                    #expect(TextWidth.isPlain(text) == (byte >= 0x20 && byte < 0x7F), "\(count) \(place) \(byte)")
                }
                let text = String(repeating: "a", count: place) + "é" + String(repeating: "~", count: count - place - 1)
                #expect(!TextWidth.isPlain(text))
            }
        }
    }

    @Test(
        "What text becomes, and its columns",
        arguments: [
            ("plain", "plain", 5), ("", "", 0), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1), ("日本", "日本", 4),
            ("ｱ", "ｱ", 1), ("Ａ", "Ａ", 2), ("\u{1B}[31m", "␛[31m", 5), ("\0", "␀", 1), ("a\nb\r\nc\t", "a␊b␍␊c␉", 7),
            ("\u{7F}", "␡", 1), ("\u{9B}31m", "⟨U+009B⟩31m", 11), ("\u{85}", "⟨U+0085⟩", 8),
            ("\u{202E}abc", "⟨U+202E⟩abc", 11), ("\u{2066}x\u{2069}", "⟨U+2066⟩x⟨U+2069⟩", 17),
            ("a\u{200B}b", "a⟨U+200B⟩b", 10), ("\u{FEFF}x", "⟨U+FEFF⟩x", 9), ("a\u{AD}b", "a⟨U+00AD⟩b", 10),
            ("\u{2028}", "⟨U+2028⟩", 8), ("\u{E0041}", "⟨U+E0041⟩", 9), ("\u{3164}", "⟨U+3164⟩", 8),
            ("👨‍👩‍👧‍👦!", "👨!", 3), ("👍🏽", "👍", 2), ("🏽", "🏽", 2), ("🇩🇪", "DE", 2), ("🇩", "D", 1), ("❤️", "❤", 1),
            ("👩‍💻x", "👩x", 3), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿.", "🏴.", 3), ("1️⃣", "1\u{20E3}", 1), ("a\u{200D}b", "a⟨U+200D⟩b", 10),
            ("👨\u{200D}", "👨⟨U+200D⟩", 10), ("👨\u{200D}a", "👨⟨U+200D⟩a", 11), ("क्षि", "क्षि", 3), ("한", "한", 2),
            ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2), ("\u{301}x", "◌\u{301}x", 2),
            ("\u{1FAE8}", "\u{FFFD}", 1), ("\u{FFFF}", "\u{FFFD}", 1), ("\u{E000}", "\u{E000}", 1), ("שלום", "שלום", 4),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "a\u{300}\u{301}\u{302}\u{303}", 1),
            (
                String(decoding: [0x61, 0xFF, 0xC0, 0x80, 0x62] as [UInt8], as: UTF8.self),
                "a\u{FFFD}\u{FFFD}\u{FFFD}b", 5
            ),
        ] as [(String, String, Int)])
    func visible(text: String, expected: String, columns: Int) {
        let (visible, count) = TextWidth.visible(text)
        #expect(Array(visible.unicodeScalars) == Array(expected.unicodeScalars), "\(visible)")
        #expect(count == columns)
        #expect(TextWidth.columns(of: visible) == columns)
        #expect(TextWidth.visible(visible).text.unicodeScalars.elementsEqual(visible.unicodeScalars), "not stable")
    }

    @Test("The tables are in order, apart from one another, and cover what they must")
    func tables() {
        for table in [WidthTables.zeroWidth, WidthTables.wide, WidthTables.unprintable] {
            #expect(table.count.isMultiple(of: 2))
            for index in stride(from: 0, to: table.count, by: 2) {
                #expect(table[index] <= table[index + 1])
                if index > 0 { #expect(table[index] > table[index - 1]) }
            }
        }
        var seen = Set<UInt32>()
        for table in [WidthTables.zeroWidth, WidthTables.wide] {
            for index in stride(from: 0, to: table.count, by: 2) {
                for value in table[index]...table[index + 1] { #expect(seen.insert(value).inserted) }
            }
        }
    }

    /// All of the planes in use where scripts and symbols are, every seventh of the large ideograph blocks.
    static let scalars: [UInt32] =
        Array(0...0x33FF) + stride(from: 0x3400, to: 0xD800, by: 7) + Array(0xE000...0xE100) + Array(0xF900...0x120FF)
        + stride(from: 0x12100, to: 0x1CFFF, by: 7) + Array(0x1D000...0x1FBFF)
        + stride(from: 0x20000, to: 0xE0000, by: 997)
        + Array(0xE0000...0xE01FF) + [0xF0000, 0x10FFFD, 0x10FFFF]

    @Test("No scalar of Unicode comes out as a control, a bidirectional mark, or with a width it doesn't have")
    func everyScalar() {
        for value in Self.scalars {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let (text, columns) = TextWidth.visible(String(scalar))
            guard columns >= 0, columns <= 10 else {
                Issue.record("U+\(String(value, radix: 16)): \(columns) columns")
                return
            }
            if let bad = text.unicodeScalars.first(where: Self.isHarmful) {
                Issue.record("U+\(String(value, radix: 16)) lets U+\(String(bad.value, radix: 16)) through")
                return
            }
        }
    }

    #if canImport(Glibc)
    @Test("The widths are those of the C library, where it is the one they were made from")
    func agreesWithLibrary() throws {
        typealias Width = @convention(c) (Int32) -> Int32
        typealias Version = @convention(c) () -> UnsafePointer<CChar>
        let width = try #require(dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Width.self) })
        let version = try #require(dlsym(nil, "gnu_get_libc_version").map { unsafeBitCast($0, to: Version.self) })
        guard String(cString: version()) == "2.36" else { return }
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        for value in Self.scalars {
            guard value > 0, let scalar = Unicode.Scalar(value) else { continue }
            let expected = Int(width(Int32(value)))
            if TextWidth.columns(of: scalar) != expected {
                Issue.record("U+\(String(value, radix: 16)): \(TextWidth.columns(of: scalar)), wcwidth \(expected)")
                return
            }
        }
    }
    #endif

    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: true
        default: TextWidth.columns(of: scalar) < 0
        }
    }

    @Test("Random strings of nasty pieces stay harmless, and widths add up", arguments: 0..<20)
    func hostile(seed: Int) {
        let pieces = [
            "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{9D}", "\u{202E}", "\u{200D}", "👩", "🏽", "🇫", "日", "\u{301}", "a",
            " ",
            "\r\n", "\u{FE0F}", "\0", "क्", "\u{E0001}", "ﷺ", "\u{1160}", "\u{0600}", "|", "<&>",
        ]
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        for _ in 0..<200 {
            let text = (0..<next(12)).map { _ in pieces[next(pieces.count)] }.joined()
            let line = StyledLine(text, .string)
            #expect(!line.plainText.unicodeScalars.contains(where: Self.isHarmful), "\(text.debugDescription)")
            var cells = 0
            TextWidth.forEachCell(of: line.plainText) { _, width in
                cells += width
                return true
            }
            #expect(cells == line.columns)
            let limit = next(10)
            #expect(line.cut(to: limit).columns <= limit)
            #expect(line.fitted(to: limit, .right).columns == limit)
            for part in line.wrapped(to: 4) { #expect(part.columns <= 4) }
            let (start, end) = (next(8), 8 + next(8))
            let slice = line.slice(start..<end)
            #expect(slice.columns == max(0, min(line.columns, end) - min(line.columns, start)))
            var frame = Frame(rows: 1, columns: 10)
            frame.draw(line, row: 0, column: next(14) - 4)
            #expect((0..<10).reduce(0) { $0 + Int(frame[0, $1].width) } == 10, "\(text.debugDescription)")
            #expect(frame.asciiOnly.plainText.utf8.allSatisfy { $0 == 0x0A || ($0 >= 0x20 && $0 < 0x7F) })
        }
    }

    @Test(
        "Wrapping looks at each cell about once, however long the line is",
        arguments: ["x", "abcdefghi ", "ab cdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz ", "日本語 é", " "])
    func wrappingIsLinear(_ piece: String) {
        for count in [100, 1000, 4000] {
            let line = StyledLine(String(repeating: piece, count: count))
            var wrapping = LineWrapping(line, width: 40, indent: 2)
            let lines = Array(IteratorSequence(wrapping))
            while wrapping.next() != nil {}
            let cells = count * piece.unicodeScalars.count
            #expect(wrapping.measuredCells <= 2 * cells + 2 * 41)
            // Nothing but spaces at the breaks and the lead is lost or won.
            #expect(lines.map(\.plainText).joined().filter { $0 != " " } == line.plainText.filter { $0 != " " })
            for part in lines { #expect(part.columns <= 40 && part.columns == TextWidth.columns(of: part.plainText)) }
        }
        var wrapping = LineWrapping(StyledLine(String(repeating: piece, count: 10_000)), width: 40)
        for _ in 0..<5 { _ = wrapping.next() }
        #expect(wrapping.measuredCells <= 5 * 41)
    }

    @Test("A line of several roles is wrapped at the spaces of all")
    func wrappingSpans() {
        let line = StyledLine("ab", .number) + StyledLine("cd e", .string) + StyledLine("f gh ", .label)
        let lines = line.wrapped(to: 5)
        #expect(lines.map(\.plainText) == ["abcd", "ef gh"])
        #expect(lines[1].spans.map(\.role) == [.string, .label])
        #expect(StyledLine("日本").wrapped(to: 2, indent: 1).map(\.plainText) == ["日", "本"])
        #expect(line.wrapped(to: 5, most: 1).map(\.plainText) == ["abcd"])
        #expect(StyledLine("ab cd ").wrapped(to: 5).map(\.plainText) == ["ab cd"])
        #expect(StyledLine("   abc").wrapped(to: 4).map(\.plainText) == ["  ", "abc"])
    }

    @Test("A huge string costs what is looked at")
    func limit() {
        let text = String(repeating: "x", count: 5_000_000)
        #expect(TextWidth.visible(text, limit: 10).columns == 11)
        let wide = String(repeating: "日", count: 2_000_000)
        #expect(TextWidth.visible(wide, limit: 10).columns == 12)
    }

    @Test(
        "Where emoji are to be whole, all that they are made of shows",
        arguments: [
            ("👨\u{200D}👩\u{200D}👧", "👨‿👩‿👧", 8), ("👍🏽", "👍🏽", 4), ("🇩🇪", "DE", 2),
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴gb", 4), ("❤\u{FE0F}\u{200D}🔥", "❤‿🔥", 4),
            ("a\u{200D}b", "a⟨U+200D⟩b", 10),
        ])
    func showsWholeEmoji(text: String, visible: String, columns: Int) {
        let whole = TextWidth.visible(text, isWhole: true)
        #expect(Array(whole.text.unicodeScalars) == Array(visible.unicodeScalars))
        #expect(whole.columns == columns && TextWidth.columns(of: whole.text) == columns)
    }
}
