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
        // Whether there are any is known without their numbers.
        let isOfSome = base == 1 && distance == .max - 1
        let isOfNone = base == 0 && distance == 0
        Self.prefetch(chunks, after: rows.index, isOfConnected: isOfSome || isOfNone)
        guard let chunk = chunks.chunk(at: rows.index) else {
            if !holdsForNone { rows.removeAll() }
            return true
        }
        chunk._withUnsafeGuaranteedRef { chunk in
            // Offsets know nothing of what was added or deleted since.
            func correct(_ mask: UnsafeMutablePointer<UInt64>) {
                chunk.forEachChangedDegree(living: living) { row, degree in
                    let holds = (UInt32(truncatingIfNeeded: degree) &- base <= distance) != range.isInverted
                    let place = UInt64(row & 63)
                    mask[row >> 6] = mask[row >> 6] & ~(1 << place) | (holds ? 1 : 0) << place
                }
            }
            guard isOfSome || isOfNone, let connected = chunk.connectedRows else {
                let runs = chunk.baseRuns
                let rowCount = min(runs.rowCount, GraphState.chunkRows)
                return rows.keep(rowCount, isInverted: range.isInverted, beyond: holdsForNone) { mask in
                    relate_mask_degrees(runs.offsets, rowCount, base, distance, mask)
                } correct: {
                    correct($0)
                }
            }
            rows.keep(GraphState.chunkRows, isInverted: isOfNone != range.isInverted) { mask in
                mask.update(from: connected, count: ChunkRows.wordCount)
            }
        }
        return true
    }

    /// What a loop over all chunks finds behind this one.
    private static func prefetch(_ chunks: SpineReader<AdjacencyChunk>, after index: Int, isOfConnected: Bool) {
        if let chunk = chunks.chunk(at: index + (isOfConnected ? 8 : 3)) {
            relate_prefetch(chunk.toOpaque())
            relate_prefetch(chunk.toOpaque() + 64)
        }
        if isOfConnected {
            chunks.chunk(at: index + 4)?._withUnsafeGuaranteedRef { $0.prefetchConnectedRows() }
        } else {
            chunks.chunk(at: index + 1)?._withUnsafeGuaranteedRef { $0.prefetchOffsets() }
        }
    }
}
