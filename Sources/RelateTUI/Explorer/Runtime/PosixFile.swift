#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the explorer's files share.
enum PosixFile {
    /// Opens a regular file. Anything else, such as a pipe without a writer, might never answer.
    ///
    /// - Parameter mode: Of a file that is made.
    /// - Returns: Below 0 where it failed, or where it is no regular file.
    static func openRegular(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Int32 {
        let file = descriptor(of: path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
        guard file >= 0 else { return -1 }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            errno = EINVAL
            return -1
        }
        return file
    }

    /// One `read`; the bytes read, 0 at the end, below 0 where it failed.
    static func read(_ file: Int32, into buffer: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.read(file, &buffer, buffer.count)
        #else
        Darwin.read(file, &buffer, buffer.count)
        #endif
    }

    /// One `write`; the bytes written, below 0 where it failed.
    static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(file, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(file, bytes.baseAddress, bytes.count)
        #endif
    }

    /// - Throws: `IOFailure`.
    static func writeAll(_ bytes: [UInt8], to file: Int32) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { write(file, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw IOFailure(lastReason) }
            offset += count
        }
    }

    // Paths lead to files by `PathBytes`, here and below.

    /// `open`; below 0 where it failed.
    static func descriptor(of path: String, _ flags: Int32, _ mode: mode_t = 0o600) -> Int32 {
        PathBytes.withBytes(of: path) { open($0, flags, mode) }
    }

    /// What a path leads to; `nil` with `errno`.
    static func status(of path: String) -> stat? {
        var status = stat()
        return PathBytes.withBytes(of: path) { stat($0, &status) } == 0 ? status : nil
    }

    /// The same of a link itself.
    static func linkStatus(of path: String) -> stat? {
        var status = stat()
        return PathBytes.withBytes(of: path) { lstat($0, &status) } == 0 ? status : nil
    }

    @discardableResult
    static func remove(_ path: String) -> Bool { PathBytes.withBytes(of: path) { unlink($0) } == 0 }

    /// `false` with `errno`, as below. What is at the new place is replaced.
    static func rename(_ path: String, to new: String) -> Bool {
        PathBytes.withBytes(of: path) { path in
            PathBytes.withBytes(of: new) { new in
                #if canImport(Glibc)
                Glibc.rename(path, new) == 0
                #else
                Darwin.rename(path, new) == 0
                #endif
            }
        }
    }

    /// A second name for a file; never takes another's place.
    static func link(_ path: String, as new: String) -> Bool {
        PathBytes.withBytes(of: path) { path in
            PathBytes.withBytes(of: new) { new in
                #if canImport(Glibc)
                Glibc.link(path, new) == 0
                #else
                Darwin.link(path, new) == 0
                #endif
            }
        }
    }

    /// Another name for a file where nothing has that name.
    static func renameIntoNothing(_ path: String, to new: String) -> StatementFailure? {
        if link(path, as: new) {
            return remove(path) ? nil : .local("\(path) cannot be renamed: \(lastReason)")
        }
        let isTaken = errno == EEXIST
        let reason = lastReason
        if isTaken { return .local("\(new) exists already, and stays") }
        // This file system has no second names.
        if linkStatus(of: path) != nil, linkStatus(of: new) == nil, rename(path, to: new) { return nil }
        return .local("\(path) cannot be renamed: \(reason)")
    }

    /// Why the last call failed.
    static var lastReason: String { String(cString: strerror(errno)) }

    /// Makes what is missing of a directory's absolute path, for its owner alone.
    static func makeDirectories(_ path: some StringProtocol) {
        var directory = ""
        for part in path.split(separator: "/") {
            directory += "/" + part
            mkdir(directory, 0o700)
        }
    }

    /// Makes what is missing of the directories above a file.
    static func makeDirectories(above path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        makeDirectories(path[..<slash])
    }
}
