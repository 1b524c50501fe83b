import Relate
import TestSupport
import Testing

@testable import Render

/// Long texts by the line, from any place.
@Suite("Text pages") struct TextPagesTests {
    private static let texts: [(name: String, text: String)] = [
        ("empty", ""), ("one line", "abc"), ("line ends", "a\r\n\r\n\nb\n"), ("line end alone", "\n"),
        ("words", (0..<9_000).map { "word\($0)" }.joined(separator: " ")),
        ("no space", String(repeating: "x", count: 40_000)),
        ("wide", String(repeating: "渡辺", count: 9_000)), ("families", String(repeating: "👨‍👩‍👧‍👦", count: 1_500)),
        (
            "many lines",
            (0..<5_000).map { "line \($0) " + String(repeating: "é ", count: $0 % 90) }.joined(separator: "\n")
        ),
        ("end at a cut", String(repeating: "a", count: 16_383) + "\n" + String(repeating: "b", count: 16_384)),
    ]

    @Test("A line's byte is where its text begins, in long lines and in literals too")
    func bytes() {
        let words = (0..<4_000).map { "w\($0)" }.joined(separator: " ")
        for view in [InspectorRendering.TextView.wrapped, .escaped] {
            let pages = TextPages(words, width: 50, view: view)
            var place = TextPages.Place.start
            #expect(pages.byte(of: place) == 0)
            for step in [1, 2, 40, 200] {
                place = pages.moved(place, by: step)
                let text = pages.lines(from: place, most: 1).first?.plainText ?? ""
                let rest = String(decoding: Array(words.utf8.dropFirst(pages.byte(of: place))), as: UTF8.self)
                #expect(rest.hasPrefix(text.filter { $0 != "'" }), "\(text) and \(rest.prefix(60))")
            }
        }
        let pages = TextPages(String(repeating: "x", count: 1_000), width: 50, view: .wrapped)
        #expect(pages.byte(of: pages.moved(.start, by: 3)) == 150)
    }

    @Test(
        "Steps by any number of lines, on and back, lead through the same lines as all of them in a row",
        arguments: InspectorRendering.TextView.allCases, texts.map(\.text))
    func walks(view: InspectorRendering.TextView, text: String) {
        let pages = TextPages(text, width: 50, view: view)
        let all = pages.lines(from: .start, most: .max - 1)
        #expect(!all.isEmpty)
        var place = TextPages.Place.start
        var number = 0
        var random = SplitMix(seed: 7)
        for step in 0..<60 {
            let by = Int.random(in: 0..<400, using: &random) - (step < 30 ? 100 : 300)
            place = pages.moved(place, by: by)
            number = min(max(0, number + by), all.count - 1)
            #expect(pages.lines(from: place, most: 5) == Array(all[number..<min(all.count, number + 5)]))
        }
        for page in [1, 7, 10_000_000] {
            let last = pages.last(page: page)
            #expect(pages.lines(from: last, most: page) == Array(all.suffix(page)))
        }
    }

    @Test("A byte is on the line that shows it", arguments: InspectorRendering.TextView.allCases)
    func places(view: InspectorRendering.TextView) throws {
        let text =
            (0..<4_000).map { "w\($0)" }.joined(separator: " ") + "\nneedle here\n"
            + String(repeating: "y ", count: 9_000)
        let pages = TextPages(text, width: 60, view: view)
        let byte = try #require(pages.offset(of: "NEEDLE", from: 0, isBackward: false))
        let line = try #require(pages.lines(from: pages.place(ofByte: byte), most: 1).first)
        #expect(view == .hex ? line.plainText.contains("6e 65 65") : line.plainText.contains("needle"))
        let late = try #require(pages.offset(of: "w3999", from: 0, isBackward: false))
        let lateLine = try #require(pages.lines(from: pages.place(ofByte: late), most: 1).first)
        #expect(view == .hex || lateLine.plainText.contains("w3999"), "\(lateLine.plainText)")
    }

