import Durability
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Puts the process's memory into pages of 2 MiB, where the system can.
///
/// A graph is read here and there: in pages of 4 KiB, nearly every look at another node begins with a walk through tables to
/// find the page, and those tables do not stay in the caches either.
enum HugePages {
    private static let pageBytes = 1 << 21
    private static let smallPageBytes = 1 << 12

    /// Takes all memory of which most is in use, so that what the process holds hardly grows. Costs a copy of what has come
    /// since the last time, and nothing for the rest.
    ///
    /// - Returns: the bytes that lie in large pages now, as far as this call saw to it; 0 where the system has none.
    @discardableResult
    static func collapse() -> Int {
        var bytes = 0
        #if canImport(Glibc)
        for range in writableRanges() {
            var run = 0
            var page = (range.lowerBound + pageBytes - 1) & ~(pageBytes - 1)
            // Neighbours together: a call costs more than a page.
            while page + pageBytes <= range.upperBound {
                if isMostlyResident(page) {
                    run += pageBytes
                } else {
                    bytes += collapse(from: page - run, byteCount: run)
                    run = 0
                }
                page += pageBytes
            }
            bytes += collapse(from: page - run, byteCount: run)
        }
        #endif
        return bytes
    }

    /// As `collapse`, by a thread of its own, so that nobody waits for it; nothing where one is at it already.
    static func collapseInBackground() {
        #if canImport(Glibc)
        guard isCollapsing.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        lock.withLock {
            // It is done, and is let go of.
            thread?.join()
            thread = BackgroundThread {
                collapse()
                isCollapsing.store(false, ordering: .releasing)
            }
            if thread == nil { isCollapsing.store(false, ordering: .releasing) }
        }
        #endif
    }

    private static let isCollapsing = Atomic(false)
    private static let lock = Lock()
    /// The last one, under the lock.
    nonisolated(unsafe) private static var thread: BackgroundThread?

    #if canImport(Glibc)
    private static func collapse(from start: Int, byteCount: Int) -> Int {
        // MADV_COLLAPSE, which not every header has; a system that does not know it refuses.
        guard byteCount > 0, madvise(UnsafeMutableRawPointer(bitPattern: start), byteCount, 25) == 0 else { return 0 }
        return byteCount
    }

    private static func isMostlyResident(_ page: Int) -> Bool {
        let count = pageBytes / smallPageBytes
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { residency in
            guard mincore(UnsafeMutableRawPointer(bitPattern: page), pageBytes, residency.baseAddress) == 0 else {
                return false
            }
            var resident = 0
            for small in 0..<count { resident += Int(residency[small] & 1) }
            return resident >= count - count / 8
        }
    }

    /// The heap and other memory without a file, by addresses.
    private static func writableRanges() -> [Range<Int>] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        var ranges: [Range<Int>] = []
        while getline(&line, &capacity, file) > 0, let line {
            // Addresses, rights, offset, device, inode, and of some a name.
            let words = String(cString: line).split { $0 == " " || $0 == "\n" }
            guard words.count == 5 || words.count == 6 && words[5] == "[heap]", words[1] == "rw-p", words[4] == "0"
            else { continue }
            let bounds = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            if bounds.count == 2, bounds[0] < bounds[1] { ranges.append(bounds[0]..<bounds[1]) }
        }
        return ranges
    }
    #endif
}
