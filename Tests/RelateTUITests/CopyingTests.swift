import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// Where copied text goes, and what is said of it.
@Suite("Copying") struct CopyingTests {
    private let helper = ClipboardHelper(command: "cat > /dev/null")

    @Test("The choice decides where text goes; by itself a helper is taken only on the machine one sits at")
    func chooses() {
        func route(_ setting: String?, isRemote: Bool = false, hasHelper: Bool = true) -> ClipboardRoute {
            ClipboardRoute(setting, helper: { hasHelper ? helper : nil }, isRemote: isRemote)
        }
        #expect(route(nil) == .helper(helper, alsoTerminal: true))
        #expect(route("auto", isRemote: true) == .terminal)
        #expect(route("auto", hasHelper: false) == .terminal)
        #expect(route("helper", isRemote: true) == .helper(helper, alsoTerminal: false))
        #expect(route("helper", hasHelper: false) == .terminal)
        #expect(route("osc52") == .terminal)
        #expect(route("off") == .off)
        #expect(
            route("tmux load-buffer -") == .helper(ClipboardHelper(command: "tmux load-buffer -"), alsoTerminal: false))
    }

    @Test("The helper of the desktop is taken, where it is installed")
    func findsHelpers() {
        func found(_ variables: [String: String], _ programs: String...) -> String? {
            ClipboardHelper.found(
                environment: { variables[$0] ?? ($0 == "PATH" ? "/a:/b" : nil) },
                isThere: { path in programs.contains { path == "/b/" + $0 } })?.name
        }
        #expect(found(["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], "wl-copy", "xclip") == "wl-copy")
        #expect(found(["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], "xclip") == "xclip")
        #expect(found(["DISPLAY": ":0"], "wl-copy", "xsel") == "xsel")
        #expect(found(["DISPLAY": ":0"]) == nil)
        #expect(found([:], "wl-copy", "xclip", "xsel") == nil)
    }

    @Test("A helper gets the text whole, and says when it does not take it")
    func putsText() throws {
        // As the program has it.
        signal(SIGPIPE, SIG_IGN)
        let folder = try TemporaryDirectory()
        let text = String(repeating: "row\n", count: 100_000)
        #expect(ClipboardHelper(command: "cat > '\(folder.path)/text'").put(text) == nil)
        #expect(try String(contentsOfFile: folder.path + "/text", encoding: .utf8) == text)
        #expect(ClipboardHelper(command: "cat > /dev/null; exit 3").put("x") == "it ended with status 3")
        #expect(ClipboardHelper(command: "exec sleep 5").put("x", limitMs: 30) == "it does not end")
        #expect(ClipboardHelper(command: "exec sleep 5").put(text, limitMs: 30) == "it does not end")
        // With all that it started.
        let shell = "sleep 600 & echo $! > '\(folder.path)/sleeper'; cat > '\(folder.path)/copied'; wait"
        let running = ClipboardHelper.Running()
        #expect(ClipboardHelper(command: shell).put("x", limitMs: 1_500, running: running) == "it does not end")
        let sleeper = try String(contentsOfFile: folder.path + "/sleeper", encoding: .utf8)
        #expect(Self.hasEnded(sleeper.trimmingCharacters(in: .newlines)))
        // No helper is begun any more when the program ends.
        running.end(afterSeconds: 0)
        #expect(ClipboardHelper(command: "touch '\(folder.path)/late'").put("x", running: running) != nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/late"))
        #expect(ClipboardHelper(command: "/no/such/program").put("x") == "it ended with status 127")
    }

    @Test("No more is said than is known")
    func tellsHonestly() {
        #expect(CopyOutcome.sentToTerminal.message(of: "The cell").text == "The cell sent to the terminal's clipboard")
        #expect(CopyOutcome.copied(by: "wl-copy").message(of: "The row") == .success("The row copied by wl-copy"))
        let failed = CopyOutcome.failed(by: "xclip", reason: "it ended with status 1", isSentToTerminal: true)
        #expect(
            failed.message(of: "The row")
                == .warning("The row sent to the terminal's clipboard; xclip failed: it ended with status 1"))
    }

    @Test("A column and all rows become text, in the order shown; what could be taken for a separator is quoted")
    func writesRows() throws {
        let table = GridTable(
            number: 1, columns: ["a", "b"], rows: ArrayRows([[1, "x"], [nil, "y\tz"], [3, "say \"hi\""]]))
        func text(_ format: RowsText.Format, column: Int = 0) throws -> String? {
            try RowsText.text(table, order: [2, 1], column: column, as: format, RowJob())
        }
        #expect(try text(.column) == "3\nnull\n")
        #expect(try text(.column, column: 1) == "say \"hi\"\ny\tz\n")
        #expect(try text(.tsv) == "3\t\"say \"\"hi\"\"\"\nnull\t\"y\tz\"\n")
        #expect(try text(.csv) == "a,b\n3,\"say \"\"hi\"\"\"\n,y\tz\n")
        #expect(try text(.jsonLines)?.hasPrefix("{\"a\":3") == true)
        let long = GridTable(
            number: 1, columns: ["a"],
            rows: ArrayRows(Array(repeating: [.string(String(repeating: "x", count: 1 << 20))], count: 20)))
        #expect(try RowsText.text(long, order: nil, column: 0, as: .csv, RowJob()) == nil)
        #expect(try RowsText.text(long, order: nil, column: 0, as: .column, RowJob()) == nil)
    }

    /// The process is gone, or waits for somebody to take note of its end; a signal may take a moment.
    private static func hasEnded(_ process: String) -> Bool {
        let end = Date().addingTimeInterval(10)
        while Date() < end {
            guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
            if state.contains(") Z ") { return true }
        }
        return false
    }
}