    /// Letters and single spaces, some words longer than a line; line ends where the view takes them.
    private static func text(_ random: inout SplitMix, _ view: InspectorRendering.TextView, byteCount: Int) -> String {
        var text = ""
        while text.utf8.count < byteCount {
            let longest = [3, 12, 60, 25_000][Int(random.next() % (byteCount > 1_000 ? 4 : 3))]
            for _ in 0...Int(random.next() % UInt64(longest)) {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(random.next() % 26)))
            }
            text += view == .wrapped && random.next() % 5 == 0 ? "\n" : " "
        }
        return text
    }

    @Test(
        "Every byte is on the line that shows it, and every line begins at its byte, whatever the words' length",
        arguments: [InspectorRendering.TextView.wrapped, .escaped], 1...8)
    func bytesAndLines(view: InspectorRendering.TextView, seed: UInt64) {
        var random = SplitMix(seed: seed)
        let byteCount = seed == 8 ? 17_000 : 250
        let text = Self.text(&random, view, byteCount: byteCount)
        let width = [5, 20, 33, 50][Int(seed % 4)]
        let pages = TextPages(text, width: width, view: view)
        let shown = Array((view == .escaped ? "'\(text)'" : text).utf8)
        let shift = view == .escaped ? 1 : 0
        var start = 0
        for (number, line) in pages.lines(from: .start, most: .max - 1).enumerated() {
            let bytes = Array(line.plainText.utf8)
            #expect(Array(shown[start..<min(shown.count, start + bytes.count)]) == bytes)
            var end = start + bytes.count
            // A line ends at a space, which shows on none, or at a line end, or in the middle of a word.
            if end < shown.count, shown[end] == 0x20 || shown[end] == 0x0A { end += 1 }
            let isLooked = byteCount < 1_000 || random.next() % 256 == 0 || end == shown.count
            let place = isLooked ? pages.moved(.start, by: number) : .start
            #expect(!isLooked || pages.byte(of: place) == max(0, start - shift), "line \(place)")
            let offsets = byteCount < 1_000 ? Array(start..<max(end, start + 1)) : [start, (start + end) / 2, end - 1]
            for offset in isLooked ? offsets : [] where offset >= shift && offset - shift < text.utf8.count {
                #expect(pages.place(ofByte: offset - shift) == place, "byte \(offset)")
            }
            start = end
        }
        #expect(start == shown.count)
    }

    @Test("A byte of wide and of joined characters is on the line that shows them")
    func wideBytes() {
        let text = String(repeating: "渡辺é", count: 100) + " " + String(repeating: "👨‍👩‍👧‍👦", count: 40) + " end"
        for view in [InspectorRendering.TextView.wrapped, .escaped] {
            let pages = TextPages(text, width: 25, view: view)
            var last = TextPages.Place.start
            for offset in 0..<text.utf8.count {
                let place = pages.place(ofByte: offset)
                #expect(place >= last && pages.byte(of: place) <= offset, "byte \(offset)")
                last = place
            }
            #expect(pages.lines(from: last, most: 2).map(\.plainText).joined().contains("end"))
        }
    }

    @Test("What is sought is found whatever its case, on and back, round the ends, and where letters have accents")
    func finds() {
        let pages = TextPages("ab AB é É x", width: 50, view: .wrapped)
        #expect(pages.offset(of: "ab", from: 0, isBackward: false) == 0)
        #expect(pages.offset(of: "aB", from: 1, isBackward: false) == 3)
        #expect(pages.offset(of: "ab", from: 4, isBackward: false) == 0)
        #expect(pages.offset(of: "ab", from: 3, isBackward: true) == 0)
        #expect(pages.offset(of: "ab", from: 0, isBackward: true) == 3)
        #expect(pages.offset(of: "É", from: 0, isBackward: false) == 6)
        #expect(pages.offset(of: "é", from: 7, isBackward: false) == 9)
        #expect(pages.offset(of: "nothing", from: 0, isBackward: false) == nil)
        #expect(pages.offset(of: "", from: 0, isBackward: false) == nil)
        #expect(TextPages("", width: 50, view: .hex).offset(of: "a", from: 0, isBackward: true) == nil)
    }

    @Test("A literal has its quotes at the ends of the whole, and its escapes in every piece")
    func literal() {
        let text = String(repeating: "it's\n", count: 10_000)
        let lines = TextPages(text, width: 80, view: .escaped).lines(from: .start, most: .max - 1)
        let joined = lines.map(\.plainText).joined()
        #expect(joined == CypherLiteral.text(.string(text)))
    }

    @Test("A value on few columns of a huge text is made of its beginning")
    func beginnings() {
        let marks = "e" + String(repeating: "\u{301}", count: 1_000_000) + "f"
        #expect(TextWidth.visible(marks, limit: 3).text.unicodeScalars.count < 10)
        let plain = String(repeating: "text ", count: 300_000)
        #expect(TextWidth.visible(plain, limit: 9).text == "text text ")
        #expect(TextWidth.visible(plain + "é", limit: 9).text == "text text ")
        #expect(ValueWriter.oneLine(plain, limit: 4).utf8.count < 1_000)
        #expect(ValueWriter.oneLine("a\r\nb\u{2028}c\n", limit: 80) == "a b c ")
        #expect(ValueWriter.oneLine("👨‍👩‍👧‍👦\n" + plain, limit: 20).hasPrefix("👨‍👩‍👧‍👦 text"))
        let node = CypherValue.Node(id: 1, elementId: "4:x:n1", labels: ["A"], properties: ["name": .string(plain)])
        #expect(ValueRendering.cell(.node(node), width: 20).plainText == "(:A text text text …")
        #expect(ValueRendering.cell(.string(plain), width: 12).plainText == "text text t…")
    }
}
