import Synchronization

/// Where an index keeps its `IntegerLookup`, and counts what one would be worth.
final class LookupPlace: @unchecked Sendable {
    private let asked = Atomic(0)
    /// Retained.
    private let made = Atomic<UnsafeRawPointer?>(nil)

    deinit { release() }

    /// The table, where it was made.
    var table: IntegerLookup? {
        made.load(ordering: .acquiring).map { Unmanaged<IntegerLookup>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The table; made once a quarter as many keys were looked up as there are entries, which is about what it costs.
    /// Threads may ask at the same time.
    func table(for lookUps: Int, entries: Int, _ make: () -> IntegerLookup?) -> IntegerLookup? {
        if let table = made.load(ordering: .acquiring) {
            return Unmanaged<IntegerLookup>.fromOpaque(table).takeUnretainedValue()
        }
        let (_, total) = asked.add(lookUps, ordering: .relaxed)
        guard total >= 256, total >= entries / 4, let table = make() else { return nil }
        let retained = Unmanaged.passRetained(table)
        let (isFirst, other) = made.compareExchange(
            expected: nil, desired: UnsafeRawPointer(retained.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isFirst, let other else { return table }
        retained.release()
        return Unmanaged<IntegerLookup>.fromOpaque(other).takeUnretainedValue()
    }

    /// What the table stands for changes.
    ///
    /// - Precondition: nobody else asks at the same time.
    @inline(__always)
    func removeAll() {
        if asked.load(ordering: .relaxed) != 0 { reset() }
    }

    @inline(never)
    private func reset() {
        release()
        asked.store(0, ordering: .relaxed)
    }

    private func release() {
        guard let table = made.exchange(nil, ordering: .acquiringAndReleasing) else { return }
        Unmanaged<IntegerLookup>.fromOpaque(table).release()
    }
}
