#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Numbers as people read them in small places.
package enum Quantities {
    /// Grouped up to seven digits, then `12.3 M`, `4.5 G`.
    package static func count(_ value: Int64) -> String {
        if value.magnitude < 10_000_000 { return ValueRendering.grouped(value) }
        let units: [(Double, String)] = [(1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M")]
        for (size, unit) in units where Double(value.magnitude) >= size {
            return decimals(Double(value) / size, 1) + " " + unit
        }
        return String(value)
    }

    /// In at most six columns: grouped up to four digits, then three that count: `20.1k`, `275k`, `1.23M`.
    package static func short(_ value: Int64) -> String {
        if value.magnitude < 10_000 { return ValueRendering.grouped(value) }
        var size = Double(value)
        for unit in ["k", "M", "G", "T", "P"] {
            size /= 1000
            if size.magnitude < 999.5 {
                return decimals(size, size.magnitude < 9.995 ? 2 : size.magnitude < 99.95 ? 1 : 0) + unit
            }
        }
        return decimals(size / 1000, 1) + "E"
    }

    /// Milliseconds without a unit: `0.04`, `6.3`, `812`.
    package static func milliseconds(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value < 0.005 { return "0.0" }
        if value < 0.1 { return decimals(value, 2) }
        return value < 100 ? decimals(value, 1) : grouped(value)
    }

    /// A length of time with its unit: `40 µs`, `6.3 ms`, `1.24 s`, `3 min 20 s`.
    package static func duration(ms value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value < 0.1 { return decimals(value * 1000, 0) + " µs" }
        if value < 1000 { return decimals(value, value < 100 ? 1 : 0) + " ms" }
        if value < 60_000 { return decimals(value / 1000, 2) + " s" }
        let seconds = value < 1e15 ? Int64(value / 1000) : Int64(1e12)
        return seconds < 3600
            ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    package static func bytes(_ value: Int64) -> String {
        if value.magnitude < 1024 { return "\(value) B" }
        var size = Double(value) / 1024
        for unit in ["KiB", "MiB", "GiB", "TiB"] {
            if abs(size) < 1024 { return decimals(size, abs(size) < 10 ? 1 : 0) + " " + unit }
            size /= 1024
        }
        return decimals(size, 0) + " PiB"
    }

    package static func percent(_ share: Double) -> String {
        guard share.isFinite else { return "?" }
        let value = share * 100
        return value > 0 && value < 1 ? "<1 %" : decimals(min(value, 999), 0) + " %"
    }

    /// `×41`, `×3.2`.
    package static func factor(_ value: Double) -> String {
        guard value.isFinite else { return "×?" }
        return "×" + (value < 9.95 && value >= 1.05 ? decimals(value, 1) : grouped(value))
    }

    private static func grouped(_ value: Double) -> String {
        value < 9e15 ? count(Int64(value.rounded())) : decimals(value / 1e18, 1) + " E"
    }

    static func decimals(_ value: Double, _ places: Int) -> String {
        guard value.magnitude < 1e15 else { return "\(value)" }
        let scale = [1.0, 10, 100, 1000][min(3, max(0, places))]
        let units = Int64((value.magnitude * scale).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        guard places > 0 else { return sign + String(units) }
        let fraction = String(units % Int64(scale))
        return sign + "\(units / Int64(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
