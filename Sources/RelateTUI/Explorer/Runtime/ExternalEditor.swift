#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Edits a text with `$VISUAL` or `$EDITOR`, by default `vi`, in a file that nobody else can read.
enum ExternalEditor {
    /// Waits until the editor ends; the terminal is its own meanwhile.
    static func edit(_ text: String) -> Result<String, StatementFailure> {
        let directory = UserFolders.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(directory)/relate-XXXXXX.cypher".utf8CString)
        let file = mkstemps(&template, 7)
        guard file >= 0 else { return .failure(.local("no file can be made in \(directory): \(reason())")) }
        close(file)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        do throws(StatementFailure) {
            try TextFile.write(text, to: path, mode: 0o600)
            try run(UserFolders.variable("VISUAL") ?? UserFolders.variable("EDITOR") ?? "vi", on: path)
            return .success(try TextFile.read(path, byteLimit: Model.statementByteLimit).text)
        } catch {
            return .failure(error)
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
        // Ctrl-C in the editor is the editor's.
        var interrupt = sigaction()
        var quit = sigaction()
        sigaction(SIGINT, nil, &interrupt)
        sigaction(SIGQUIT, nil, &quit)
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        defer {
            sigaction(SIGINT, &interrupt, nil)
            sigaction(SIGQUIT, &quit, nil)
        }
        var process: pid_t = 0
        let error = posix_spawn(&process, words[0], nil, &attributes, arguments, environ)
        guard error == 0 else { throw .local("\(command) cannot be started: \(String(cString: strerror(error)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw .local("\(command) was lost: \(reason())") }
        }
        guard status == 0 else {
            let code = status & 0x7F == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
            throw .local("\(command) ended \(code); the query is as it was")
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
