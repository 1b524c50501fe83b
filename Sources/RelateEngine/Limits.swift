/// Every limit of the engine, with its unit and reason.
package enum Limits {
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

    /// Plans a database keeps by statement text.
    package static let planCacheCountLimit = 512
}
