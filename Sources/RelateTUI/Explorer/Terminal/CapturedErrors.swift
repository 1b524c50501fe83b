#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps stderr off the screen while the explorer owns it: what is written there goes to an unnamed file and is
/// passed on when the screen is given back.
final class CapturedErrors {
    /// The file.
    let captured: Int32
    /// Where stderr led before.
    let original: Int32

    /// `nil` when stderr is not a terminal, so that nothing needs to be kept off the screen, or no file can be made.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(directory)/relate-tui.XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return nil }
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        captured = file
        original = dup(STDERR_FILENO)
        dup2(file, STDERR_FILENO)
    }

    /// Stderr is what it was, and gets what was kept back.
    func release() {
        dup2(original, STDERR_FILENO)
        lseek(captured, 0, SEEK_SET)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(captured, &buffer, buffer.count)
            guard count > 0 else { break }
            _ = write(original, buffer, count)
        }
        close(captured)
        close(original)
    }
}
