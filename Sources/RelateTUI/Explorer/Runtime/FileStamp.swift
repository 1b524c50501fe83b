#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a file was like: a program that writes to it, or puts another in its place, changes some of this.
struct FileStamp: Hashable, Sendable {
    private var numbers: [Int64]

    init(_ status: stat) {
        #if canImport(Glibc)
        let changed = status.st_mtim
        #else
        let changed = status.st_mtimespec
        #endif
        numbers = [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
            Int64(truncatingIfNeeded: status.st_size), Int64(truncatingIfNeeded: changed.tv_sec),
            Int64(truncatingIfNeeded: changed.tv_nsec),
        ]
    }

    /// `nil` where no file is, or none that keeps what is written.
    init?(path: String) {
        guard let status = PosixFile.status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// As `text` wrote it.
    init?(text: String) {
        numbers = text.split(separator: ":").compactMap { Int64($0) }
        guard numbers.count == 5 else { return nil }
    }

    var text: String { numbers.map { String($0) }.joined(separator: ":") }
}
