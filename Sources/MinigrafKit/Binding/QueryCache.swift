import Synchronization

/// Queries by their shape, read and bound once. Functions are never taken away again, and rules are looked up at each run, so
/// that nothing here goes stale.
final class QueryCache: Sendable {
    private struct Entry: Sendable {
        let text: [UInt8]
        let query: BoundQuery
    }

    private struct State: Sendable {
        var entries: [UInt64: Entry] = [:]
        /// Shapes that came once, by the last bits of their hash: only what comes again is kept.
        var seen = [UInt64](repeating: 0, count: 256)
    }

    private static let entriesLimit = 512
    private let state = Mutex(State())

    /// The query of a text, and the text's shape; `nil` where the shape is new, or has no query that can be kept.
    func query(
        _ bytes: UnsafeBufferPointer<UInt8>, snapshot: () -> FactSnapshot
    ) -> (query: BoundQuery, shape: QueryShape)? {
        guard let shape = QueryShape(bytes) else { return nil }
        let hash = shape.text.withUnsafeBytes { TableHash.of($0) }
        let (known, isNew) = state.withLock { state -> (BoundQuery?, Bool) in
            if let entry = state.entries[hash] { return (entry.text == shape.text ? entry.query : nil, false) }
            let place = Int(truncatingIfNeeded: hash & 255)
            defer { state.seen[place] = hash }
            return (nil, state.seen[place] != hash)
        }
        if let known { return (known, shape) }
        guard !isNew, let query = Self.read(shape, snapshot().functions) else { return nil }
        state.withLock { state in
            if state.entries.count >= Self.entriesLimit { state.entries.removeAll() }
            state.entries[hash] = Entry(text: shape.text, query: query)
        }
        return (query, shape)
    }

    /// `nil` for a query at fault: whoever reads its text says what is wrong.
    private static func read(_ shape: QueryShape, _ functions: FunctionRegistry) -> BoundQuery? {
        guard
            case .query(let query) = try? StatementParser.statement(in: String(decoding: shape.text, as: UTF8.self)),
            SlotBinding.names(in: query).count == shape.literals.count
        else { return nil }
        return try? BoundQuery(query, functions)
    }
}

extension QueryValues {
    /// The number of a literal, or one that matches the same.
    func id(of literal: QueryShape.Literal, in bytes: UnsafeBufferPointer<UInt8>) -> ValueID {
        switch literal {
        case .keyword(let range):
            matchingID(of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])), isKeyword: true)
        case .string(let range):
            matchingID(of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])), isKeyword: false)
        case .integer(let number): id(of: .int(number))
        case .float(let number): id(of: .float(number))
        }
    }
}
