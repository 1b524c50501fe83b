#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Who holds the lock of a file, where the system tells.
package enum LockHolder {
    /// The process that holds an exclusive `flock` lock on the file; `nil` where there is none or nobody says.
    package static func process(of identity: FileIdentity) -> Int32? {
        #if canImport(Glibc)
        guard let file = fopen("/proc/locks", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            // 1: FLOCK  ADVISORY  WRITE 4711 fe:01:131 0 EOF
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE", let process = Int32(words[4]),
                process > 0
            else { continue }
            let parts = words[5].split(separator: ":")
            guard parts.count == 3, let major = UInt64(parts[0], radix: 16), let minor = UInt64(parts[1], radix: 16),
                UInt64(parts[2]) == identity.number, identity.device == device(major, minor)
            else { continue }
            return process
        }
        #endif
        return nil
    }

    /// As Linux packs the two numbers of a device into one.
    private static func device(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
    }
}
