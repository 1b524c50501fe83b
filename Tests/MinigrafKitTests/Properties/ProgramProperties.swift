import Testing

@testable import MinigrafKit

/// Random programs beside an evaluator that does what the language says and nothing else.
struct ProgramProperties {
    private static let seeds: ClosedRange<UInt64> = 1...40
    private static let day: Int64 = 86_400_000

    private static func log(_ database: MiniGrafDb) throws -> [NaiveEvaluator.Version] {
        var log: [NaiveEvaluator.Version] = []
        try database.factLog(filter: FactFilter()).forEachRecord { record in
            log.append(
                NaiveEvaluator.Version(
                    entity: try MiniGrafValue.ref(value: record.entity).stored(), attribute: record.attribute,
                    value: try record.value.stored(), from: record.validFrom, to: record.validTo,
                    txCount: record.txCount, isAssertion: record.asserted))
        }
        return log
    }

    /// The rows, each value as what it matches, in an order of their own; `nil` for values that have no sum or order.
    private static func rows(_ database: MiniGrafDb, _ text: String, _ time: QueryTime) throws -> [String]? {
        do throws(MiniGrafError) {
            guard case .answer(let answer) = try database.run(text, time: time) else { return nil }
            var rows: [String] = []
            for row in 0..<answer.rowCount {
                var values: [Value] = []
                for value in answer.row(row) { values.append(try value.stored().matching) }
                rows.append("\(values)")
            }
            return rows.sorted()
        } catch {
            if ["INT-041", "INT-043", "INT-044"].contains(error.parts.code) { return nil }
            throw error
        }
    }

    private static func parsed(_ text: String) throws -> Statement { try StatementParser.statement(in: text) }

    @Test("Random programs answer as nested loops over the replayed log do, at any time", arguments: seeds)
    func answers(seed: UInt64) throws {
        var program = RandomProgram(seed: seed)
        let database = try MiniGrafDb.openInMemory()
        let writes = (0..<8).map { _ in program.write() }
        for text in writes { _ = try database.execute(datalog: text) }
        var rules: [Rule] = []
        let ruleTexts = program.ruleTexts()
        for text in ruleTexts {
            _ = try database.execute(datalog: text)
            if case .rule(let rule) = try Self.parsed(text) { rules.append(rule) }
        }
        let log = try Self.log(database)
        for _ in 0..<6 {
            var time = QueryTime(validAt: .anyTime)
            if program.chance(50) { time.txCount = Int64.random(in: 0...8, using: &program.random) }
            // Years from 2000 on, where the windows are.
            if program.chance(60) {
                time.validAt = .instant((10_957 + Int64.random(in: 0..<40, using: &program.random) * 365) * Self.day)
            }
            var instant: Int64?
            if case .instant(let at) = time.validAt { instant = at }
            let naive = NaiveEvaluator(log, rules: rules, asOf: time.txCount, validAt: instant)
            for _ in 0..<8 {
                let text = program.query()
                guard case .query(let query) = try Self.parsed(text) else { continue }
                guard let found = try Self.rows(database, text, time) else { continue }
                let wanted = naive.answer(query).map { "\($0)" }.sorted()
                #expect(found == wanted, "\((writes + ruleTexts).joined(separator: "\n"))\n\(time): \(text)")
            }
        }
    }

    @Test("A past state answers as a database that ended there", arguments: 1...12 as ClosedRange<UInt64>)
    func history(seed: UInt64) throws {
        var program = RandomProgram(seed: seed &+ 1000)
        let writes = (0..<9).map { _ in program.write() }
        let rules = program.ruleTexts()
        let queries = (0..<12).map { _ in program.query() }
        let whole = try MiniGrafDb.openInMemory()
        for text in writes + rules { _ = try whole.execute(datalog: text) }
        for count in 0...writes.count {
            let replayed = try MiniGrafDb.openInMemory()
            for text in writes.prefix(count) + rules { _ = try replayed.execute(datalog: text) }
            for text in queries {
                for validAt in [QueryTime.ValidAt.anyTime, .instant(14_000 * Self.day)] {
                    let found = try Self.rows(whole, text, QueryTime(txCount: Int64(count), validAt: validAt))
                    let wanted = try Self.rows(replayed, text, QueryTime(validAt: validAt))
                    #expect(found == wanted, "seed \(seed), transaction \(count): \(text)")
                }
            }
        }
    }
}
