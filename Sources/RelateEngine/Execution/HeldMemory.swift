/// What one search holds, charged to the statement as it grows: by the step, so that small ones cost no more than an addition.
struct HeldMemory {
    private var held = 0
    private var charged = 0

    private static let stepBytes = 1 << 14

    /// - Throws: `EngineError` when the statement's memory is used up.
    mutating func add(_ bytes: Int, _ context: ExecutionContext) throws(EngineError) {
        try hold(held &+ bytes, context)
    }

    /// It is so much now, all together. What was charged stays so until `release`.
    mutating func hold(_ bytes: Int, _ context: ExecutionContext) throws(EngineError) {
        held = bytes
        guard held &- charged >= Self.stepBytes else { return }
        let more = held &- charged
        charged = held
        try context.charge(more)
    }

    mutating func remove(_ bytes: Int) { held &-= bytes }

    mutating func release(_ context: ExecutionContext) {
        if charged > 0 { context.release(charged) }
        charged = 0
        held = 0
    }
}
