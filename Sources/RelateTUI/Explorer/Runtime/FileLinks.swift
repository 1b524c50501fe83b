#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Symbolic links at the end of a path.
enum FileLinks {
    private static let hopsLimit = 40

    /// What the path's last link points to, there or not; the path itself where it is no link, and `nil` where links lead
    /// round in a circle.
    static func target(of path: String) -> String? {
        var path = path
        for _ in 0..<hopsLimit {
            guard let next = destination(of: path) else { return path }
            path = next
        }
        return nil
    }

    private static func destination(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = PathBytes.withBytes(of: path) { readlink($0, &buffer, buffer.count) }
        guard count > 0 else { return nil }
        let target = PathBytes.text(buffer[..<count].map { UInt8(bitPattern: $0) })
        guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }
}
