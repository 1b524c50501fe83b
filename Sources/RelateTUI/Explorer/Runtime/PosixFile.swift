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
        let file = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
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

    static func remove(_ path: String) -> Bool { unlink(path) == 0 }

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
