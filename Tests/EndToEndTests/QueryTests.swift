import Foundation
import TestSupport
import Testing

/// The query pane, plans and notes in a real terminal.
@Suite("Query pane and plans in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct QueryTests {
    private func explorer(
        _ arguments: String = "--sample movies", columns: Int = 100, rows: Int = 30,
        environment: [String: String] = [:],
        _ body: (Tmux) throws -> Void
    ) throws {
        let tmux = try Tmux(columns: columns, rows: rows, environment: environment)
        defer { tmux.close() }
        try tmux.start(arguments)
        try tmux.wait(for: "F5 run")
        try body(tmux)
    }

    @Test("What is typed is checked by itself: type, estimate, errors and warnings at their places")
    func checks() throws {
        try explorer { tmux in
            try tmux.send("M-a")
            try tmux.type("MATCH (p:Persn) RETURN p")
            let screen = try tmux.wait(for: "◀ The label `Persn` is not in the store")
            #expect(screen.contains(" READ "))
            try tmux.send("M-a")
            try tmux.type("CREATE (:A)")
            try tmux.wait(for: " WRITE ")
            try tmux.send("M-a")
            try tmux.type("RETURN nobody ;")
            try tmux.wait(for: "◀ Variable `nobody` not defined")
            #expect(try !tmux.screen().contains("rows in"))
        }
    }

    @Test("Names are completed by Tab, by arrows and by Ctrl-Space")
    func completes() throws {
        try explorer { tmux in
            // The sidebar has the schema.
            try tmux.wait(for: "249 │")
            try tmux.send("M-a")
            try tmux.type("MATCH (p:Pe")
            try tmux.wait(for: "│ Person")
            try tmux.send("Tab")
            try tmux.type(") RETURN p.")
            try tmux.wait(for: ":Person")
            try tmux.type("bo")
            try tmux.wait(for: "│ born  :Person")
            try tmux.send("Down", "Enter")
            try tmux.wait(for: "MATCH (p:Person) RETURN p.born")
            try tmux.type(" ORD")
            try tmux.send("C-Space")
            try tmux.wait(for: "│ ORDER")
            try tmux.send("Enter", "F5")
            try tmux.wait(for: "5 Notes·1")
        }
    }

    @Test("A store on disk is guarded: the first write asks, PROFILE too, and a no leaves it as it was")
    func guards() throws {
        // Ended by its terminal, the program leaves its log beside the store.
        let folder = try TemporaryDirectory()
        try explorer("--database \(folder.path)/s.rl") { tmux in
            try tmux.type("CREATE (:City {name: 'Bern'})")
            try tmux.send("F7")
            try tmux.wait(for: "PROFILE runs the statement")
            try tmux.send("n")
            try tmux.wait(for: "Nothing was run")
            try tmux.send("F5")
            try tmux.sayYes(to: "would be changed")
            try tmux.wait(for: "1 node created")
            try tmux.send("F5")
            try tmux.wait(for: "relate:2")
        }
    }

    @Test("The user's own editor has the terminal, and gives text and screen back")
    func editsExternally() throws {
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("edit-\(UUID().uuidString).sh")
        try Data("#!/bin/sh\necho editing; printf 'RETURN 42 AS answer\\r\\n' > \"$1\"\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        defer { try? FileManager.default.removeItem(at: script) }
        try explorer(environment: ["VISUAL": script.path]) { tmux in
            try tmux.send("C-x", "e")
            try tmux.wait(for: "1 RETURN 42 AS answer")
            try tmux.send("F5")
            try tmux.wait(for: "1 row in")
            #expect(try tmux.value("#{alternate_on}") == "1")
        }
    }

    @Test("Queries are saved for their owner alone, found again, and files keep their line ends")
    func saves() throws {
        try explorer { tmux in
            try tmux.send("M-a")
            try tmux.type("RETURN 'kept' AS word")
            try tmux.send("F3", ":")
            try tmux.type("save my query")
            try tmux.send("Enter")
            try tmux.wait(for: "Written to")
            let file = tmux.folder.appendingPathComponent(".local/share/relate/queries/my query.cypher").path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let windows = tmux.folder.appendingPathComponent("w.cypher")
            try Data("\u{FEFF}RETURN 1 AS one;\r\n".utf8).write(to: windows)
            try tmux.send(":")
            try tmux.type("edit \(windows.path)")
            try tmux.send("Enter")
            try tmux.wait(for: "w.cypher")
            try tmux.send("End")
            try tmux.type(" // x")
            try tmux.wait(for: "w.cypher *")
            try tmux.send("C-s")
            try tmux.wait(for: "Written to")
            #expect(try Data(contentsOf: windows) == Data("\u{FEFF}RETURN 1 AS one; // x\r\n".utf8))
            try tmux.send("C-o")
            try tmux.wait(for: "Saved queries")
            try tmux.send("Enter")
            try tmux.wait(for: "1 RETURN 'kept' AS word")
        }
    }

    @Test("A slow query is profiled, its note's remedy run, and the better plan compared with the pinned one")
    func remedy() throws {
        try explorer("--sample packages", columns: 120, rows: 40) { tmux in
            try tmux.send("M-a")
            try tmux.type("MATCH (p:Package {name: 'apt'})-[:DEPENDS_ON]->(d) RETURN d.name")
            try tmux.send("F7")
            try tmux.wait(for: "profiled ·")
            try tmux.send("F8", "P", "F9")
            try tmux.wait(for: "CREATE INDEX FOR (n:Package) ON (n.name)")
            try tmux.send("a")
            try tmux.wait(for: "// Then again")
            try tmux.send("F5")
            try tmux.wait(for: "1 index added")
            try tmux.send("C-End", "F7")
            try tmux.wait(for: "NodeIndexSeek")
            try tmux.send("F8", "D")
            let screen = try tmux.wait(for: "pinned → now")
            #expect(screen.contains("NodeByLabelScan"))
            #expect(screen.contains("differ"))
        }
    }

    @Test("Keys are echoed while a statement runs at full load and checks go on")
    func echoes() throws {
        try explorer { tmux in
            try tmux.send("M-a")
            try tmux.type("UNWIND range(1, 2000000000) AS i WITH i WHERE i < 0 RETURN count(*)")
            try tmux.send("F5")
            try tmux.wait(for: "● running")
            for word in ["one", "two", "three"] {
                try tmux.type("; RETURN '\(word)'")
                try tmux.wait(for: "'\(word)'")
            }
            try tmux.wait(for: "● running")
            try tmux.send("C-c")
            try tmux.wait(for: "Cancelled")
        }
    }
}
