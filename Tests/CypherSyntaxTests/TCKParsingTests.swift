import CypherSyntax
import Testing

@Suite struct TCKParsingTests {
    /// What the tree can say and a later stage refuses.
    private static let laterErrors: Set<String> = ["UnexpectedSyntax", "InvalidClauseComposition"]

    @Test(.enabled(if: !TCKFeatures.scenarios.isEmpty))
    func everyStatementOfTheTCKParsesOrFailsAsItsScenarioSays() {
        var statements = 0
        var problems: [String] = []
        for scenario in TCKFeatures.scenarios {
            for text in scenario.valid + (scenario.compileError == nil ? [scenario.query ?? "RETURN 1"] : []) {
                statements += 1
                do {
                    _ = try Parser.statement(in: text)
                } catch {
                    problems.append("\(scenario.name)\n\(text)\n\(error.kind): \(error.detail)")
                }
            }
            guard let expected = scenario.compileError, let text = scenario.query else { continue }
            statements += 1
            let kind = SyntaxError.Kind(rawValue: expected)
            do {
                _ = try Parser.statement(in: text)
                if let kind, !Self.laterErrors.contains(kind.rawValue), kind != .invalidParameterUse {
                    problems.append("\(scenario.name)\n\(text)\nparsed, though \(expected) is expected")
                }
            } catch {
                if error.kind != kind {
                    problems.append(
                        "\(scenario.name)\n\(text)\n\(error.kind): \(error.detail)\nthough \(expected) is expected")
                }
            }
        }
        #expect(statements > 2_000)
        #expect(
            problems.isEmpty, "\(problems.count) of \(statements):\n\(problems.prefix(30).joined(separator: "\n\n"))")
    }
}
