#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Text files as the query pane has them: line ends are `\n` inside, and as they were outside.
enum TextFile {
    struct Content: Hashable, Sendable {
        var text: String
        /// The file begins with a byte order mark.
        var hasByteOrderMark = false
        /// Its lines end in CR and LF.
        var usesCarriageReturns = false
        /// The file as it was read; `nil` where there is none.
        var stamp: FileStamp?
    }

    static func content(of bytes: [UInt8]) throws(StatementFailure) -> Content {
        if let place = UTF8Check.firstInvalid(in: bytes) {
            throw .local("it is not UTF-8: the byte at \(place) belongs to no character")
        }
        let hasMark = bytes.starts(with: ByteOrderMark.bytes)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var carriageReturns = 0
        var previous: UInt8 = 0
        for byte in bytes.dropFirst(hasMark ? ByteOrderMark.bytes.count : 0) {
            if byte == 0x0D {
                text.append(0x0A)
                carriageReturns += 1
            } else if !(byte == 0x0A && previous == 0x0D) {
                text.append(byte)
            }
            previous = byte
        }
        return Content(
            text: String(decoding: text, as: UTF8.self), hasByteOrderMark: hasMark,
            usesCarriageReturns: carriageReturns * 2 > text.lazy.filter { $0 == 0x0A }.count)
    }

    static func bytes(of content: Content) -> [UInt8] {
        var bytes = content.hasByteOrderMark ? ByteOrderMark.bytes : []
        for byte in content.text.utf8 {
            if byte == 0x0A, content.usesCarriageReturns { bytes.append(0x0D) }
            bytes.append(byte)
        }
        return bytes
    }

    /// - Parameter byteLimit: What the query pane takes at most.
    static func read(_ path: String, byteLimit: Int) throws(StatementFailure) -> Content {
        let path = ExportFile.expanded(path)
        let file = PosixFile.descriptor(of: path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .local("\(path) cannot be read: \(reason())") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .local(
                "\(path) is " + (status.st_mode & S_IFMT == S_IFDIR ? "a folder, not a file" : "no regular file"))
        }
        guard status.st_size <= byteLimit else {
            throw .local("\(path) has \(Counts.grouped(Int(status.st_size))) bytes; \(Counts.grouped(byteLimit)) fit")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= byteLimit {
            let count = PosixFile.read(file, into: &buffer)
            guard count >= 0 else { throw .local("\(path) cannot be read: \(reason())") }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        do throws(StatementFailure) {
            var content = try content(of: bytes)
            content.stamp = FileStamp(status)
            return content
        } catch {
            throw .local("\(path) cannot be read: \(error.message)")
        }
    }

    /// As `read`; where no file is, its text is empty, and it has no stamp.
    static func readOrBegin(_ path: String, byteLimit: Int) throws(StatementFailure) -> Content {
        let place = ExportFile.expanded(path)
        guard PosixFile.status(of: place) == nil, errno == ENOENT else {
            return try read(path, byteLimit: byteLimit)
        }
        let slash = place.lastIndex(of: "/")
        let folder = slash.map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
        guard PosixFile.status(of: folder).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
            throw .local("there is no folder \(folder)")
        }
        return Content(text: "")
    }

    /// The file is there whole, or as it was.
    ///
    /// - Parameter mode: Of a new file; one that exists keeps its own.
    static func write(
        _ text: String, to path: String, mode: mode_t = 0o644, _ existing: ExportFile.Existing = .isReplaced
    ) throws(StatementFailure) {
        if case .failure(let failure) = ExportFile.write(text, to: path, access: .of(mode), existing) { throw failure }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

/// Where the explorer keeps queries.
enum FilePlaces {
    /// `$XDG_DATA_HOME/relate/queries`, by default below `~/.local/share`; `nil` without a home.
    static var queries: String? { UserFolders.data.map { $0 + "/queries" } }

    /// The files of a directory that end so, by name.
    static func files(in directory: String, ending: String) -> [String] {
        UserFolders.names(in: directory).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
    }
}
