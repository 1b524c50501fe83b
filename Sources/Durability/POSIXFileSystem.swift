import CFiles
import Synchronization

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

    package func open(_ path: String, _ openMode: OpenMode) throws(FileError) -> any StorageFile {
        let flags: Int32 =
            switch openMode {
            case .read: O_RDONLY | O_CLOEXEC
            case .write: O_RDWR | O_CLOEXEC
            case .create: O_RDWR | O_CREAT | O_CLOEXEC
            case .createAnew: O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
            }
        var mode: mode_t = 0o644
        if case .createAnew = openMode {
            try remove(path)
            mode = 0o600
        }
        #if canImport(Glibc)
        let descriptor = Glibc.open(path, flags, mode)
        #else
        let descriptor = Darwin.open(path, flags, mode)
        #endif
        if descriptor < 0 { throw Self.lastError() }
        return try POSIXFile(descriptor: descriptor)
    }

    package func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    package func kind(of path: String) throws(FileError) -> FileKind? {
        var status = stat()
        if stat(path, &status) != 0 {
            let error = Self.lastError()
            if error.isMissing { return nil }
            throw error
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    package func identity(of path: String) throws(FileError) -> FileIdentity {
        var status = stat()
        if stat(path, &status) != 0 { throw Self.lastError() }
        return FileIdentity(status)
    }

    package func resolve(_ path: String) throws(FileError) -> String {
        if let whole = try Self.realPath(path) { return whole }
        guard errno == ENOENT else { throw Self.lastError() }
        // What is not there yet has no real path, but the folder that shall hold it has. A link into nothing leads on.
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink(path, &target, target.count - 1) < 0 else {
            throw .deadLink
        }
        guard let folder = try Self.realPath(Self.folder(of: path)) else { throw Self.lastError() }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return folder == "/" ? "/" + name : folder + "/" + name
    }

    private static func realPath(_ path: String) throws(FileError) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        guard let text = String(validatingCString: found) else {
            throw FileError(errorNumber: EILSEQ, text: "the path leads to a name that is not UTF-8")
        }
        return text
    }

    package func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw Self.lastError() }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Self.lastError() }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    package func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o755) != 0 { throw Self.lastError() }
    }

    package func rename(_ path: String, to target: String) throws(FileError) {
        #if canImport(Glibc)
        let result = Glibc.rename(path, target)
        #else
        let result = Darwin.rename(path, target)
        #endif
        if result != 0 { throw Self.lastError() }
    }

    package func name(_ path: String, _ target: String) throws(FileError) {
        if link(path, target) != 0 {
            let error = Self.lastError()
            // Not every file system knows a second name, nor gives it to everybody; then there is a moment between the look and
            // the name.
            guard Self.noLinks.contains(error.errorNumber) else { throw error }
            guard try kind(of: target) == nil else {
                throw FileError(errorNumber: EEXIST, text: String(cString: strerror(EEXIST)))
            }
            return try rename(path, to: target)
        }
        // A second name that stays harms nobody, and is removed by who needs it next.
        _ = unlink(path)
    }

    private static let noLinks: Set<Int32> = [EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK]

    package func remove(_ path: String) throws(FileError) {
        if unlink(path) != 0, errno != ENOENT { throw Self.lastError() }
    }

    package func syncFolder(of path: String) throws(FileError) {
        let file = try open(Self.folder(of: path), .read)
        try file.sync()
    }
}

extension FileIdentity {
    fileprivate init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }
}

private final class POSIXFile: StorageFile {
    let identity: FileIdentity
    private let descriptor: Int32
    /// As it was when the file was opened.
    private let sizeLimit = POSIXFile.sizeLimit()
    /// Whether writes go around the system's cache.
    private let isDirect = Atomic(false)

    init(descriptor: Int32) throws(FileError) {
        self.descriptor = descriptor
        var status = stat()
        if fstat(descriptor, &status) != 0 {
            let error = POSIXFileSystem.lastError()
            close(descriptor)
            throw error
        }
        identity = FileIdentity(status)
    }

    deinit {
        close(descriptor)
    }

