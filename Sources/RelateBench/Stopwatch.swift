#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// CPU time of this thread, so that other jobs on the machine disturb little.
enum Stopwatch {
    static func nanoseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The least of `rounds` runs, in nanoseconds.
    static func best(of rounds: Int = 5, _ body: () -> Void) -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = nanoseconds()
            body()
            best = min(best, nanoseconds() - start)
        }
        return best
    }

    /// Resident memory in bytes; 0 where the system does not say.
    static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard fgets(&buffer, 128, file) != nil else { return 0 }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
}

/// One line of the report: a name padded, a figure with two places, a unit.
func report(_ name: String, _ figure: Double, _ unit: String) {
    let hundredths = Int((figure * 100).rounded())
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    let padding = String(repeating: " ", count: max(1, 62 - name.count - text.count))
    print(name + padding + text + " " + unit)
}
