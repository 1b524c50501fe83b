import Synchronization

/// How often statements searched an index since it was built in this process. All states share one.
final class IndexUsage: Sendable {
    let trackedSince = Clock.now()
    private let count = Atomic<Int64>(0)
    /// Nanoseconds since the epoch of the last search; 0 for none.
    private let last = Atomic<Int64>(0)

    var readCount: Int64 { count.load(ordering: .relaxed) }

    var lastRead: (epochSecond: Int64, nanosecond: Int32)? {
        let nanoseconds = last.load(ordering: .relaxed)
        guard nanoseconds > 0 else { return nil }
        return (nanoseconds / 1_000_000_000, Int32(nanoseconds % 1_000_000_000))
    }

    func noteReads(_ reads: Int) {
        guard reads > 0 else { return }
        count.wrappingAdd(Int64(reads), ordering: .relaxed)
        let now = Clock.now()
        last.store(now.epochSecond &* 1_000_000_000 &+ Int64(now.nanosecond), ordering: .relaxed)
    }
}
