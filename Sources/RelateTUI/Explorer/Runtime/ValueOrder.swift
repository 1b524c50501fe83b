import Relate
import Render

/// The order of values in a sorted column: numbers, then strings, booleans, temporal values, everything else, and nulls
/// at the end, whichever way the column is sorted.
enum ValueOrder {
    /// What a cell is compared by, made once a row.
    private enum Key: Sendable {
        case number(Double, Int64)
        case text(String)
        case rank(Int, [Int64])
        case null

        var rank: Int32 {
            switch self {
            case .number: 0
            case .text: 1
            case .rank(let rank, _): 1 + Int32(rank)
            case .null: 100
            }
        }
    }

    /// What is moved while sorting: nothing in it has to be counted or freed.
    private struct Element {
        /// In the order of the keys, where it differs; equal ones may still differ.
        var head: UInt64
        var rank: Int32
        /// Among the keys.
        var place: Int32
    }

    static func sorted(
        _ order: [Int32], by column: Int, of table: GridTable, isDescending: Bool, _ job: RowJob = RowJob()
    ) throws(RowJob.Cancelled) -> [Int32] {
        var numbers: [(key: Int64, row: Int32)]? = []
        numbers?.reserveCapacity(order.count)
        for (done, row) in order.enumerated() {
            try job.pass(done, of: 3 * order.count)
            guard case .int(let number) = table.cell(Int(row), column) else {
                numbers = nil
                break
            }
            numbers?.append((number, row))
        }
        if let numbers {
            // Most columns worth sorting hold whole numbers alone: compared as such, in a third of the time.
            return try MergeSort.sorted(numbers, job) { left, right in
                left.key != right.key
                    ? (isDescending ? left.key > right.key : left.key < right.key) : left.row < right.row
            }.map(\.row)
        }
        let keys = try keys(of: order, column, table, job)
        defer { job.leave(keys) }
        let shared = try sharedHead(of: keys, job)
        var elements: [Element] = []
        elements.reserveCapacity(keys.count)
        for (place, key) in keys.enumerated() {
            try job.check(place)
            elements.append(Element(head: head(of: key, behind: shared), rank: key.rank, place: Int32(place)))
        }
        return try MergeSort.sorted(elements, job) { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.head != right.head { return (left.head < right.head) != isDescending }
            let comparison = compare(keys[Int(left.place)], keys[Int(right.place)])
            return comparison == 0 ? left.place < right.place : (comparison < 0) != isDescending
        }.map { order[Int($0.place)] }
    }

    private static func keys(
        of order: [Int32], _ column: Int, _ table: GridTable, _ job: RowJob
    ) throws(RowJob.Cancelled) -> [Key] {
        var keys: [Key] = []
        keys.reserveCapacity(order.count)
        do throws(RowJob.Cancelled) {
            for (done, row) in order.enumerated() {
                try job.pass(done, of: 3 * order.count)
                keys.append(key(table.cell(Int(row), column)))
            }
        } catch {
            job.leave(keys)
            throw error
        }
        return keys
    }

    private static func key(_ value: CypherValue) -> Key {
        switch value {
        case .null: return .null
        case .int(let number): return .number(Double(number), number)
        case .float(let number): return .number(number, 0)
        case .string(let text): return .text(text)
        case .bool(let flag): return .rank(1, [flag ? 1 : 0])
        case .date(let date): return .rank(2, [Int64(date.year), Int64(date.month), Int64(date.day)])
        case .list(let elements): return .rank(4, [Int64(elements.count)])
        default: return .text(ValueRendering.line(value).plainText)
        }
    }

    // MARK: - Heads

    /// How many bytes all texts begin with alike: what tells `name_1` from `name_2` stands behind them.
    private static func sharedHead(of keys: [Key], _ job: RowJob) throws(RowJob.Cancelled) -> Int {
        var first: [UInt8]?
        var count = 0
        for (done, key) in keys.enumerated() {
            try job.check(done)
            guard case .text(let text) = key else { continue }
            guard let known = first else {
                first = Array(text.utf8)
                count = text.utf8.count
                continue
            }
            guard count > 0 else { return 0 }
            count = zip(known.prefix(count), text.utf8).prefix { $0 == $1 }.count
        }
        return count
    }

    /// - Parameter shared: As many bytes of a text say nothing.
    private static func head(of key: Key, behind shared: Int) -> UInt64 {
        switch key {
        case .number(let number, _):
            guard !number.isNaN else { return .max }
            // Both zeros are one.
            let bits = (number + 0.0).bitPattern
            return bits >> 63 == 1 ? ~bits : bits | 1 << 63
        case .text(let text):
            var head: UInt64 = 0
            var shift: UInt64 = 64
            for byte in text.utf8.dropFirst(shared).prefix(8) {
                shift -= 8
                head |= UInt64(byte) << shift
            }
            return head
        case .rank(_, let numbers):
            return UInt64(bitPattern: numbers.first ?? 0) ^ 1 << 63
        case .null: return 0
        }
    }

    /// Of two keys with the same rank and head.
    private static func compare(_ left: Key, _ right: Key) -> Int {
        switch (left, right) {
        case (.number(_, let one), .number(_, let two)): sign(one < two, one > two)
        case (.text(let one), .text(let two)): compareBytes(one, two)
        case (.rank(_, let one), .rank(_, let two)):
            sign(one.lexicographicallyPrecedes(two), two.lexicographicallyPrecedes(one))
        default: 0
        }
    }

    /// As the engine does: the order of bytes is that of code points.
    private static func compareBytes(_ one: String, _ two: String) -> Int {
        var (one, two) = (one, two)
        return one.withUTF8 { one in
            two.withUTF8 { two in
                for place in 0..<min(one.count, two.count) where one[place] != two[place] {
                    return one[place] < two[place] ? -1 : 1
                }
                return one.count - two.count
            }
        }
    }

    private static func sign(_ isLess: Bool, _ isGreater: Bool) -> Int { isLess ? -1 : isGreater ? 1 : 0 }
}
