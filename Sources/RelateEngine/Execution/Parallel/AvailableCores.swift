#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The cores that this process may use: those of the machine that it is not kept from, and no more than its group's share of
/// time amounts to.
enum AvailableCores {
    static var count: Int { max(1, min(permitted, quota ?? .max)) }

    /// Cores that threads of the process may run on.
    private static var permitted: Int {
        #if os(Linux)
        if let status = text(of: "/proc/self/status"), let cores = permittedCores(in: status) { return cores }
        #endif
        return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// The least share of any control group that the process is in, as whole cores; `nil` without one.
    private static var quota: Int? {
        #if os(Linux)
        guard let membership = text(of: "/proc/self/cgroup") else { return nil }
        var found: [Int] = []
        for path in groups(in: membership) {
            if let cores = text(of: "/sys/fs/cgroup\(path)/cpu.max").flatMap(cores(ofMaximum:)) { found.append(cores) }
        }
        // Of the older interface, in a container of its own.
        let legacy = "/sys/fs/cgroup/cpu/cpu.cfs_"
        if let quota = text(of: legacy + "quota_us"), let period = text(of: legacy + "period_us"),
            let cores = cores(ofMaximum: "\(quota) \(period)")
        {
            found.append(cores)
        }
        return found.min()
        #else
        return nil
        #endif
    }

    /// The bits of `Cpus_allowed:`, words in base 16 with commas between them, in `/proc/self/status`.
    static func permittedCores(in status: String) -> Int? {
        for line in status.split(whereSeparator: \.isNewline) where line.hasPrefix("Cpus_allowed:") {
            let count = line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
            return count > 0 ? count : nil
        }
        return nil
    }

    /// The group of the unified hierarchy in `/proc/self/cgroup` and those that it is in, down to the root, which is empty.
    static func groups(in membership: String) -> [String] {
        for line in membership.split(whereSeparator: \.isNewline) where line.hasPrefix("0::/") {
            var path = line.dropFirst(3)
            var result: [String] = []
            while let slash = path.lastIndex(of: "/") {
                if path.count > 1 { result.append(String(path)) }
                path = path[..<slash]
            }
            return result + [""]
        }
        return [""]
    }

    /// `50000 100000`: microseconds of each so many; a part of a core counts as one. `nil` without a limit.
    static func cores(ofMaximum text: String) -> Int? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), quota > 0, period > 0 else {
            return nil
        }
        return max(1, quota / period + (quota % period == 0 ? 0 : 1))
    }

    /// A short file of the system's; `nil` where there is none.
    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
