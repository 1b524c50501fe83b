import CypherSyntax
import Testing

@testable import Relate

/// Parses and binds.
func bound(_ text: String, procedures: [ProcedureSignature] = []) throws(EngineError) -> BoundStatement {
    let tree: Statement
    do {
        tree = try Parser.statement(in: text)
    } catch {
        throw EngineError(error)
    }
    return try Binder.bind(tree, catalog: ScenarioCatalog(procedures: procedures))
}

@Suite struct BinderFeatureTests {
    @Test(
        "Every query of the TCK binds, but for those with an error of compile time",
        .enabled(if: FeatureScenario.folder != nil))
    func features() throws {
        guard let folder = FeatureScenario.folder else { return }
        let scenarios = try FeatureScenario.all(in: folder)
        #expect(scenarios.count > 1_000)
        for scenario in scenarios {
            for query in scenario.setup {
                do { _ = try bound(query) } catch {
                    Issue.record("\(scenario.name): set-up refused: \(error.message)\n\(query)")
                }
            }
            if let problem = problem(of: scenario) { Issue.record("\(scenario.name): \(problem)\n\(scenario.query)") }
        }
    }

    /// What is wrong with the outcome; `nil` where it is as expected.
    private func problem(of scenario: FeatureScenario) -> String? {
        do throws(EngineError) {
            _ = try bound(scenario.query, procedures: scenario.procedures)
        } catch {
            guard let expected = scenario.error, expected.phase != "runtime" else { return "refused: \(error.message)" }
            let code = error.code.split(separator: ".").last.map(String.init) ?? ""
            let isType = code == expected.type || (expected.type == "ProcedureError" && code == "ProcedureNotFound")
            let isDetail = expected.detail == "*" || error.message.contains(": \(expected.detail): ")
            return isType && isDetail && error.stage == .compile
                ? nil : "expected \(expected.type) \(expected.detail), found \(error.code) \(error.message)"
        }
        return scenario.error?.phase == "compile time"
            ? "expected \(scenario.error?.detail ?? ""), but it was bound" : nil
    }
}
