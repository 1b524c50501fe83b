import Foundation
import Testing

/// A Datalog store in a real terminal.
@Suite("A Datalog store in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct DatalogTests {
    @Test("Facts are written and asked for, time steps back and forth, and the file keeps them")
    func time() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tmux-\(UUID().uuidString).graph").path
        defer { for end in ["", ".wal"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let tmux = try Tmux(columns: 110, rows: 32)
        defer { tmux.close() }
        try tmux.start(path)
        try tmux.wait(for: "F5 run")
        func run(_ statement: String) throws {
            try tmux.send("M-1", "M-a")
            try tmux.type(statement)
            try tmux.send("F5")
        }
        try run("(transact {:valid-from \"2020-01-01\"} [[:ada :name \"Ada\"] [:ada :age 36] [:bob :friend :ada]])")
        // The file is guarded.
        try tmux.sayYes(to: "would be changed")
        try tmux.wait(for: "tx 1 of 1")
        try run("(transact {:valid-from \"2021-01-01\"} [[:ada :age 37] [:bob :name \"Bob\"]])")
        try tmux.wait(for: "tx 2 of 2")
        try run("(query [:find ?e ?n :where [?e :name ?n]])")
        try tmux.wait(for: "2 rows in")
        try tmux.send("F3", ",")
        let past = try tmux.wait(for: "tx 1 of 2")
        #expect(past.contains("1 row"))
        try tmux.send(".")
        try tmux.wait(for: "tx 2 of 2")
        try tmux.send("g", "v")
        try tmux.wait(for: "History of :ada")
        try tmux.send("Escape")
        try tmux.wait(for: "no history") { !$0.contains("History of") }
        try tmux.send("Enter")
        try tmux.wait(for: "elementId")
        try tmux.send("Enter")
        // The card of :ada, to which :bob refers.
        try tmux.wait(for: ":friend")
        try tmux.send("C-q")
        try tmux.wait(for: "shell%")
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".wal"))
    }
}
