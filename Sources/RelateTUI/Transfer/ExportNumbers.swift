/// Nodes by new numbers, in the order in which an export writes them: an import gives them out in that order as well, so that
/// what is exported again is the same, whatever was deleted before.
struct ExportNumbers {
    /// By the number in the store, -1 for those not met yet.
    private var numbers: [Int32] = []
    private var count: Int32 = 0

    /// Gives the node the next number.
    mutating func add(_ elementID: String) -> String {
        let place = Self.place(elementID)
        if place >= numbers.count {
            numbers.append(contentsOf: repeatElement(-1, count: max(place + 1, 2 * numbers.count) - numbers.count))
        }
        numbers[place] = count
        count += 1
        return "n\(count - 1)"
    }

    /// Of a node met before.
    subscript(elementID: String) -> String {
        let place = Self.place(elementID)
        return "n\(numbers.indices.contains(place) ? numbers[place] : -1)"
    }

    /// 12 of `4:relate-neo4j:n12`.
    private static func place(_ elementID: String) -> Int {
        var (place, unit) = (0, 1)
        for digit in elementID.utf8.reversed() {
            guard digit >= 0x30, digit <= 0x39, unit < 10_000_000_000 else { break }
            place += Int(digit - 0x30) * unit
            unit *= 10
        }
        return place
    }
}
