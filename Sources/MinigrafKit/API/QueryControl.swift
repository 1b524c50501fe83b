import Synchronization

/// What the outside may do to a command while it runs: interrupt it.
package final class QueryControl: Sendable {
    private let isRaised = Atomic<Bool>(false)

    package init() {}

    /// The command that runs with this control ends with an error soon.
    package func interrupt() {
        isRaised.store(true, ordering: .relaxed)
    }

    func check() throws(MiniGrafError) {
        if isRaised.load(ordering: .relaxed) { throw .coded("INT-000", "the query was interrupted") }
    }
}
