import Foundation
import Testing

/// The built program in a real terminal, by keys and screens alone.
@Suite("The explorer in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct ExplorerTests {
    private func explorer(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], _ body: (Tmux) throws -> Void
    ) throws {
        let tmux = try Tmux(columns: columns, rows: rows, environment: environment)
        defer { tmux.close() }
        try tmux.start()
        try tmux.wait(for: "F5 run")
        try body(tmux)
    }

    private func run(_ statement: String, _ tmux: Tmux) throws {
        try tmux.send("M-1", "M-a")
        try tmux.type(statement)
        try tmux.send("F5")
    }

    @Test("Many rows come, page, end and are looked into; then it quits")
    func browses() throws {
        try explorer { tmux in
            try run("UNWIND range(1, 200000) AS i RETURN i, 'row ' + toString(i) AS text", tmux)
            try tmux.wait(for: "200 000 rows in")
            try tmux.send("F3", "NPage")
            let page = try tmux.wait(for: "row 13 of 200 000")
            #expect(GoldenScreen.mismatch(page, "page 80x24") == nil)
            try tmux.send("G")
            try tmux.wait(for: "▸200000")
            try tmux.send("g", "/")
            try tmux.type("row 4711")
            try tmux.send("Enter")
            try tmux.wait(for: "▸  4711")
            try tmux.send("Right", "Enter")
            let inspector = try tmux.wait(for: "─ row 4 711")
            #expect(GoldenScreen.mismatch(inspector, "inspector 80x24") == nil)
            try tmux.send("Escape")
            try tmux.wait(for: "inspector gone") { !$0.contains("─ row 4 711") }
            // What ran stands in the history; what was typed behind it stands nowhere.
            try tmux.send("F2", "C-End")
            try tmux.type("; RETURN 2")
            try tmux.send("F3", "q")
            try tmux.sayYes(to: "What was typed is kept nowhere. Quit?")
            try tmux.wait(for: "shell%")
            #expect(try tmux.value("#{alternate_on}#{mouse_any_flag}") == "00")
        }
    }

    @Test("A graph is written, profiled, explained, and walked through by cards")
    func graph() throws {
        try explorer(columns: 120, rows: 40) { tmux in
            try run("CREATE (a:Person {name: 'Ada'})-[:KNOWS {since: 1833}]->(:Person {name: 'Charles'})", tmux)
            try tmux.wait(for: "2 nodes created")
            try tmux.wait(for: "KNOWS          ")
            try run("MATCH (a:Person)-[k:KNOWS]->(b) RETURN a, k, b.name", tmux)
            let result = try tmux.wait(for: "1 row in")
            #expect(GoldenScreen.mismatch(result, "result 120x40") == nil)
            try tmux.send("F3", "Enter")
            try tmux.wait(for: "elementId")
            try tmux.send("Enter")
            let cards = try tmux.wait(for: "out 1", { $0.contains("0 in  1 out") })
            #expect(GoldenScreen.mismatch(cards, "cards 120x40") == nil)
            try tmux.send("Enter")
            try tmux.wait(for: "Charles in focus", { $0.contains("1 in  0 out") })
            try tmux.send("BSpace")
            try tmux.wait(for: "Ada in focus", { $0.contains("0 in  1 out") })
            try tmux.send("F7")
            try tmux.wait(for: "profiled ·")
            try tmux.send("F6")
            try tmux.wait(for: "estimates only")
        }
    }

    @Test("An error is shown at its place and in the notes, and the next statement runs as ever")
    func errors() throws {
        try explorer { tmux in
            try run("MATCH (n) RETRN n", tmux)
            let screen = try tmux.wait(for: "◀")
            #expect(GoldenScreen.mismatch(screen, "error 80x24") == nil)
            try run("RETURN 1 AS one", tmux)
            try tmux.wait(for: "1 row in")
        }
    }

    @Test("Ctrl-C cancels what runs, typing goes on meanwhile, and nothing quits")
    func cancels() throws {
        try explorer { tmux in
            try run("UNWIND range(1, 2000000000) AS i WITH i WHERE i < 0 RETURN count(*)", tmux)
            try tmux.wait(for: "● running")
            try tmux.type(" // typed meanwhile")
            try tmux.wait(for: "typed meanwhile")
            try tmux.send("C-c")
            try tmux.wait(for: "Cancelled")
            try tmux.send("C-c")
            try tmux.wait(for: "Ctrl-Q quits")
        }
    }

    @Test("Pastes arrive whole, with brackets and without, and run nothing", arguments: [true, false])
    func pastes(bracketed: Bool) throws {
        try explorer { tmux in
            try tmux.paste("RETURN 1 AS a,\n       2 AS b;\n// end", bracketed: bracketed)
            let screen = try tmux.wait(for: "3 // end")
            #expect(screen.contains("2        2 AS b;"))
            #expect(!screen.contains("rows in"))
        }
    }

    @Test("Sizes change back and forth, down to almost nothing")
    func resizes() throws {
        try explorer { tmux in
            try run("UNWIND range(1, 99) AS i RETURN i", tmux)
            try tmux.wait(for: "99 rows in")
            for (columns, rows) in [(200, 60), (40, 12), (18, 2), (120, 40), (20, 3), (80, 24)] {
                try tmux.resize(columns: columns, rows: rows)
                try tmux.wait(for: "the screen of \(columns)x\(rows)") { screen in
                    if columns < 20 { return screen.contains("window too") }
                    return screen.contains("◆") && screen.contains(columns < 60 ? "◆" : "1 Query")
                        && (columns < 100 || screen.contains("6 Schema"))
                        && !screen.contains("window too")
                }
            }
            try tmux.wait(for: "2 Result  1–12 of 99")
        }
    }

    @Test("Ctrl-Z gives the shell back, and fg the screen")
    func suspends() throws {
        try explorer { tmux in
            try tmux.send("F3", "C-z")
            try tmux.wait(for: "the shell", { !$0.contains("◆") && $0.contains("shell%") })
            #expect(try tmux.value("#{alternate_on}") == "0")
            try tmux.type("stty -a | grep -o ' icanon\\| echo '; fg")
            try tmux.send("Enter")
            try tmux.wait(for: "◆")
            try tmux.send("F2")
            try tmux.type("again")
            try tmux.wait(for: "1 again")
        }
    }

    @Test("A terminal without UTF-8 gets ASCII, and NO_COLOR no colour")
    func plainTerminals() throws {
        try explorer(environment: ["LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"]) { tmux in
            try run("RETURN null AS a, '' AS b", tmux)
            let screen = try tmux.wait(for: "1 row in")
            #expect(screen.unicodeScalars.allSatisfy { $0.isASCII })
            #expect(GoldenScreen.mismatch(screen, "ascii 80x24") == nil)
            let attributes = try tmux.screen(withAttributes: true)
            #expect(attributes.firstRange(of: try Regex("\u{1B}\\[[0-9;]*[34]8;")) == nil)
            #expect(attributes.firstRange(of: try Regex("\u{1B}\\[([0-9]+;)*3[0-7]m")) == nil)
        }
    }

    @Test("Escapes and controls in data and statements reach the screen as marks")
    func hostileData() throws {
        try explorer { tmux in
            try run("RETURN '\\u001b]0;owned\\u0007' AS a, '\\u202e\\u0000' AS b", tmux)
            try tmux.wait(for: "1 row in")
            #expect(try tmux.wait(for: "␛]0;owned␇").contains("⟨U+202E⟩␀"))
            #expect(try tmux.value("#{pane_title}") != "owned")
        }
    }

    @Test("History is kept for its owner alone, and found by Ctrl-R")
    func history() throws {
        let tmux = try Tmux(columns: 80, rows: 24)
        defer { tmux.close() }
        try tmux.start()
        try tmux.wait(for: "F5 run")
        try run("RETURN 4711 AS number", tmux)
        try tmux.wait(for: "1 row in")
        try tmux.send("C-q")
        try tmux.wait(for: "the shell") { !$0.contains("◆") }
        let file = tmux.folder.appendingPathComponent(".local/state/relate/history").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try tmux.start()
        try tmux.wait(for: "F5 run")
        try tmux.send("C-r")
        try tmux.wait(for: "RETURN 4711 AS number")
        try tmux.send("Enter")
        try tmux.wait(for: "1 RETURN 4711 AS number")
    }
}
