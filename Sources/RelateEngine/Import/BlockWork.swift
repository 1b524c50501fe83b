import Durability
import Synchronization

/// How a table's blocks of lines become elements.
struct BlockReading<Plan: Sendable, Taken> {
    /// `nil` where the table is read row by row.
    let plan: ([BulkImport.Field]) -> Plan?
    /// By any thread; `nil` where the block is read row by row.
    let take: @Sendable (PlainBlock, Plan) -> Taken?
    let create: (Plan, Taken, _ file: String) throws -> Void
}

/// A block of lines on its way through a thread.
final class BlockWork<Plan: Sendable, Taken>: @unchecked Sendable {
    let lines: PlainBlock
    private let plan: Plan
    private let take: @Sendable (PlainBlock, Plan) -> Taken?
    private let isBegun = Atomic(false)
    /// By who begins, until all is over.
    private(set) var taken: Taken?

    init(_ lines: PlainBlock, _ plan: Plan, _ take: @escaping @Sendable (PlainBlock, Plan) -> Taken?) {
        self.lines = lines
        self.plan = plan
        self.take = take
    }

    private func run() {
        if !isBegun.exchange(true, ordering: .relaxed) { taken = take(lines, plan) }
    }

    /// Takes the blocks apart, by another thread as well, while this one does `meanwhile` first.
    static func run(_ works: [BlockWork], _ meanwhile: () throws -> Void) throws {
        var outcome: Result<Void, any Error> = .success(())
        SideBySide.run {
            for work in works { work.run() }
        } _: {
            outcome = Result { try meanwhile() }
            for work in works.reversed() { work.run() }
        }
        try outcome.get()
    }
}
