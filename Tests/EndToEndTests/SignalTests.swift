import Foundation
import Testing

/// However the program ends, the shell gets back a terminal as it was.
@Suite("Signals in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct SignalTests {
    static let signals: [(name: String, number: Int32)] = [
        ("TERM", SIGTERM), ("HUP", SIGHUP), ("INT", SIGINT), ("QUIT", SIGQUIT), ("SEGV", SIGSEGV), ("BUS", SIGBUS),
        ("ILL", SIGILL), ("TRAP", SIGTRAP), ("ABRT", SIGABRT), ("FPE", SIGFPE),
    ]

    static let endings: Set<String> = ["TERM", "HUP", "INT", "QUIT"]

    @Test("The terminal is sane after the signal, and the shell knows of it", arguments: signals.map(\.name))
    func isSaneAfter(signal name: String) throws {
        let number = try #require(Self.signals.first { $0.name == name }).number
        let tmux = try Tmux(columns: 80, rows: 24)
        defer { tmux.close() }
        try tmux.send("ulimit -c 0", "Enter")
        try tmux.start()
        try tmux.wait(for: "F5 run")
        let process = try #require(tmux.programProcess)
        #expect(try tmux.value("#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag}") == "111")
        kill(process, number)
        try tmux.wait(for: "the shell") { !$0.contains("◆") && $0.contains("shell%") }
        try tmux.type(
            "echo status $?; stty -a | tr ' ;' '\\n\\n' | grep -x 'icanon\\|echo\\|isig\\|icrnl\\|opost'; echo end")
        try tmux.send("Enter")
        let screen = try tmux.wait(for: "\nend")
        for setting in ["icanon", "echo", "isig", "icrnl", "opost"] {
            #expect(screen.contains("\n\(setting)\n"), "\(setting) in \(screen)")
        }
        #expect(screen.contains("status \(128 + number)\n"))
        // No backtrace, which would take seconds and then wait for a key.
        #expect(screen.contains("relate-tui crashed.") == !Self.endings.contains(name))
        #expect(!screen.contains("Backtrace"))
        #expect(try tmux.value("#{alternate_on}#{mouse_any_flag}#{cursor_flag}") == "001")
    }

    @Test("Told to end while the user's editor has the terminal, it ends the editor, and says where the text is")
    func endsWithEditor() throws {
        let editor = FileManager.default.temporaryDirectory.appendingPathComponent("edit-\(UUID().uuidString).sh")
        let script = """
            #!/bin/sh
            trap 'echo "RETURN 43" > "$1"; printf "\\033[?1049l"; exit 1' TERM
            stty raw -echo
            printf '\\033[?1049heditor here'
            while :; do sleep 0.05; done
            """
        try Data(script.utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        defer { try? FileManager.default.removeItem(at: editor) }
        let tmux = try Tmux(columns: 120, rows: 24, environment: ["VISUAL": editor.path])
        defer { tmux.close() }
        try tmux.start()
        try tmux.wait(for: "F5 run")
        try tmux.send("C-x", "e")
        try tmux.wait(for: "editor here")
        kill(try #require(tmux.programProcess), SIGTERM)
        let ended = try tmux.wait(for: "the shell") { $0.contains("it is kept in /") && $0.contains("shell%") }
        let path = try #require(ended.split(whereSeparator: \.isWhitespace).first { $0.hasSuffix(".cypher") })
        #expect(try String(contentsOfFile: String(path), encoding: .utf8) == "RETURN 43\n")
        try? FileManager.default.removeItem(atPath: String(path))
        try tmux.type("stty -a | tr ' ;' '\\n\\n' | grep -x 'icanon\\|echo'; echo end")
        try tmux.send("Enter")
        #expect(try tmux.wait(for: "\nend").contains("\nicanon\necho\n"))
        #expect(try tmux.value("#{alternate_on}#{mouse_any_flag}#{cursor_flag}") == "001")
    }
}
