import CZlib

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that `LOAD CSV` may read, opened: one beneath the directory that the database was opened with.
///
/// Links are followed, but only to files beneath that directory; what was opened is compared with what was looked at, so that
/// a path that changes in between does not lead out of it. Files that gzip has compressed are read as what they hold.
final class CSVFile {
    /// Where it really lies.
    let path: String
    private let file: gzFile

    /// - Parameters:
    ///   - url: `file:///name.csv`, `file:/name.csv` or a path, taken to begin at `directory`.
    ///   - directory: `nil` where reading is not allowed.
    init(url: String, beneath directory: String?) throws(EngineError) {
        guard let directory else { throw .csvNotAllowed() }
        guard let root = Self.realPath(directory) else { throw .csvUnreadable(url, "the directory is not there") }
        let place = try Self.place(url)
        guard !place.utf8.contains(0) else { throw .csvUnreadable(url, "its name holds a NUL") }
        // `file:///people.csv` stands for a file of the directory; a path that names the whole way is as good.
        let candidates = [root + "/" + place, place]
        guard let path = candidates.lazy.compactMap(Self.realPath).first(where: { Self.lies($0, beneath: root) }) else {
            // Whether a file is there that may not be read is nobody's business.
            let leadsOut = place.split(separator: "/").contains("..") || Self.realPath(candidates[0]) != nil
            throw leadsOut ? .csvOutside(url) : .csvUnreadable(url, "there is no such file in the directory")
        }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .csvUnreadable(url, String(cString: strerror(errno))) }
        do throws(EngineError) {
            try Self.check(descriptor, path, root, url)
        } catch {
            close(descriptor)
            throw error
        }
        file = try Self.decompressing(descriptor, url)
        self.path = path
    }

    /// A file that the user of this machine names, wherever it lies; `-` is stdin.
    init(path: String) throws(EngineError) {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .csvUnreadable(path, String(cString: strerror(errno))) }
        file = try Self.decompressing(descriptor, path)
        self.path = path
    }

    /// Takes the descriptor over; it is closed where that fails.
    private static func decompressing(_ descriptor: Int32, _ name: String) throws(EngineError) -> gzFile {
        guard let file = gzdopen(descriptor, "rb") else {
            close(descriptor)
            throw .csvUnreadable(name, "out of memory")
        }
        gzbuffer(file, 1 << 18)
        return file
    }

    deinit { gzclose(file) }

    /// Bytes of the file that were read so far, as they lie on the disk.
    var byteOffset: Int { max(0, Int(gzoffset(file))) }

    /// The file behind the URL, from the directory on.
    private static func place(_ url: String) throws(EngineError) -> String {
        let lower = url.prefix(10).lowercased()
        var rest = Substring(url)
        if lower.hasPrefix("file:") {
            rest = percentDecoded(url.dropFirst(5))
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                // A host's name may stand there; only this one is meant.
                if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst(9) }
                guard rest.hasPrefix("/") else {
                    throw .csvUnreadable(url, "a file URL has three slashes, file:///name")
                }
            }
        } else if url.contains("://") {
            throw .csvUnreadable(url, "only files of the configured directory can be read")
        }
        guard !rest.allSatisfy({ $0 == "/" }) else { throw .csvUnreadable(url, "it names no file") }
        return String(rest)
    }

    private static func percentDecoded(_ text: Substring) -> Substring {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return Substring(String(decoding: bytes, as: UTF8.self))
    }

    private static func realPath(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func lies(_ path: String, beneath root: String) -> Bool {
        path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }

    private static func check(
        _ descriptor: Int32, _ path: String, _ root: String, _ url: String
    ) throws(EngineError) {
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else {
            throw .csvUnreadable(url, String(cString: strerror(errno)))
        }
        guard let again = realPath(path), lies(again, beneath: root), opened.st_dev == named.st_dev,
            opened.st_ino == named.st_ino
        else { throw .csvOutside(url) }
        guard opened.st_mode & S_IFMT == S_IFREG else { throw .csvUnreadable(url, "it is no regular file") }
    }

    /// Fills `buffer` as far as the file goes; 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(EngineError) -> Int {
        let count = gzread(file, buffer.baseAddress, UInt32(min(buffer.count, 1 << 30)))
        guard count >= 0 else {
            var number: Int32 = 0
            let text = gzerror(file, &number).map { String(cString: $0) } ?? "unreadable"
            throw .csvUnreadable(path, text)
        }
        if count == 0 {
            var number: Int32 = 0
            _ = gzerror(file, &number)
            if number == Z_BUF_ERROR { throw .csvUnreadable(path, "the compressed file ends too early") }
        }
        return Int(count)
    }
}
