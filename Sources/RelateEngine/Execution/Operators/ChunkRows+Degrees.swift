import CKernels

extension TypeAdjacencyReader {
    /// Leaves nodes of a chunk alone whose degree lies in the range.
    ///
    /// - Returns: false, and nothing is done, where relationships are fresh or deleted, or both directions count.
    func narrow(_ rows: inout ChunkRows, _ direction: AdjacencyDirection, to range: PassingRange) -> Bool {
        guard direction != .both else { return false }
        // Degrees are whole numbers from 0 on, of 32 bits.
        let upper = range.lower &+ Int64(bitPattern: range.distance)
        let lower = max(range.lower, 0)
        guard lower <= upper, lower <= UInt32.max else {
            if !range.isInverted { rows.removeAll() }
            return true
        }
        let base = UInt32(truncatingIfNeeded: lower)
        let distance = UInt32(truncatingIfNeeded: min(upper, Int64(UInt32.max)) - lower)
        let holdsForNone = (lower == 0) != range.isInverted
        guard let chunk = (direction == .outgoing ? outgoing : incoming).chunk(at: rows.index) else {
            if !holdsForNone { rows.removeAll() }
            return true
        }
        return chunk._withUnsafeGuaranteedRef { chunk in
            guard chunk.hasNoDelta else { return false }
            let runs = chunk.baseRuns
            let rowCount = min(runs.rowCount, GraphState.chunkRows)
            rows.keep(rowCount, isInverted: range.isInverted, beyond: holdsForNone) { mask in
                relate_mask_degrees(runs.offsets, rowCount, base, distance, mask)
            }
            return true
        }
    }
}
