/// The count and the sum of each group in one word, so that a row changes one line of memory: the sum in the lower 40 bits, the count
/// above. From time to time they go to the aggregates (`take`), before either could outgrow its bits.
final class GroupTotals {
    @exclusivity(unchecked) private(set) var words: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var capacity = 64
    /// Rows since the words were last emptied.
    @exclusivity(unchecked) private(set) var rowCount = 0

    static let one: UInt64 = 1 << 40
    /// Of rows between two emptyings, and of each number's distance from 0: together they stay below 2^39.
    private static let rowsLimit = 1 << 18
    private static let magnitudeLimit: UInt64 = 1 << 20

    init() {
        words = .allocate(capacity: capacity)
        words.initialize(repeating: 0, count: capacity)
    }

    deinit { words.deallocate() }

    var byteCount: Int { capacity * 8 }

    static func takes(_ bounds: ClosedRange<Int64>) -> Bool {
        max(bounds.lowerBound.magnitude, bounds.upperBound.magnitude) < magnitudeLimit
    }

    /// So many rows have to be emptied out first.
    func isFull(with more: Int) -> Bool { rowCount + more > Self.rowsLimit }

    func note(_ more: Int) { rowCount += more }

    @inline(__always)
    func reserve(_ groupCount: Int) {
        if groupCount > capacity { grow(toHold: groupCount) }
    }

    @inline(never)
    private func grow(toHold groupCount: Int) {
        let larger = max(groupCount, capacity * 2)
        let new = UnsafeMutablePointer<UInt64>.allocate(capacity: larger)
        new.update(from: words, count: capacity)
        (new + capacity).initialize(repeating: 0, count: larger - capacity)
        words.deallocate()
        words = new
        capacity = larger
    }

    /// Calls `body` with each group that has rows, and empties all.
    func empty(groupCount: Int, _ body: (_ group: Int, _ count: Int64, _ sum: Int64) -> Void) {
        rowCount = 0
        for group in 0..<min(groupCount, capacity) where words[group] != 0 {
            let sum = Int64(bitPattern: words[group] << 24) >> 24
            body(group, Int64((words[group] &- UInt64(bitPattern: sum)) >> 40), sum)
            words[group] = 0
        }
    }
}

/// What `GroupTotals` found of one group.
struct GroupTotal {
    let group: Int
    let count: Int64
    let sum: Int64
}

/// How an aggregate's values of a chunk, all of which are there, are added up.
enum GroupPacking {
    /// Not by `GroupTotals`.
    case none
    /// Only their number counts.
    case count
    case sum(NarrowIntegers)
}