    func size() throws(FileError) -> Int {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw POSIXFileSystem.lastError() }
        return Int(status.st_size)
    }

    func hasName() throws(FileError) -> Bool {
        let count = relate_link_count(descriptor)
        if count < 0 { throw POSIXFileSystem.lastError() }
        return count > 0
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            do throws(FileError) {
                filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count, let base = buffer.baseAddress {
            let result = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
            if result < 0 {
                if errno == EINTR { continue }
                throw POSIXFileSystem.lastError()
            }
            if result == 0 { break }
            filled += result
        }
        return filled
    }

    /// From this size on a file is mapped: reading it would cost memory for every byte before the first is needed.
    private static let mappedBytes = 4 << 20

    func image(size: Int) throws(FileError) -> FileImage {
        guard size >= Self.mappedBytes else { return try FileImage.reading(self, size: size) }
        let stamp = try stamp()
        guard stamp.size == size, let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            memory != MAP_FAILED
        else { return try FileImage.reading(self, size: size) }
        // What of the file is not in memory yet comes while its first bytes are looked at.
        madvise(memory, size, MADV_WILLNEED)
        return FileImage(UnsafeRawBufferPointer(start: memory, count: size), mapped: (self, stamp)) { bytes in
            munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
        }
    }

    func stamp() throws(FileError) -> FileStamp {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw POSIXFileSystem.lastError() }
        #if canImport(Glibc)
        let changed = status.st_mtim
        #else
        let changed = status.st_mtimespec
        #endif
        return FileStamp(size: Int(status.st_size), seconds: changed.tv_sec, nanoseconds: changed.tv_nsec)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        if isDirect.load(ordering: .relaxed) {
            if try writeDirectly(bytes, at: offset) { return }
            setDirect(false)
        }
        if let error = bytes.withUnsafeBytes({ write($0, at: offset) }) { throw error }
    }

    /// To go beyond the size that files may have costs a signal, which ends a program that does not expect it. A library
    /// leaves the signals of its program alone, and so does not try.
    private static func sizeLimit() -> UInt64 {
        var limit = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        let result = getrlimit(RLIMIT_FSIZE, &limit)
        #endif
        return result == 0 ? UInt64(limit.rlim_cur) : .max
    }

    private func exceedsLimit(_ end: Int) -> Bool { UInt64(max(0, end)) > sizeLimit }

    private static var tooLarge: FileError { FileError(errorNumber: EFBIG, text: String(cString: strerror(EFBIG))) }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> FileError? {
        if exceedsLimit(offset + bytes.count) { return Self.tooLarge }
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let result = pwrite(descriptor, base + written, bytes.count - written, off_t(offset + written))
            if result < 0 {
                if errno == EINTR { continue }
                return POSIXFileSystem.lastError()
            }
            written += result
        }
        return nil
    }

    // What a disk takes whole, and where memory must lie for that: at the least, and at the most.
    private static let sectorBytes = 512
    private static let sectorAlignment = 4096

    #if os(Linux)
    /// `O_DIRECT`, which is declared only for who asks the headers for it.
    #if arch(arm64) || arch(arm)
    private static let direct: Int32 = 0o200000
    #else
    private static let direct: Int32 = 0o40000
    #endif
    #endif

    func bypassCache() { setDirect(true) }

    private func setDirect(_ on: Bool) {
        #if os(Linux)
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, on ? flags | Self.direct : flags & ~Self.direct) == 0 else {
            return
        }
        isDirect.store(on, ordering: .relaxed)
        #endif
    }

    /// - Returns: `false` where this file, or its disk, has other sectors.
    private func writeDirectly(_ bytes: [UInt8], at offset: Int) throws(FileError) -> Bool {
        guard !bytes.isEmpty, (offset | bytes.count) & (Self.sectorBytes - 1) == 0 else { return false }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: Self.sectorAlignment)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        guard let error = write(UnsafeRawBufferPointer(memory), at: offset) else { return true }
        if error.errorNumber == EINVAL { return false }
        throw error
    }

    func truncate(to size: Int) throws(FileError) {
        if exceedsLimit(size) { throw Self.tooLarge }
        if ftruncate(descriptor, off_t(size)) != 0 { throw POSIXFileSystem.lastError() }
    }

    func access() throws(FileError) -> FileAccess? {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw POSIXFileSystem.lastError() }
        return FileAccess(mode: UInt32(status.st_mode & 0o777), user: status.st_uid, group: status.st_gid)
    }

    func setAccess(_ access: FileAccess) {
        guard let own = try? self.access() else { return }
        var mode = mode_t(access.mode)
        if own.user != access.user || own.group != access.group,
            fchown(descriptor, access.user, access.group) != 0, own.group != access.group,
            fchown(descriptor, uid_t.max, access.group) != 0
        {
            // The group is another one: it gets what anybody has.
            mode = mode & ~0o070 | mode & mode << 3 & 0o070
        }
        fchmod(descriptor, mode)
    }

    func giveBackRoom() {
        #if os(Linux)
        // A lease is given only to who alone has the file open; who comes while it lasts waits for its end, of which the
        // holder is told by a signal: one that is ignored unless somebody asks for it. Another name may lead to the file.
        var status = stat()
        guard fcntl(descriptor, Self.setSignal, SIGURG) == 0, fcntl(descriptor, Self.setLease, F_WRLCK) == 0,
            fstat(descriptor, &status) == 0, status.st_nlink == 0
        else { return }
        var size = Int(status.st_size)
        while size > 0 {
            size = max(0, size - Self.givenBackBytes)
            guard ftruncate(descriptor, off_t(size)) == 0 else { return }
        }
        #endif
    }

    #if os(Linux)
    // `F_SETSIG` and `F_SETLEASE`, which are declared only for who asks the headers for them.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1024
    /// A disk that is told of freed room takes a few milliseconds for so much.
    private static let givenBackBytes = 4 << 20
    #endif

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
