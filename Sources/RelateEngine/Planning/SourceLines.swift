/// Where places of a text stand in lines and columns: the text is looked through once, however many places are asked for.
struct SourceLines {
    let bytes: [UInt8]
    private var lines: [Line] = []

    private struct Line {
        var start: Int
        /// Each character is a byte.
        var isPlain: Bool
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        var line = Line(start: 0, isPlain: true)
        for (index, byte) in bytes.enumerated() {
            if byte >= 0x80 { line.isPlain = false }
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = Line(start: index + 1, isPlain: true)
            }
        }
        lines.append(line)
    }

    /// Both from 1, the column in characters.
    func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(0, offset), bytes.count)
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].start <= offset { low = middle } else { high = middle - 1 }
        }
        let line = lines[low]
        let column =
            line.isPlain
            ? offset - line.start : String(decoding: bytes[line.start..<offset], as: UTF8.self).count
        return (low + 1, column + 1)
    }
}
