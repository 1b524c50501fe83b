extension DatalogExplorerSession {
    /// By its commands: `transact` and `retract` write, `query` and `rule` leave the file as it is.
    func writes(_ statement: String) throws(StatementFailure) -> Bool? {
        statement.split { $0.isWhitespace || "()[]{}".contains($0) }.contains { $0 == "transact" || $0 == "retract" }
    }
}
