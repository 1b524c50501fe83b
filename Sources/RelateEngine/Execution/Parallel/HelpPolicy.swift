/// Whether other threads are worth being called. What it says changes who does the work, never how that is cut.
struct HelpPolicy {
    /// By the planner's estimate.
    let morselCount: Double
    let minimumNanoseconds: UInt64

    /// - Parameters:
    ///   - nanoseconds: what the morsels so far took.
    ///   - last: what the last of them took.
    func isWorthwhile(_ doneCount: Int, _ nanoseconds: UInt64, last: UInt64) -> Bool {
        // The first finds columns that nobody asked for lately, and what later ones go by: it takes longer than they do.
        guard doneCount > 1 || doneCount == 1 && nanoseconds >= minimumNanoseconds else { return false }
        // Where the estimate was too low: as many again.
        let left = max(morselCount - Double(doneCount), Double(doneCount))
        // A `Top` passes over ever more rows.
        return min(Double(nanoseconds) / Double(doneCount), Double(last)) * left >= Double(minimumNanoseconds)
    }
}
