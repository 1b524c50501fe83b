import Testing

@testable import RelateTUI

@Suite("Style coalescer") struct StyleCoalescerTests {
    private func shortened(_ frames: String...) -> [String] {
        var coalescer = StyleCoalescer()
        return frames.map { frame in
            let bytes = Array(frame.utf8)
            let result = bytes.withUnsafeBytes { coalescer.coalesce($0) }
            return String(decoding: result, as: UTF8.self).replacing("\u{1B}", with: "␛")
        }
    }

    @Test("The first style is whole, later ones only what differs, and blanks take no colour of a text")
    func differences() {
        let frames = shortened(
            "\u{1B}[38;5;253m\u{1B}[48;5;235mab", "\u{1B}[38;5;253m\u{1B}[48;5;235m  \u{1B}[38;5;10m\u{1B}[48;5;235m c",
            "\u{1B}[39;49m x", "\u{1B}(B\u{1B}[0;1m\u{1B}[38;5;7mB\u{1B}(B\u{1B}[0m\u{1B}[38;5;7mb")
        #expect(frames[0] == "␛[0;38;5;253;48;5;235mab")
        #expect(frames[1] == "   ␛[38;5;10mc")
        #expect(frames[2] == "␛[49m ␛[mx")
        #expect(frames[3] == "␛(B␛[1;38;5;7mB␛[22mb")
    }

    @Test("Blanks of an underline are drawn as such, and erasing takes the background")
    func blanks() {
        let frames = shortened("x\u{1B}[4m ", "\u{1B}[m ", "\u{1B}[41m\u{1B}[35X\u{1B}[5;7H", "\u{1B}[m\u{1B}[K")
        #expect(frames == ["␛[0mx␛[4m ", "␛[m ", "␛[41m␛[35X␛[5;7H", "␛[m␛[K"])
    }

    @Test("Attributes stay where a terminal also says which font it takes, and lines are drawn in the other one")
    func fonts() {
        let frames = shortened(
            "\u{1B}[0;10;7m\u{0F}\u{1B}[39;49mx", "\u{1B}[0;10;7;1m\u{1B}[33m\u{1B}[40my",
            "\u{1B}[0;10m\u{1B}[11mq\u{1B}[10mz",
            "\u{1B}[11mq\u{1B}[0;1mq\u{1B}[mq")
        #expect(frames[0] == "\u{0F}␛[0;7mx")
        #expect(frames[1] == "␛[1;33;40my")
        #expect(frames[2] == "␛[22;27;39;49;11mq␛[10mz")
        #expect(frames[3] == "␛[11mq␛[1mq␛[22mq")
    }

    @Test("Colours of 24 bits pass in both spellings, and what is not known passes as it is")
    func colors() {
        let frames = shortened(
            "\u{1B}[38:2::1:2:3mx", "\u{1B}[38;2;1;2;3m\u{1B}[48;2;9;8;7my", "\u{1B}[58;5;3mz",
            "\u{1B}[?25l\u{1B}7\u{1B}8w",
            "\u{1B}[")
        #expect(frames[0] == "␛[0;38:2::1:2:3mx")
        #expect(frames[1] == "␛[38;2;1;2;3;48;2;9;8;7my")
        #expect(frames[2] == "␛[58;5;3m␛[0;38;2;1;2;3;48;2;9;8;7mz")
        #expect(frames[3] == "␛[?25l␛7␛8␛[0;38;2;1;2;3;48;2;9;8;7mw")
        #expect(frames[4] == "␛[")
    }

    /// A terminal of one line that knows styles: what each cell looks like in the end.
    private struct Line {
        var cells: [String] = []
        private var style: [String: String] = [:]

