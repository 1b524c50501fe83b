extension VectorGraph {
    /// Of all vectors, those that a search may have to look at all the same: with more there is no use of cells.
    private static let usefulShare = 0.4
    /// More cells than so many times the square root of the vectors cost more than they spare.
    private static let cellsPerRoot = 3
    /// So many vectors tell where the cells of all are.
    private static let clusteredMost = 1 << 18
    /// Times that all vectors are put to the nearest centre, and the centres among theirs.
    private static let settlements = 2

    /// Puts slots that lie near each other one behind the other, and keeps where: vectors in clusters are found by a look at
    /// few of them. Where that would be of no use all stays as it is.
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
        func sample(_ size: Int) -> [UInt32] {
            stride(from: 0, to: live.count, by: max(1, live.count / size)).map { live[$0] }
        }
        let first = try clustering.centers(count, of: sample(count * VectorClustering.sampledPerCenter), check)
        var groups = try clustering.divided(
            try clustering.groups(of: sample(Self.clusteredMost), by: first, check), most: Self.cellsPerRoot * count,
            check)
        for _ in 0..<Self.settlements { groups = try clustering.settled(groups, check) }
        let found = try clustering.ranked(groups, all: live, check)
        var arranged = emptied()
        var members: [VectorCells.Cell] = []
        for group in found.members {
            try check()
            let first = arranged.slotCount
            for member in group { arranged.append(copyOf: member.slot, of: reader) }
            members.append(VectorCells.Cell(slots: first..<arranged.slotCount, lengths: group.map(\.length)))
        }
        withExtendedLifetime(self) {}
        var cells = VectorCells(members, found.centers)
        let reach = try VectorReach(arranged, cells, check)
        guard reach.rows < Self.usefulShare * Double(live.count) else { return }
        cells.reach = reach.share
        cells.wideReach = reach.wideShare
        cells.usualSquare = reach.usualSquare
        arranged.noteArrangement(cells)
        self = arranged
    }
}
