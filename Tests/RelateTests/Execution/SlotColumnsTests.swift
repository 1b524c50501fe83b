import TestSupport
import Testing

@testable import Relate

/// Columns of few and of many slots against a dictionary.
@Suite("Columns by slot") struct SlotColumnsTests {
    @Test(
        "They hold what was set last, whatever the order and the number of slots", arguments: [1, 100, 128, 129, 5_000])
    func model(slotCount: Int) {
        var random = SplitMix(seed: UInt64(slotCount))
        for writes in [0, 3, 60, 2_000] {
            var columns = SlotColumns(slotCount: slotCount)
            var wanted: [Int: Int64] = [:]
            for number in 0..<Int64(writes) {
                let slot = Int.random(in: 0..<slotCount, using: &random)
                let isRemoved = random.next() % 5 == 0
                columns[slot] = isRemoved ? .absent : .constant(.int(number))
                wanted[slot] = isRemoved ? nil : number
            }
            let found = Dictionary(
                uniqueKeysWithValues: columns.indices.compactMap { slot -> (Int, Int64)? in
                    guard case .constant(.int(let number)) = columns[slot] else { return nil }
                    return (slot, number)
                })
            #expect(found == wanted)
            #expect(columns.indices == columns.indices.sorted())
            for slot in 0..<slotCount where wanted[slot] == nil {
                guard case .absent = columns[slot] else {
                    Issue.record("slot \(slot) has a vector")
                    continue
                }
            }
            let emptied = columns.emptied
            for slot in emptied.indices {
                guard case .absent = emptied[slot] else {
                    Issue.record("slot \(slot) has a vector")
                    continue
                }
            }
        }
    }

    @Test("A batch of a long statement takes memory for what lives in it")
    func memory() {
        var columns = SlotColumns(slotCount: 100_000)
        for slot in [99_999, 5, 70_000] { columns[slot] = .constant(.int(Int64(slot))) }
        #expect(columns.count == 3 && columns.indices == [5, 70_000, 99_999])
    }
}
