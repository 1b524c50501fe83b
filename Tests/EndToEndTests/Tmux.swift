import Foundation

/// A private tmux server with one window, in which a program runs as for a user.
///
/// Nothing here sleeps for a fixed time: what must appear is waited for, up to a deadline.
final class Tmux {
    struct TimedOut: Error, CustomStringConvertible {
        let wanted: String
        let screen: String
        var description: String { "waited in vain for \(wanted); the screen is:\n\(screen)" }
    }

    static let path: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The program under test: `RELATE_TUI`, or what was built beside these tests.
    static let program: String? = {
        if let path = ProcessInfo.processInfo.environment["RELATE_TUI"] { return path }
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return [
            folder, folder.deletingLastPathComponent(), folder.deletingLastPathComponent().deletingLastPathComponent(),
        ]
        .map { $0.appendingPathComponent("relate-tui").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static var isAvailable: Bool { path != nil && program != nil }

    /// Holds a home, and whatever the program writes.
    let folder: URL
    private let socket: String
    private var calls = 0
    private static let deadlineSeconds = 15.0
    /// A little more than a yes is refused for.
    private static let readingSeconds = 0.5

    init(columns: Int, rows: Int, environment: [String: String] = [:]) throws {
        let name = "relate-e2e-\(UUID().uuidString.prefix(8))"
        socket = name
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var variables = ["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": folder.path, "PS1": "shell%"]
        variables["PATH"] = "/usr/bin:/bin"
        variables.merge(environment) { _, new in new }
        let settings = variables.map { "\($0.key)=\($0.value)" }.sorted()
        // The last TERM holds.
        let shell = "exec env -i TERM=tmux-256color \(settings.map { "'\($0)'" }.joined(separator: " ")) sh"
        try run(["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell])
        do { try wait(for: "shell%") } catch {
            close()
            throw error
        }
    }

    /// Ends the server with all that runs in it, and removes the folder.
    func close() {
        _ = try? run(["kill-server"])
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the program in the shell; its process number goes to a file.
    func start(_ arguments: String = "") throws {
        let program = Tmux.program ?? "relate-tui"
        try send("sh -c 'echo $$ > $HOME/pid; exec \(program) \(arguments)'", "Enter")
    }

    var programProcess: Int32? {
        let text = try? String(contentsOf: folder.appendingPathComponent("pid"), encoding: .utf8)
        return text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// Keys by tmux's names; anything else is typed.
    func send(_ keys: String...) throws { try send(keys) }

    func send(_ keys: [String]) throws {
        try run(["send-keys", "-t", "0"] + keys)
    }

    func type(_ text: String) throws {
        try run(["send-keys", "-t", "0", "-l", "--", text])
    }

    /// - Parameter bracketed: As a terminal does whose program asked for bracketed paste.
    func paste(_ text: String, bracketed: Bool) throws {
        try run(["set-buffer", "--", text])
        try run(["paste-buffer", "-t", "0"] + (bracketed ? ["-p"] : []))
    }

    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-t", "0", "-x", "\(columns)", "-y", "\(rows)"])
    }

    func screen(withAttributes: Bool = false) throws -> String {
        try run(["capture-pane", "-p", "-t", "0"] + (withAttributes ? ["-e"] : []))
    }

    /// A tmux format, such as `#{alternate_on}`.
    func value(_ format: String) throws -> String {
        try run(["display-message", "-p", "-t", "0", format]).trimmingCharacters(in: .newlines)
    }

    /// An option of the window.
    func set(_ option: String, _ value: String) throws { try run(["set-option", "-w", "-t", "0", option, value]) }

    @discardableResult
    func wait(for text: String) throws -> String {
        try wait(for: "“\(text)”") { $0.contains(text) }
    }

    @discardableResult
    func wait(for what: String, _ isThere: (String) -> Bool) throws -> String {
        let end = Date().addingTimeInterval(Self.deadlineSeconds)
        var screen = ""
        while Date() < end {
            let last = screen
            screen = try self.screen()
            // Twice the same: not a picture that is still being drawn.
            if screen == last, isThere(screen) { return screen }
            // As long as a capture takes: leaves the processor to what is waited for.
            usleep(10_000)
        }
        throw TimedOut(wanted: what, screen: screen)
    }

    /// Says yes to a question, once it has been on the screen for as long as the program wants it to have been read.
    func sayYes(to text: String = "y yes") throws {
        try wait(for: text)
        let end = Date().addingTimeInterval(Self.readingSeconds)
        try wait(for: "“\(text)” to be read") { $0.contains(text) && Date() >= end }
        try send("y")
    }

    struct Failed: Error {
        let arguments: [String]
        let status: Int32
    }

    /// Output goes through a file: the server, a child of the first call, would hold a pipe open for ever.
    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        calls += 1
        let output = folder.appendingPathComponent("output-\(calls)")
        defer { try? FileManager.default.removeItem(at: output) }
        let words = [Tmux.path ?? "tmux", "-L", socket, "-f", "/dev/null"] + arguments
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        // Another test of this process may have blocked or ignored signals. The server would inherit that, and not
        // end on the SIGTERM that `kill-server` sends it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTSTP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let status = posix_spawn(&process, words[0], &actions, &attributes, pointers, environ)
        guard status == 0 else { throw Failed(arguments: arguments, status: status) }
        var end: Int32 = 0
        while waitpid(process, &end, 0) < 0, errno == EINTR {}
        guard end == 0 else { throw Failed(arguments: arguments, status: end) }
        return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }
}
