/// Keeps a deep tree until it can be released on a stack that is large enough: releasing recurses as parsing does.
final class TreeKeeper: Sendable {
    nonisolated(unsafe) private var body: Statement.Body?

    init(_ body: Statement.Body) { self.body = body }

    deinit {
        DeepStack.run { body = nil }
    }
}
