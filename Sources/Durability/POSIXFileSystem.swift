#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The files of the operating system.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    static func lastError() -> FileError {
        let number = errno
        return FileError(errorNumber: number, text: String(cString: strerror(number)))
    }

    package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile {
        let flags: Int32 =
            switch mode {
            case .read: O_RDONLY | O_CLOEXEC
            case .write: O_RDWR | O_CLOEXEC
            case .create: O_RDWR | O_CREAT | O_CLOEXEC
            }
        #if canImport(Glibc)
        let descriptor = Glibc.open(path, flags, 0o644)
        #else
        let descriptor = Darwin.open(path, flags, 0o644)
        #endif
        if descriptor < 0 { throw Self.lastError() }
        return try POSIXFile(descriptor: descriptor)
    }

    package func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    package func rename(_ path: String, to target: String) throws(FileError) {
        #if canImport(Glibc)
        let result = Glibc.rename(path, target)
        #else
        let result = Darwin.rename(path, target)
        #endif
        if result != 0 { throw Self.lastError() }
    }

    package func remove(_ path: String) throws(FileError) {
        if unlink(path) != 0, errno != ENOENT { throw Self.lastError() }
    }

    package func syncFolder(of path: String) throws(FileError) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = try open(folder, .read)
        try file.sync()
    }
}

private final class POSIXFile: StorageFile {
    let identity: FileIdentity
    private let descriptor: Int32

    init(descriptor: Int32) throws(FileError) {
        self.descriptor = descriptor
        var status = stat()
        if fstat(descriptor, &status) != 0 {
            let error = POSIXFileSystem.lastError()
            close(descriptor)
            throw error
        }
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }

    deinit {
        close(descriptor)
    }

    func size() throws(FileError) -> Int {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw POSIXFileSystem.lastError() }
        return Int(status.st_size)
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let result = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
                if result < 0 {
                    if errno == EINTR { continue }
                    failure = POSIXFileSystem.lastError()
                    return
                }
                if result == 0 { return }
                filled += result
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        var failure: FileError?
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count, let base = buffer.baseAddress {
                let result = pwrite(descriptor, base + written, buffer.count - written, off_t(offset + written))
                if result < 0 {
                    if errno == EINTR { continue }
                    failure = POSIXFileSystem.lastError()
                    return
                }
                written += result
            }
        }
        if let failure { throw failure }
    }

    func truncate(to size: Int) throws(FileError) {
        if ftruncate(descriptor, off_t(size)) != 0 { throw POSIXFileSystem.lastError() }
    }

    func sync() throws(FileError) {
        #if canImport(Glibc)
        if fdatasync(descriptor) != 0 { throw POSIXFileSystem.lastError() }
        #else
        if fcntl(descriptor, F_FULLFSYNC) != 0 { throw POSIXFileSystem.lastError() }
        #endif
    }

    func lock(exclusive: Bool) throws(FileError) -> Bool {
        if flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw POSIXFileSystem.lastError()
    }
}
