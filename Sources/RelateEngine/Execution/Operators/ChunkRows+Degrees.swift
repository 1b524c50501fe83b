import CKernels

extension TypeAdjacencyReader {
    /// Leaves nodes of a chunk alone whose degree lies in the range.
    ///
    /// - Returns: false, and nothing is done, where both directions count.
    func narrow(
        _ rows: inout ChunkRows, _ direction: AdjacencyDirection, to range: PassingRange, living: RowBitmapReader
    ) -> Bool {
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
        let chunks = direction == .outgoing ? outgoing : incoming
        // What a loop over all chunks finds behind this one.
        if let chunk = chunks.chunk(at: rows.index + 3) {
            relate_prefetch(chunk.toOpaque())
            relate_prefetch(chunk.toOpaque() + 64)
        }
        chunks.chunk(at: rows.index + 1)?._withUnsafeGuaranteedRef { $0.prefetchOffsets() }
        guard let chunk = chunks.chunk(at: rows.index) else {
            if !holdsForNone { rows.removeAll() }
            return true
        }
        chunk._withUnsafeGuaranteedRef { chunk in
            let runs = chunk.baseRuns
            let rowCount = min(runs.rowCount, GraphState.chunkRows)
            rows.keep(rowCount, isInverted: range.isInverted, beyond: holdsForNone) { mask in
                relate_mask_degrees(runs.offsets, rowCount, base, distance, mask)
            } correct: { mask in
                // Offsets know nothing of what was added or deleted since.
                chunk.forEachChangedDegree(living: living) { row, degree in
                    let holds = (UInt32(truncatingIfNeeded: degree) &- base <= distance) != range.isInverted
                    let place = UInt64(row & 63)
                    mask[row >> 6] = mask[row >> 6] & ~(1 << place) | (holds ? 1 : 0) << place
                }
            }
        }
        return true
    }
}
