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
        let file = PosixFile.openRegular(path, O_RDWR | O_CREAT | O_APPEND)
        guard file >= 0 else { return }
        defer { close(file) }
        var last = UInt8(ascii: "\n")
        let size = lseek(file, 0, SEEK_END)
        if size > 0 { _ = pread(file, &last, 1, size - 1) }
        // A line that was cut off, or edited by hand, stays a line of its own.
        let line = Array(((last == UInt8(ascii: "\n") ? "" : "\n") + Self.encoded(statement) + "\n").utf8)
        _ = write(file, line, line.count)
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
