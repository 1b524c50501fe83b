/// A sort of many elements that can be ended: runs are sorted by themselves, and merged two by two.
enum RunSort {
    /// About a millisecond's work.
    private static let runLength = 4096

    /// - Parameters:
    ///   - check: called every few milliseconds; what it throws ends the sort, with the elements in any order.
    ///   - isBefore: a strict order. Elements that are equal by it come in any order.
    static func sort<Element, Failure: Error>(
        _ elements: inout [Element], _ check: () throws(Failure) -> Void, by isBefore: (Element, Element) -> Bool
    ) throws(Failure) {
        let count = elements.count
        for start in stride(from: 0, to: count, by: runLength) {
            try check()
            elements[start..<min(count, start + runLength)].sort(by: isBefore)
        }
        guard count > runLength else { return }
        var other: [Element] = []
        var width = runLength
        while width < count {
            other.removeAll(keepingCapacity: true)
            other.reserveCapacity(count)
            for begin in stride(from: 0, to: count, by: 2 * width) {
                let middle = min(begin + width, count)
                let end = min(begin + 2 * width, count)
                var (left, right) = (begin, middle)
                while other.count < end {
                    if other.count & 0x3fff == 0 { try check() }
                    if left < middle, right == end || !isBefore(elements[right], elements[left]) {
                        other.append(elements[left])
                        left += 1
                    } else {
                        other.append(elements[right])
                        right += 1
                    }
                }
            }
            swap(&elements, &other)
            width *= 2
        }
    }
}
