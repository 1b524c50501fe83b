import CypherSyntax
import Testing

@Suite struct RoundTripProperties {
    @Test(arguments: 0..<8)
    func printedTreesParseToEqualTrees(_ block: Int) {
        var parsed = 0
        for seed in UInt64(block * 250)..<UInt64(block * 250 + 250) {
            var generator = StatementGenerator(seed: seed + 1)
            let text = generator.statement()
            do {
                let tree = try Parser.statement(in: text)
                parsed += 1
                let printed = StatementPrinter.text(of: tree)
                let again = try Parser.statement(in: printed)
                if again != tree { Issue.record("\(generator.random): \(text)\nprinted: \(printed)") }
            } catch {
                Issue.record("\(generator.random): \(text)\n\(error)")
            }
        }
        #expect(parsed > 200)
    }
}
