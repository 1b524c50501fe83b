#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the explorer's files share.
enum PosixFile {
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
