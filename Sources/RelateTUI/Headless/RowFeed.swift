import Relate

/// A result's rows on their way to the output, made one by one until a Ctrl-C ends them.
final class RowFeed: Sequence {
    private let rows: ResultRows
    private let output: Output
    /// They ended before the last.
    private(set) var isCut = false

    init(_ result: QueryResult, to output: Output) {
        rows = result.lazyRows
        self.output = output
    }

    func makeIterator() -> Iterator { Iterator(rows.makeIterator(), of: self) }

    /// - Throws: `Failure.outputInterrupted` where some are missing.
    func finish() throws {
        if isCut { throw Failure.outputInterrupted }
    }

    struct Iterator: IteratorProtocol {
        private var rows: ResultRows.Iterator
        private let feed: RowFeed
        private var untestedCount = 0

        /// Rows between two looks at the flag: large ones take a while each.
        private static let untestedLimit = 8

        init(_ rows: ResultRows.Iterator, of feed: RowFeed) {
            self.rows = rows
            self.feed = feed
        }

        mutating func next() -> [CypherValue]? {
            untestedCount += 1
            if untestedCount > Self.untestedLimit {
                untestedCount = 1
                if feed.output.isInterrupted.withLock({ $0 }) { feed.isCut = true }
            }
            return feed.isCut ? nil : rows.next()
        }
    }
}
