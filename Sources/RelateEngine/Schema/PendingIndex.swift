/// An index of a state that was read from a file: its entries are made when they are first asked for, once, from that
/// state. Until then the open has not waited for them, and a program that never asks never does.
final class PendingIndex: @unchecked Sendable {
    let shape: IndexShape
    private let lock = Lock()
    // Under the lock.
    /// What it is built from; `nil` once it is built, so that it keeps no memory of what has changed since.
    private var source: GraphState?
    private var built: any IndexStructure = RangeIndex()

    /// - Parameter source: a state without indexes, or it would hold itself.
    init(_ shape: IndexShape, of source: GraphState) {
        self.shape = shape
        self.source = source
    }

    var isBuilt: Bool { lock.withLock { source == nil } }

    var structure: any IndexStructure {
        lock.withLock {
            if let source {
                let builder = IndexBuilder(state: source, tokens: shape.tokens, keys: shape.keys)
                if let structure = builder.structure(of: shape.definition) { built = structure }
                self.source = nil
            }
            return built
        }
    }
}
