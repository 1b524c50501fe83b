import Foundation
import Testing

/// Stores, files and terminals as a user has them, through the real program.
@Suite("Stores and terminals in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct StoresTests {
    private func shell(
        columns: Int = 120, rows: Int = 30, environment: [String: String] = [:], _ body: (Tmux) throws -> Void
    ) throws {
        let tmux = try Tmux(columns: columns, rows: rows, environment: environment)
        defer { tmux.close() }
        try body(tmux)
    }

    private func run(_ statement: String, _ tmux: Tmux) throws {
        try tmux.send("M-1", "M-a")
        try tmux.type(statement)
        try tmux.send("F5")
    }

    private func command(_ text: String, _ tmux: Tmux) throws {
        try tmux.send("F3", ":")
        try tmux.type(text)
        try tmux.send("Enter")
    }

    @Test("Two sessions on one store conflict; the transaction that lost is run again, and committed")
    func conflicts() throws {
        try shell { tmux in
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try run("CREATE (:City {name: 'Ulm', visits: 0})", tmux)
            try tmux.wait(for: "1 node created")
            try run("BEGIN", tmux)
            try tmux.wait(for: "TX 0")
            try run("MATCH (c:City) SET c.visits = c.visits + 1", tmux)
            try tmux.wait(for: "TX 1")
            try command("connect", tmux)
            try tmux.wait(for: "the other session") { $0.contains("2/2") && $0.contains("● 1  → 0") }
            try run("MATCH (c:City) SET c.visits = 10", tmux)
            try tmux.wait(for: "1 property set")
            try tmux.send("M-`")
            try tmux.wait(for: "the transaction") { $0.contains("1/2") && $0.contains("TX 1") }
            try tmux.send("M-c")
            try tmux.wait(for: "runs its statements again")
            try tmux.send("F9", "r")
            try tmux.wait(for: "run again") { $0.contains("TX 1") && $0.contains("2 statements in") }
            try tmux.send("M-c")
            try tmux.wait(for: "Committed")
            try run("MATCH (c:City) RETURN 'visits ' + c.visits AS v", tmux)
            try tmux.wait(for: "visits 11")
        }
    }

    @Test("Stores are opened beside each other, gone between, written, closed, and open again as they were")
    func switchesStores() throws {
        try shell { tmux in
            try tmux.start("$HOME/one.rl")
            try tmux.wait(for: "F5 run")
            try run("CREATE (:City {name: 'Ulm'})", tmux)
            try tmux.sayYes()
            try tmux.wait(for: "1 node created")
            try command("open $HOME/two.rl".replacing("$HOME", with: tmux.folder.path), tmux)
            try tmux.wait(for: "the second store") { $0.contains("two.rl") && $0.contains("2/2") }
            try run("MATCH (n) RETURN count(n) AS cities", tmux)
            try tmux.wait(for: "the empty store's answer") { $0.contains("cities") && $0.contains("1 row in") }
            try tmux.send("M-`")
            try tmux.wait(for: "the first store") { $0.contains("one.rl") && $0.contains("1/2") }
            #expect(try tmux.screen().contains("● 1  → 0"))
            try tmux.send("M-o")
            try tmux.wait(for: "Open stores")
            try tmux.type("two")
            try tmux.send("Enter")
            try tmux.wait(for: "the second store") { $0.contains("two.rl") && $0.contains("cities") }
            try command("close", tmux)
            try tmux.wait(for: "one store") { $0.contains("one.rl") && !$0.contains("1/2") }
            try command("open nowhere/three.rl", tmux)
            try tmux.wait(for: "where one was, with the reason") {
                $0.contains("nowhere/three.rl could not be opened") && $0.contains("one.rl") && !$0.contains("NOT OPEN")
            }
            try tmux.send("C-q")
            try tmux.wait(for: "the shell") { !$0.contains("◆") }
            try tmux.start("--read-only $HOME/one.rl")
            try tmux.wait(for: "READ ONLY")
            try tmux.wait(for: "● 1  → 0")
        }
    }

    @Test("A session comes back: the query, the parameters, and the stores beside")
    func restoresSession() throws {
        try shell { tmux in
            let folder = tmux.folder.appendingPathComponent(".config/relate")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[ui]\nrestore_session = true\n".utf8)
                .write(to: folder.appendingPathComponent("config.toml"))
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try tmux.type("RETURN $year AS kept")
            try command("param year 1999", tmux)
            try tmux.wait(for: "$year = 1999")
            try command("open \(tmux.folder.path)/beside.rl", tmux)
            try tmux.wait(for: "2/2")
            try tmux.send("C-q")
            try tmux.wait(for: "the shell") { !$0.contains("◆") }
            try tmux.start()
            try tmux.wait(for: "the session") { screen in
                ["RETURN $year AS kept", "1/2", "$year = 1999"].allSatisfy { screen.contains($0) }
            }
            try tmux.send("F5")
            try tmux.wait(for: "1 row in")
            try tmux.send("M-`")
            try tmux.wait(for: "beside.rl")
        }
    }

    @Test("A result of 400 columns is gone through, and a screen of 400 columns is filled")
    func showsManyColumns() throws {
        let columns = (1...400).map { "\($0) AS c\($0)" }.joined(separator: ", ")
        try shell { tmux in
            let file = tmux.folder.appendingPathComponent("wide.cypher")
            try Data("UNWIND [1, 2] AS row RETURN \(columns)".utf8).write(to: file)
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try command("edit \(file.path)", tmux)
            try tmux.wait(for: "wide.cypher")
            try tmux.send("F5")
            try tmux.wait(for: "2 rows in")
            try tmux.send("F3", "$")
            try tmux.wait(for: "column 400 of 400")
            try tmux.send("0", "f", "$")
            // The screen of before tells of the last column as well.
            try tmux.wait(for: "the first column beside the last") { screen in
                screen.contains("c1 ") && screen.contains("c400") && screen.contains("column 400 of 400")
            }
            try tmux.resize(columns: 400, rows: 50)
            let wide = try tmux.wait(for: "all of the screen") { screen in
                screen.split(separator: "\n").contains { $0.count == 400 } && screen.contains("column 400 of 400")
            }
            #expect(wide.split(separator: "\n").allSatisfy { $0.count <= 400 })
        }
    }

    @Test("A file that is there is replaced only behind a !")
    func keepsFiles() throws {
        try shell { tmux in
            let path = tmux.folder.appendingPathComponent("rows.csv")
            try Data("mine".utf8).write(to: path)
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try run("RETURN 1 AS one", tmux)
            try tmux.wait(for: "1 row in")
            try command("export \(path.path)", tmux)
            try tmux.wait(for: ":export! replaces it")
            #expect(try String(contentsOf: path, encoding: .utf8) == "mine")
            try command("export! \(path.path)", tmux)
            try tmux.wait(for: "1 row written")
            #expect(try String(contentsOf: path, encoding: .utf8) == "one\n1\n")
        }
    }

    @Test("A terminal that cannot show a screen is told of in a sentence, and statements in a pipe run all the same")
    func refusesTerminals() throws {
        for name in ["dumb", "nonsense"] {
            try shell(columns: 300, environment: ["TERM": name]) { tmux in
                try tmux.start()
                try tmux.wait(for: "relate-tui: the terminal TERM=\(name) is not known")
                try tmux.type("echo status $?")
                try tmux.send("Enter")
                try tmux.wait(for: "\nstatus 1")
                #expect(try tmux.value("#{alternate_on}") == "0")
                try tmux.type("echo 'RETURN 7 AS seven' | \(Tmux.program ?? "") --format csv")
                try tmux.send("Enter")
                try tmux.wait(for: "seven\n7\n")
            }
        }
    }

    @Test("The theme follows the terminal's background, asked or told, and leaves no answer in the shell")
    func followsBackground() throws {
        // The background of the light theme's status bar.
        func isLight(_ tmux: Tmux) throws -> Bool {
            try tmux.screen(withAttributes: true).contains("48;5;255m")
        }
        try shell(environment: ["COLORFGBG": "0;15"]) { tmux in
            try tmux.start()
            try tmux.wait(for: "F5 run")
            #expect(try isLight(tmux))
        }
        for style in ["bg=white,fg=black", "bg=black,fg=white"] {
            try shell { tmux in
                try tmux.set("window-style", style)
                try tmux.start()
                try tmux.wait(for: "F5 run")
                if style.hasPrefix("bg=white") {
                    try tmux.wait(for: "the light theme") { _ in (try? isLight(tmux)) == true }
                } else {
                    #expect(try !isLight(tmux))
                }
                try tmux.send("C-q")
                let shell = try tmux.wait(for: "the shell") { !$0.contains("◆") }
                #expect(!shell.contains("rgb"))
            }
        }
    }
}
