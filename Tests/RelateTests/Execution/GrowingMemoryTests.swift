import Testing

@testable import Relate

/// What grows by being copied is refused before both the old and the new are there.
@Suite("Memory that grows") struct GrowingMemoryTests {
    private static let limit = 32 << 20

    private let database: Database
    private let budget: MemoryBudget
    private let context: ExecutionContext

    init() throws {
        database = try Database.inMemory()
        budget = MemoryBudget(limit: Self.limit)
        let transaction = database.manager(of: .neo4j).begin(.read)
        let now = Clock.now()
        context = ExecutionContext(
            transaction: transaction, parameters: [],
            evaluation: EvaluationContext(
                graph: TransactionGraph(transaction), statementInstant: now, transactionInstant: now),
            control: StatementControl(), slotCount: 1, budget: budget)
    }

    @Test("Nothing is made that does not fit, and nothing stays charged for it")
    func refuses() throws {
        try context.charge(Self.limit / 2)
        var count = 0
        try context.growing(to: Self.limit / 2) { count += 1 }
        #expect(throws: EngineError.self) { try context.growing(to: Self.limit / 2 + 1) { count += 1 } }
        #expect(count == 1 && budget.used == Self.limit / 2)
    }

    /// Integers, a thousand at a time, all different.
    private func fill(_ add: (Vector, Selection) throws -> Void) throws {
        var next: Int64 = 0
        while next < 16 << 20 {
            let numbers = TypedVector<Int64>(capacity: RowBatch.rowsLimit)
            for row in 0..<RowBatch.rowsLimit { numbers.base[row] = next &+ Int64(row) }
            next += Int64(RowBatch.rowsLimit)
            try add(.ints(numbers), Selection(all: RowBatch.rowsLimit))
        }
    }

    private func expectRefusedInTime() {
        #expect(budget.used <= Self.limit)
        // Not much too early either.
        #expect(budget.used * 4 >= Self.limit, "\(budget.used)")
    }

    @Test("Groups of integers, and of other values")
    func groups() throws {
        let integers = GroupTable(keyCount: 1)
        var groups: [Int32] = []
        #expect(throws: EngineError.self) {
            try fill { try integers.find([$0], $1, into: &groups, context) }
        }
        expectRefusedInTime()
        integers.removeAll(context)
        #expect(budget.used == 0)
        let pairs = GroupTable(keyCount: 2)
        #expect(throws: EngineError.self) {
            try fill { try pairs.find([$0, .constant(.bool(true))], $1, into: &groups, context) }
        }
        expectRefusedInTime()
        pairs.removeAll(context)
        #expect(budget.used == 0)
    }

    @Test("A list that is collected")
    func lists() throws {
        let collected = CollectAggregate()
        var charged = 0
        #expect(throws: EngineError.self) {
            try fill {
                try collected.add([$0], $1, nil, groupCount: 1, context)
                try context.charge(collected.byteCount - charged)
                charged = collected.byteCount
            }
        }
        expectRefusedInTime()
        guard case .list(let values) = try collected.finish(0, context) else {
            Issue.record("no list")
            return
        }
        #expect(values.count % RowBatch.rowsLimit == 0 && values.count * 24 <= charged)
    }
}
