#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Edits a text with `$VISUAL` or `$EDITOR`, by default `vi`, in a file that nobody else can read.
enum ExternalEditor {
    /// Waits until the editor ends; the terminal is its own meanwhile. While it is suspended, so is this program.
    ///
    /// What was edited and cannot be taken is kept in its file, which the failure names.
    ///
    /// - Parameters:
    ///   - command: What is called with the file's name behind it.
    ///   - byteLimit: What the query pane takes.
    static func edit(
        _ text: String, command: String? = nil, byteLimit: Int = Model.statementByteLimit
    ) -> Result<String, StatementFailure> {
        let directory = UserFolders.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(directory)/relate-XXXXXX.cypher".utf8CString)
        let file = mkstemps(&template, 7)
        guard file >= 0 else { return .failure(.local("no file can be made in \(directory): \(reason())")) }
        close(file)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(StatementFailure) {
            try TextFile.write(text, to: path, mode: 0o600)
            try run(command ?? UserFolders.variable("VISUAL") ?? UserFolders.variable("EDITOR") ?? "vi", on: path)
        } catch {
            unlink(path)
            return .failure(error)
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

    /// The command may have arguments of its own, as in `code --wait`; the shell takes it apart.
    private static func run(_ command: String, on path: String) throws(StatementFailure) {
        let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The editor has its signals as a shell would give them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGTERM, SIGHUP, SIGWINCH] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // Ctrl-C and Ctrl-Z in the editor are the editor's.
        let own = [SIGINT, SIGQUIT, SIGTSTP].map { number in
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
        var process: pid_t = 0
        let error = posix_spawn(&process, words[0], nil, &attributes, arguments, environ)
        guard error == 0 else { throw .local("\(command) cannot be started: \(String(cString: strerror(error)))") }
        let status = try end(of: process, command)
        guard status == 0 else {
            let code = status & 0x7F == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
            throw .local("\(command) ended \(code); the query is as it was")
        }
    }

    /// Waits for the editor's end, and is suspended when it is.
    private static func end(of process: pid_t, _ command: String) throws(StatementFailure) -> Int32 {
        var status: Int32 = 0
        while true {
            if waitpid(process, &status, WUNTRACED) < 0 {
                guard errno == EINTR else { throw .local("\(command) was lost: \(reason())") }
                continue
            }
            guard status & 0xFF == 0x7F else { return status }
            // The shell that started us has the terminal until it continues the whole group, the editor with us.
            signal(SIGTSTP, SIG_DFL)
            kill(getpid(), SIGTSTP)
            signal(SIGTSTP, SIG_IGN)
            // Where no shell waits for us, nothing stops: the editor goes on.
            kill(process, SIGCONT)
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
