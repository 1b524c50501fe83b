/// Frees what is large on a thread of its own: millions of values take seconds, and who interrupts a statement, or was refused
/// memory, is not to wait for them.
enum Disposal {
    /// Less is freed in a few milliseconds.
    static let bytesMinimum = 16 << 20

    private static let pool = WorkerPool()
    /// Beyond these, who has something to free does it.
    private static let threadsLimit = 2

    private final class Garbage: @unchecked Sendable {
        private var content: Any?

        init(_ content: Any) { self.content = content }

        /// One thread calls it, and nobody else has the content.
        func free() { content = nil }
    }

    /// Frees `content` and leaves `empty` in its place.
    ///
    /// - Parameter bytes: what it holds, about.
    static func free<Content>(_ content: inout Content, leaving empty: Content, bytes: Int) {
        guard bytes >= bytesMinimum else {
            content = empty
            return
        }
        let garbage = Garbage(content)
        content = empty
        if !pool.lend(limit: threadsLimit, { garbage.free() }) { garbage.free() }
    }
}
