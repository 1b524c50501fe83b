#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Edits a text with `$VISUAL` or `$EDITOR`, by default `vi`, in a file that nobody else can read.
enum ExternalEditor {
    /// Waits until the editor ends; the terminal is its own meanwhile. While it is suspended, so is this program.
    ///
    /// What was edited and cannot be taken is kept in its file, which the failure names. So is what is being edited when this
    /// program is told to end: the editor is told as well.
    ///
    /// - Parameters:
    ///   - command: What is called with the file's name behind it.
    ///   - byteLimit: What the query pane takes.
    ///   - usesTerminal: Whether the editor is to have this program's terminal.
    ///   - endingSignal: The signal that this program was told to end by meanwhile.
    static func edit(
        _ text: String, command: String? = nil, byteLimit: Int = Model.statementByteLimit, usesTerminal: Bool = true,
        endingSignal: () -> Int32? = { nil }
    ) -> Result<String, StatementFailure> {
        let directory = UserFolders.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(directory)/relate-XXXXXX.cypher".utf8CString)
        let file = mkstemps(&template, 7)
        guard file >= 0 else { return .failure(.local("no file can be made in \(directory): \(reason())")) }
        close(file)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(StatementFailure) {
            try TextFile.write(text, to: path, mode: 0o600)
            let command = command ?? UserFolders.variable("VISUAL") ?? UserFolders.variable("EDITOR") ?? "vi"
            if let signal = try run(command, on: path, TerminalJob(usesTerminal: usesTerminal), endingSignal) {
                return .failure(.local("ended by signal \(signal) while the query was edited: it is kept in \(path)"))
            }
        } catch {
            // What was written before the editor failed is somebody's work.
            let edited = try? TextFile.read(path, byteLimit: Int.max).text
            guard access(path, F_OK) == 0, edited != text else {
                unlink(path)
                return .failure(error)
            }
            return .failure(.local("\(error.message); what was edited is kept in \(path)"))
        }
        do throws(StatementFailure) {
            let edited = try TextFile.read(path, byteLimit: byteLimit).text
            unlink(path)
            return .success(edited)
        } catch {
            // The editor may have put something else in its place, or nothing.
            return .failure(access(path, F_OK) == 0 ? .local("what was edited is kept: \(error.message)") : error)
        }
    }

    /// One program with its arguments: it takes the shell's place.
    private static func isSimple(_ command: String) -> Bool {
        let isAssigning = command.prefix { !$0.isWhitespace }.contains("=")
        return !isAssigning && !command.contains { ";&|(){}!`\n".contains($0) }
    }

    /// The command may have arguments of its own, as in `code --wait`; the shell takes it apart.
    ///
    /// - Returns: The signal that this program is to end by.
    private static func run(
        _ command: String, on path: String, _ job: TerminalJob, _ endingSignal: () -> Int32?
    ) throws(StatementFailure) -> Int32? {
        let words = ["/bin/sh", "-c", "\(isSimple(command) ? "exec " : "")\(command) \"$1\"", "sh", path]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var job = job
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The editor has its signals as a shell would give them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ, SIGTERM, SIGHUP, SIGWINCH] {
            sigaddset(&signals, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | (job.hasGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        // Ctrl-C and Ctrl-Z in the editor are the editor's; and the terminal is given and taken back whoever has it.
        let own = [SIGINT, SIGQUIT, SIGTSTP, SIGTTOU].map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            signal(number, SIG_IGN)
            return (number, action)
        }
        defer {
            for (number, action) in own {
                var action = action
                sigaction(number, &action, nil)
            }
        }
        defer { job.end() }
        var process: pid_t = 0
        let error = posix_spawn(&process, words[0], nil, &attributes, arguments, environ)
        guard error == 0 else { throw .local("\(command) cannot be started: \(String(cString: strerror(error)))") }
        job.begin(process)
        var ending: Int32?
        let status = try end(of: process, &job, command) {
            ending = ending ?? endingSignal()
            return ending
        }
        if let ending { return ending }
        guard status == 0 else {
            let code = status & 0x7F == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
            throw .local("\(command) ended \(code); the query is as it was")
        }
        return nil
    }

    /// How often it is looked whether the editor has ended, or this program is to.
    private static let lookMs: Int32 = 30
    /// How long an editor has to save what it holds once it is told to end, before it is told by the next signal.
    private static let graceMs = 2_000.0

    /// Waits for the editor's end, and is suspended when it is. Once this program is to end, so is the editor: by the same
    /// signal, then as if its terminal were gone, and by force at last.
    private static func end(
        of process: pid_t, _ job: inout TerminalJob, _ command: String, _ endingSignal: () -> Int32?
    ) throws(StatementFailure) -> Int32 {
        var status: Int32 = 0
        var told: [Int32] = []
        var toldMs = 0.0
        var waitsForTerminal = false
        while true {
            let ended = waitpid(process, &status, WUNTRACED | WNOHANG)
            if ended < 0, errno != EINTR { throw .local("\(command) was lost: \(reason())") }
            if ended == process {
                guard status & 0xFF == 0x7F else {
                    if !told.isEmpty { endOthers(job, since: toldMs) }
                    return status
                }
                // One that asked for the terminal before it was given gets it now.
                if ![SIGTTIN, SIGTTOU].contains(status >> 8 & 0xFF) {
                    job.takeTerminal()
                    // The shell that started us has the terminal until it continues us, and we the editor.
                    signal(SIGTSTP, SIG_DFL)
                    kill(getpid(), SIGTSTP)
                    signal(SIGTSTP, SIG_IGN)
                }
                // Where no shell waits for us, nothing stops: the editor goes on.
                waitsForTerminal = true
            }
            if waitsForTerminal { waitsForTerminal = !job.goOn() }
            let now = MonotonicClock.milliseconds
            if told.isEmpty || now - toldMs > graceMs, let first = endingSignal() {
                let next = ([first] + [SIGHUP, SIGKILL].filter { $0 != first }).first { !told.contains($0) }
                if let next {
                    job.send(next)
                    // One that is stopped takes no signal before it goes on.
                    job.send(SIGCONT)
                    told.append(next)
                    toldMs = now
                }
            }
            poll(nil, 0, lookMs)
        }
    }

    /// The shell that waited for an editor may end before it.
    private static func endOthers(_ job: TerminalJob, since toldMs: Double) {
        while job.hasOthers {
            guard MonotonicClock.milliseconds - toldMs <= graceMs else { return job.send(SIGKILL) }
            poll(nil, 0, lookMs)
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
