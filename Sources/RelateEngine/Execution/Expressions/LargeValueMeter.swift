/// Charges a statement for the large values of a batch while it is built, up to the charge by whoever keeps them: 1,024 values
/// may be a thousand times what one may be.
struct LargeValueMeter {
    /// Smaller values do not count: a batch of them is 4 MiB.
    private static let bytesMinimum = 4_096

    private var charged = 0
    /// Where the last large value lies: one that many rows share counts once.
    private var last: UnsafeRawPointer?

    @inline(__always)
    mutating func add(_ value: Value, _ context: ExecutionContext) throws(EngineError) {
        switch value {
        case .string(let text) where text.utf8.count > Self.bytesMinimum: try add(text, context)
        case .list(let elements) where elements.count > Self.bytesMinimum / 24: try add(elements, context)
        default: return
        }
    }

    private mutating func add(_ text: String, _ context: ExecutionContext) throws(EngineError) {
        let place = text.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
        try charge(text.utf8.count, at: place, context)
    }

    private mutating func add(_ elements: [Value], _ context: ExecutionContext) throws(EngineError) {
        // Texts of a list count by their first: lists of texts are mostly of like ones.
        var size = 24
        if case .string(let text)? = elements.first { size += Value.byteCount(of: text) }
        let place = elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
        try charge(elements.count * size, at: place, context)
    }

    private mutating func charge(
        _ bytes: Int, at place: UnsafeRawPointer?, _ context: ExecutionContext
    ) throws(EngineError) {
        guard place == nil || place != last else { return }
        last = place
        charged += bytes
        try context.charge(bytes)
    }

    func release(_ context: ExecutionContext) { if charged > 0 { context.release(charged) } }
}
