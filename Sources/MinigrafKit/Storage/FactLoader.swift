import Durability

/// Makes a table of the fact pages of a file. Of many pages one thread reads and decodes while the other indexes.
struct FactLoader {
    private(set) var table = FactTable()
    /// How many records each page holds.
    private(set) var recordCounts: [Int] = []
    /// Takes what was only read to be in the cache.
    private var touched: UInt64 = 0

    /// Pages that are read at once.
    static let pagesARead = 64
    /// From so many pages on a second thread is worth its making.
    private static let sharedFrom = 256

    /// - Parameters:
    ///   - pageCount: Fact pages, from page 1 on.
    ///   - expectedCount: How many facts there may be, at most.
    init(_ file: any StorageFile, pageCount: Int, expectedCount: Int) throws(FactDecoder.Problem) {
        table.setExclusive(true)
        table.reserve(expectedCount)
        recordCounts.reserveCapacity(pageCount)
        let reading = PageReading(file: file, pageCount: pageCount, expectedCount: expectedCount)
        let queue = DecodedQueue()
        let thread =
            pageCount < Self.sharedFrom
            ? nil : BackgroundThread { queue.finish(reading.run { queue.put($0) }) }
        let outcome: PageReading.Outcome
        if let thread {
            while let facts = queue.next() { append(facts) }
            thread.join()
            outcome = queue.result
        } else {
            outcome = reading.run { append($0) }
        }
        table.setExclusive(false)
        table.values = try outcome.get()
    }

    /// Adds the facts, of which each touches for all what the next step looks up.
    private mutating func append(_ facts: DecodedFacts) {
        for attribute in facts.newAttributes { table.addAttribute(attribute.id, match: attribute.match) }
        recordCounts += facts.recordCounts
        let step = 64
        for start in stride(from: 0, to: facts.items.count, by: step) {
            let items = facts.items[start..<min(start + step, facts.items.count)]
            for item in items {
                touched ^= table.touch(entity: item.entity, attribute: Int(item.attribute), match: item.match)
            }
            for item in items {
                table.beginTransaction(count: item.txCount, id: item.txID)
                table.append(
                    entity: item.entity, attribute: Int(item.attribute), object: item.object, match: item.match,
                    from: item.from, to: item.to, isAssertion: item.isAssertion)
            }
        }
    }
}

/// Reads a file's fact pages from the first to the last and decodes them.
private struct PageReading: Sendable {
    typealias Outcome = Result<ValueTable, FactDecoder.Problem>

    let file: any StorageFile
    let pageCount: Int
    let expectedCount: Int

    /// - Returns: The values of all facts, or why there are no more facts.
    func run(_ take: (DecodedFacts) -> Void) -> Outcome {
        let size = GraphHeader.pageSize
        var decoder = FactDecoder(expectedCount: expectedCount)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(pageCount, FactLoader.pagesARead) * size, alignment: size)
        defer { buffer.deallocate() }
        do throws(FactDecoder.Problem) {
            for first in stride(from: 1, through: pageCount, by: FactLoader.pagesARead) {
                let count = min(FactLoader.pagesARead, pageCount - first + 1)
                let pages = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * size)])
                let filled: Int
                do {
                    filled = try GraphStore.io { () throws(FileError) in try file.read(at: first * size, into: pages) }
                } catch {
                    throw .unreadable(error)
                }
                take(try decoder.decode(UnsafeRawBufferPointer(rebasing: pages[..<filled]), first: first))
            }
        } catch {
            return .failure(error)
        }
        return .success(decoder.finish())
    }
}

/// Hands facts from the thread that decodes them to the one that indexes them.
private final class DecodedQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var waiting: [DecodedFacts] = []
    private var outcome: PageReading.Outcome?
    /// How far the one may be ahead of the other.
    private static let waitingLimit = 8

    func put(_ facts: DecodedFacts) {
        monitor.withLock {
            while waiting.count >= Self.waitingLimit { monitor.wait() }
            waiting.append(facts)
            if waiting.count == 1 { monitor.wakeAll() }
        }
    }

    func finish(_ outcome: PageReading.Outcome) {
        monitor.withLock {
            self.outcome = outcome
            monitor.wakeAll()
        }
    }

    /// `nil` behind the last.
    func next() -> DecodedFacts? {
        monitor.withLock {
            while waiting.isEmpty {
                if outcome != nil { return nil }
                monitor.wait()
            }
            if waiting.count == Self.waitingLimit { monitor.wakeAll() }
            return waiting.removeFirst()
        }
    }

    /// Once `next` gave nothing.
    var result: PageReading.Outcome {
        monitor.withLock { outcome ?? .success(ValueTable()) }
    }
}
