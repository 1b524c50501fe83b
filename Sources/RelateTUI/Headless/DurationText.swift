import Relate

extension CypherValue.Duration {
    /// ISO 8601: `P1Y2M10DT2H30M1.5S`; `PT0S` for none. Each group keeps its own sign.
    var isoText: String {
        var text = "P"
        func add(_ number: Int64, _ designator: String) {
            if number != 0 { text += "\(number)\(designator)" }
        }
        add(months / 12, "Y")
        add(months % 12, "M")
        add(days, "D")
        if seconds != 0 || nanoseconds != 0 {
            // The nanoseconds count up from the second below; written, they have the sign of the seconds.
            let borrows = seconds < 0 && nanoseconds > 0
            let whole = borrows ? seconds + 1 : seconds
            let fraction = borrows ? 1_000_000_000 - nanoseconds : nanoseconds
            text += "T"
            add(whole / 3600, "H")
            add(whole / 60 % 60, "M")
            if fraction != 0 {
                let isNegative = seconds < 0
                var digits = String(fraction.magnitude)
                digits = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
                while digits.last == "0" { digits.removeLast() }
                text += "\(isNegative ? "-" : "")\((whole % 60).magnitude).\(digits)S"
            } else {
                add(whole % 60, "S")
            }
        }
        return text == "P" ? "PT0S" : text
    }
}
