import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The time zones of the system, read from its zone files when they are first asked for and then kept.
///
/// May be used from any thread. `UTC`, `GMT` and `UT` need no files.
package final class ZoneDatabase: Sendable {
    /// `TZDIR`, if it is set, and where systems keep their files.
    package static let system = ZoneDatabase(directories: systemDirectories)

    private let directories: [String]
    /// At most as many as there are files.
    private let cache = Mutex<[String: ZoneRules]>([:])

    init(directories: [String]) {
        self.directories = directories
    }

    private static var systemDirectories: [String] {
        var directories: [String] = []
        if let pointer = getenv("TZDIR") { directories.append(String(cString: pointer)) }
        directories += ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]
        return directories
    }

    /// The rules of the region `name`, such as `Europe/Stockholm`; upper and lower case count.
    ///
    /// - Throws: `timeZoneUnknown`, or `timeZoneUnreadable` when no zone can be read at all or the file is damaged.
    package func rules(for name: String) throws(EngineError) -> ZoneRules {
        if let rules = cache.withLock({ $0[name] }) { return rules }
        if ["UTC", "GMT", "UT"].contains(name) { return .utc }
        guard Self.isName(name) else { throw .timeZoneUnknown(name) }
        let rules = try load(name)
        return cache.withLock { cache in
            if let earlier = cache[name] { return earlier }
            cache[name] = rules
            return rules
        }
    }

    private func load(_ name: String) throws(EngineError) -> ZoneRules {
        // Systems that keep older data apart must not answer differently from those that merge zones.
        for candidate in [ZoneLinks.target(of: name), name].compactMap({ $0 }) {
            for directory in directories {
                guard let bytes = Self.contents(ofFile: "\(directory)/\(candidate)") else { continue }
                // Tables and the like lie among the zones.
                guard bytes.starts(with: "TZif".utf8) else { continue }
                guard let rules = ZoneFile.rules(from: bytes) else {
                    throw .timeZoneUnreadable(name, "its file in \(directory) is damaged")
                }
                return rules
            }
        }
        let hasFiles = directories.contains { Self.contents(ofFile: "\($0)/Etc/UTC") != nil }
        if hasFiles { throw .timeZoneUnknown(name) }
        throw .timeZoneUnreadable(name, "the system has no zone files; offsets such as +02:00 need none")
    }

    /// A path below the directory that cannot leave it: parts of letters, digits, `_`, `-`, `+` and no dots.
    static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= 64, let first = name.utf8.first, isLetter(first) else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 4, parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy(isNameByte) }) else {
            return false
        }
        // Copies with leap seconds, and files whose meaning is the machine's own.
        return !["right", "posix"].contains { parts[0].elementsEqual($0.utf8) }
            && !["localtime", "posixrules", "Factory"].contains(name)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || ByteScanner.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
    }

    /// `nil` when there is no such regular file, or one far larger than any zone.
    private static func contents(ofFile path: String) -> [UInt8]? {
        let sizeLimit = 1 << 20
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= sizeLimit else {
            return nil
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while bytes.count <= sizeLimit {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        return nil
    }
}
