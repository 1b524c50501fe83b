import Durability
import Synchronization

/// Loads sections by several threads: each takes the largest that nobody has begun.
final class SectionQueue<Part>: @unchecked Sendable {
    private let entries: [CheckpointFormat.Entry]
    private let load: @Sendable (CheckpointFormat.Entry) throws(StorageProblem) -> Part
    /// Places in `entries`, the largest first: what is left for the end is then small, and the threads end together.
    private let order: [Int]
    private let next = Atomic(0)
    private let lock = Lock()
    /// Under the lock.
    private var outcomes: [Result<Part, StorageProblem>?]

    init(
        _ entries: [CheckpointFormat.Entry],
        _ load: @escaping @Sendable (CheckpointFormat.Entry) throws(StorageProblem) -> Part
    ) {
        self.entries = entries
        self.load = load
        order = entries.indices.sorted { entries[$0].storedBytes > entries[$1].storedBytes }
        outcomes = Array(repeating: nil, count: entries.count)
    }

    /// - Parameter threads: this one included.
    /// - Returns: what each entry holds.
    /// - Throws: the problem of the first entry that has one.
    func run(threads: Int) throws(StorageProblem) -> [Part] {
        let others = (1..<max(1, threads)).compactMap { _ in BackgroundThread { self.work() } }
        work()
        for other in others { other.join() }
        var parts: [Part] = []
        for case let outcome? in outcomes { parts.append(try outcome.get()) }
        return parts
    }

    private func work() {
        while true {
            let turn = next.add(1, ordering: .relaxed).oldValue
            guard turn < order.count else { return }
            let outcome: Result<Part, StorageProblem>
            do throws(StorageProblem) {
                outcome = .success(try load(entries[order[turn]]))
            } catch {
                outcome = .failure(error)
            }
            lock.withLock { outcomes[order[turn]] = outcome }
        }
    }
}
