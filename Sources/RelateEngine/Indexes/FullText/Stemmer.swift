import CStemmer

/// One of Snowball's algorithms: words of a language to their stems.
///
/// A stemmer works in memory of its own, so that several threads that have one in common wait for each other, a text at a
/// time.
final class Stemmer: @unchecked Sendable {
    private let handle: OpaquePointer
    private let lock = Lock()

    /// `nil` where the library has no such algorithm.
    init?(_ algorithm: String) {
        guard let handle = sb_stemmer_new(algorithm, "UTF_8") else { return nil }
        self.handle = handle
    }

    deinit { sb_stemmer_delete(handle) }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

    /// Hands on the stem of a lower-case word in UTF-8.
    ///
    /// - Precondition: within `withLock`.
    @inline(__always)
    func stem(_ word: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard let start = word.baseAddress, let count = Int32(exactly: word.count) else { return body(word) }
        guard let stem = sb_stemmer_stem(handle, start, count) else { return body(word) }
        body(UnsafeBufferPointer(start: stem, count: Int(sb_stemmer_length(handle))))
    }
}
