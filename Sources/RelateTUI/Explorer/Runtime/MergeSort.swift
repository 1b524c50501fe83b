/// Sorting that can be given up: runs are sorted each by itself, then merged two by two.
enum MergeSort {
    private static let runCount = 1 << 14

    /// - Parameter job: Is told of the last two thirds of its way.
    static func sorted<Element>(
        _ elements: [Element], _ job: RowJob, by isBefore: (Element, Element) -> Bool
    ) throws(RowJob.Cancelled) -> [Element] {
        var elements = elements
        let count = elements.count
        var width = runCount
        var passes = 1.0
        while width < count { (width, passes) = (2 * width, passes + 1) }
        // Sorting the runs takes about as long as all merges.
        var done = 1.0 / 3
        let step = 1.0 / 3 / Double(max(1, count / runCount + 1))
        for start in stride(from: 0, to: count, by: runCount) {
            try job.reach(done)
            elements[start..<min(count, start + runCount)].sort(by: isBefore)
            done += step
        }
        width = runCount
        while width < count {
            var merged: [Element] = []
            merged.reserveCapacity(count)
            for start in stride(from: 0, to: count, by: 2 * width) {
                let middle = min(count, start + width)
                let end = min(count, start + 2 * width)
                var (left, right) = (start, middle)
                while left < middle, right < end {
                    if merged.count % RowJob.stride == 0 {
                        try job.reach(done + Double(merged.count) / Double(count) / passes / 3)
                    }
                    if isBefore(elements[right], elements[left]) {
                        merged.append(elements[right])
                        right += 1
                    } else {
                        merged.append(elements[left])
                        left += 1
                    }
                }
                merged.append(contentsOf: elements[left..<middle])
                merged.append(contentsOf: elements[right..<end])
            }
            elements = merged
            width *= 2
            done += 1 / passes / 3
        }
        return elements
    }
}
