import Testing

@testable import Relate

@Suite struct PlanCacheTests {
    /// Equal to `String`, and yet two statements.
    @Test func canonicallyEquivalentTextsHavePlansOfTheirOwn() throws {
        let connection = try Database.inMemory().connect()
        let composed = try connection.query("RETURN size('\u{E9}') AS size").scalar()
        let decomposed = try connection.query("RETURN size('e\u{301}') AS size").scalar()
        #expect(composed == .int(1))
        #expect(decomposed == .int(2))
    }

    @Test func everyTextFindsItsOwnPlanHoweverManyThereAre() throws {
        let connection = try Database.inMemory().connect()
        for round in 0..<2 {
            for number in 0..<(Limits.planCacheCountLimit + 100) {
                let value = try connection.query("RETURN \(number) AS value").scalar()
                #expect(value == .int(Int64(number)), "round \(round)")
            }
        }
    }

    @Test func theOlderHalfGoesWhenItIsFull() throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        func run(_ number: Int) throws { try connection.query("RETURN \(number) AS value") }
        let half = Limits.planCacheCountLimit / 2
        for number in 0..<half { try run(number) }
        #expect(database.planCache.statement("RETURN 0 AS value") != nil)
        // Kept once more, since it was asked for while it was among the old ones.
        try run(half)
        try run(0)
        for number in (half + 1)..<(2 * half) { try run(number) }
        #expect(database.planCache.statement("RETURN 0 AS value") != nil)
        #expect(database.planCache.statement("RETURN 1 AS value") == nil)
    }

    @Test func nothingIsLeftOfAClearedCache() throws {
        let database = try Database.inMemory()
        try database.connect().query("RETURN 1")
        database.planCache.removeAll()
        #expect(database.planCache.statement("RETURN 1") == nil)
    }
}
