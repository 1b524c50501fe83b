import CypherSyntax

/// Room for recursion over trees: a nesting of 500 must not depend on whose thread runs the statement.
///
/// Walks of small trees run where they are. Deeper ones run upon a thread with a large stack, which is waited for;
/// `BoundStatement.nesting` tells a later stage which one it has.
package enum DeepStack {
    /// Nesting that fits a stack of 512 KiB, debug builds included.
    package static let shallowNestingLimit = 32

    /// Runs `body` where a tree of that nesting has room.
    package static func run<Result>(
        nesting: Int, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        nesting <= shallowNestingLimit ? try body() : try onLargeStack(body)
    }

    @inline(never)
    package static func onLargeStack<Result>(
        _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        let outcome = CypherSyntax.DeepStack.run { () -> Swift.Result<Result, EngineError> in
            do throws(EngineError) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .nestingTooDeep() }
        return try outcome.get()
    }
}
