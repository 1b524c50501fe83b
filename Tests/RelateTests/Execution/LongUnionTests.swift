import Testing

@testable import Relate

/// `UNION` of very many arms, each of which has slots of its own.
@Suite("Long unions") struct LongUnionTests {
    @Test("All arms give their rows, in their order, or each row once")
    func arms() throws {
        let connection = try Database.inMemory().connect()
        let arms = (0..<1_500).map { "RETURN \($0 % 50) AS x" }
        let all = try connection.query(arms.joined(separator: " UNION ALL ")).rows.map { $0[0].intValue }
        #expect(all == (0..<1_500).map { Int64($0 % 50) })
        let distinct = try connection.query(arms.joined(separator: " UNION ")).rows.map { $0[0].intValue }
        #expect(distinct == (0..<50).map { Int64($0) })
    }

    @Test("A batch that is kept has the columns that are asked for, in their order, and no room for others")
    func keptBatches() {
        let batch = RowBatch.unit(slotCount: 1_000)
        batch[Slot(900)] = .constant(.int(9))
        batch[Slot(3)] = .constant(.int(3))
        let kept = batch.compacted(to: [Slot(900), Slot(3), Slot(900)])
        #expect(kept.columns.count == 3 && kept.rowCount == 1)
        let values = kept.columns.map { vector -> Int64? in
            if case .constant(.int(let value)) = vector { value } else { nil }
        }
        #expect(values == [9, 3, 9])
        batch.selection = Selection(all: 0)
        #expect(batch.compacted(to: [Slot(3)]).rowCount == 0)
    }
}
