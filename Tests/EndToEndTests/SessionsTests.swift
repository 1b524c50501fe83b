import Foundation
import Testing

/// Stores that are opened again, files that others write too, and the user's own editor, through the real program.
@Suite(
    "Opening again, files and editors in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct SessionsTests {
    private func shell(environment: [String: String] = [:], _ body: (Tmux) throws -> Void) throws {
        let tmux = try Tmux(columns: 120, rows: 30, environment: environment)
        defer { tmux.close() }
        try body(tmux)
    }

    private func command(_ text: String, _ tmux: Tmux) throws {
        try tmux.send("F3", ":")
        try tmux.type(text)
        try tmux.send("Enter")
    }

    @Test("The store of the command line is let go of: opened again by a key, closed, and opened by another spelling")
    func releasesFirstStore() throws {
        for name in ["one.rl", "one.graph"] {
            try shell { tmux in
                try tmux.send("cd", "Enter")
                try tmux.start(name)
                try tmux.wait(for: "Made a new store: \(name)")
                try tmux.send("M-5", "R")
                try tmux.wait(for: "\(name) is open again, as it is now")
                try command("open two.rl", tmux)
                try tmux.wait(for: "Made a new store: two.rl")
                try command("open ./\(name)", tmux)
                try tmux.wait(for: "\(name) is open already")
                try command("close", tmux)
                try tmux.wait(for: "the other store alone") { $0.contains("two.rl") && !$0.contains("2/2") }
                try command("open \"./\(name)\"", tmux)
                try tmux.wait(for: "the first store again") { $0.contains("./\(name)") && $0.contains("2/2") }
                #expect(!(try tmux.screen()).contains("NOT OPEN"))
            }
        }
    }

    @Test("A store that is only read shows what was written since once it is opened again")
    func readsAnew() throws {
        try shell { tmux in
            let program = try #require(Tmux.program)
            try tmux.send("cd; \(program) -c \"CREATE (:A)\" one.rl >made; echo made", "Enter")
            try tmux.wait(for: "\nmade")
            try tmux.start("--read-only one.rl")
            try tmux.wait(for: "● 1  → 0")
            try tmux.wait(for: ":reopen shows what is written later")
            let writer = Process()
            writer.executableURL = URL(fileURLWithPath: program)
            writer.arguments = ["-c", "CREATE (:A)", tmux.folder.path + "/one.rl"]
            writer.standardOutput = FileHandle.nullDevice
            try writer.run()
            writer.waitUntilExit()
            #expect(writer.terminationStatus == 0)
            try command("reopen", tmux)
            try tmux.wait(for: "● 2  → 0")
        }
    }

    @Test("A store of the last session that is gone is not made anew")
    func leavesGoneStores() throws {
        try shell { tmux in
            let folder = tmux.folder.appendingPathComponent(".config/relate")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[ui]\nrestore_session = true\n".utf8).write(to: folder.appendingPathComponent("config.toml"))
            try tmux.send("cd", "Enter")
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try tmux.type("RETURN 888 AS precious")
            try command("open gone.rl", tmux)
            try tmux.wait(for: "2/2")
            try tmux.send("C-q")
            try tmux.wait(for: "the shell") { !$0.contains("◆") }
            try tmux.send("rm -r gone.rl", "Enter")
            try tmux.start("--sample movies")
            try tmux.wait(for: "gone.rl could not be opened: it is there no more")
            try tmux.send("C-q")
            try tmux.wait(for: "the shell") { !$0.contains("◆") }
            #expect(!FileManager.default.fileExists(atPath: tmux.folder.path + "/gone.rl"))
            // What was typed has outlived the sample.
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try tmux.send("M-.")
            try tmux.wait(for: "RETURN 888 AS precious")
        }
    }

    @Test("Ctrl-Z in the user's editor leads to the shell, and fg back to the editor")
    func suspendsEditor() throws {
        try shell(environment: ["EDITOR": "sh ./edit"]) { tmux in
            let script = "echo editing; read answer; echo \"RETURN $answer\" > \"$1\"\n"
            try Data(script.utf8).write(to: tmux.folder.appendingPathComponent("edit"))
            try tmux.send("cd", "Enter")
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try tmux.send("C-x", "e")
            try tmux.wait(for: "editing")
            try tmux.send("C-z")
            try tmux.wait(for: "the shell") { $0.contains("Stopped") }
            try tmux.send("echo here", "Enter")
            try tmux.wait(for: "\nhere")
            try tmux.send("fg", "Enter")
            try tmux.send("4711", "Enter")
            try tmux.wait(for: "the edited query") { $0.contains("RETURN 4711") && $0.contains("F5 run") }
        }
    }

    @Test("What another program wrote to a file is not written over; a file that is not there is begun")
    func keepsOthersWork() throws {
        try shell { tmux in
            let file = tmux.folder.appendingPathComponent("q.cypher")
            try tmux.send("cd", "Enter")
            try tmux.start()
            try tmux.wait(for: "F5 run")
            try command("edit q.cypher", tmux)
            try tmux.wait(for: "q.cypher is not there yet: ^S makes it")
            try tmux.type("RETURN 1")
            try tmux.send("C-s")
            try tmux.wait(for: "Written to q.cypher")
            #expect(try String(contentsOf: file, encoding: .utf8) == "RETURN 1")
            try Data("RETURN 2, theirs".utf8).write(to: file)
            try tmux.type("0")
            try tmux.send("C-s")
            try tmux.wait(for: "q.cypher was changed by another program since it was read; :write! replaces it")
            #expect(try String(contentsOf: file, encoding: .utf8) == "RETURN 2, theirs")
            try command("write!", tmux)
            try tmux.wait(for: "Written to q.cypher")
            #expect(try String(contentsOf: file, encoding: .utf8) == "RETURN 10")
        }
    }
}
