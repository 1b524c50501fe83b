import Relate
import Testing

@testable import RelateTUI

/// Transactions that met a conflict.
@Suite("Transactions again") struct TransactionRetryTests {
    @Test("After a conflict at the commit, r runs the transaction's statements again in a new one")
    func retriesTransactions() throws {
        var model = Model.opened("CREATE (:A); CREATE (:B)")
        func sent(_ effects: [Effect]) -> RunRequest? {
            effects.lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first
        }
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        var outcome = Fixtures.outcome(columns: [], rows: [])
        outcome.queryType = .write
        for key in ["F5", "C-End F5"] {
            let request = try #require(sent(try press(key, &model)))
            _ = update(&model, .statementEnded(request, .success(outcome)))
        }
        try press("M-c", &model)
        let conflict = StatementFailure(
            code: "Neo.TransientError.Transaction.Outdated", status: "40N01", stage: "runtime", isRetryable: true,
            message: "transaction error: write-write conflict", span: nil)
        _ = update(&model, .transactionEnded(.commit, .failure(conflict)))
        #expect(model.session.transaction == .none)
        #expect(view(model).plainText.contains("runs its statements again"))
        let begun = try press("F9 r", &model)
        #expect(begun.contains { if case .transaction(.begin) = $0 { true } else { false } })
        let first = try #require(sent(update(&model, .transactionEnded(.begin, .success(nil)))))
        #expect(first.text == "CREATE (:A)")
        let second = try #require(sent(update(&model, .statementEnded(first, .success(outcome)))))
        #expect(second.text == "CREATE (:B)" && !second.needsConsent)
        _ = update(&model, .statementEnded(second, .success(outcome)))
        #expect(model.session.transaction == .open(statementCount: 2) && model.running == nil)
    }
}
