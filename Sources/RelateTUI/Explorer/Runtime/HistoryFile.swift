#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The statements run before, a line each, in a plain file that only its owner can read.
///
/// A line end in a statement stands as `\n`, a backslash as `\\`. Appending writes one line with one call, so two explorers
/// may share the file.
struct HistoryFile: Sendable {
    let path: String

    private static let linesLimit = 5_000
    private static let byteLimit = 16 << 20

    /// `$XDG_STATE_HOME/relate/history`, by default below `~/.local/state`; `nil` without a home.
    static var standard: HistoryFile? { UserFolders.state.map { HistoryFile(path: $0 + "/history") } }

    /// Oldest first; empty when there is no file yet, or it cannot be read.
    func read() -> [String] {
        let file = PosixFile.openRegular(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        lseek(file, max(0, size - off_t(Self.byteLimit)), SEEK_SET)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = PosixFile.read(file, into: &buffer)
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.linesLimit)
        return lines.map { Self.decoded(String(decoding: $0, as: UTF8.self)) }
    }

    func append(_ statement: String) {
        PosixFile.makeDirectories(above: path)
        let file = openLocked(O_RDWR | O_CREAT | O_APPEND)
        guard file >= 0 else { return }
        defer { close(file) }
        var last = UInt8(ascii: "\n")
        let size = lseek(file, 0, SEEK_END)
        if size > 0 { _ = pread(file, &last, 1, size - 1) }
        // A line that was cut off, or edited by hand, stays a line of its own.
        let line = Array(((last == UInt8(ascii: "\n") ? "" : "\n") + Self.encoded(statement) + "\n").utf8)
        _ = write(file, line, line.count)
    }

    /// Takes a statement out, wherever it stands; all other lines stay as they are.
    ///
    /// - Returns: Why it is still there.
    func remove(_ statement: String) -> StatementFailure? {
        guard !statement.isEmpty else { return nil }
        let file = openLocked(O_RDWR)
        guard file >= 0 else {
            return errno == ENOENT ? nil : .local("\(path) cannot be written: \(PosixFile.lastReason)")
        }
        defer { close(file) }
        guard let bytes = contents(of: file) else {
            return .local("\(path) cannot be read whole, and stays as it is")
        }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = Self.decoded(String(decoding: line, as: UTF8.self))
            guard !text.utf8.elementsEqual(statement.utf8) else { continue }
            kept += line
            kept.append(UInt8(ascii: "\n"))
        }
        // What stands behind the last line end is no line, where it is nothing.
        if bytes.last == UInt8(ascii: "\n") || bytes.isEmpty { kept.removeLast() }
        let result = ExportFile.write(to: path, access: .owner) { descriptor in
            try PosixFile.writeAll(kept, to: descriptor)
            return kept.count
        }
        if case .failure(let failure) = result { return failure }
        return nil
    }

    private static let rewrittenByteLimit: off_t = 256 << 20

    private func contents(of file: Int32) -> [UInt8]? {
        let size = lseek(file, 0, SEEK_END)
        guard size >= 0, size <= Self.rewrittenByteLimit, lseek(file, 0, SEEK_SET) == 0 else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = PosixFile.read(file, into: &buffer)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    private static let openingsLimit = 20

    /// The file while no other explorer writes to it: who takes a statement out puts another file in its place, and what
    /// is appended to the old one would be lost.
    private func openLocked(_ flags: Int32) -> Int32 {
        for _ in 0..<Self.openingsLimit {
            let file = PosixFile.openRegular(path, flags)
            guard file >= 0 else { return -1 }
            // A file system without locks has none to wait for.
            flock(file, LOCK_EX)
            var own = stat()
            if fstat(file, &own) == 0, let there = PosixFile.status(of: path), own.st_ino == there.st_ino,
                own.st_dev == there.st_dev
            {
                return file
            }
            close(file)
        }
        errno = EAGAIN
        return -1
    }

    static func encoded(_ statement: String) -> String {
        var text = ""
        for character in statement.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    static func decoded(_ line: String) -> String {
        var text = ""
        var isEscaped = false
        for character in line.unicodeScalars {
            if isEscaped {
                text.unicodeScalars.append(character == "n" ? "\n" : character == "r" ? "\r" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