        mutating func write(_ bytes: [UInt8]) {
            var text = Substring(String(decoding: bytes, as: UTF8.self))
            while let character = text.popFirst() {
                guard character == "\u{1B}" else {
                    // Of a blank nobody sees the colour of its text.
                    let isBlank = character == " " && style["4"] == nil && style["7"] == nil
                    let seen = isBlank ? style.filter { $0.key == "back" } : style
                    cells.append("\(character) \(seen.sorted { $0.key < $1.key })")
                    continue
                }
                let body = text.dropFirst().prefix { $0 != "m" }
                text = text.dropFirst(body.count + 2)
                set(body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
            }
        }

        private mutating func set(_ numbers: [Int]) {
            var rest = numbers[...]
            while let number = rest.popFirst() {
                switch number {
                case 0: style = [:]
                case 1, 3, 4, 7: style["\(number)"] = "on"
                case 22: style["1"] = nil
                case 23, 24, 27: style["\(number - 20)"] = nil
                case 39: style["text"] = nil
                case 49: style["back"] = nil
                case 38: style["text"] = "\(rest.removeFirst()) \(rest.removeFirst())"
                case 48: style["back"] = "\(rest.removeFirst()) \(rest.removeFirst())"
                default: style["text"] = "\(number)"
                }
            }
        }
    }

    @Test("Random frames look the same, in fewer bytes", arguments: 1...20)
    func sameLook(seed: UInt64) {
        var random = KeyStormTests.Random(seed)
        var coalescer = StyleCoalescer()
        var plain = Line()
        var short = Line()
        var (before, after) = (0, 0)
        for _ in 0..<30 {
            var frame = ""
            for _ in 0..<40 {
                switch random.below(6) {
                case 0: frame += "\u{1B}[m"
                case 1: frame += "\u{1B}[\(["1", "3", "4", "7", "22", "24", "27", "39", "49"][random.below(9)])m"
                case 2, 3: frame += "\u{1B}[38;5;\(random.below(4))m\u{1B}[48;5;\(random.below(3))m"
                default: frame += [" ", "a", "   ", "é"][random.below(4)]
                }
            }
            let bytes = Array(frame.utf8)
            let result = bytes.withUnsafeBytes { coalescer.coalesce($0) }
            plain.write(bytes)
            short.write(result)
            before += bytes.count
            after += result.count
        }
        #expect(plain.cells == short.cells)
        #expect(after < before)
    }

    @Test("A character set that is not shifted out is shifted in once alone")
    func charsets() {
        let frames = shortened("a\u{F}b\u{F}c", "\u{F}d\u{E}q\u{F}e\u{F}f")
        #expect(
            frames.map { $0.replacing("\u{F}", with: "<").replacing("\u{E}", with: ">") } == ["␛[0ma<bc", "d>q<ef"])
    }

    @Test("A move within the row needs no row, while the cursor is certain to be in it")
    func movesInRow() {
        func shortened(_ frames: String..., columns: Int = 20) -> [String] {
            var coalescer = StyleCoalescer(columnsMovedInRow: columns)
            return frames.map { frame in
                let result = Array(frame.utf8).withUnsafeBytes { coalescer.coalesce($0) }
                return String(decoding: result, as: UTF8.self).replacing("\u{1B}", with: "␛")
            }
        }
        let move = "\u{1B}[3;5H"
        let frames = shortened(
            "\(move)a\u{1B}[3;9Hb\u{1B}[1mc\u{1B}[3;7Hd\u{1B}[4;7He", "\u{1B}[4;9Hf\n\u{1B}[4;9Hg",
            "\u{1B}[4;19Hxyz\u{1B}[4;1Hw", "\u{1B}[4;1Hx\u{1B}M\u{1B}[4;3Hy\u{1B}[2A\u{1B}[4;3Hz",
            "\u{1B}[4;1Hx\u{1B}[3X\u{1B}[4;9Hy")
        #expect(frames[0] == "␛[3;5H␛[0ma␛[9Gb␛[1mc␛[7Gd␛[4;7He")
        #expect(frames[1] == "␛[4;9Hf\n␛[4;9Hg")
        #expect(frames[2] == "␛[4;19Hxyz␛[4;1Hw")
        #expect(frames[3] == "␛[4;1Hx␛M␛[4;3Hy␛[2A␛[4;3Hz")
        #expect(frames[4] == "␛[4;1Hx␛[3X␛[9Gy")
        #expect(shortened("\(move)a\(move)b", columns: 0) == ["\(move)␛[0ma\(move)b".replacing("\u{1B}", with: "␛")])
    }
}
