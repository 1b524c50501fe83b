#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that puts its input into the desktop's clipboard.
struct ClipboardHelper: Hashable, Sendable {
    /// As messages say it.
    var name: String
    var words: [String]

    /// In the order in which they are taken: the variable that says that there is such a desktop, and the program.
    private static let known: [(variable: String, helper: [String])] = [
        ("WAYLAND_DISPLAY", ["wl-copy"]),
        ("DISPLAY", ["xclip", "-selection", "clipboard"]),
        ("DISPLAY", ["xsel", "--clipboard", "--input"]),
        ("WSL_DISTRO_NAME", ["clip.exe"]),
    ]

    static let limitMs = 3_000.0

    /// The user's own command, which may have arguments.
    init(command: String) {
        name = String(command.prefix { $0 != " " })
        words = ["/bin/sh", "-c", command]
    }

    private init(_ words: [String]) {
        name = words[0]
        self.words = words
    }

    /// The helper of the desktop that the program runs on; `nil` where there is none.
    static func found(
        environment: (String) -> String? = UserFolders.variable, isThere: (String) -> Bool = Self.isExecutable
    ) -> ClipboardHelper? {
        let folders = (environment("PATH") ?? "").split(separator: ":")
        func isInstalled(_ program: String) -> Bool { folders.contains { isThere("\($0)/\(program)") } }
        #if os(macOS)
        if isInstalled("pbcopy") { return ClipboardHelper(["pbcopy"]) }
        #endif
        let fitting = known.first { environment($0.variable) != nil && isInstalled($0.helper[0]) }
        return fitting.map { ClipboardHelper($0.helper) }
    }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Gives the text to the helper. Blocks for `limitMs` at most: what does not end by then is ended.
    ///
    /// - Returns: Why the clipboard does not have it; `nil` where it does, as far as the helper tells.
    func put(_ text: String, limitMs: Double = Self.limitMs, running: Running = Running()) -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return reason() }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = running.start { spawn(readingFrom: ends[0]) }
        defer { running.ended() }
        close(ends[0])
        guard let process else { return "it cannot be started: \(reason())" }
        let end = MonotonicClock.milliseconds + limitMs
        let isWritten = write(Array(text.utf8), to: ends[1], until: end)
        close(ends[1])
        ends[1] = -1
        return wait(for: process, until: end) ?? (isWritten ? nil : "it does not take the text")
    }

    /// The helper that runs, for who has to end it: it may hang when the program ends.
    final class Running: Sendable {
        private struct State {
            var process: pid_t?
            var isOver = false
        }

        private let state = Guarded(State())

        /// None is started any more once the end has come.
        fileprivate func start(_ spawn: () -> pid_t?) -> pid_t? {
            state.withLock { state in
                guard !state.isOver else { return nil }
                state.process = spawn()
                return state.process
            }
        }

        fileprivate func ended() { state.signal { $0.process = nil } }

        /// Ends the helper that does not end by itself in time, with what it started.
        func end(afterSeconds seconds: Int) {
            state.withLock { $0.isOver = true }
            let limit = SystemClock.nanoseconds(inSeconds: seconds)
            let isOver: Void? = state.wait(untilNanoseconds: limit) { $0.process == nil ? () : nil }
            guard isOver == nil else { return }
            state.withLock { state in
                if let process = state.process { kill(-process, SIGKILL) }
            }
        }
    }

    private func spawn(readingFrom input: Int32) -> pid_t? {
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // What it says would come onto the screen, and what stays behind to serve the clipboard holds neither open.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // A group of its own: a shell is ended with what it started.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var process: pid_t = 0
        let error = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
        guard error == 0 else {
            errno = error
            return nil
        }
        return process
    }

    private func write(_ bytes: [UInt8], to pipe: Int32, until end: Double) -> Bool {
        _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
        var rest = bytes[...]
        while !rest.isEmpty {
            let left = end - MonotonicClock.milliseconds
            var descriptor = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
            guard left > 0, poll(&descriptor, 1, Int32(left)) > 0 else { return false }
            let count = rest.withUnsafeBytes { PosixFile.write(pipe, $0) }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Why it failed; what does not end in time is ended.
    private func wait(for process: pid_t, until end: Double) -> String? {
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { break }
            if result < 0, errno != EINTR { return reason() }
            guard MonotonicClock.milliseconds < end else {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                return "it does not end"
            }
            usleep(2_000)
        }
        if status & 0x7F != 0 { return "it ended by signal \(status & 0x7F)" }
        return status == 0 ? nil : "it ended with status \(status >> 8 & 0xFF)"
    }

    private func reason() -> String { String(cString: strerror(errno)) }
}
