extension VectorGraph {
    /// Of all vectors, those that a search may have to look at all the same: with more there is no use of cells.
    private static let usefulShare = 0.5
    /// Of a sample: beyond it the vectors lie in no clusters.
    private static let hopelessShare = 0.95

    /// Puts slots that lie near each other one behind the other, and keeps where: vectors in clusters are found by a look at
    /// few of them. Where the vectors lie in no clusters all stays as it is.
    ///
    /// - Precondition: nothing is linked.
    mutating func arrange() { arrange({}) }

    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    mutating func arrange<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) {
        noteArrangement(nil)
        let reader = self.reader
        let clustering = VectorClustering(reader: reader)
        let live = (0..<UInt32(truncatingIfNeeded: slotCount)).filter { reader.isLive($0) }
        let count = Int(Double(live.count).squareRoot())
        guard count >= 2 else { return }
        let step = max(1, live.count / (count * VectorClustering.sampledPerCenter))
        let sample = stride(from: 0, to: live.count, by: step).map { live[$0] }
        let first = try clustering.centers(count, of: sample, check)
        let sampled = try clustering.rankedGroups(of: sample, by: first, check)
        guard try clustering.lookedShare(sampled, check) < Self.hopelessShare else { return }

        let found = try clustering.rankedGroups(of: live, by: first, check)
        guard try clustering.lookedShare(found, check) < Self.usefulShare else { return }
        var arranged = emptied()
        var cells: [VectorCells.Cell] = []
        for members in found.members {
            try check()
            let first = arranged.slotCount
            for member in members { arranged.append(copyOf: member.slot, of: reader) }
            cells.append(VectorCells.Cell(slots: first..<arranged.slotCount, lengths: members.map(\.length)))
        }
        arranged.noteArrangement(VectorCells(cells, found.centers, settings.similarity))
        withExtendedLifetime(self) {}
        self = arranged
    }
}
