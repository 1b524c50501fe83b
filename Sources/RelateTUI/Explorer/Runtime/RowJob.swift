/// What long work on a result's rows shares with the screen: how far it is, and whether it is still wanted.
final class RowJob: Sendable {
    /// The work was given up.
    struct Cancelled: Error {}

    private struct State {
        var fraction = 0.0
        var isCancelled = false
        var leftovers: [any Sendable] = []
    }

    private let state = Guarded(State())
    /// Rows between two looks at whether the work is still wanted.
    static let stride = 1024

    /// From 0 to 1.
    var fraction: Double { state.withLock { $0.fraction } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// To be called for every row; looks only at each 1,024th.
    func pass(_ done: Int, of total: Int) throws(Cancelled) {
        guard done % Self.stride == 0 else { return }
        try reach(Double(done) / Double(max(1, total)))
    }

    /// Keeps what takes long to free, such as a million strings, until it is known that the work has ended.
    func leave(_ value: some Sendable) { state.withLock { $0.leftovers.append(value) } }

    /// To be called on the thread that worked.
    func freeLeftovers() {
        var leftovers = state.withLock { state in
            defer { state.leftovers = [] }
            return state.leftovers
        }
        leftovers.removeAll()
    }

    /// As `pass`, for a part of the work that is too short to be told.
    func check(_ done: Int) throws(Cancelled) {
        guard done % Self.stride == 0 else { return }
        if state.withLock({ $0.isCancelled }) { throw Cancelled() }
    }

    func reach(_ fraction: Double) throws(Cancelled) {
        let isCancelled = state.withLock { state in
            state.fraction = fraction
            return state.isCancelled
        }
        if isCancelled { throw Cancelled() }
    }
}
