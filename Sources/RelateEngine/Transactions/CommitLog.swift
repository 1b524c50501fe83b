/// Makes commits last, before anybody sees them: in two steps, so that one write can serve several commits.
///
/// What was handed in and is not yet durable may be lost together, when a write fails: that ends a generation. A commit
/// belongs to the generation of the state it builds on.
package protocol CommitLog: AnyObject, Sendable {
    /// How many generations are over.
    var generation: Int { get }

    /// Takes a commit, in the order of numbers, without waiting.
    ///
    /// - Parameters:
    ///   - writeSet: what changed.
    ///   - state: the state that the commit makes: values of what changed are read from it.
    ///   - number: one more than that of the commit before.
    /// - Throws: the commit is refused then.
    func submit(_ writeSet: WriteSet, state: GraphState, number: UInt64, generation: Int) throws(EngineError)

    /// As `submit`, for a commit that is so large a part of the graph that the whole graph is written instead of what changed;
    /// it is durable on return, and so is every one before it.
    func submitWhole(_ state: GraphState, number: UInt64, generation: Int) throws(EngineError)

    /// Returns when the commit, and with it every one before it, is durable.
    ///
    /// - Throws: it is not, and neither is any later one of its generation.
    func waitUntilDurable(_ number: UInt64, generation: Int) throws(EngineError)

    /// The last durable commit of a generation, so far or for good.
    func durableNumber(of generation: Int) -> UInt64
}
