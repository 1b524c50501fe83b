/// Every limit of the engine, with its unit and reason.
package enum Limits {
    /// The longest field of a CSV file: beyond it a quote is missing rather than a text that long.
    static let csvFieldBytesLimit = 64 << 20

    /// A statement's text.
    ///
    /// - Source: Swift API page, "Limits".
    package static let statementBytesLimit = 4_194_304

    /// What the operators of one statement may hold together: a quarter of a small machine. Over it the statement fails
    /// with a retryable error, and other statements go on.
    package static let statementMemoryBytesLimit = 2 * 1024 * 1024 * 1024

    /// One text that an expression makes: 16 such still fit a statement's memory, copies on the way counted in.
    package static let textBytesLimit = 128 * 1024 * 1024

    /// One list that an expression makes, at 24 bytes an element: two such still fit a statement's memory. `UNWIND range(…)`
    /// makes no list.
    package static let listElementsLimit = 32 * 1024 * 1024

    /// Operators one above the other: each costs a few stack frames.
    package static let planDepthLimit = 2_000

    /// The record of one commit in the log: it is made, written and read as a whole.
    package static let commitRecordBytesLimit = 1 << 30

    /// A segment of the log: thousands of small commits before the next one is made.
    static let logSegmentBytes = 4 << 20

    /// How long a change may wait for a checkpoint.
    ///
    /// - Source: Swift API page, "checkpoint".
    static let checkpointIntervalMs = 300_000

    /// Log that makes a checkpoint due before its time: a second or two of reading at the next open after a crash.
    static let checkpointLogBytes = 64 << 20

    /// The details of one operator in a plan document: some 20 lines of a wide screen.
    static let planDetailsBytesLimit = 4_096

    /// Plans a database keeps by statement text.
    package static let planCacheCountLimit = 512
}

extension Limits {
    /// A full-text query's text.
    static let fullTextQueryBytesLimit = 65_536

    /// Terms and patterns of one full-text query, in all its fields together: as Lucene has it.
    static let fullTextClausesLimit = 1024

    /// Groups of a full-text query within each other.
    static let fullTextNestingLimit = 100
}
