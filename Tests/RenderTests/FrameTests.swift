import Foundation
import Testing

@testable import Render

@Suite struct FrameTests {
    @Test("Boxes that share a border join, and a title stands in it")
    func boxes() {
        var frame = Frame(rows: 5, columns: 14)
        frame.box(Rect(row: 0, column: 0, rows: 3, columns: 8), title: StyledLine("A"), style: .square)
        frame.box(Rect(row: 0, column: 7, rows: 3, columns: 7), style: .square)
        frame.box(Rect(row: 2, column: 0, rows: 3, columns: 14), style: .square)
        #expect(
            frame.plainText == """
                ┌─ A ──┬─────┐
                │      │     │
                ├──────┴─────┤
                │            │
                └────────────┘

                """)
        #expect(
            frame.asciiOnly.plainText == """
                +- A --+-----+
                |      |     |
                +------+-----+
                |            |
                +------------+

                """)
    }

    @Test("Half a wide character never stays: neither at the edge nor under new text")
    func wideCharacters() {
        var frame = Frame(rows: 1, columns: 5)
        frame.draw("日本語", row: 0, column: 0)
        #expect(frame.plainText == "日本\n")
        frame.draw("x", row: 0, column: 1)
        #expect(frame.plainText == " x本\n")
        frame.draw("y", row: 0, column: 2)
        #expect(frame.plainText == " xy\n")
        frame.draw("日", row: 0, column: -1)
        #expect(frame.plainText == " xy\n")
        frame.clear(Rect(row: 0, column: 0, rows: 1, columns: 5))
        #expect(frame.plainText == "\n")
        #expect(frame.asciiOnly.plainText == "\n")
    }

    @Test("Drawing outside is cut off, wherever it starts")
    func clipping() {
        var frame = Frame(rows: 2, columns: 3)
        for row in -2..<4 {
            for column in -6..<6 { frame.draw("abcdef", row: row, column: column) }
        }
        frame.box(Rect(row: -3, column: -3, rows: 20, columns: 20))
        frame.fill(Rect(row: -5, column: -5, rows: 50, columns: 50), backdrop: .selection)
        frame.scrollBar(Rect(row: 0, column: 0, rows: 2, columns: 9), total: .max, offset: .max, visible: 1)
        #expect(frame.plainText.count == 8)
        #expect(Frame(rows: -1, columns: 7).plainText == "\n" || Frame(rows: 0, columns: 7).cells.isEmpty)
    }

    @Test("A scroll bar begins at the top and ends at the bottom")
    func scrollBar() {
        func thumb(_ offset: Int) -> [Int] {
            var frame = Frame(rows: 10, columns: 1)
            frame.scrollBar(frame.bounds, total: 1000, offset: offset, visible: 10)
            return (0..<10).filter { frame[$0, 0].role == .scrollThumb }
        }
        #expect(thumb(0) == [0])
        #expect(thumb(990) == [9])
        #expect(thumb(500) == [4])
    }

    @Test("Bars are proportional, and nothing but nothing is empty")
    func bars() {
        #expect(Bars.bar(1, width: 4).plainText == "████")
        #expect(Bars.bar(0.5, width: 4).plainText == "██")
        #expect(Bars.bar(0.0001, width: 4).plainText == "▏")
        #expect(Bars.bar(0, width: 4).plainText == "")
        #expect(Bars.bar(.nan, width: 4).plainText == "")
        #expect(Bars.bar(.infinity, width: 4).plainText == "")
        #expect(Bars.bar(7, width: 4).plainText == "████")
        #expect(Bars.sparkline([0, 1, 2, 3], width: 4).plainText == "▁▃▆█")
        #expect(Bars.sparkline([5, 5], width: 4).plainText == "▄▄")
        #expect(Bars.sparkline([.nan, 1, .infinity], width: 8).columns == 3)
    }

    @Test("The only escapes in ANSI text are our own colours")
    func ansi() {
        var frame = Frame(rows: 1, columns: 20)
        frame.draw("\u{1B}]0;x\u{7}", .string, row: 0, column: 0)
        let text = frame.ansiText(theme: .standard)
        #expect(text == "\u{1B}[0;38;2;149;209;127m␛]0;x␇\u{1B}[0;38;2;211;218;230m              \u{1B}[0m\n")
        #expect(frame.ansiText(theme: .standard, capability: .monochrome) == "␛]0;x␇              \n")
        let line = StyledLine("a", .number) + StyledLine(" b")
        #expect(line.ansiText(theme: .standard, capability: .ansi16).hasSuffix("\u{1B}[0m b"))
        #expect(line.ansiText(theme: .standard, capability: .monochrome) == "a b")
    }

    @Test("An SVG is well-formed XML whatever the text, and wide characters have their own places")
    func svg() throws {
        var frame = Frame(rows: 3, columns: 30)
        frame.draw("<&>\"' \u{1B}[0m\0 日本 ]]> é", .string, .bold, row: 0, column: 0, backdrop: .selection)
        frame.draw("▏█░▁▇ ─│╭╮╰╯┼ ⣿⠁", .bar, row: 1, column: 0)
        frame.cursor = .init(row: 2, column: 3)
        let svg = frame.svg(theme: .standard, options: .init(windowTitle: "<title> & more"))
        let checker = XMLChecker()
        #expect(isWellFormed(svg, checker))
        #expect(checker.texts.contains("日"))
        #expect(checker.texts.contains { $0.contains("<&>") })
    }

    @Test("Lines are cut, padded and wrapped by columns")
    func lines() {
        let line = StyledLine("ab", .number) + StyledLine("日本語", .string)
        #expect(line.columns == 8)
        #expect(line.cut(to: 5).plainText == "ab日…")
        #expect(line.cut(to: 4).plainText == "ab …")
        #expect(line.cut(to: 0).plainText == "")
        #expect(line.cutInMiddle(to: 6).plainText == "ab… 語")
        #expect(line.fitted(to: 10, .center).plainText == " ab日本語 ")
        #expect(line.slice(3..<5).plainText == "  ")
        let wrapped = StyledLine("the quick brown fox").wrapped(to: 10, indent: 2).map(\.plainText)
        #expect(wrapped == ["the quick", "  brown", "  fox"])
        #expect(StyledLine("abcdefghij").wrapped(to: 4).map(\.plainText) == ["abcd", "efgh", "ij"])
        #expect(StyledLine().wrapped(to: 4).count == 1)
        #expect(StyledLine("日本").wrapped(to: 1).map(\.plainText) == ["日", "本"])
    }
}

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects the texts of a document.
private final class XMLChecker: NSObject, XMLParserDelegate {
    var texts: [String] = []
    private var current = ""

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes: [String: String] = [:]
    ) { current = "" }

    func parser(_ parser: XMLParser, foundCharacters string: String) { current += string }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        texts.append(current)
    }
}

private func isWellFormed(_ text: String, _ delegate: XMLChecker) -> Bool {
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = delegate
    return parser.parse()
}
