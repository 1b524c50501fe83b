extension Frame: CustomStringConvertible {
    /// The rows as seen, then each row's runs with their roles: what snapshots hold.
    package var description: String {
        var text = plainText
        text += "---\n"
        for row in 0..<rows {
            let runs = describedRuns(of: row)
            if !runs.isEmpty { text += "\(row): " + runs.joined(separator: " ") + "\n" }
        }
        if let cursor { text += "cursor \(cursor.row),\(cursor.column)\n" }
        return text
    }

    /// `COLUMN-COLUMN role+emphasis/backdrop`, blank runs of plain text left out.
    private func describedRuns(of row: Int) -> [String] {
        var runs: [String] = []
        var start = 0
        while start < columns {
            let first = self[row, start]
            var end = start + 1
            var isBlank = first.text == " "
            while end < columns, Self.looksAlike(self[row, end], first) {
                isBlank = isBlank && self[row, end].text == " "
                end += 1
            }
            if !(isBlank && first.backdrop == nil && !first.emphasis.contains(.reverse)) {
                runs.append("\(start)-\(end - 1) \(Self.name(first))")
            }
            start = end
        }
        return runs
    }

    private static func looksAlike(_ one: Cell, _ other: Cell) -> Bool {
        one.role == other.role && one.emphasis == other.emphasis && one.backdrop == other.backdrop
    }

    private static func name(_ cell: Cell) -> String {
        let names: [(Emphasis, String)] = [
            (.bold, "b"), (.underline, "u"), (.italic, "i"), (.reverse, "r"), (.faint, "f"), (.strikethrough, "s"),
        ]
        let marks = names.filter { cell.emphasis.contains($0.0) }.map(\.1).joined()
        return cell.role.name + (marks.isEmpty ? "" : "+" + marks) + (cell.backdrop.map { "/" + $0.name } ?? "")
    }
}
