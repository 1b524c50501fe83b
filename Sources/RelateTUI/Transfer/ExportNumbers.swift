/// Nodes by new numbers, in the order in which an export writes them: an import gives them out in that order as well, so that
/// what is exported again is the same, whatever was deleted before.
struct ExportNumbers {
    /// By the number in the store, -1 for those not met yet.
    private var numbers: [Int32] = []
    private var count: Int32 = 0

    /// Gives the node of this number in the store the next number.
    mutating func add(_ node: UInt32) -> String {
        let place = Int(node)
        if place >= numbers.count {
            numbers.append(contentsOf: repeatElement(-1, count: max(place + 1, 2 * numbers.count) - numbers.count))
        }
        numbers[place] = count
        count += 1
        return "n\(count - 1)"
    }

    /// Of a node met before.
    subscript(node: UInt32) -> String {
        "n\(numbers.indices.contains(Int(node)) ? numbers[Int(node)] : -1)"
    }
}
