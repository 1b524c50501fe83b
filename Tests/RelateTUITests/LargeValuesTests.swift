import Relate
import Testing

@testable import RelateTUI

/// Who frees a large result, and when.
@Suite("Large values") struct LargeValuesTests {
    /// Rows that tell on which thread they ended.
    private final class Rows: RowSource {
        private let ended: Guarded<Bool?>
        private let mayEnd: Guarded<Bool>

        init(_ ended: Guarded<Bool?>, mayEnd: Guarded<Bool>) {
            self.ended = ended
            self.mayEnd = mayEnd
        }

        var rowCount: Int { 1 }
        func cell(row: Int, column: Int) -> CypherValue { .int(1) }

        deinit {
            let isAllowed = mayEnd.withLock { $0 }
            ended.signal { $0 = isAllowed }
        }
    }

    @Test("A result that another takes the place of ends on the thread for that, and not before it is let go of")
    func disposes() throws {
        let disposal = Disposal()
        defer { disposal.stop() }
        let ended = Guarded<Bool?>(nil)
        let mayEnd = Guarded(false)
        var shown = ShownRows()
        var model = Model.opened("RETURN 1")
        func run(_ rows: any RowSource) throws {
            let effects = try press("F5", &model)
            let request = try #require(
                effects.lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first)
            var outcome = Fixtures.outcome(columns: ["a"], rows: [])
            outcome.rows = rows
            let event = Event.of(connection: model.session.number, .statementEnded(request, .success(outcome)))
            shown.note(event)
            _ = update(&model, event)
        }
        try run(Rows(ended, mayEnd: mayEnd))
        shown.letGo(of: model, disposal)
        #expect(model.grid?.table.rowCount == 1)
        try run(ArrayRows([[2]]))
        // The model has let go, and the rows are there still.
        #expect(ended.withLock { $0 } == nil)
        mayEnd.withLock { $0 = true }
        shown.letGo(of: model, disposal)
        #expect(ended.wait { $0 })
    }

    @Test("Sorted texts, numbers and nulls stand in the engine's order, both ways, and equal ones as they came")
    func sorts() throws {
        let texts = [
            "name_10", "name_9", "name_1", "name_10", "name_", "né", "n", "name_10 and more", "name_10 and mere",
        ]
        var values: [CypherValue] = texts.map { .string($0) }
        values += [.null, .float(-0.0), .int(0), .float(1.5), .int(-3), .float(.nan), .bool(true), .float(2)]
        let table = GridTable(number: 1, columns: ["v"], rows: ArrayRows(values.map { [$0] }))
        func sorted(_ isDescending: Bool) throws -> [Int32] {
            try ValueOrder.sorted(
                Array(0..<Int32(values.count)), by: 0, of: table, isDescending: isDescending)
        }
        #expect(try sorted(false) == [13, 10, 11, 12, 16, 14, 6, 4, 2, 0, 3, 8, 7, 1, 5, 15, 9])
        #expect(try sorted(true) == [14, 16, 12, 10, 11, 13, 5, 1, 7, 8, 0, 3, 2, 4, 6, 15, 9])
    }

    @Test("What a job leaves is freed when that is asked for, and not before")
    func leaves() {
        let ended = Guarded<Bool?>(nil)
        let job = RowJob()
        job.leave(Rows(ended, mayEnd: Guarded(true)))
        #expect(ended.withLock { $0 } == nil)
        job.freeLeftovers()
        #expect(ended.withLock { $0 } == true)
    }

    @Test("What is kept until the end outlives whoever had it")
    func keeps() {
        let ended = Guarded<Bool?>(nil)
        UntilExit.keep(Rows(ended, mayEnd: Guarded(true)))
        #expect(ended.withLock { $0 } == nil)
    }
}
