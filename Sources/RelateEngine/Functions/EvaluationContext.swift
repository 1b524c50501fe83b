/// What an expression may ask of the world while it is evaluated: the graph as the statement sees it, the clock, chance.
///
/// One a running statement, and one a thread that takes part.
package final class EvaluationContext {
    /// The statement's instant, read once: seconds since the epoch and nanoseconds.
    package let statementInstant: (epochSecond: Int64, nanosecond: Int32)
    package let transactionInstant: (epochSecond: Int64, nanosecond: Int32)
    /// Elements' labels, types and properties by number.
    package let graph: any GraphReading
    /// The region or offset that `datetime()` and its like take where none is given.
    package let defaultZone: String
    /// Of the running statement, which long loops ask whether they are to go on.
    var control: StatementControl?

    package init(
        graph: any GraphReading, statementInstant: (epochSecond: Int64, nanosecond: Int32),
        transactionInstant: (epochSecond: Int64, nanosecond: Int32), defaultZone: String = "Z"
    ) {
        self.graph = graph
        self.statementInstant = statementInstant
        self.transactionInstant = transactionInstant
        self.defaultZone = defaultZone
    }

    /// The same with another view of the graph.
    func reading(_ graph: any GraphReading) -> EvaluationContext {
        let other = EvaluationContext(
            graph: graph, statementInstant: statementInstant, transactionInstant: transactionInstant,
            defaultZone: defaultZone)
        other.control = control
        return other
    }

    /// - Throws: `EngineError.interrupted` once another thread asked for it.
    @inline(__always) func checkInterrupt() throws(EngineError) {
        if let control, control.isInterrupted { throw control.interruption }
    }
}

extension EvaluationContext {
    /// Does something with each element of a list that may be long.
    ///
    /// - Throws: `EngineError.interrupted` once another thread asked for it, and what the body throws.
    func forEach(_ elements: [Value], _ body: (Value) throws(EngineError) -> Void) throws(EngineError) {
        var index = 0
        while index < elements.count {
            if index & 0x3fff == 0 { try checkInterrupt() }
            try body(elements[index])
            index += 1
        }
    }
}

/// Elements of the graph one at a time, for functions and for the API's border. Hot loops use the columns themselves.
package protocol GraphReading: AnyObject {
    func exists(_ node: NodeID) -> Bool
    func exists(_ relationship: RelationshipID) -> Bool
    /// Names, in the order the labels were first used in the store.
    func labels(of node: NodeID) -> [String]
    func type(of relationship: RelationshipID) -> String
    func start(of relationship: RelationshipID) -> NodeID
    func end(of relationship: RelationshipID) -> NodeID
    /// `.null` where it has none.
    func property(_ key: String, of node: NodeID) -> Value
    func property(_ key: String, of relationship: RelationshipID) -> Value
    func properties(of node: NodeID) -> MapValue
    func properties(of relationship: RelationshipID) -> MapValue
    /// Relationships that start or end at the node.
    func degree(of node: NodeID) -> Int
}
