import MinigrafKit
import Testing

/// One entity with many values of one attribute: each is one fact, however often and in whatever order it is said.
struct CrowdedFactsTests {
    @Test("Values said again stay one fact, and each can be retracted", arguments: [1, 7, 8, 9, 10, 17, 300])
    func values(count: Int) throws {
        let database = try MiniGrafDb.openInMemory()
        for _ in 0..<3 {
            for value in 0..<count {
                _ = try database.execute(datalog: "(transact {:valid-from \"2020-01-01\"} [[:hub :has \(value)]])")
            }
        }
        func rows() throws -> String {
            try database.execute(datalog: "(query [:find (count ?v) :where [:hub :has ?v]])")
        }
        #expect(try rows() == "{\"results\":[[\(count)]],\"variables\":[\"(count ?v)\"]}")
        for value in 0..<count { _ = try database.execute(datalog: "(retract [[:hub :has \(value)]])") }
        #expect(try rows() == "{\"results\":[[0]],\"variables\":[\"(count ?v)\"]}")
    }
}
