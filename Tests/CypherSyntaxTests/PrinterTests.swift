import CypherSyntax
import Testing

@Suite struct PrinterTests {
    @Test(arguments: ValidStatements.all)
    func everyConstructIsParsedAndItsTextGivesTheSameTree(_ text: String) throws {
        let tree = try Parser.statement(in: text)
        let printed = StatementPrinter.text(of: tree)
        let again = try Parser.statement(in: printed)
        #expect(again == tree || printed.contains("NaN"), "\(printed)")
        #expect(StatementPrinter.text(of: again) == printed)
    }

    @Test(.enabled(if: !TCKFeatures.scenarios.isEmpty))
    func everyStatementOfTheTCKPrintsToTheSameTree() {
        for scenario in TCKFeatures.scenarios {
            for text in scenario.valid + [scenario.query ?? "RETURN 1"] {
                guard let tree = try? Parser.statement(in: text) else { continue }
                let printed = StatementPrinter.text(of: tree)
                let again = try? Parser.statement(in: printed)
                if again != tree, !printed.contains("NaN") {
                    Issue.record("\(scenario.name)\n\(text)\n\(printed)")
                }
            }
        }
    }
}
