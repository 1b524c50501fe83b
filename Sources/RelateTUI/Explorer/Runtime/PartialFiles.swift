#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Files that are being written, under the names they have until they are whole.
enum PartialFiles {
    private static let paths = Guarded<Set<String>>([])

    static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Takes them away, where the process ends before they are whole.
    static func removeAll() {
        for path in paths.withLock({ $0 }) { PosixFile.remove(path) }
    }
}
