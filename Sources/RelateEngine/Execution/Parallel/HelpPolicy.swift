/// Whether other threads are worth being called. What it says changes who does the work, never how that is cut.
struct HelpPolicy {
    /// By the planner's estimate.
    let morselCount: Double
    let minimumNanoseconds: UInt64

    /// - Parameter nanoseconds: what the morsels so far took.
    func isWorthwhile(_ doneCount: Int, _ nanoseconds: UInt64) -> Bool {
        // The first finds columns that nobody asked for lately, and what later ones go by: it takes longer than they do.
        guard doneCount > 1 || doneCount == 1 && nanoseconds >= minimumNanoseconds else { return false }
        // Where the estimate was too low: as many again.
        let left = max(morselCount - Double(doneCount), Double(doneCount))
        return Double(nanoseconds) / Double(doneCount) * left >= Double(minimumNanoseconds)
    }
}
