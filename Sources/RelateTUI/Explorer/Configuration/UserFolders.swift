#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where a user's files are, by the XDG base directory specification; `nil` without a home.
enum UserFolders {
    /// `$XDG_CONFIG_HOME/relate`: `config.toml` and `themes/`.
    static var configuration: String? { folder("XDG_CONFIG_HOME", ".config") }
    /// `$XDG_STATE_HOME/relate`: history and session.
    static var state: String? { folder("XDG_STATE_HOME", ".local/state") }
    /// `$XDG_DATA_HOME/relate`: saved queries.
    static var data: String? { folder("XDG_DATA_HOME", ".local/share") }

    private static func folder(_ name: String, _ standard: String) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path + "/relate" }
        return variable("HOME").map { "\($0)/\(standard)/relate" }
    }

    static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    static let byteLimit = 4 << 20

    /// A whole file; `nil` where it cannot be read, is larger than 4 MiB, or is no regular file: a pipe would be waited for.
    static func read(_ path: String, byteLimit: Int = Self.byteLimit) -> String? {
        let file = PosixFile.openRegular(path, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = PosixFile.read(file, into: &buffer)
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= byteLimit else { return nil }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Why `read` gives nothing of a file; `nil` where there is none.
    static func fault(of path: String) -> String? {
        guard let status = PosixFile.status(of: path) else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder, not a file" }
        if status.st_mode & S_IFMT != S_IFREG { return "it is no regular file" }
        return status.st_size > byteLimit ? "it is larger than 4 MiB" : "it cannot be read"
    }

    /// Names in a directory, as `PathBytes` has them, sorted; empty where it cannot be read.
    static func names(in path: String) -> [String] {
        guard let folder = PathBytes.withBytes(of: path, { opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { PathBytes.text(Array($0.prefix { $0 != 0 })) }
            names.append(name)
        }
        return names.sorted()
    }
}
