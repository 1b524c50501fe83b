import Durability
import Synchronization

/// What a store could not do when it closed, and where its last commits are.
package struct ClosingProblem: Hashable, Sendable {
    package var path: String
    package var reason: StoreError
    /// Commits since the last checkpoint.
    package var commitCount: UInt64
    /// The log's files that are still where they were.
    package var logPaths: [String]

    /// Whether the next open of the path finds all that was acknowledged.
    package var isWhole: Bool {
        if case .storage(.replaced) = reason { return commitCount == 0 }
        return commitCount == 0 || !logPaths.isEmpty
    }

    /// Who is told of it; nobody, until a program says so. Once for each store that closes so, by the thread that closes it.
    package static let listener = Mutex<(@Sendable (ClosingProblem) -> Void)?>(nil)

    static func tell(_ problem: ClosingProblem) {
        listener.withLock { $0 }?(problem)
    }
}

extension ClosingProblem: CustomStringConvertible {
    package var description: String {
        let commits = commitCount == 1 ? "its last commit" : "its last \(commitCount) commits"
        let more = logPaths.count < 2 ? "" : " and \(logPaths.count - 1) more of its name"
        let log = (logPaths.first ?? "") + more
        if case .storage(.replaced(let path, let replacement)) = reason {
            let text = "\(path): \(replacement.text); nothing was written over what is there now"
            if commitCount == 0 {
                return logPaths.isEmpty
                    ? text : "\(text). The log \(log) belongs to what was there before: move it away"
            }
            return logPaths.isEmpty
                ? "\(text). The log went with it, which holds \(commits): they are lost, unless it was only moved"
                : "\(text). The log \(log) holds \(commits): it belongs to what was there before, and must go with that"
        }
        if commitCount == 0 { return "the log of \(path) could not be removed: \(reason); the next open does that" }
        let text = "\(path) was closed without a checkpoint: \(reason)"
        return logPaths.isEmpty
            ? "\(text). The log is not there any more, which held \(commits)"
            : "\(text). The log \(log) holds \(commits): it must stay beside the store, and the next open reads it"
    }
}
