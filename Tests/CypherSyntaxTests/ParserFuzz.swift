import CypherSyntax
import Foundation
import Testing

@Suite struct ParserFuzz {
    private static let pieces = [
        "(", ")", "[", "]", "{", "}", "'", "\"", "`", "$", "|", "||", ":", "::", ".", "..", ",", ";", "-", "->", "<-",
        "<", ">",
        "=", "*", "+", "!", "%", "&", "/*", "*/", "//", "\\u0041", "\\", "0x", "1e", "9999999999999999999", "é", "—",
        "😀", "\u{0}",
        " MATCH ", " WHERE ", " IN ", " IS ", " NOT ", " CASE ", " WHEN ", " END ", " AS ", " RETURN ", " WITH ",
        " CALL ",
        " EXISTS {", "s'${", "((((((((((((((((((((", "[[[[[[[[[[[[[[[[",
        " NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT ",
    ]

    /// `FUZZ_SECONDS` seconds, 1 by default, from seed `FUZZ_SEED`.
    @Test func mutatedStatementsNeitherCrashNorHang() {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 1
        let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        var random = StatementGenerator(seed: seed)
        let seeds = ValidStatements.all + TCKFeatures.scenarios.compactMap(\.query)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var count = 0
        while clock.now < end {
            count += 1
            let text = Self.mutated(seeds, &random)
            let start = clock.now
            if let tree = try? Parser.statement(in: text) {
                let printed = StatementPrinter.text(of: tree)
                let again = try? Parser.statement(in: printed)
                if again != tree, !printed.contains("NaN"), !printed.contains("Infinity") {
                    Issue.record("input \(count): \(text.debugDescription)\nprinted: \(printed.debugDescription)")
                }
            }
            _ = Highlighter.highlights(in: text)
            _ = Completion.context(in: text, at: random.number(below: text.utf8.count + 1))
            _ = Script.statements(in: text)
            if clock.now - start > .seconds(2) { Issue.record("input \(count) took long: \(text.debugDescription)") }
        }
        if seconds > 1 { print("fuzz: \(count) inputs") }
        #expect(count > 0)
    }

    private static func mutated(_ seeds: [String], _ random: inout StatementGenerator) -> String {
        var bytes = Array(seeds[random.number(below: seeds.count)].utf8)
        for _ in 0...random.number(below: 4) {
            let place = random.number(below: bytes.count + 1)
            switch random.number(below: 6) {
            case 0: bytes.insert(contentsOf: pieces[random.number(below: pieces.count)].utf8, at: place)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.number(below: 8)))
            case 2:
                let other = Array(seeds[random.number(below: seeds.count)].utf8)
                bytes = Array(bytes[..<place] + other[random.number(below: other.count + 1)...])
            case 3: if place < bytes.count { bytes[place] = UInt8(random.number(below: 128)) }
            case 4: bytes = Array(bytes[..<place])
            default:
                let end = min(bytes.count, place + random.number(below: 30))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.number(below: bytes.count + 1))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
