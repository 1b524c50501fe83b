import Foundation
import Testing

/// The built program under random keys, as a terminal sends them.
@Suite("Random keys in tmux", .enabled(if: Tmux.isAvailable, "needs tmux and the built relate-tui"))
struct MonkeyTests {
    /// `MONKEY_KEYS=10000 MONKEY_SEED=7` for a longer run.
    private static let keyCount = number("MONKEY_KEYS") ?? 1_500
    private static let seed = number("MONKEY_SEED") ?? 1

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let keys = [
        "Up", "Down", "Left", "Right", "PPage", "NPage", "Home", "End", "Enter", "Escape", "BSpace", "Tab", "BTab",
        "F1",
        "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "C-p", "C-r", "C-t", "C-l", "C-c", "C-a", "C-e", "C-k",
        "C-_", "M-1", "M-2", "M-3", "M-6", "M-a", "M-b", "M-n", "M-o", "M-s", "e", "x", "m", "c", "o", "t", "u", "p",
        "d",
        "n", "N", "/", "&", "s", "f", "g", "G", "y", "Y", "J", "z", "?", "[", "]", "h", "j", "k", "l", "v", "r", "w",
        "1",
        "a", "(", ")", "{", "'", "\"", ":", " ", "é", "漢",
    ]

    @Test("Random keys end in a program that still answers, holds its memory, and gives the terminal back")
    func storm() throws {
        var state = UInt64(truncatingIfNeeded: Self.seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let tmux = try Tmux(columns: 120, rows: 40)
        defer { tmux.close() }
        try tmux.start("--sample movies --no-history")
        try tmux.wait(for: "6 Schema")
        let sizes = [(120, 40), (80, 24), (40, 12), (200, 60), (19, 2), (100, 30)]
        var typed = 0
        var memory = 0
        while typed < Self.keyCount {
            let batch = (0..<40).map { _ in Self.keys[random(Self.keys.count)] }
            try tmux.send(batch)
            typed += batch.count
            if random(4) == 0 {
                let size = sizes[random(sizes.count)]
                try tmux.resize(columns: size.0, rows: size.1)
            }
            if typed * 2 >= Self.keyCount, memory == 0 { memory = try residentKiB(tmux) }
        }
        try tmux.resize(columns: 120, rows: 40)
        // Whatever is open is closed, whatever runs is cancelled: then a statement runs as ever.
        try tmux.send("C-c", "Escape", "Escape", "Escape", "Escape", "Escape", "M-1")
        try tmux.wait(for: "F5 run")
        try tmux.send("M-r", "M-a")
        try tmux.type("RETURN 'still ' + 'here' AS word")
        try tmux.send("F5")
        var looks = 0
        try tmux.wait(for: "still here") { screen in
            if screen.contains("still here") { return true }
            looks += 1
            // What was still being cancelled has refused the first F5.
            if looks % 50 == 0 { try? tmux.send("F5") }
            return false
        }
        #expect(try residentKiB(tmux) < memory + 60_000)
        try tmux.send("C-q")
        // What is typed before the question is on the screen does not answer it.
        try tmux.wait(for: "shell%") { screen in
            if screen.contains("y yes") { try? tmux.send("y") }
            return screen.contains("shell%")
        }
        #expect(try tmux.value("#{alternate_on}#{mouse_any_flag}") == "00")
    }

    private func residentKiB(_ tmux: Tmux) throws -> Int {
        let process = try #require(tmux.programProcess)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
}
